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

  /// Services that take annotations from standard output.
  private static let annotating: Set<String> = ["forgejo", "gitea", "github"]
  private static let forPeople: Set<String> = ["terminal", "plain", "markdown"]

  /// The reports to write: those of the command line and of `.ci.yml`, one for people unless another
  /// one goes to standard output, and annotations beside it where the service takes them; a report on
  /// the command line that goes to standard output stands there alone.
  ///
  /// - Parameter service: The CI service; `nil` when none is known.
  func requests(
    beside configured: [ReportRequest], service: String? = nil
  ) throws -> [ReportRequest] {
    var requests = try report.map(OutputFormat.request)
    let printsAlready = requests.contains { $0.path == nil }
    requests += configured.filter { request in
      !requests.contains(request) && !(printsAlready && request.path == nil)
    }
    if !requests.contains(where: { $0.path == nil }) {
      requests.append(ReportRequest(format: "terminal"))
    }
    let annotations = ReportRequest(format: GitHubReporter.name)
    let arePeopleAlone = requests.allSatisfy {
      $0.path != nil || Self.forPeople.contains($0.format)
    }
    if !printsAlready, arePeopleAlone, service.map(Self.annotating.contains) ?? false {
      requests.insert(annotations, at: 0)
    }
    return requests
  }
}
