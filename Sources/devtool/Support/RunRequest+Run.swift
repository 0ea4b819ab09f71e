import CIModel
import CIRules
import CIServices
import FileSystem
import LocalState
import PipelineConfig
import PipelineRunner
import ProcessExecution
import Reporters
import RunEvents
import RunStorage
import SwiftPackage
import TerminalUI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension RunRequest {
  /// Runs the pipeline, writes the reports and ends the command with the status of the verdict.
  ///
  /// - Throws: `CommandFailure` unless the run passed and every report was written. The verdict takes
  ///   precedence over a report that could not be written.
  func runAndReport(_ requests: [ReportRequest]) throws(CommandFailure) {
    let finished = try run(requests)
    let failures = finished.failures + report(finished, requests)
    for failure in failures { if let text = failure.text { StandardOutput.message(text) } }
    let verdict = finished.conclusion.verdict
    if verdict != .passed { throw CommandFailure(verdict.exitCode) }
    if let failure = failures.first { throw CommandFailure(failure.exitCode) }
  }

  /// A run that has ended; devtool stores it while it writes the reports.
  private struct FinishedRun {
    var conclusion: CheckRun.Conclusion
    var services: RunServices
    /// Stores the record; returns why that failed.
    var storing: Background<FileError?>
    /// Failures to write other files than reports.
    var failures: [CommandFailure]
  }

  private func run(_ requests: [ReportRequest]) throws(CommandFailure) -> FinishedRun {
    let plan = try plan()
    let judged = try judgedRun(plan)
    // Before any process starts that could read them.
    Workspace.forgetSecrets(of: pipeline)
    let processes = RunProcesses.start(graceOf: pipeline, end: endAtOnce)
    // By index, since a loop over the steps copies each of them.
    let needsSwift = plan.steps.indices.contains { plan.steps[$0].needsSwift }
    // Asking the toolchain takes longer than most steps.
    let toolchain = needsSwift ? try findToolchain(processes) : nil
    var start = startRecord(toolchain)
    let lock = try lockCheckout(start.id, processes.cancellation)
    defer { lock.lock?.release() }
    start.notes += lock.notes + startNotes + (judged?.notes ?? [])
    start.reports = requests.map { .init(format: $0.format, path: $0.path) }
    let directory = try RunDirectory.make(in: workspace, id: start.id)
    let variables = try stepVariables()
    let view = display.liveView(service, variables, processes.cancellation)
    let services = RunServices(
      record: RecordKeeper(start, in: directory, key: state.key), directory: directory,
      state: state, observer: view.observer, trace: display.trace.map { _ in TraceRecorder() })

    processes.cancellation.endInOrderOnRequest()
    let conclusion = checkRun(
      plan, processes, toolchain, variables, services, judging: judged?.run
    ).run()
    // The reader of the report's pipe may pause for a long time.
    processes.cancellation.endOnRequest { endAtOnce(bySignal: $0) }
    view.finish()
    let storing = Background { services.record.finish() }
    return FinishedRun(
      conclusion: conclusion, services: services, storing: storing,
      failures: writeTrace(of: conclusion.record, services).map { [$0] } ?? [])
  }

  /// Writes the reports, and the record again if it lists reports that failed.
  ///
  /// - Returns: Why reports failed.
  private func report(
    _ finished: FinishedRun, _ requests: [ReportRequest]
  ) -> [CommandFailure] {
    var record = finished.conclusion.record
    var writer = ReportWriter(workspace, variables)
    writer.html = display.html
    writer.html.state = state
    writer.followsLiveView = display.detail != .quiet && Terminal.isOneForBothOutputs
    let (written, failures) = writer.write(record, requests)
    // Everything is said, and the record is not stored yet.
    finished.services.directory.dropOldRuns(keeping: record.changes?.mergeBase)
    warn(finished.storing.value())
    let lost = finished.services.writes.finish()
    for sentence in lost { StandardOutput.message("devtool: warning: \(sentence)") }
    // The stored record says that all of them were written.
    if written != record.reports || !lost.isEmpty {
      record.reports = written
      record.notes += lost
      do throws(FileError) {
        try RunStore(state).store(record)
      } catch {
        warn(error)
      }
    }
    return failures
  }

  private func warn(_ error: FileError?) {
    if let error { StandardOutput.message("devtool: warning: \(error)") }
  }

  // MARK: What a run begins with

  private func findToolchain(_ processes: RunProcesses) throws(CommandFailure) -> Toolchain {
    do throws(ToolchainError) {
      return try ToolchainCache(state, environment: variables).find(processes.launcher)
    } catch {
      if let signal = processes.cancellation.signal {
        throw CommandFailure(.cancelled(signal: signal))
      }
      throw CommandFailure(.missingInput, error.description)
    }
  }

  /// Notes for the report that are known before anything runs.
  private var startNotes: [String] {
    let isDefault = workspace.configPath == nil && display.notes.isEmpty
    return display.notes + [state.note].compactMap { $0 }
      + (isDefault ? ["No .ci.yml: ran the default pipeline (`devtool init` writes one)."] : [])
  }

  func startRecord(_ toolchain: Toolchain?) -> RunRecord {
    var record = workspace.newRecord(service, swiftVersion: toolchain?.version)
    record.pullRequest = options.pullRequest
    return record
  }

  /// - Returns: Why writing failed, which never changes the verdict.
  private func writeTrace(of record: RunRecord, _ services: RunServices) -> CommandFailure? {
    guard let recorder = services.trace, let path = display.trace else { return nil }
    do throws(FileError) {
      try workspace.file(path).write(
        Array(ChromeTrace.text(recorder.spans(record)).utf8), makesFolders: false)
      return nil
    } catch {
      return CommandFailure(.missingInput, "\(error)", help: "Check the path given to --trace.")
    }
  }
}
