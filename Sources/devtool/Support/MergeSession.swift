import CIModel
import CIRules
import CIServices
import CoverageData
import FileSystem
import LocalState
import PipelineConfig
import PipelineRunner
import ProcessExecution
import Reporters
import RuleExecution
import RunEvents
import RunExchange
import RunStorage
import TerminalUI

/// Joins the stored runs of several machines into one.
struct MergeSession {
  var conclusion: RunConclusion
  /// `--base` and `--head`.
  var changes: ChangeOptions
  /// `--object`, absolute.
  var objects: [String]
  /// `--lcov`, absolute.
  var tracefiles: [String]

  private var workspace: Workspace { conclusion.workspace }
  private var state: StateFolder { conclusion.state }
  private var pipeline: Pipeline { conclusion.pipeline }
  private var environment: [String: String] { conclusion.environment }

  /// Stores the joined run, writes its reports and exits by its verdict.
  ///
  /// - Parameter names: As given on the command line.
  func merge(_ names: [String], _ requests: [ReportRequest]) throws {
    let directory = try Workspace.workingDirectory()
    let brought: RunFolders
    let joined: RunSet
    do throws(RunSet.Problem) {
      brought = try RunFolders(names, in: RunStore(state), from: directory)
      joined = try RunSet(brought.runs, absent: brought.absent)
    } catch {
      throw CommandFailure(.missingInput, error.description, help: error.help)
    }
    let id = RunDirectory.newID().id
    let run = try RunDirectory.make(in: workspace, id: id)
    var record = joined.merged(id: id, version: Version.current, failOn: conclusion.failOn)
    brought.keepFiles(of: &record, joined, in: run, checkout: workspace.repositoryRoot)
    record.notes.insert(
      "This run joins \(joined.runs.map(\.name).joined(separator: ", ")).", at: 0)
    guard joined.gaps.isEmpty else {
      // The coverage of a part of the tests proves nothing about the whole.
      let policies = Policies(pipeline, checks: Set(Check.allCases).subtracting([.coverage]))
      return try conclusion.conclude(record, in: run, policies, requests, lacking: joined.lack)
    }
    try measureCoverage(&record, of: joined, brought, in: run)
    try conclusion.conclude(record, in: run, Policies(pipeline), requests)
  }

  private func measureCoverage(
    _ record: inout RunRecord, of joined: RunSet, _ brought: RunFolders, in run: RunDirectory
  ) throws {
    var merged = MergedCoverage(
      joined, in: brought.folders, pipeline.coverage, root: workspace.root,
      checkout: workspace.repositoryRoot, environment: environment)
    (merged.objects, merged.tracefiles) = (objects, tracefiles)
    do throws(CoverageError) {
      try merged.measure(&record, in: run)
    } catch {
      throw CommandFailure(.missingInput, error.description, help: error.help)
    }
    guard let coverage = record.coverage else { return }
    var report = CoverageSession.Report(coverage: coverage)
    try CoverageSession(
      workspace: workspace, state: state, environment: environment, changes: changes
    ).measurePatch(&report, pipeline.coverage)
    if let patch = report.coverage.patch, patch.isWorthShowing(for: pipeline.coverage) {
      record.coverage?.patch = patch
    }
  }
}
