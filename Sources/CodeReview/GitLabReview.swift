import CIModel
import HTTPTransport

/// Merge requests of GitLab.
///
/// Source: https://docs.gitlab.com/api/notes/, /api/discussions/,
/// /api/commits/#set-commit-pipeline-status
package struct GitLabReview: ConnectedService {
  let connection: ReviewConnection
  /// The numeric id of the project, or its path with `%2F` instead of `/`.
  let project: String
  let number: Int
  /// The commits that positions refer to; empty until `state()` has read them.
  private let versions: Versions

  /// The compared commits of a merge request, as positions need them.
  private final class Versions {
    var references: [String: JSONValue] = [:]
  }

  package init(_ connection: ReviewConnection, project: String, number: Int) {
    self.connection = connection
    self.project = project
    self.number = number
    versions = Versions()
  }

  private var request: String { "/projects/\(project)/merge_requests/\(number)" }

  // MARK: - Reading

  package func state() throws(ReviewError) -> ReviewState {
    let about = try read(request)
    for name in ["base_sha", "start_sha", "head_sha"] {
      versions.references[name] = about["diff_refs"]?[name]
    }
    let me = try read("/user")["id"]?.integer
    var state = ReviewState(head: about["sha"]?.text)
    for discussion in try list("\(request)/discussions") {
      let notes = discussion["notes"]?.list ?? []
      guard let me, let first = notes.first, first["author"]?["id"]?.integer == me,
        let note = first["id"]?.integer, let body = first["body"]?.text,
        let id = discussion["id"]?.text, Self.isIdentifier(id)
      else { continue }
      // A comment with replies is also a discussion.
      if let marker = ReviewMarker(in: body), marker.kind == .summary {
        state.comments.append(ReviewState.Comment(id: String(note), body: body))
        continue
      }
      let isAnswered = notes.contains { note in
        note["system"]?.boolean != true && note["author"]?["id"]?.integer != me
      }
      let isResolved = first["resolved"]?.boolean == true
      let isOurs = first["resolved_by"]?["id"]?.integer == me
      state.threads.append(
        ReviewState.Thread(
          id: id, comment: String(note), body: body,
          standing: isAnswered
            ? (isResolved ? .resolved : .answered)
            : isResolved ? (isOurs ? .retracted : .resolved) : .open))
    }
    return state
  }

  /// Whether a text consists of hexadecimal digits and is safe in a path.
  private static func isIdentifier(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { $0.hexadecimalValue != nil }
  }

  package func files(_ paths: Set<String>) throws(ReviewError) -> [String: ReviewedFile] {
    if paths.isEmpty { return [:] }
    var files: [String: ReviewedFile] = [:]
    for file in try list("\(request)/diffs") {
      guard let path = file["new_path"]?.text, paths.contains(path), let diff = file["diff"]?.text
      else { continue }
      files[path] = ReviewedFile(oldPath: file["old_path"]?.text ?? path, diff: diff)
    }
    return files
  }

  private func read(_ path: String) throws(ReviewError) -> JSONValue {
    try read(ReviewCall(.get, path))
  }

  private func list(_ path: String) throws(ReviewError) -> [JSONValue] {
    try connection.list(path, checking: checked)
  }

  // MARK: - Writing

  package func calls(for action: ReviewPlan.Action, commit: String) -> [ReviewCall] {
    switch action {
    case .retract(let thread): [resolve(thread, true)]
    case .reopen(let thread): [resolve(thread, false)]
    case .edit(let thread, let body):
      [
        ReviewCall(
          .put, "\(request)/discussions/\(thread.id)/notes/\(thread.comment)",
          ["body": Self.text(body)])
      ]
    case .remark(let remarks):
      remarks.map { remark in
        var position = versions.references
        position["position_type"] = "text"
        position["new_path"] = .text(remark.path)
        position["old_path"] = .text(remark.oldPath)
        position["new_line"] = .number(Double(remark.line))
        return ReviewCall(
          .post, "\(request)/discussions",
          ["body": Self.text(remark.body), "position": .object(position)])
      }
    case .createSummary(let body):
      [ReviewCall(.post, "\(request)/notes", ["body": Self.text(body)])]
    case .editSummary(let id, let body):
      [ReviewCall(.put, "\(request)/notes/\(id)", ["body": Self.text(body)])]
    case .deleteSummary(let id): [ReviewCall(.delete, "\(request)/notes/\(id)")]
    }
  }

  private func resolve(_ thread: ReviewState.Thread, _ isResolved: Bool) -> ReviewCall {
    ReviewCall(.put, "\(request)/discussions/\(thread.id)", ["resolved": .boolean(isResolved)])
  }

  /// A text without anything that GitLab could interpret as a quick action such as `/merge`: GitLab
  /// searches for lines that begin with a slash, and text of other people can make it recognize the
  /// end of a code block where there is none.
  private static func text(_ body: String) -> JSONValue {
    let harmless = body.feedLines.map { line in
      line.unicodeScalars.drop(while: \.properties.isWhitespace).first == "/"
        ? "\u{200B}\(line)" : String(line)
    }
    return .text(harmless.joined(separator: "\n"))
  }

  package func call(
    for status: ReviewStatus, commit: String
  ) throws(ReviewError) -> ReviewCall? {
    let known = try list("/projects/\(project)/repository/commits/\(commit)/statuses")
    let last = known.filter { $0["name"]?.text == status.context }
      .max { $0["id"]?.integer ?? 0 < $1["id"]?.integer ?? 0 }
    if last?["status"]?.text == Self.word(for: status.state),
      last?["description"]?.text == status.description
    {
      return nil
    }
    return newStatusCall(for: status, commit: commit)
  }

  package func newStatusCall(for status: ReviewStatus, commit: String) -> ReviewCall {
    ReviewCall(
      .post, "/projects/\(project)/statuses/\(commit)",
      status.body(state: Self.word(for: status.state), nameKey: "name"))
  }

  private static func word(for state: ReviewStatus.State) -> String {
    switch state {
    case .success: "success"
    case .failure: "failed"
    case .error: "canceled"
    }
  }

  // MARK: - Refusals

  func checked(
    _ answer: ReviewConnection.Answer, _ call: ReviewCall
  ) throws(ReviewError) -> JSONValue {
    if (200...299).contains(answer.status) { return answer.content }
    let words = answer.content["message"]?.text ?? answer.content["error"]?.text ?? ""
    throw .refused(
      ReviewError.Refusal(
        service: connection.service, status: answer.status, call: call.line,
        words: connection.harmless(words), help: help(answer.status)))
  }

  private func help(_ status: Int) -> String {
    switch status {
    case 401: "Set GITLAB_TOKEN to a token that is valid and has not expired."
    case 403:
      "Make GITLAB_TOKEN a project access token with the scope `api` and the role Developer; "
        + "CI_JOB_TOKEN cannot write notes."
    case 404:
      "Check --repository and --request (\(project), \(number)); a token without access to them gets "
        + "the same answer: it needs the scope `api` and the role Developer."
    case 400, 422: "Check that commit and lines still belong to the merge request."
    case 300...399: "The project has moved: name its new path with --repository."
    default: "Run `devtool comment` again; it does the remaining work."
    }
  }
}
