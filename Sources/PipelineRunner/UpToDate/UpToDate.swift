import CIModel
import FileSystem
import LogParsing
import PipelineConfig
import ProcessExecution
import Synchronization

/// Skips steps whose result is known: nothing that they depend on has changed since they passed.
///
/// Failures are never kept. What an earlier run printed is shown and read again, so that its warnings
/// count as if the step had run.
final class UpToDate: Sendable {
  private let store: StepStore
  private let digests: FileDigests
  private let maximumSize: Int
  private let mode: CacheMode
  private let remote: RemoteStore?
  /// The store has grown.
  private let hasKept = Mutex(false)
  private let recent: RecentResults
  private let run = Atomic(false)

  init(
    _ context: RunContext, remote: RemoteStore?, maximumSize: Int, mode: CacheMode,
    earlier: EarlierResults
  ) {
    store = StepStore.kept(in: context.state)
    recent = earlier.recent
    digests = earlier.digests
    self.maximumSize = maximumSize
    self.remote = remote
    self.mode = mode
  }

  /// Whether this run has changed anything that a step may depend on.
  var hasRun: Bool { run.load(ordering: .acquiring) }

  /// A command runs, or a file is put back.
  func noteRun() { run.store(true, ordering: .releasing) }

  /// What a step would be made from now.
  struct Question: Sendable {
    var fingerprint: StepFingerprint
    var key: String
  }

  /// `nil` when the step does not say what it depends on.
  /// - Throws: `InputSearch.Problem` when that cannot be found out.
  func question(
    _ planned: Plan.PlannedStep, _ pipeline: Pipeline, _ environment: StepEnvironment,
    _ context: RunContext
  ) throws(InputSearch.Problem) -> Question? {
    guard mode != .off, let inputs = planned.step.inputs else { return nil }
    let files = try files(matching: inputs, context)
    let fingerprint = StepFingerprint(planned, pipeline, environment, context, files: files)
    return Question(fingerprint: fingerprint, key: fingerprint.key)
  }

  /// Ends the look at the files ahead of the steps, and returns what it saw.
  func endLook() -> [FileDigests.Name: String] { digests.endLook() }

  /// The result of a step that printed nothing, whose inputs are spelled out, and whose files all are
  /// as the last run left them; nothing is read to find that out. `nil` says nothing.
  /// - Parameter seen: Of `endLook`.
  func foreseen(
    _ planned: Plan.PlannedStep, _ pipeline: Pipeline, _ environment: StepEnvironment,
    _ context: RunContext, seen: [FileDigests.Name: String]
  ) -> StepExecution? {
    guard mode != .off, let inputs = planned.step.inputs else { return nil }
    var files: [(path: String, identity: String)] = []
    for glob in inputs {
      guard let path = FileSearch.literalPath(glob), !path.utf8.contains(UInt8(ascii: "\n")),
        let identity = seen[FileDigests.Name(path)] ?? digests.knownIdentity(inRoot: path)
      else { return nil }
      files.append((path, identity))
    }
    let key = StepFingerprint(planned, pipeline, environment, context, files: files).key
    guard let entry = recent.entry(key, of: planned.step.id), entry.log == nil,
      entry.files.allSatisfy({ path, identity in
        (seen[FileDigests.Name(path)] ?? digests.knownIdentity(inRoot: path)) == identity
      })
    else { return nil }
    return execution(planned, entry)
  }

  /// What files are; of a link, its target and the file there.
  private func files(
    matching globs: [String], _ context: RunContext
  ) throws(InputSearch.Problem) -> [(path: String, identity: String)] {
    var files: [(path: String, identity: String)] = []
    let found = try InputSearch.files(
      matching: globs, in: context.root, checkout: context.repositoryRoot)
    files.reserveCapacity(found.count)
    func identity(_ path: String, of file: InputSearch.File) throws(InputSearch.Problem) -> String {
      if let identity = digests.identity(path, until: context.cancellation) { return identity }
      throw InputSearch.Problem(words: "\(file.path) cannot be read")
    }
    for file in found {
      var value = try identity("\(context.root)/\(file.path)", of: file)
      if let target = file.target { value += " " + (try identity(target, of: file)) }
      files.append((file.path, value))
    }
    return files
  }

  // MARK: Using a result

