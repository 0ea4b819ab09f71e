import ArgumentParser
import CIModel
import PipelineConfig
import Reporters

/// Which reports a command writes and from when on it fails; taken by every command that judges a run.
struct ReportOptions: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Write a report; one for people goes to standard output by default. Repeatable.",
      valueName: "format[=file]"))
  var report: [String] = []

  @OptionGroup var templates: TemplateOptions

  @Option(
    help: ArgumentHelp(
      "Fail the run from this severity of findings on: note, warning, error, never.",
      valueName: "severity"))
  var failOn = "error"

  func validate() throws {
    _ = try FailOn.severity(failOn)
    _ = try requests(beside: [])
  }

  /// The least severity that fails; `nil` for `never`.
  func severity() throws -> Severity? { try FailOn.severity(failOn) }

  /// What `ReportRequest.all` makes of those of the command line.
  func requests(
    beside configured: [ReportRequest], service: String? = nil
  ) throws -> [ReportRequest] {
    ReportRequest.all(try report.map(OutputFormat.request), beside: configured, service: service)
  }
}
