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

  @Option(
    help: ArgumentHelp(
      "Fail the run from this severity of findings on: note, warning, error, never.",
      valueName: "severity"))
  var failOn = "error"

  func validate() throws {
    _ = try FailOn.severity(failOn)
    _ = try requests(beside: [])
  }

  /// Adds annotations where the service takes them from standard output, unless a report for programs
  /// goes there.
  ///
  /// - Parameter service: The CI service; `nil` when none is known.
  static func adding(annotationsFor service: String?, to requests: [ReportRequest])
    -> [ReportRequest]
  {
    guard let service, ["forgejo", "gitea", "github"].contains(service) else { return requests }
    let printed = requests.filter { $0.path == nil }
    let people = Set(["terminal", "plain", "markdown"])
    guard printed.allSatisfy({ people.contains($0.format) }),
      !requests.contains(where: { $0.format == GitHubReporter.name })
    else { return requests }
    return [ReportRequest(format: GitHubReporter.name)] + requests
  }

  /// The least severity that fails; `nil` for `never`.
  func severity() throws -> Severity? { try FailOn.severity(failOn) }

  /// The reports to write: those of the command line and of `.ci.yml`, and one for people unless
  /// another one goes to standard output.
  func requests(beside configured: [ReportRequest]) throws -> [ReportRequest] {
    var requests = try report.map(OutputOptions.request)
    let printsAlready = requests.contains { $0.path == nil }
    requests += configured.filter { request in
      !requests.contains(request) && !(printsAlready && request.path == nil)
    }
    if !requests.contains(where: { $0.path == nil }) {
      requests.append(ReportRequest(format: "terminal"))
    }
    return requests
  }
}
