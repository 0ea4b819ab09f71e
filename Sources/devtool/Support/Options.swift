import ArgumentParser
import CIModel
import GitHistory
import PipelineConfig
import PipelineRunner
import ProcessExecution
import Reporters
import RuleExecution
import TerminalUI

/// The format of a result.
enum OutputFormat {
  /// - Parameter names: the formats that the command supports; `note` follows them.
  static func help(_ names: [String] = ReporterRegistry.names, note: String = "") -> ArgumentHelp {
    let names = names.joined(separator: ", ") + note
    return ArgumentHelp("Print the result in this format: \(names).", valueName: "format")
  }

  /// - Throws: a usage error that suggests the nearest format, or lists the supported ones.
  @discardableResult
  static func reporter(
    named name: String, among names: [String] = ReporterRegistry.names, showing subject: String = ""
  ) throws -> any Reporter {
    guard let reporter = ReporterRegistry.reporter(named: name) else {
      throw ValidationError("unknown format '\(name)'; \(spellingHint(for: name, among: names))")
    }
    if names.contains(name) { return reporter }
    throw ValidationError(
      "\(subject) cannot be shown as \(name); choose one of \(names.joined(separator: ", "))")
  }

  /// A report, named as `format` or `format=file`; `-` is standard output.
  static func request(_ text: String) throws -> ReportRequest {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let format = String(parts[0])
    _ = try reporter(named: format)
    if parts.count < 2, format == HTMLReporter.name {
      throw ValidationError("--report html: name a folder, such as html=out/report")
    }
    guard parts.count == 2 else { return ReportRequest(format: format) }
    if parts[1].isEmpty {
      throw ValidationError("--report \(text): a file name is missing after '='")
    }
    return ReportRequest(format: format, path: parts[1] == "-" ? nil : String(parts[1]))
  }
}

/// The value of `--fail-on`.
enum FailOn {
  /// The least severity that fails; `nil` for `never`.
  static func severity(_ text: String) throws -> Severity? {
    if text == "never" { return nil }
    guard let severity = Severity(rawValue: text) else {
      throw ValidationError("--fail-on must be note, warning, error or never, not '\(text)'")
    }
    return severity
  }
}

/// The format option of a command that prints only text or JSON.
struct TableOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Print the result in this format: terminal, json.", valueName: "format"),
    completion: .list(["terminal", "json"]))
  var format = "terminal"

  var isJSON: Bool { format == "json" }

  func validate() throws {
    guard ["terminal", "json"].contains(format) else {
      throw ValidationError("--format must be terminal or json, not '\(format)'")
    }
  }
}

struct ConfigOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Read this file instead of .ci.yml.", valueName: "file"),
    completion: .file(extensions: ["yml", "yaml"]))
  var config: String?
}

/// Both ends of the change; options of every command that compares with a base.
struct ChangeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Compare with this branch, tag or commit (default: the default branch).", valueName: "ref"))
  var base: String?

  @Option(help: ArgumentHelp("End the change at this commit (default: HEAD).", valueName: "ref"))
  var head: String?
}

/// How the change is found between its ends; options of the commands that check or show it.
struct HistoryOptions: ParsableArguments {
  @Flag(help: "Compare the staged changes with HEAD, as in a pre-commit hook.")
  var staged = false

  @Option(
    name: .customLong("base-mode"),
    help: ArgumentHelp(
      "Compare with the merge-base, or with the base as it is (tree).", valueName: "mode"))
  var baseMode = "merge-base"

  @Flag(
    name: .customLong("first-parent"),
    help: "Leave out commits that merges brought into the branch.")
  var firstParent = false

  @Flag(help: "Fetch the history that a shallow clone lacks, only as deep as needed.")
  var fetch = false

  /// How to fetch history; `nil` without `--fetch`.
  func fetching() -> HistoryReader.Fetching? { fetch ? .announced : nil }

  /// - Throws: a usage error if options contradict each other.
  func check(_ changes: ChangeOptions) throws {
    if staged, changes.base != nil || changes.head != nil {
      throw ValidationError("--staged compares with HEAD; omit --base and --head")
    }
    if staged, try mode() == .tree || firstParent {
      throw ValidationError("--staged has no commits; omit --base-mode and --first-parent")
    }
    _ = try mode()
  }

  /// - Throws: a usage error if there is no such mode.
  func mode() throws -> BaseRequest.Mode {
    if let mode = BaseRequest.Mode(rawValue: baseMode) { return mode }
    throw ValidationError("--base-mode must be merge-base or tree, not '\(baseMode)'")
  }
}

extension TerminalStyle {
  /// For a file: 100 columns, no colours.
  static let file = TerminalStyle(width: 100, color: false, unicode: true)
}

/// The stored run to show; an option of every command that shows one.
struct StoredRunOptions: ParsableArguments {
  @Option(help: help("Show this run")) var run: String?

  static func help(_ purpose: String) -> ArgumentHelp {
    ArgumentHelp(
      "\(purpose): an id or its first characters, last, or the path of a record, its folder or a bundle (default: last).",
      valueName: "run")
  }
}
