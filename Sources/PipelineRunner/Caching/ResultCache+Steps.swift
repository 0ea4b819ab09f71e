import CIModel
import FileSystem
import LogParsing
import PipelineConfig
import ProcessExecution
import RunEvents
import RunStorage
import SecretMasking
import StepCache

/// How steps of a plan ask for results and keep them. What an earlier run printed is shown and read again,
/// so that its warnings count as if the step had run.
extension ResultCache {
  /// What a step would be made from now; `nil` when it does not say what it depends on.
  /// - Throws: When that cannot be found out.
  func fingerprint(
    _ planned: Plan.PlannedStep, _ pipeline: Pipeline, _ environment: StepEnvironment,
    _ context: RunContext
  ) throws(InputSearch.Problem) -> StepFingerprint? {
    guard mode != .off, let inputs = planned.step.inputs else { return nil }
    return StepFingerprint(
      planned, pipeline, environment, context, files: try files(matching: inputs))
  }

  /// The result of a step that has nothing to do, which takes only a look at its files. `nil` says nothing.
  func untouchedResult(
    _ planned: Plan.PlannedStep, _ pipeline: Pipeline, _ context: RunContext
  ) -> StepExecution? {
    var planned = planned
    // Nothing but what lies in the checkout decides about such a step.
    guard mode != .off, let inputs = planned.step.inputs, planned.step.guards.isEmpty,
      planned.step.condition == .success, !planned.step.isInteractive,
      let files = untouchedFiles(inputs),
      let environment = try? StepEnvironment(planned.step, pipeline, context),
      (try? planned.resolve(environment)) != nil
    else { return nil }
    let fingerprint = StepFingerprint(planned, pipeline, environment, context, files: files)
    return untouchedResult(fingerprint, step: planned.step.id).map { execution(planned, $0) }
  }

  /// The result of an earlier run, with its files in place; `nil` when the step has to run.
  func result(
    _ fingerprint: StepFingerprint, _ planned: Plan.PlannedStep, _ pipeline: Pipeline,
    _ environment: StepEnvironment, _ context: RunContext
  ) -> StepExecution? {
    let step = planned.step
    guard let (entry, bytes) = result(fingerprint, step: step.id, outputs: step.outputs ?? [])
    else { return nil }
    var execution = execution(planned, entry)
    if !bytes.isEmpty {
      // A secret may be known now that was none when the log was kept.
      let log = environment.mask.map { $0.masked(bytes) } ?? bytes
      replay(log, of: entry, planned, pipeline, context, &execution)
    }
    return execution.masked(environment.mask)
  }

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

  // MARK: Keeping

  /// Keeps what a step that passed has made; returns what the reader should know when that cannot be.
  func keep(
    _ execution: StepExecution, _ fingerprint: StepFingerprint, _ planned: Plan.PlannedStep,
    _ pipeline: Pipeline, _ environment: StepEnvironment, _ context: RunContext
  ) -> String? {
    guard mode == .readWrite, execution.result.status == .passed else { return nil }
    let step = planned.step
    // What it printed could not be shown again.
    guard execution.hasWholeLog else {
      return "The result of step \(step.id) is not kept, because its log is cut off."
    }
    let now = try? self.fingerprint(planned, pipeline, environment, context)
    if context.cancellation.isRequested { return nil }
    guard let now, now.key == fingerprint.key else {
      return "Step \(step.id) changed its own inputs, so it is never up to date."
    }
    if let mask = environment.mask,
      execution.outputs.contains(where: { mask.finds(in: Array("\($0)=\($1)".utf8)) })
    {
      return "Step \(step.id) left a secret for later steps, so its result is not kept."
    }
    var log: [UInt8] = []
    if execution.result.logPath != nil {
      do throws(FileError) {
        log = Self.output(
          try readFile(context.directory.logPath(step: step.id)), of: execution.result.command)
      } catch {
        return "The result of step \(step.id) is not kept: \(error)."
      }
    }
    return keep(
      NewResult(
        step: step.id, outputs: step.outputs ?? [],
        durationSeconds: execution.result.durationSeconds, values: execution.outputs, log: log,
        holdsSecret: environment.mask.map { mask in { mask.finds(in: $0) } }),
      fingerprint)
  }

  /// A log without the command that it begins with.
  private static func output(_ log: [UInt8], of command: String?) -> [UInt8] {
    let head = Array("$ \(command ?? "")\n".utf8)
    return log.starts(with: head) ? Array(log.dropFirst(head.count)) : log
  }
}
