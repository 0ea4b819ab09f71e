package import CIModel

/// Plays GitHub's pull request 7 of `o/r`.
package final class PlayedGitHub: PlayedService, @unchecked Sendable {
  package init() throws { try super.init(shapes: Self.shapes) }

  package override func isAuthorized(_ request: LoopbackServer.Request) -> Bool {
    request.headers["authorization"] == "Bearer \(Self.token)"
      && request.headers["x-github-api-version"] != nil && request.headers["user-agent"] != nil
  }

  package override func play(
    _ method: String, _ last: String, _ places: [String: String], _ body: JSONValue, _ page: Page,
    _ state: inout State
  ) -> JSONValue? {
    if last == "graphql" { return answer(body, &state) }
    guard places["owner"] == "o", places["repo"] == "r" else { return nil }
    if let number = places["pull_number"] ?? places["issue_number"], number != "7" { return nil }
    let text = body["body"]?.text ?? ""
    let id = places["comment_id"].flatMap { Int($0) }
    switch (method, last) {
    case ("GET", "files"):
      return page.of(
        state.files.sorted { $0.key < $1.key }.map {
          ["filename": .text($0.key), "patch": .text($0.value), "status": "modified"]
        })
    case ("GET", "pulls"):
      return .list([
        [
          "number": .number(7), "head": ["sha": .text(state.head)],
          "state": .text(state.requestState.0),
          "base": ["repo": ["full_name": .text(state.requestState.1)]],
        ]
      ])
    case ("POST", "comments"):
      let comment = Comment(id: state.newID(), body: text)
      state.comments.append(comment)
      return ["id": .number(Double(comment.id))]
    case ("POST", "reviews"):
      for remark in body["comments"]?.list ?? [] {
        let comment = Comment(id: state.newID(), body: remark["body"]?.text ?? "")
        state.threads.append(
          Thread(
            path: remark["path"]?.text ?? "", line: remark["line"]?.integer ?? 0,
            comments: [comment]))
      }
      return ["id": .number(1)]
    case ("POST", "{sha}"):
      state.statuses.append(
        (body["context"]?.text ?? "", body["state"]?.text ?? "", body["description"]?.text ?? ""))
      return ["id": .number(1)]
    case ("GET", "statuses"):
      return page.of(
        state.statuses.reversed().map {
          [
            "context": .text($0.context), "state": .text($0.state),
            "description": .text($0.description),
          ]
        })
    case ("PATCH", "{comment_id}"), ("DELETE", "{comment_id}"):
      guard let id else { return nil }
      return edit(id, method == "DELETE" ? nil : text, &state)
    default: return nil
    }
  }

  /// - Parameter text: `nil` deletes it.
  private func edit(_ id: Int, _ text: String?, _ state: inout State) -> JSONValue? {
    if let index = state.comments.firstIndex(where: { $0.id == id }) {
      if let text { state.comments[index].body = text } else { state.comments.remove(at: index) }
      return ["id": .number(Double(id))]
    }
    guard let index = state.threads.firstIndex(where: { $0.comments.contains { $0.id == id } })
    else { return nil }
    if let text {
      state.threads[index].comments[0].body = text
    } else {
      state.threads.remove(at: index)
    }
    return ["id": .number(Double(id))]
  }

  // MARK: - GraphQL

  private func answer(_ body: JSONValue, _ state: inout State) -> JSONValue {
    let query = body["query"]?.text ?? ""
    state.problems += GraphQLShape.problems(in: query)
    let variables = body["variables"]
    guard variables?["owner"] == "o", variables?["name"] == "r",
      variables?["number"]?.integer == 7
    else {
      return [
        "data": ["repository": .null],
        "errors": .list([["type": "NOT_FOUND", "message": "Could not resolve to a Repository"]]),
      ]
    }
    let threads: [JSONValue] = state.threads.enumerated().map { index, thread in
      [
        "id": .text("thread-\(index)"), "isResolved": .boolean(thread.isResolved),
        "comments": ["nodes": .list(thread.comments.map(Self.node))],
      ]
    }
    return [
      "data": [
        "repository": [
          "pullRequest": [
            "headRefOid": .text(state.head),
            "comments": Self.connection(state.comments.map(Self.node), variables?["comments"]),
            "reviewThreads": Self.connection(threads, variables?["threads"]),
          ]
        ]
      ]
    ]
  }

  private static func node(_ comment: Comment) -> JSONValue {
    [
      "fullDatabaseId": .text(String(comment.id)), "body": .text(comment.body),
      "viewerDidAuthor": .boolean(comment.isOurs),
    ]
  }

  private static func connection(_ nodes: [JSONValue], _ after: JSONValue?) -> JSONValue {
    let start = after?.text.flatMap { Int($0) } ?? 0
    let end = min(start + 100, nodes.count)
    return [
      "pageInfo": ["hasNextPage": .boolean(end < nodes.count), "endCursor": .text(String(end))],
      "nodes": .list(Array(nodes[min(start, end)..<end])),
    ]
  }

  /// Source: GitHub's OpenAPI description, API version 2026-03-10.
  private static let shapes = """
    [
      {"call": "POST /graphql", "body": {"type": "object", "required": ["query"],
        "properties": {"query": {"type": "string"}, "operationName": {"type": "string"},
          "variables": {"type": "object"}}}},
      {"call": "GET /repos/{owner}/{repo}/pulls",
        "query": "state head base sort direction per_page page"},
      {"call": "GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls", "query": "per_page page"},
      {"call": "GET /repos/{owner}/{repo}/pulls/{pull_number}/files", "query": "per_page page"},
      {"call": "GET /repos/{owner}/{repo}/commits/{ref}/statuses", "query": "per_page page"},
      {"call": "POST /repos/{owner}/{repo}/issues/{issue_number}/comments", "status": 201,
        "body": {"type": "object", "required": ["body"], "properties": {"body": {"type": "string"}}}},
      {"call": "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}",
        "body": {"type": "object", "required": ["body"], "properties": {"body": {"type": "string"}}}},
      {"call": "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}", "status": 204},
      {"call": "PATCH /repos/{owner}/{repo}/pulls/comments/{comment_id}",
        "body": {"type": "object", "required": ["body"], "properties": {"body": {"type": "string"}}}},
      {"call": "DELETE /repos/{owner}/{repo}/pulls/comments/{comment_id}", "status": 204},
      {"call": "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews",
        "body": {"type": "object", "properties": {
          "commit_id": {"type": "string", "pattern": "^[0-9a-f]{40}$"}, "body": {"type": "string"},
          "event": {"enum": ["APPROVE", "REQUEST_CHANGES", "COMMENT"]},
          "comments": {"type": "array", "items": {"type": "object", "required": ["path", "body"],
            "properties": {"path": {"type": "string"}, "position": {"type": "integer"},
              "body": {"type": "string"}, "line": {"type": "integer", "minimum": 1},
              "side": {"enum": ["LEFT", "RIGHT"]}, "start_line": {"type": "integer"},
              "start_side": {"enum": ["LEFT", "RIGHT"]}}}}}}},
      {"call": "POST /repos/{owner}/{repo}/statuses/{sha}", "status": 201,
        "body": {"type": "object", "required": ["state"], "properties": {
          "state": {"enum": ["error", "failure", "pending", "success"]},
          "target_url": {"type": "string"}, "description": {"type": "string", "pattern": "^.{0,140}$"},
          "context": {"type": "string"}}}}
    ]
    """
}

