import CIModel
import HTTPTransport

/// Pull requests of GitHub and GitHub Enterprise.
///
/// The current state is read through GraphQL, because only GraphQL reports which threads are
/// resolved and, for every kind of token, which comments are by the token's account. Everything
/// else uses the REST API.
///
/// Source: https://docs.github.com/rest (API version 2022-11-28, which GitHub Enterprise Server
/// supports, too; the bodies are those of 2026-03-10), https://docs.github.com/graphql
package struct GitHubReview: ConnectedService {
  let connection: ReviewConnection
  /// The complete address of the GraphQL API.
  let graphQL: String
  /// The repository as `owner/name`.
  let repository: String
  let number: Int
  /// Whether the CI service reports that the change comes from a fork.
  let isFork: Bool

  /// - Parameter isFork: Whether the branch of the change is in a different repository.
  package init(
    _ connection: ReviewConnection, graphQL: String, repository: String, number: Int, isFork: Bool
  ) {
    self.connection = connection
    self.graphQL = graphQL
    self.repository = repository
    self.number = number
    self.isFork = isFork
  }

  private static let query = """
    query($owner: String!, $name: String!, $number: Int!, $comments: String, $threads: String) {
      repository(owner: $owner, name: $name) {
        pullRequest(number: $number) {
          headRefOid
          comments(first: 100, after: $comments) {
            pageInfo { hasNextPage endCursor }
            nodes { fullDatabaseId body viewerDidAuthor }
          }
          reviewThreads(first: 100, after: $threads) {
            pageInfo { hasNextPage endCursor }
            nodes {
              id isResolved
              comments(first: 20) { nodes { fullDatabaseId body viewerDidAuthor } }
            }
          }
        }
      }
    }
    """

  // MARK: - Reading

  package func state() throws(ReviewError) -> ReviewState {
    var state = ReviewState()
    var comments: JSONValue = .null
    var threads: JSONValue = .null
    var readsComments = true
    var readsThreads = true
    // A list that has been read to its end is requested again with the next page of the other one.
    for _ in 1...50 {
      let request = try pullRequest(comments, threads)
      state.head = request["headRefOid"]?.text
      let commentPage = request["comments"]
      if readsComments {
        state.comments += (commentPage?["nodes"]?.list ?? []).compactMap(Self.comment)
      }
      let threadPage = request["reviewThreads"]
      if readsThreads {
        state.threads += (threadPage?["nodes"]?.list ?? []).compactMap(Self.thread)
      }
      readsComments = readsComments && Self.hasMore(commentPage)
      readsThreads = readsThreads && Self.hasMore(threadPage)
      if readsComments { comments = commentPage?["pageInfo"]?["endCursor"] ?? .null }
      if readsThreads { threads = threadPage?["pageInfo"]?["endCursor"] ?? .null }
      if !readsComments && !readsThreads { break }
    }
    return state
  }

  private static func hasMore(_ page: JSONValue?) -> Bool {
    page?["pageInfo"]?["hasNextPage"]?.boolean == true
      && page?["pageInfo"]?["endCursor"]?.text != nil
  }

  /// A comment by the token's account; `nil` for a comment of another account.
  private static func comment(_ node: JSONValue) -> ReviewState.Comment? {
    guard node["viewerDidAuthor"]?.boolean == true, let id = id(node),
      let body = node["body"]?.text
    else { return nil }
    return ReviewState.Comment(id: id, body: body)
  }

  private static func thread(_ node: JSONValue) -> ReviewState.Thread? {
    guard let notes = node["comments"]?["nodes"]?.list, let first = notes.first,
      let comment = comment(first), let id = node["id"]?.text
    else { return nil }
    let isAnswered = notes.contains { $0["viewerDidAuthor"]?.boolean == false }
    // devtool deletes the remarks that it retracts, so a person has resolved this thread.
    let isResolved = node["isResolved"]?.boolean == true
    return ReviewState.Thread(
      id: id, comment: comment.id, body: comment.body,
      standing: isResolved ? .resolved : isAnswered ? .answered : .open)
  }

  /// A 64-bit id, which GitHub sends as a string, because a JSON number is not exact.
  private static func id(_ node: JSONValue) -> String? {
    let value = node["fullDatabaseId"]
    let text = value?.text ?? value?.integer.map { String($0) }
    return text.flatMap { Int64($0) }.map { String($0) }
  }

  private func pullRequest(
    _ comments: JSONValue, _ threads: JSONValue
  ) throws(ReviewError) -> JSONValue {
    let parts = repository.pathNames.map(String.init)
    let call = ReviewCall(
      .post, graphQL,
      [
        "query": .text(Self.query),
        "variables": [
          "owner": .text(parts.first ?? ""), "name": .text(parts.last ?? ""),
          "number": .number(Double(number)), "comments": comments, "threads": threads,
        ],
      ], isRepeatable: true)
    let answer = try read(call)
    let problem = answer["errors"]?.list?.first
    // With an error, a missing part cannot be distinguished from an empty one.
    if problem == nil, let request = answer["data"]?["repository"]?["pullRequest"],
      request != .null
    {
      return request
    }
    if problem?["type"]?.text == "RATE_LIMITED" {
      throw .busy(service: connection.service, seconds: 60)
    }
    let status = problem?["type"]?.text == "FORBIDDEN" ? 403 : 404
    throw refusal(status, problem?["message"]?.text ?? "", call)
  }

  package func files(_ paths: Set<String>) throws(ReviewError) -> [String: ReviewedFile] {
    if paths.isEmpty { return [:] }
    func path(_ file: JSONValue) -> String? {
      file["filename"]?.text.flatMap { paths.contains($0) ? $0 : nil }
    }
    let all = try connection.list(
      "\(pulls)/\(number)/files", checking: checked,
      until: { $0.count(where: { path($0) != nil }) == paths.count })
    var files: [String: ReviewedFile] = [:]
    for file in all {
      // GitHub provides no patch for a large or a binary file.
      guard let path = path(file), let patch = file["patch"]?.text else { continue }
      files[path] = ReviewedFile(
        oldPath: file["previous_filename"]?.text ?? path, diff: patch)
    }
    return files
  }

  // MARK: - Writing

  private var pulls: String { "/repos/\(repository)/pulls" }
  private var issues: String { "/repos/\(repository)/issues" }

  package func calls(for action: ReviewPlan.Action, commit: String) -> [ReviewCall] {
    switch action {
    case .retract(let thread): [ReviewCall(.delete, "\(pulls)/comments/\(thread.comment)")]
    case .edit(let thread, let body):
      [ReviewCall(.patch, "\(pulls)/comments/\(thread.comment)", ["body": .text(body)])]
    // A retracted remark was deleted, so there is nothing to reopen.
    case .reopen: []
    case .remark(let remarks):
      [
        ReviewCall(
          .post, "\(pulls)/\(number)/reviews",
          [
            "commit_id": .text(commit), "event": "COMMENT",
            "comments": .list(
              remarks.map { remark in
                [
                  "path": .text(remark.path), "line": .number(Double(remark.line)),
                  "side": "RIGHT", "body": .text(remark.body),
                ]
              }),
          ])
      ]
    case .createSummary(let body):
      [ReviewCall(.post, "\(issues)/\(number)/comments", ["body": .text(body)])]
    case .editSummary(let id, let body):
      [ReviewCall(.patch, "\(issues)/comments/\(id)", ["body": .text(body)])]
    case .deleteSummary(let id): [ReviewCall(.delete, "\(issues)/comments/\(id)")]
    }
  }

  package func call(
    for status: ReviewStatus, commit: String
  ) throws(ReviewError) -> ReviewCall? {
    let read = ReviewCall(.get, "/repos/\(repository)/commits/\(commit)/statuses?per_page=100")
    let known = try self.read(read).list ?? []
    // The newest status comes first.
    let last = known.first { $0["context"]?.text == status.context }
    if last?["state"]?.text == status.state.rawValue,
      last?["description"]?.text == status.description
    {
      return nil
    }
    return newStatusCall(for: status, commit: commit)
  }

  package func newStatusCall(for status: ReviewStatus, commit: String) -> ReviewCall {
    ReviewCall(
      .post, "/repos/\(repository)/statuses/\(commit)",
      status.body(state: status.state.rawValue, nameKey: "context"))
  }

  // MARK: - Refusals

  func checked(
    _ answer: ReviewConnection.Answer, _ call: ReviewCall
  ) throws(ReviewError) -> JSONValue {
    if (200...299).contains(answer.status) { return answer.content }
    let details = (answer.content["errors"]?.list ?? []).compactMap {
      $0["message"]?.text ?? $0.text
    }
    let words = [answer.content["message"]?.text].compactMap { $0 } + details.prefix(2)
    throw refusal(answer.status, words.joined(separator: "; "), call)
  }

  private func refusal(_ status: Int, _ words: String, _ call: ReviewCall) -> ReviewError {
    .refused(
      ReviewError.Refusal(
        service: connection.service, status: status, call: call.line,
        words: connection.harmless(words), help: help(status, call)))
  }

  private func help(_ status: Int, _ call: ReviewCall) -> String {
    let isStatus = call.path.contains("/statuses")
    let permission =
      isStatus
      ? (call.method == .get ? "statuses: read" : "statuses: write")
      : "pull-requests: \(call.method == .get ? "read" : "write")"
    return switch status {
    case 401: "Set GITHUB_TOKEN to a token that is valid and has not expired."
    case 403 where isFork:
      "The token of a fork's pull request is read-only: comment from a second workflow, "
        + "see docs/comment.md."
    case 403: "Add `\(permission)` to the `permissions` of the job."
    case 404:
      "Check --repository and --request (\(repository), \(number)); a token without access to them "
        + "gets the same answer and needs `\(permission)`."
    case 422 where isStatus: "Push the commit first: a status needs a commit that GitHub has."
    case 422:
      "Check that commit and lines still belong to the request, and that it accepts comments "
        + "(it may be locked); the token needs `\(permission)`."
    case 300...399: "The repository has moved: name its new path with --repository."
    default: "Run `devtool comment` again; it does the remaining work."
    }
  }
}
