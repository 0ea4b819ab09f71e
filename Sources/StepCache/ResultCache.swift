import CIModel
import FileSystem
import ProcessExecution
import Synchronization

/// Results of steps whose inputs have not changed since they passed.
///
/// Failures are never kept.
package final class ResultCache: Sendable {
  private let scope: CacheScope
  private let store: StepStore
  private let recent: RecentResults
  private let digests: FileDigests
  private let maximumSize: Int
  private let remote: RemoteStore?
  /// The store has grown.
  private let hasKept = Mutex(false)

  /// - Parameter maximumSize: Bytes of results that are kept.
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

  /// The identities of the files that `inputs` names, by their path relative to the root; of a link, those
  /// of its target and of the file there.
  /// - Throws: When they cannot all be found out.
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

  /// The same where each of the inputs is one file that has not been touched since it was read; nothing is
  /// read to find that out. `nil` says nothing.
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

  /// The result of the last run, when the step printed nothing and its files lie untouched where it left
  /// them. `nil` says nothing.
  package func untouchedResult(_ fingerprint: StepFingerprint, step: String) -> StepStore.Entry? {
    guard let entry = recent.entry(fingerprint.key, of: step), entry.log == nil,
      entry.files.allSatisfy({ digests.knownIdentity(inRoot: $0.key) == $0.value })
    else { return nil }
    return entry
  }

  /// The result of an earlier run, with its files in place, and what the step printed then; `nil` when the
  /// step has to run.
  /// - Parameter outputs: The patterns of the step; no other file is put back.
  package func result(
    _ fingerprint: StepFingerprint, step: String, outputs: [String]
  ) -> (entry: StepStore.Entry, log: [UInt8])? {
    let key = fingerprint.key
    // One whose files are in place is as good as the store's own.
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
      // The next time, no server need be asked.
      try? store.store(entry, key, step: step, fingerprint)
      hasKept.withLock { $0 = true }
    }
    if recentEntry == nil { recent.use(entry, key, of: step) }
    return (entry, log)
  }

  /// Whether a content is in the local store, if need be from the server; whether it is the right one is
  /// seen when it is used.
  private func isThere(_ digest: String, _ entry: StepStore.Entry) -> Bool {
    guard let size = entry.sizes[digest] else { return store.blobs.has(digest) }
    return remote?.fetch(digest, size: size, into: store.blobs) == true
  }

  private func remoteEntry(_ key: String) -> StepStore.Entry? {
    remote.flatMap {
      RemoteEntry(store: $0, blobs: store.blobs, maximumSize: maximumSize).entry(key)
    }
  }

  /// Puts back the files that are gone or different; returns whether all are in place.
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

  /// What a step that passed has come to.
  package struct NewResult {
    package var step: String
    /// The patterns of the files that the step says it makes.
    package var outputs: [String]
    package var durationSeconds: Double
    /// What it left for later steps.
    package var values: [String: String]
    /// What it printed.
    package var log: [UInt8]
    /// Whether some bytes hold a secret, which is not kept; `nil` when nothing is secret.
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

  /// Keeps a result under what it was made from; returns what the reader should know when that cannot be.
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
    /// What the step did, for a sentence that begins with it.
    case refused(String)
  }

  /// Adds a file to an entry, and what is in it to the blobs.
  private func keep(
    _ path: String, in entry: inout StepStore.Entry, _ holdsSecret: (([UInt8]) -> Bool)?
  ) throws(FileError) -> KeptFile {
    let full = "\(scope.root)/\(path)"
    guard !path.contains("\n"),
      let identity = digests.identity(full, until: scope.cancellation)
    else { return .cancelled }
    // An entry names each text once.
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

  /// Why files are not kept, looked at before they are read: a file with holes is larger than its disk.
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

  // MARK: At the end

  /// Keeps the hashes of files, and the store within its size when it has grown.
  /// - Parameter steps: The ids of all steps of the pipeline.
  package func finish(steps: Set<String>) {
    digests.save()
    guard scope.mode == .readWrite else { return }
    recent.save(steps: steps)
    if hasKept.withLock({ $0 }) { store.shrink(to: maximumSize) }
  }
}
