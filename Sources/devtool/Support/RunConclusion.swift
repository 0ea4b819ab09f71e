import CIModel
import CIRules
import CIServices
import FileSystem
import LocalState
import PipelineConfig
import PipelineRunner
import ProcessExecution
import Reporters
import RuleExecution
import RunHistory
import RunStorage
import TerminalUI

/// Checks, reports and stores a run of another machine or tool.
struct RunConclusion {
  var workspace: Workspace
  var state: StateFolder
  var pipeline: Pipeline
  var environment: [String: String]
  /// `nil` if no finding fails the run.
  var failOn: Severity?
  /// The templates of html reports.
  var templates: ReportTemplates
  /// The path of a bundle to write; `nil` writes none.
  var bundle: String?
  /// Whether later runs are compared with it, unless it lacks something.
  var isRemembered = false

  init(
    _ workspace: Workspace, _ reports: ReportOptions, _ environment: [String: String]
  ) throws {
    (self.workspace, self.environment) = (workspace, environment)
    pipeline = try workspace.loadPipeline(for: environment)
    state = try workspace.openState(environment, makesKey: true)
    failOn = try reports.severity()
    templates = try reports.templates.read(for: workspace)
  }

  /// Ends the command with the status of the verdict.
  ///
  /// - Parameter lacking: What the whole lacks: if nothing else fails, the exit status is 69.
  func conclude(
    _ unjudged: RunRecord, in run: RunDirectory, _ policies: Policies, _ requests: [ReportRequest],
    lacking: Finding? = nil
  ) throws {
    var record = unjudged
    let facts = Facts.gather(
      Facts(record),
      from: FactSources(pipeline, policy: workspace.policy(environment), state: state),
      policies: policies, except: record.id)
    var result = Evaluation(policies: policies).evaluate(facts)
    if let lacking {
      result.findings.append(lacking)
      result.missing = Evaluation.MissingInput(finding: lacking)
    }
    record.add(result)
    record.listSlowTests(policies.tests)
    let history = HistoryStore(path: state.historyPath)
    let suites = HistoryRun.Suite.joined(record, pipeline)
    let isRemembered = isRemembered && lacking == nil
    if isRemembered, state.ownsHistory(claims: false) {
      let base = record.pullRequest?.base ?? CIEnvironment.detect(environment).baseBranch
      history.tell(&record, suites.map(\.scope), since: base)
    }
    let verdict = Verdict(record, failOn: failOn, missing: result.missing)
    record.exitCode = Int(verdict.exitCode.status)
    record.verdict = verdict.recorded

    var writer = ReportWriter(workspace, environment)
    writer.html = HTMLOutput(templates: templates, state: state)
    let (written, failures) = writer.write(record, requests)
    record.reports = written
    let store = RunStore(state)
    do throws(FileError) {
      try store.store(record)
    } catch {
      throw CommandFailure(.missingInput, "\(error)")
    }
    run.dropOldRuns(keeping: record.changes?.mergeBase)
    if isRemembered, state.ownsHistory(claims: true) {
      for note in history.add(record, suites) { StandardOutput.message("devtool: note: \(note)") }
    }
    if let bundle {
      var contents = BundleContents(record)
      contents.addFiles(in: run.path)
      workspace.addSources(to: &contents, store, environment)
      StandardOutput.message("devtool: note: \(try workspace.write(contents, to: bundle))")
    }
    for failure in failures { if let text = failure.text { StandardOutput.message(text) } }
    if verdict != .passed { throw CommandFailure(verdict.exitCode) }
    if let failure = failures.first { throw CommandFailure(failure.exitCode) }
  }
}

extension Workspace {
  /// The record of a run that starts now.
  func newRecord(_ service: CIEnvironment, swiftVersion: String?) -> RunRecord {
    let (id, time) = RunDirectory.newID()
    return RunRecord(
      id: id, devtoolVersion: Version.current, startedAt: time,
      environment: RunRecord.Environment(
        os: Surroundings.currentOS, architecture: Surroundings.currentArchitecture,
        cpus: processorCount(), swiftVersion: swiftVersion, service: service),
      config: RunRecord.Config(path: configPath.map(displayPath)))
  }
}

extension RunDirectory {
  static func make(in workspace: Workspace, id: String) throws(CommandFailure) -> RunDirectory {
    do throws(FileError) {
      return try RunDirectory(root: workspace.root, id: id)
    } catch {
      throw CommandFailure(
        .missingInput, error.description,
        help: "devtool keeps its runs in .devtool; make it writable.")
    }
  }
}