  /// The result of an earlier run, with its files in place; `nil` when the step has to run.
  func result(
    _ question: Question, _ planned: Plan.PlannedStep, _ pipeline: Pipeline,
    _ environment: StepEnvironment, _ context: RunContext
  ) -> StepExecution? {
    let id = planned.step.id
    // One whose files are in place is as good as the store's own.
    let recentEntry = recent.entry(question.key, of: id).flatMap { entry in
      entry.files.allSatisfy { digests.identity("\(context.root)/\($0.key)") == $0.value }
        ? entry : nil
    }
    let local = recentEntry ?? store.entry(question.key)
    let files = ResultFiles(root: context.root, outputs: planned.step.outputs ?? [])
    guard let entry = local ?? remoteEntry(question), files.accept(entry),
      recentEntry != nil || restore(entry, files)
    else { return nil }
    var log: [UInt8] = []
    if let digest = entry.log {
      guard isThere(digest, entry), let bytes = store.blobs.read(digest) else { return nil }
      // A secret may be known now that was none when it was kept.
      log = environment.mask.map { $0.masked(bytes) } ?? bytes
    }
    if local == nil {
      // The next time, nobody need be asked.
      try? store.store(entry, question.key, step: id, question.fingerprint)
      hasKept.withLock { $0 = true }
    }
    if recentEntry == nil { recent.use(entry, question.key, of: id) }
    var execution = execution(planned, entry)
    if !log.isEmpty { replay(log, of: entry, planned, pipeline, context, &execution) }
    return execution.masked(environment.mask)
  }

  /// What a step has come to whose files are in place.
  private func execution(_ planned: Plan.PlannedStep, _ entry: StepStore.Entry) -> StepExecution {
    var result = StepResult(
      id: planned.step.id, action: planned.step.action.kind.rawValue, status: .passed, exitCode: 0,
      reason: "up to date"
        + (entry.durationSeconds >= 1
          ? ", saves \(Duration.seconds(entry.durationSeconds).words)" : ""))
    result.isUpToDate = true
    if !entry.outputs.isEmpty { result.outputs = entry.outputs }
    var execution = StepExecution(result)
    execution.outputs = entry.outputs
    return execution
  }

  /// Whether a content is in the local store, if need be from the server; whether it is the right one is
  /// seen when it is used.
  private func isThere(_ digest: String, _ entry: StepStore.Entry) -> Bool {
    guard let size = entry.sizes[digest] else { return store.blobs.has(digest) }
    return remote?.fetch(digest, size: size, into: store.blobs) == true
  }

