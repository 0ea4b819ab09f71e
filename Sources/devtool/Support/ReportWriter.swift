import CIModel
import CIRules
import FileSystem
import PipelineConfig
import PipelineRunner
import Reporters
import RunExchange
import TerminalUI

/// Writes the requested reports.
struct ReportWriter {
  /// Relative paths begin here.
  var root: String
  /// The top of the checkout; absolute.
  var repositoryRoot: String
  var environment: [String: String]
  var detail: TerminalStyle.Detail
  /// The same terminal has already shown the steps.
  var followsLiveView = false
  /// How to name the run in a command; `nil` for the last run here.
  var runName: String?
  /// How to write HTML pages.
  var html = HTMLOutput()

  /// - Parameter root: Where relative paths begin, if not in the folder of the pipeline; absolute.
  init(
    _ workspace: Workspace, _ environment: [String: String], root: String? = nil,
    detail: TerminalStyle.Detail = .everything
  ) {
    self.root = root ?? workspace.root
    repositoryRoot = workspace.repositoryRoot
    self.environment = environment
    self.detail = detail
  }

  /// Writes the reports of a run: files first, then standard output, so that the terminal report
  /// comes last on the screen.
  ///
  /// - Returns: the written reports, and why the others failed.
  func write(
    _ record: RunRecord, _ requests: [ReportRequest]
  ) -> (written: [RunRecord.WrittenReport], failures: [CommandFailure]) {
    var record = record
    record.reports = requests.map { .init(format: $0.format, path: $0.path) }
    var failures: [CommandFailure] = []
    for request in requests.filter({ $0.path != nil }) + requests.filter({ $0.path == nil }) {
      let failure =
        request.format == HTMLReporter.name
        ? html.write(record, to: request.path, self)
        : write(request) { [record] in
          var style = $1
          style.attachments = attachments(beside: request)
          return $0.render(record, style: style)
        } parts: { [record] in
          ($0 as? any SplittingReporter)?.parts(record)
        }
      guard let failure else { continue }
      record.reports.removeAll { $0.format == request.format && $0.path == request.path }
      failures.append(failure)
    }
    return (record.reports, failures)
  }

  /// Writes one report.
  ///
  /// - Parameter render: Returns `nil` if the format cannot show this.
  /// - Parameter parts: The documents to write to several files; `nil` if one is enough.
  /// - Returns: why writing failed; `nil` if it succeeded.
  func write(
    _ request: ReportRequest, _ render: (any Reporter, TerminalStyle) -> String?,
    parts: (any Reporter) -> [String]? = { _ in nil }
  ) -> CommandFailure? {
    guard let reporter = reporter(named: request.format) else {
      return CommandFailure(.internalError, "there is no report format '\(request.format)'")
    }
    if request.path != nil, let parts = parts(reporter) { return write(parts, request) }
    var style = TerminalStyle.file
    if request.path == nil {
      style = .standardOutput(environment)
      style.followsLiveView = followsLiveView
    }
    style.detail = detail
    style.runName = runName
    guard let text = render(reporter, style) else {
      return CommandFailure(.badCommandLine, "this cannot be shown as \(request.format)")
    }
    do {
      try write(text, request, type(of: reporter).medium)
    } catch {
      return error
    }
    if reporter is GitHubReporter { appendJobSummary(render) }
    return nil
  }

  private func attachments(beside request: ReportRequest) -> TerminalStyle.Attachments {
    html.bundle?.placeAttachments(beside: request.path, request.format) { path, bytes in
      try CheckoutFile(path, root: root, checkout: repositoryRoot).write(bytes)
    } ?? .withTheRun
  }

  /// - Parameter parts: The first goes to the requested file, the others beside it.
  private func write(_ parts: [String], _ request: ReportRequest) -> CommandFailure? {
    for (index, text) in parts.enumerated() {
      do { try write(text, request.part(index + 1), .xml) } catch { return error }
    }
    return nil
  }

  private func reporter(named name: String) -> (any Reporter)? {
    let reporter = ReporterRegistry.reporter(named: name)
    guard var sarif = reporter as? SARIFReporter else { return reporter }
    for rule in RuleRegistry.descriptors { sarif.ruleSummaries[rule.id] = rule.summary }
    return sarif
  }

  private func write(
    _ text: String, _ request: ReportRequest, _ medium: ReportMedium
  ) throws(CommandFailure) {
    guard let path = request.path else {
      try StandardOutput.write(text, medium)
      return
    }
    let isFolder = request.format == HTMLReporter.name && !path.hasSuffix(".html")
    let file = isFolder ? "\(path)/index.html" : path
    do throws(FileError) {
      try CheckoutFile(file, root: root, checkout: repositoryRoot).write(Array(text.utf8))
    } catch {
      throw CommandFailure(
        .missingInput, "the \(request.format) report was not written: \(error.description)")
    }
  }

  /// Appends the Markdown report to the job summary, if the service has one.
  ///
  /// Source: `GITHUB_STEP_SUMMARY` in
  /// https://docs.github.com/actions/reference/workflow-commands-for-github-actions; at most 1 MiB.
  private func appendJobSummary(_ render: (any Reporter, TerminalStyle) -> String?) {
    guard let path = environment["GITHUB_STEP_SUMMARY"], !path.isEmpty,
      let text = render(MarkdownReporter(), .file)
    else { return }
    do throws(FileError) {
      try OpenFile(path, to: .append).write(Array((text + "\n").utf8))
    } catch {
      StandardOutput.message(
        "devtool: warning: the job summary '\(path)' was not written: \(error.reason)")
    }
  }
}
