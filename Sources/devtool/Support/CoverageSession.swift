import CIModel
import CIRules
import CIServices
import CoverageData
import GitHistory
import LocalState
import PipelineConfig
import PipelineRunner
import ProcessExecution
import RuleExecution
import RunEvents
import RunExchange
import RunStorage
import SwiftPackage
import TerminalUI

/// Coverage outside of a run, from a stored run or files: with its change, and checked.
struct CoverageSession {
  var workspace: Workspace
  var state: StateFolder
  var environment: [String: String]
  /// `--base` and `--head`.
  var changes: ChangeOptions

  /// What the command has so far.
  struct Report {
    var coverage: Coverage
    var findings: [Finding] = []
    /// Full sentences.
    var notes: [String] = []
    /// What is known of the sources that were measured.
    var measured = CheckoutSources.Measured.unknown
    /// Profiles from the command line: only their times are known.
    var profiles: [String] = []
    /// The stored run it comes from.
    var run: String?
    /// The change, if it is not trusted.
    var changes: ChangeSet?
  }

  // MARK: Where it comes from

  func stored(_ run: String?, _ policy: CoveragePolicy) throws -> Report {
    let store = RunStore(state)
    guard let newest = try store.read(run) else {
      throw CommandFailure(
        .missingInput, "there is no run yet", help: "Run `devtool check` first.")
    }
    // A hook that checks the rules alone leaves a run without tests.
    let isWanted = run != nil || newest.coverage != nil || newest.steps.contains { $0.runsTests }
    let record = (isWanted ? nil : store.newest(for: [.coverage])) ?? newest
    guard let coverage = record.coverage else {
      let note = record.notes.first { $0.hasPrefix("Coverage") }
      throw CommandFailure(
        .missingInput, "run \(record.id) measured no coverage",
        help: note ?? "Run `devtool check` with a swift-test step that has `coverage: true`.")
    }
    return Report(
      coverage: coverage,
      findings: record.findings.filter { $0.ruleID == CoveragePolicy.exclusionsID },
      notes: record.notes.filter { $0.hasPrefix("Coverage") }
        + (record.id == newest.id ? [] : ["The newest run, \(newest.id), ran no tests."]),
      measured: .marks(store.marks(of: record.id)), run: record.id)
  }

  func read(
    _ options: CoverageDataOptions, _ policy: CoveragePolicy, functions: Bool
  ) throws -> Report {
    var inputs = CoverageInputs(
      profiles: [], objects: [], repositoryRoot: workspace.repositoryRoot,
      packageRoot: workspace.root, targets: nil, policy: policy)
    inputs.wantsFunctions = functions
    inputs.profiles = options.profiles
    inputs.objects = options.objects
    inputs.mayBeOfOtherBuilds = true
    do throws(CoverageError) {
      let collected =
        options.profiles.isEmpty
        ? try CoverageFiles(inputs).read(options.files) : try collect(inputs)
      return Report(
        coverage: collected.coverage, findings: collected.findings, notes: collected.notes,
        profiles: options.profiles)
    } catch {
      throw CommandFailure(.missingInput, error.description, help: error.help)
    }
  }

  private func collect(_ inputs: CoverageInputs) throws(CoverageError) -> CollectedCoverage {
    let launcher = ProcessLauncher.live(cancellation: Cancellation())
    let toolchain: Toolchain
    do throws(ToolchainError) {
      toolchain = try Toolchain.find(environment: environment, launcher: launcher)
    } catch {
      throw .noToolchain(error.description)
    }
    guard let scratch = try? ScratchFolder() else {
      throw .fileFailed(path: environment["TMPDIR"] ?? "/tmp", message: "it is not writable")
    }
    defer { scratch.remove() }
    return try CoverageCollector(toolchain: toolchain, launcher: launcher)
      .collect(inputs, workDirectory: scratch.path)
  }

