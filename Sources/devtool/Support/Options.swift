import ArgumentParser
import CIModel
import GitHistory
import PipelineConfig
import PipelineRunner
import ProcessExecution
import Reporters
import RuleExecution
import TerminalUI

/// What a result looks like.
enum OutputFormat {
  /// - Parameter names: the formats that can show what the command prints; `note` stands behind them.
  static func help(_ names: [String] = ReporterRegistry.names, note: String = "") -> ArgumentHelp {
    let names = names.joined(separator: ", ") + note
    return ArgumentHelp("How to print the result: \(names).", valueName: "format")
  }

  /// - Throws: a usage error that suggests the nearest format, or lists those that suit.
  @discardableResult
  static func reporter(
    named name: String, among names: [String] = ReporterRegistry.names, showing subject: String = ""
  ) throws -> any Reporter {
    guard let reporter = ReporterRegistry.reporter(named: name) else {
      let suggestion = nearestSpelling(of: name, among: names).map { "; did you mean '\($0)'?" }
      throw ValidationError(
        "unknown format '\(name)'"
          + (suggestion ?? "; choose one of \(names.joined(separator: ", "))"))
    }
    if names.contains(name) { return reporter }
    throw ValidationError(
      "\(subject) cannot be shown as \(name); choose one of \(names.joined(separator: ", "))")
  }

  /// A report that was asked for as `format` or `format=file`; `-` is standard output.
  static func request(_ text: String) throws -> ReportRequest {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let format = String(parts[0])
    _ = try reporter(named: format)
    if parts.count < 2, format == HTMLReporter.name {
      throw ValidationError("--report html: name a folder, such as html=out/report")
    }
    guard parts.count == 2 else { return ReportRequest(format: format) }
    if parts[1].isEmpty {
      throw ValidationError("--report \(text): a file name is missing behind '='")
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
      throw ValidationError("--fail-on takes note, warning, error or never, not '\(text)'")
    }
    return severity
  }
}

/// How a command prints that has no other formats than a text and JSON.
struct TableOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("How to print the result: terminal, json.", valueName: "format"),
    completion: .list(["terminal", "json"]))
  var format = "terminal"

  var isJSON: Bool { format == "json" }

  func validate() throws {
    guard ["terminal", "json"].contains(format) else {
      throw ValidationError("--format takes terminal or json, not '\(format)'")
    }
  }
}

struct ConfigOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Read this file instead of .ci.yml.", valueName: "file"),
    completion: .file(extensions: ["yml", "yaml"]))
  var config: String?
}

/// Both ends of the change; taken by every command that compares with a base.
struct ChangeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Compare with this branch, tag or commit instead of the default branch.", valueName: "ref"))
  var base: String?

  @Option(help: ArgumentHelp("The end of the change (default: HEAD).", valueName: "ref"))
  var head: String?
}

/// Where the change comes from beside its ends; taken by the commands that judge or show it.
struct HistoryOptions: ParsableArguments {
  @Flag(help: "Look at what is staged, compared with HEAD, as in a pre-commit hook.")
  var staged = false

  @Option(
    name: .customLong("base-mode"),
    help: ArgumentHelp(
      "Compare with the merge-base, or with the tree of the base as it is.", valueName: "mode"))
  var baseMode = "merge-base"

  @Flag(
    name: .customLong("first-parent"),
    help: "Take the branch's own commits without those that came with merges.")
  var firstParent = false

  @Flag(help: "Fetch the history that a shallow clone lacks, just as deep as it takes.")
  var fetch = false

  /// How history is fetched; `nil` unless it was asked for.
  func fetching() -> HistoryReader.Fetching? {
    fetch ? .announced : nil
  }

  /// - Throws: a usage error when the ends of the change are named, too.
  func check(_ changes: ChangeOptions) throws {
    if staged, changes.base != nil || changes.head != nil {
      throw ValidationError("--staged compares with HEAD; leave --base and --head out")
    }
    if staged, try mode() == .tree || firstParent {
      throw ValidationError("--staged has no commits; leave --base-mode and --first-parent out")
    }
    _ = try mode()
  }

  /// - Throws: a usage error when there is no such mode.
  func mode() throws -> BaseRequest.Mode {
    if let mode = BaseRequest.Mode(rawValue: baseMode) { return mode }
    throw ValidationError("--base-mode takes merge-base or tree, not '\(baseMode)'")
  }
}

extension TerminalStyle {
  /// For a file: as wide as a page, no colours.
  static let file = TerminalStyle(width: 100, color: false, unicode: true)
}

/// Which stored run; taken by every command that shows one.
struct StoredRunOptions: ParsableArguments {
  @Option(help: help("Show this run")) var run: String?

  static func help(_ purpose: String) -> ArgumentHelp {
    ArgumentHelp(
      "\(purpose): an id or its beginning, last, or the path of a record, of its folder or of a bundle (default: last).",
      valueName: "run")
  }
}
