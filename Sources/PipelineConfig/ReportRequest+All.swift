extension ReportRequest {
  /// Services that read annotations from standard output.
  private static let annotating: Set<String> = ["forgejo", "gitea", "github"]
  private static let forPeople: Set<String> = ["terminal", "plain", "markdown"]

  /// The reports to write: those of the command line and of `.ci.yml`, a terminal report unless
  /// another report goes to standard output, and annotations beside it when the service reads them.
  /// If the command line names a report on standard output, no other report goes there.
  ///
  /// - Parameters:
  ///   - named: Reports from the command line.
  ///   - configured: Reports from `.ci.yml`.
  ///   - service: The CI service; `nil` when none is known.
  package static func all(
    _ named: [ReportRequest], beside configured: [ReportRequest], service: String?
  ) -> [ReportRequest] {
    var requests = named
    let printsAlready = requests.contains { $0.path == nil }
    requests += configured.filter { request in
      !requests.contains(request) && !(printsAlready && request.path == nil)
    }
    if !requests.contains(where: { $0.path == nil }) {
      requests.append(ReportRequest(format: "terminal"))
    }
    let arePeopleAlone = requests.allSatisfy { $0.path != nil || forPeople.contains($0.format) }
    if !printsAlready, arePeopleAlone, service.map(annotating.contains) ?? false {
      requests.insert(ReportRequest(format: "github"), at: 0)
    }
    return requests
  }
}
