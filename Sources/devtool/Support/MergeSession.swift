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
import RunStorage
import TerminalUI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Joins the stored runs of several machines to one.
struct MergeSession {
  var workspace: Workspace
  var state: StateFolder
  var pipeline: Pipeline
  var environment: [String: String]
  /// `--base` and `--head`.
  var changes: ChangeOptions
  /// `--object`, absolute.
  var objects: [String]
  /// `--lcov`, absolute.
  var tracefiles: [String]
  /// `nil` lets no finding fail it.
  var failOn: Severity?
  /// What html reports are made with.
  var templates = ReportTemplates.embedded

  /// Stores the joined run, writes its reports and exits by its verdict.
  ///
  /// - Parameter names: As given on the command line.
  func merge(_ names: [String], _ requests: [ReportRequest]) throws {
    let loaded = try names.map(load)
    let shards: ShardSet
    do throws(ShardSet.Problem) {
      shards = try ShardSet(loaded.map(\.run))
    } catch {
      throw CommandFailure(.missingInput, error.description, help: error.help)
    }
    let id = newRunID(Self.now())
    let directory = try RunDirectory.make(in: workspace, id: id)
    var record = shards.merged(id: id, version: Version.current)
    let folders = Dictionary(loaded.map { ($0.run.name, $0.folder) }) { first, _ in first }
    joinLogs(shards, folders, into: directory, &record)
    try MergedCoverage(session: self, shards: shards, folders: folders)
      .measure(&record, in: directory)
    let policies = Policies(pipeline)
    let facts = Facts.gather(
      Facts(record),
      from: FactSources(pipeline, policy: workspace.policy(environment), state: state),
      policies: policies, except: record.id)
    let result = Evaluation(policies: policies).evaluate(facts)
    record.add(result)
    record.listSlowTests(pipeline.tests)
    let verdict = Verdict(record, failOn: failOn, missing: result.missing)
    record.exitCode = Int(verdict.exitCode.status)
    record.verdict = verdict.recorded
    record.notes.insert(
      "This run joins \(shards.runs.map(\.name).joined(separator: ", ")).", at: 0)

    var writer = ReportWriter(workspace, environment)
    writer.html = HTMLOutput(templates: templates, state: state)
    let (written, failures) = writer.write(record, requests)
    record.reports = written
    do throws(FileError) {
      try RunStore(state).store(record)
    } catch {
      throw CommandFailure(.missingInput, "\(error)")
    }
    directory.dropOldRuns()
    for failure in failures { if let text = failure.text { StandardOutput.message(text) } }
    if verdict != .passed { throw CommandFailure(verdict.exitCode) }
    if let failure = failures.first { throw CommandFailure(failure.exitCode) }
  }

  // MARK: The runs

  private struct Loaded {
    var run: ShardSet.Run
    /// Where its record lies; absolute.
    var folder: String
  }

  private func load(_ name: String) throws(CommandFailure) -> Loaded {
    let path = Workspace.absolute(name)
    var file = path
    if !name.hasSuffix(".json") {
      let folders = [path, "\(path)/.devtool/runs", "\(path)/runs"]
      let found = folders.lazy.compactMap(newestRecord).first
      guard let found else {
        throw CommandFailure(
          .missingInput, "\(name) holds no record of a run",
          help: "Name a folder under .devtool/runs, or one that has .devtool/runs in it.")
      }
      file = found
    }
    guard
      let record = try RunStore(state).read(
        file, from: file == path ? .commandLine : .checkout)
    else {
      throw CommandFailure(.missingInput, "\(name) holds no record of a run")
    }
    let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
    return Loaded(run: ShardSet.Run(name: name, record: record), folder: folder)
  }

  /// The record in a folder, or that of the newest run below it.
  private func newestRecord(in folder: String) -> String? {
    if mayRead("\(folder)/record.json") { return "\(folder)/record.json" }
    return folderContents(folder).sorted().last { mayRead("\(folder)/\($0)/record.json") }
      .map { "\(folder)/\($0)/record.json" }
  }

  /// The logs of a step on all machines, one behind the other.
  private func joinLogs(
    _ shards: ShardSet, _ folders: [String: String], into directory: RunDirectory,
    _ record: inout RunRecord
  ) {
    for index in record.steps.indices {
      let step = record.steps[index].id
      var log: [UInt8] = []
      for run in shards.runs {
        guard let path = run.record.steps.first(where: { $0.id == step })?.logPath,
          let name = path.split(separator: "/").last, let folder = folders[run.name],
          let bytes = try? readFile("\(folder)/logs/\(name)")
        else { continue }
        log += Array("==> \(run.name) <==\n".utf8) + bytes
        if log.last != UInt8(ascii: "\n") { log.append(UInt8(ascii: "\n")) }
      }
      let path = directory.logPath(step: step)
      if log.isEmpty || (try? writeFile(path, log)) == nil { continue }
      record.steps[index].logPath =
        path.hasPrefix(workspace.repositoryRoot + "/")
        ? String(path.dropFirst(workspace.repositoryRoot.count + 1)) : path
    }
  }

  private static func now() -> timespec {
    var clock = timespec()
    clock_gettime(CLOCK_REALTIME, &clock)
    return clock
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

/// The id of a run that begins at a time: sorted by id, runs are in the order of their starts, also
/// within a second.
func newRunID(_ time: timespec) -> String {
  let milliseconds = String(1_000 + time.tv_nsec / 1_000_000).dropFirst()
  let stamp =
    Timestamp(secondsSinceEpoch: Int64(time.tv_sec)).iso8601
    .filter { $0 != "-" && $0 != ":" && $0 != "Z" } + ".\(milliseconds)Z"
  return "\(stamp)-\(getpid())"
}
