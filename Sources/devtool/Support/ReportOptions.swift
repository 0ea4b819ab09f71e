import ArgumentParser
import CIModel
import PipelineConfig
import Reporters

/// Which reports a command writes and which severity fails it; options of every command that checks a run.
struct ReportOptions: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Write a report in this format to the file, or to standard output in place of the terminal report. Repeatable.",
      valueName: "format[=file]"))
  var report: [String] = []

  @OptionGroup var templates: TemplateOptions

  @Option(
    help: ArgumentHelp(
      "Fail on findings of at least this severity: note, warning, error or never.",
      valueName: "severity"))
  var failOn = "error"

  func validate() throws {
    _ = try FailOn.severity(failOn)
    _ = try requests(beside: [])
  }

  /// The least severity that fails; `nil` for `never`.
  func severity() throws -> Severity? { try FailOn.severity(failOn) }

  /// The requests of the command line, completed by `ReportRequest.all`.
  func requests(
    beside configured: [ReportRequest], service: String? = nil
  ) throws -> [ReportRequest] {
    ReportRequest.all(try report.map(OutputFormat.request), beside: configured, service: service)
  }
}
