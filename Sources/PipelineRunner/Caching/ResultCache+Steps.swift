import CIModel
import FileSystem
import LogParsing
import PipelineConfig
import ProcessExecution
import RunEvents
import RunStorage
import SecretMasking
import StepCache

/// Looks up and stores the results of steps. The log of the earlier run is shown and parsed again,
/// so that its warnings count as if the step had run.
extension ResultCache {
  /// The fingerprint of a step as of now; `nil` when the cache is off or the step has no `inputs`.
  /// - Throws: When the files that match `inputs` cannot be determined.
  func fingerprint(
    _ scope: StepScope
  ) throws(InputSearch.Problem) -> StepFingerprint? {
    guard mode != .off, let inputs = scope.step.inputs else { return nil }
    return StepFingerprint(scope, files: try files(matching: inputs))
  }

  /// The result of a step that is up to date because none of its files was touched since they were
  /// read; `nil` when that is not certain. Reads no file's content.
  func untouchedResult(
    _ planned: Plan.PlannedStep, of run: CheckRun, _ caches: StepCaches
  ) -> StepExecution? {
    // The files alone do not decide about conditions, `when` or interactive steps.
    guard mode != .off, let inputs = planned.step.inputs, planned.step.guards.isEmpty,
      planned.step.condition == .success, !planned.step.isInteractive,
      let files = untouchedFiles(inputs),
      let scope = try? StepScope(planned, of: run, caches)
    else { return nil }
    return untouchedResult(StepFingerprint(scope, files: files), step: scope.id)
      .map { execution(scope.step, $0) }
  }

  /// The result of an earlier run, with its output files restored; `nil` when the step has to run.
  func result(_ fingerprint: StepFingerprint, _ scope: StepScope) -> StepExecution? {
    let step = scope.step
    guard let (entry, bytes) = result(fingerprint, step: step.id, outputs: step.outputs ?? [])
    else { return nil }
    if bytes.isEmpty { return execution(step, entry).masked(scope.mask) }
    // A value may have become a secret since the log was stored.
    let log = scope.mask.map { $0.masked(bytes) } ?? bytes
    return replay(log, of: entry, scope).masked(scope.mask)
  }

  private func execution(
    _ step: PipelineStep, _ entry: StepStore.Entry, _ facts: LogFacts = LogFacts()
  ) -> StepExecution {
    var result = StepResult(
      id: step.id, action: step.action.kind.rawValue, status: .passed, exitCode: 0,
      reason: "up to date"
        + (entry.durationSeconds >= 1
          ? ", saves \(Duration.seconds(entry.durationSeconds).words)" : ""))
    result.isUpToDate = true
    if !entry.outputs.isEmpty { result.outputs = entry.outputs }
    var execution = StepExecution(result, facts)
    execution.outputs = entry.outputs
    return execution
  }

  private func replay(
    _ log: [UInt8], of entry: StepStore.Entry, _ scope: StepScope
  ) -> StepExecution {
    let (id, run, observer) = (scope.id, scope.run, scope.run.services.observer)
    observer.onEvent(.stepStarted(id: id, command: "(up to date; output of run \(entry.runID))"))
    var reader = LogReader(
      options: LogReader.Options(
        root: run.environment.repositoryRoot, customWarnings: run.pipeline.warnings.custom))
    log.withUnsafeBytes { bytes in
      observer.onOutput(id, bytes)
      reader.read(bytes) { event, _ in observer.onEvent(.log(stepID: id, event)) }
    }
    var execution = execution(scope.step, entry, reader.finish())
    let path = run.services.directory.logPath(step: id)
    let head = Array("devtool: up to date; output of run \(entry.runID)\n".utf8)
    if (try? writeFile(path, head + log, isDurable: false)) != nil {
      execution.result.logPath = path.relative(to: run.environment.repositoryRoot)
    }
    return execution
  }

  // MARK: Keeping

  /// Stores the result of a step that passed; returns a note for the user when something prevents
  /// that.
  func keep(
    _ execution: StepExecution, _ fingerprint: StepFingerprint, _ scope: StepScope
  ) -> String? {
    guard mode == .readWrite, execution.result.status == .passed else { return nil }
    let step = scope.step
    // A log that is cut off cannot be replayed.
    guard execution.hasWholeLog else {
      return "The result of step \(step.id) is not kept, because its log is cut off."
    }
    let now = try? self.fingerprint(scope)
    if scope.run.environment.cancellation.isRequested { return nil }
    guard let now, now.key == fingerprint.key else {
      return "Step \(step.id) changed its own inputs, so it is never up to date."
    }
    if let mask = scope.mask,
      execution.outputs.contains(where: { mask.finds(in: Array("\($0)=\($1)".utf8)) })
    {
      return "Step \(step.id) wrote a secret to its outputs, so its result is not kept."
    }
    var log: [UInt8] = []
    if execution.result.logPath != nil {
      do throws(FileError) {
        log = Self.output(
          try readFile(scope.run.services.directory.logPath(step: step.id)),
          of: execution.result.command)
      } catch {
        return "The result of step \(step.id) is not kept: \(error)."
      }
    }
    return keep(
      NewResult(
        step: step.id, outputs: step.outputs ?? [],
        durationSeconds: execution.result.durationSeconds, values: execution.outputs, log: log,
        holdsSecret: scope.mask.map { mask in { mask.finds(in: $0) } }),
      fingerprint)
  }

  /// The log without its first line, the command.
  private static func output(_ log: [UInt8], of command: String?) -> [UInt8] {
    let head = Array("$ \(command ?? "")\n".utf8)
    return log.starts(with: head) ? Array(log.dropFirst(head.count)) : log
  }
}
