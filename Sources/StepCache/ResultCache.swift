import CIModel
import FileSystem
import ProcessExecution
import Synchronization

/// Reuses results of steps whose inputs have not changed since they passed.
///
/// Failures are never stored.
package final class ResultCache: Sendable {
  private let scope: CacheScope
  private let store: StepStore
  private let recent: RecentResults
  private let digests: FileDigests
  private let maximumSize: Int
  private let remote: RemoteStore?
  /// Whether the store has grown.
  private let hasKept = Mutex(false)

  /// - Parameter maximumSize: The maximum size of the stored results in bytes.
  package init(
    _ scope: CacheScope, digests: FileDigests, remote: RemoteStore?, maximumSize: Int
  ) {
    self.scope = scope
    store = StepStore.kept(in: scope.state)
    recent = RecentResults(store)
    self.digests = digests
    self.remote = remote
    self.maximumSize = maximumSize
  }

  package var mode: CacheMode { scope.mode }

  // MARK: Inputs

  /// Returns the identities of the files that `inputs` names, by path relative to the root; for a
  /// link, those of its target and of the file there.
  /// - Throws: When not all files can be determined.
  package func files(
    matching inputs: [String]
  ) throws(InputSearch.Problem) -> [(path: String, identity: String)] {
    var files: [(path: String, identity: String)] = []
    let found = try InputSearch.files(
      matching: inputs, in: scope.root, checkout: scope.repositoryRoot)
    files.reserveCapacity(found.count)
    func identity(_ path: String, of file: InputSearch.File) throws(InputSearch.Problem) -> String {
      if let identity = digests.identity(path, until: scope.cancellation) { return identity }
      throw InputSearch.Problem(words: "\(file.path) cannot be read")
    }
    for file in found {
      var value = try identity("\(scope.root)/\(file.path)", of: file)
      if let target = file.target { value += " " + (try identity(target, of: file)) }
      files.append((file.path, value))
    }
    return files
  }

  /// Returns the same as `files(matching:)` if every input is a single file that was not touched
  /// since it was read, without reading any file; otherwise `nil`.
  package func untouchedFiles(_ inputs: [String]) -> [(path: String, identity: String)]? {
    var files: [(path: String, identity: String)] = []
    for glob in inputs {
      guard let path = FileSearch.literalPath(glob), !path.utf8.contains(UInt8(ascii: "\n")),
        let identity = digests.knownIdentity(inRoot: path)
      else { return nil }
      files.append((path, identity))
    }
    return files
  }

  // MARK: Using a result

  /// Returns the result of the last run if the step printed nothing and its files were not touched;
  /// otherwise `nil`.
  package func untouchedResult(_ fingerprint: StepFingerprint, step: String) -> StepStore.Entry? {
    guard let entry = recent.entry(fingerprint.key, of: step), entry.log == nil,
      entry.files.allSatisfy({ digests.knownIdentity(inRoot: $0.key) == $0.value })
    else { return nil }
    return entry
  }

  /// Restores the files of an earlier result, and returns it with the output of the step; `nil`
  /// when the step must run.
  /// - Parameter outputs: The patterns of the step; only matching files are restored.
  package func result(
    _ fingerprint: StepFingerprint, step: String, outputs: [String]
  ) -> (entry: StepStore.Entry, log: [UInt8])? {
    let key = fingerprint.key
    // A recent result whose files are in place needs no check against the store.
    let recentEntry = recent.entry(key, of: step).flatMap { entry in
      entry.files.allSatisfy { digests.identity("\(scope.root)/\($0.key)") == $0.value }
        ? entry : nil
    }
    let local = recentEntry ?? store.entry(key)
    let files = ResultFiles(root: scope.root, outputs: outputs)
    guard let entry = local ?? remoteEntry(key), files.accept(entry),
      recentEntry != nil || restore(entry, files)
    else { return nil }
    var log: [UInt8] = []
    if let digest = entry.log {
      guard isThere(digest, entry), let bytes = store.blobs.read(digest) else { return nil }
      log = bytes
    }
    if local == nil {
      // Next time, the server need not be asked.
      try? store.store(entry, key, step: step, fingerprint)
      hasKept.withLock { $0 = true }
    }
    if recentEntry == nil { recent.use(entry, key, of: step) }
    return (entry, log)
  }

  /// Whether a content is in the local store, after a download if necessary; its hash is checked
  /// when it is used.
  private func isThere(_ digest: String, _ entry: StepStore.Entry) -> Bool {
    guard let size = entry.sizes[digest] else { return store.blobs.has(digest) }
    return remote?.fetch(digest, size: size, into: store.blobs) == true
  }

  private func remoteEntry(_ key: String) -> StepStore.Entry? {
    remote.flatMap {
      RemoteEntry(store: $0, blobs: store.blobs, maximumSize: maximumSize).entry(key)
    }
  }

  /// Restores missing and changed files; returns whether all files are in place.
  private func restore(_ entry: StepStore.Entry, _ files: ResultFiles) -> Bool {
    let missing = entry.files.filter { path, identity in
      digests.identity("\(files.root)/\(path)") != identity
    }.sorted { $0.key < $1.key }
    let isComplete = missing.allSatisfy { _, identity in
      !identity.hasPrefix("l") && isThere(String(identity.dropFirst()), entry)
    }
    guard isComplete else { return false }
    return missing.allSatisfy { path, identity in
      files.put(
        String(identity.dropFirst()), at: path, isExecutable: identity.hasPrefix("x"),
        from: store.blobs)
    }
  }

  // MARK: Keeping a result

  /// The result of a step that passed.
  package struct NewResult {
    package var step: String
    /// The patterns of the output files that the step declares.
    package var outputs: [String]
    package var durationSeconds: Double
    /// The values for later steps.
    package var values: [String: String]
    /// The output of the step.
    package var log: [UInt8]
    /// Whether bytes contain a secret, which must not be stored; `nil` when there are no secrets.
    package var holdsSecret: (([UInt8]) -> Bool)?

    package init(
      step: String, outputs: [String], durationSeconds: Double, values: [String: String],
      log: [UInt8], holdsSecret: (([UInt8]) -> Bool)?
    ) {
      self.step = step
      self.outputs = outputs
      self.durationSeconds = durationSeconds
      self.values = values
      self.log = log
      self.holdsSecret = holdsSecret
    }
  }

  /// Stores a result under its fingerprint; returns a sentence when that is not possible.
  package func keep(_ result: NewResult, _ fingerprint: StepFingerprint) -> String? {
    let step = result.step
    var entry = StepStore.Entry(runID: scope.runID, durationSeconds: result.durationSeconds)
    entry.outputs = result.values
    let paths = FileSearch.files(matching: result.outputs, in: scope.root)
    if let words = tooLarge(paths) {
      return "Step \(step) created \(words), so its result is not kept."
    }
    for glob in result.outputs
    where FileSearch.files(matching: [glob], in: scope.root).isEmpty {
      return "Step \(step) created no file that matches '\(glob)' of its outputs, so its result "
        + "is not kept."
    }
    hasKept.withLock { $0 = true }
    do throws(FileError) {
      for path in paths {
        switch try keep(path, in: &entry, result.holdsSecret) {
        case .kept: continue
        case .cancelled: return nil
        case .refused(let reason):
          return "Step \(step) \(reason), so its result is not kept."
        }
      }
      if !result.log.isEmpty { entry.log = try store.blobs.add(result.log) }
      let key = fingerprint.key
      try store.store(entry, key, step: step, fingerprint)
      recent.use(entry, key, of: step)
      if let remote {
        try RemoteEntry(store: remote, blobs: store.blobs, maximumSize: maximumSize)
          .publish(entry, key)
      }
    } catch {
      return "The result of step \(step) is not kept: \(error)."
    }
    return nil
  }

  private enum KeptFile {
    case kept
    case cancelled
    /// The predicate of a sentence about the step that explains why the file is not stored.
    case refused(String)
  }

  /// Adds a file to an entry, and its content to the blobs.
  private func keep(
    _ path: String, in entry: inout StepStore.Entry, _ holdsSecret: (([UInt8]) -> Bool)?
  ) throws(FileError) -> KeptFile {
    let full = "\(scope.root)/\(path)"
    guard !path.contains("\n"),
      let identity = digests.identity(full, until: scope.cancellation)
    else { return .cancelled }
    // Strings that are equal in Unicode are the same key of an entry.
    if entry.files.updateValue(identity, forKey: path) != nil {
      return .refused("created two files whose names look the same, \(path)")
    }
    if identity.hasPrefix("l") { return .kept }
    if let holdsSecret, holdsSecret(try readFile(full)) {
      return .refused("wrote a secret to \(path)")
    }
    _ = try store.blobs.add(file: full, until: scope.cancellation)
    return .kept
  }

  /// Why files are too large to store; checked before they are read, because a sparse file may be
  /// larger than the disk.
  private func tooLarge(_ paths: [String]) -> String? {
    var total = 0
    for path in paths {
      guard let status = FileStatus("\(scope.root)/\(path)", followsLink: false), status.isFile
      else { continue }
      total = total.addingReportingOverflow(status.size).partialValue
      if total < 0 || total > maximumSize {
        return "more than the \(byteWords(maximumSize)) of `cache: { max-size: … }`"
      }
    }
    return nil
  }

  // MARK: Explaining

  /// Why a step would run now; empty when it is up to date.
  package func reasons(_ fingerprint: StepFingerprint, step: String) -> [String] {
    if let entry = store.entry(fingerprint.key) {
      return entry.files.sorted { $0.key < $1.key }.compactMap { path, identity in
        guard digests.identity("\(scope.root)/\(path)") != identity else { return nil }
        return store.blobs.read(String(identity.dropFirst())) == nil
          ? "\(path) has changed since the step created it" : nil
      }
    }
    guard let latest = store.latest(step: step) else { return ["it has no stored result"] }
    let differences = fingerprint.differences(from: latest)
    return differences.isEmpty ? ["its result is no longer stored"] : differences
  }

  // MARK: Finishing

  /// Stores the hashes of files, and shrinks the store to its maximum size if it has grown.
  /// - Parameter steps: The ids of all steps of the pipeline.
  package func finish(steps: Set<String>) {
    digests.save()
    guard scope.mode == .readWrite else { return }
    recent.save(steps: steps)
    if hasKept.withLock({ $0 }) { store.shrink(to: maximumSize) }
  }
}