  private func remoteEntry(_ question: Question) -> StepStore.Entry? {
    remote.flatMap {
      RemoteEntry(store: $0, blobs: store.blobs, maximumSize: maximumSize).entry(question.key)
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
    if !missing.isEmpty { noteRun() }
    return missing.allSatisfy { path, identity in
      files.put(
        String(identity.dropFirst()), at: path, isExecutable: identity.hasPrefix("x"),
        from: store.blobs)
    }
  }

  private func replay(
    _ log: [UInt8], of entry: StepStore.Entry, _ planned: Plan.PlannedStep, _ pipeline: Pipeline,
    _ context: RunContext, _ execution: inout StepExecution
  ) {
    let id = planned.step.id
    let observer = context.observer
    observer.onEvent(
      .stepStarted(id: id, command: "(up to date; this is what it printed in run \(entry.runID))"))
    var reader = LogReader(
      options: LogReader.Options(
        root: context.repositoryRoot, customWarnings: pipeline.warnings.custom))
    log.withUnsafeBytes { bytes in
      observer.onOutput(id, bytes)
      reader.read(bytes) { event, _ in observer.onEvent(.log(stepID: id, event)) }
    }
    let facts = reader.finish()
    execution.diagnostics = facts.diagnostics
    execution.tests = facts.tests
    execution.runtimeWarnings = facts.runtimeWarnings
    let path = context.directory.logPath(step: id)
    let head = Array("devtool: up to date; this is what it printed in run \(entry.runID)\n".utf8)
    if (try? writeFile(path, head + log, isDurable: false)) != nil {
      execution.result.logPath = path.relative(to: context.repositoryRoot)
    }
  }

  // MARK: Keeping a result

  /// Keeps what a step that passed has made; returns what the reader should know when that cannot be.
  func keep(
    _ execution: StepExecution, _ question: Question, _ planned: Plan.PlannedStep,
    _ pipeline: Pipeline, _ environment: StepEnvironment, _ context: RunContext
  ) -> String? {
    guard mode == .readWrite, execution.result.status == .passed else { return nil }
    let step = planned.step
    // What it printed could not be shown again.
    guard execution.hasWholeLog else {
      return "The result of step \(step.id) is not kept, because its log is cut off."
    }
    let now = try? self.question(planned, pipeline, environment, context)
    if context.cancellation.isRequested { return nil }
    guard let now, now.key == question.key else {
      return "Step \(step.id) changed its own inputs, so it is never up to date."
    }
    if let mask = environment.mask,
      execution.outputs.contains(where: { mask.finds(in: Array("\($0)=\($1)".utf8)) })
    {
      return "Step \(step.id) left a secret for later steps, so its result is not kept."
    }
    var entry = StepStore.Entry(
      runID: context.directory.id, durationSeconds: execution.result.durationSeconds)
    entry.outputs = execution.outputs
    let paths = FileSearch.files(matching: step.outputs ?? [], in: context.root)
    if let words = tooLarge(paths, in: context.root) {
      return "Step \(step.id) made \(words), so its result is not kept."
    }
    for glob in step.outputs ?? []
    where FileSearch.files(matching: [glob], in: context.root).isEmpty {
      return "Step \(step.id) made no file that matches '\(glob)' of its outputs, so its result is "
        + "not kept."
    }
    hasKept.withLock { $0 = true }
    do throws(FileError) {
      for path in paths {
        switch try keep(path, in: &entry, context, environment.mask) {
        case .kept: continue
        case .cancelled: return nil
        case .refused(let reason):
          return "Step \(step.id) \(reason), so its result is not kept."
        }
      }
      if execution.result.logPath != nil {
        let log = UpToDate.output(
          try readFile(context.directory.logPath(step: step.id)), of: execution.result.command)
        if !log.isEmpty { entry.log = try store.blobs.add(log) }
      }
      try store.store(entry, question.key, step: step.id, question.fingerprint)
      recent.use(entry, question.key, of: step.id)
      if let remote {
        try RemoteEntry(store: remote, blobs: store.blobs, maximumSize: maximumSize)
          .publish(entry, question.key)
      }
    } catch {
      return "The result of step \(step.id) is not kept: \(error)."
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
    _ path: String, in entry: inout StepStore.Entry, _ context: RunContext, _ mask: SecretMask?
  ) throws(FileError) -> KeptFile {
    let full = "\(context.root)/\(path)"
    guard !path.contains("\n"),
      let identity = digests.identity(full, until: context.cancellation)
    else { return .cancelled }
    // An entry names each text once.
    if entry.files.updateValue(identity, forKey: path) != nil {
      return .refused("made two files whose names look the same, \(path)")
    }
    if identity.hasPrefix("l") { return .kept }
    if let mask, mask.finds(in: try readFile(full)) {
      return .refused("wrote a secret to \(path)")
    }
    _ = try store.blobs.add(file: full, until: context.cancellation)
    return .kept
  }

  /// Why files are not kept, looked at before they are read: a file with holes is larger than its disk.
  private func tooLarge(_ paths: [String], in root: String) -> String? {
    var total = 0
    for path in paths {
      guard let status = FileStatus("\(root)/\(path)", followsLink: false), status.isFile else {
        continue
      }
      total = total.addingReportingOverflow(status.size).partialValue
      if total < 0 || total > maximumSize {
        return "more than the \(byteWords(maximumSize)) of `cache: { max-size: … }`"
      }
    }
    return nil
  }

  /// A log without the command that it begins with.
  private static func output(_ log: [UInt8], of command: String?) -> [UInt8] {
    let head = Array("$ \(command ?? "")\n".utf8)
    return log.starts(with: head) ? Array(log.dropFirst(head.count)) : log
  }

  /// Why a step would run now; empty when it is up to date.
  func reasons(_ question: Question, _ step: PipelineStep, root: String) -> [String] {
    if let entry = store.entry(question.key) {
      return entry.files.sorted { $0.key < $1.key }.compactMap { path, identity in
        guard digests.identity("\(root)/\(path)") != identity else { return nil }
        return store.blobs.read(String(identity.dropFirst())) == nil
          ? "\(path) is not what it made" : nil
      }
    }
    guard let latest = store.latest(step: step.id) else { return ["no result of it is kept"] }
    let differences = question.fingerprint.differences(from: latest)
    return differences.isEmpty ? ["its result is not kept any more"] : differences
  }

  /// Keeps the hashes of files, and the store within its size when it has grown.
  /// - Parameter steps: The ids of all steps of the pipeline.
  func finish(steps: Set<String>) {
    digests.save()
    guard mode == .readWrite else { return }
    recent.save(steps: steps)
    if hasKept.withLock({ $0 }) { store.shrink(to: maximumSize) }
  }
}