/// What of GitHub's GraphQL schema may be asked for.
///
/// Source: https://docs.github.com/graphql/reference/objects
enum GraphQLShape {
  /// The type of each field, by the type that has it; `""` has no fields of its own.
  private static let types: [String: [String: String]] = [
    "Query": ["repository": "Repository", "viewer": "User"],
    "Repository": ["pullRequest": "PullRequest"],
    "PullRequest": [
      "headRefOid": "", "comments": "IssueCommentConnection",
      "reviewThreads": "PullRequestReviewThreadConnection",
    ],
    "IssueCommentConnection": ["nodes": "IssueComment", "pageInfo": "PageInfo", "totalCount": ""],
    "IssueComment": ["fullDatabaseId": "", "id": "", "body": "", "viewerDidAuthor": ""],
    "PageInfo": ["hasNextPage": "", "endCursor": ""],
    "PullRequestReviewThreadConnection": [
      "nodes": "PullRequestReviewThread", "pageInfo": "PageInfo", "totalCount": "",
    ],
    "PullRequestReviewThread": [
      "id": "", "isResolved": "", "comments": "PullRequestReviewCommentConnection",
    ],
    "PullRequestReviewCommentConnection": [
      "nodes": "PullRequestReviewComment", "pageInfo": "PageInfo", "totalCount": "",
    ],
    "PullRequestReviewComment": [
      "fullDatabaseId": "", "id": "", "body": "", "viewerDidAuthor": "",
    ],
  ]

  static func problems(in query: String) -> [String] {
    var text = query
    // Arguments and variables say nothing of fields.
    while let open = text.firstIndex(of: "("), let close = text[open...].firstIndex(of: ")") {
      text.removeSubrange(open...close)
    }
    let spaced = text.replacing("{", with: " { ").replacing("}", with: " } ")
    var stack: [String] = []
    var next = "Query"
    var problems: [String] = []
    for word in spaced.split(whereSeparator: \.isWhitespace).dropFirst().map(String.init) {
      if word == "{" {
        stack.append(next)
      } else if word == "}" {
        if stack.popLast() == nil { problems.append("the query has one } too many") }
      } else if let type = types[stack.last ?? ""]?[word] {
        next = type
      } else {
        problems.append("\(stack.last ?? "nothing") has no field \(word)")
      }
    }
    return stack.isEmpty ? problems : problems + ["the query does not end"]
  }
}