  /// Adds the functions of a stored run; for all of them, llvm-cov reads its profiles again.
  func addFunctions(to report: inout Report, _ policy: CoveragePolicy, all: Bool) throws {
    guard let run = report.run else { return }
    if !all, report.coverage.listMissedFunctions() { return }
    var lists: [RepositoryPath: [Coverage.Function]] = [:]
    do throws(CoverageError) {
      for (folder, stored) in try RunStore(state).measurements(of: run) {
        var inputs = stored.inputs(in: folder, policy)
        inputs.wantsFunctions = true
        let files = try collect(inputs).coverage.files
        for file in files { lists[RepositoryPath(file.path)] = file.functionList }
      }
    } catch {
      throw CommandFailure(
        .missingInput, "cannot list the functions of run \(run): \(error.description)",
        help: error.help ?? "Run `devtool check` again.")
    }
    for index in report.coverage.files.indices {
      let path = RepositoryPath(report.coverage.files[index].path)
      report.coverage.files[index].functionList = lists[path]
      report.coverage.files[index].missedFunctions = nil
    }
  }

  // MARK: The change

  /// Measures the lines of the change if the command line asks for it, or if there is a base anyway.
  func measurePatch(_ report: inout Report, _ policy: CoveragePolicy) throws {
    let isAsked = changes.base != nil || changes.head != nil
    if report.run != nil, !isAsked { return }
    do throws(GitError) {
      let repository = try repository()
      let ci = CIEnvironment.detect(environment)
      let range = try repository.resolveBase(request(ci))
      let lines = try repository.lineChanges(
        LineChangeRequest(
          range, includesWorkTree: changes.head == nil && ci.name == nil,
          ignoresWhitespace: policy.patch.ignoresWhitespace), where: { _ in true })
      let sources = CheckoutSources(
        repositoryRoot: workspace.repositoryRoot, measured: report.measured)
      let patch = PatchCoverage(report.coverage, policy: policy, sources: sources)
        .patch(of: lines, base: range.baseName)
      report.coverage.patch = patch
      if workspace.trusted != nil { report.changes = try repository.changeSet(range) }
      if let note = note(newer: sources.newer(patch.files.map(\.path), than: report.profiles)) {
        report.notes.append(note)
      }
    } catch {
      if isAsked || policy.requiresPatch {
        throw CommandFailure(.missingInput, error.description, help: error.help)
      }
    }
  }

  /// A newer time proves no edit, and every checkout is newer than a profile of another machine.
  private func note(newer paths: [String]) -> String? {
    guard let first = paths.first else { return nil }
    let others = paths.count > 1 ? " and \(counted(paths.count - 1, "other file"))" : ""
    return "\(first)\(others) was written after the profile; if the code changed since, measure "
      + "again."
  }

  func judge(_ report: inout Report, _ policy: CoveragePolicy) {
    var policies = Policies.none
    policies.coverage = policy
    var found = Facts()
    found.coverage = report.coverage
    found.changes = report.changes
    let facts = Facts.gather(
      found,
      from: FactSources(Pipeline(), policy: workspace.policy(environment), state: state),
      policies: policies, mergeBase: mergeBase(policy), except: report.run)
    let result = Evaluation(policies: policies).evaluate(facts)
    report.coverage.thresholds = result.thresholds
    report.findings += result.findings
  }

  private func mergeBase(_ policy: CoveragePolicy) -> String? {
    guard policy.noDrop != nil, policy.noDrop?.baseline == nil else { return nil }
    return try? repository().resolveBase(request(CIEnvironment.detect(environment))).mergeBase
  }

  private func repository() throws(GitError) -> GitRepository {
    workspace.trusted == nil
      ? try GitRepository.open(containing: workspace.root, environment: environment)
      : try workspace.policy(environment).repository()
  }

  private func request(_ ci: CIEnvironment) -> BaseRequest {
    var request = BaseRequest(base: changes.base, head: changes.head, ci: ci)
    request.needsRemoteBase = workspace.trusted != nil
    return request
  }
}
