package import CIModel

/// Plays GitLab's merge request 7 of the project `g/p`.
package final class PlayedGitLab: PlayedService, @unchecked Sendable {
  package init() throws { try super.init(shapes: Self.shapes) }

  private static let me = 42

  package override func isAuthorized(_ request: LoopbackServer.Request) -> Bool {
    request.headers["private-token"] == Self.token
  }

  package override func play(
    _ method: String, _ last: String, _ places: [String: String], _ body: JSONValue, _ page: Page,
    _ state: inout State
  ) -> JSONValue? {
    if last == "user" { return ["id": .number(Double(Self.me)), "username": "bot"] }
    guard places["id"] == "g%2Fp", places["merge_request_iid"] ?? "7" == "7" else { return nil }
    let text = body["body"]?.text ?? ""
    switch (method, last) {
    case ("GET", "{merge_request_iid}"):
      return [
        "iid": .number(7), "sha": .text(state.head),
        "diff_refs": [
          "base_sha": .text(String(repeating: "a", count: 40)),
          "start_sha": .text(String(repeating: "b", count: 40)), "head_sha": .text(state.head),
        ],
      ]
    case ("GET", "diffs"):
      return page.of(
        state.files.sorted { $0.key < $1.key }.map {
          ["new_path": .text($0.key), "old_path": .text($0.key), "diff": .text($0.value)]
        })
    case ("GET", "discussions"): return page.of(Self.discussions(state))
    case ("POST", "notes"):
      let comment = Comment(id: state.newID(), body: text)
      state.comments.append(comment)
      return ["id": .number(Double(comment.id))]
    case ("POST", "discussions"):
      let position = body["position"]
      let comment = Comment(id: state.newID(), body: text)
      state.threads.append(
        Thread(
          path: position?["new_path"]?.text ?? "", line: position?["new_line"]?.integer ?? 0,
          comments: [comment]))
      return ["id": .text(Self.discussion(comment.id))]
    case ("PUT", "{discussion_id}"):
      guard
        let index = state.threads.firstIndex(where: {
          Self.discussion($0.comments[0].id) == places["discussion_id"]
        }), let isResolved = body["resolved"]?.boolean
      else { return nil }
      state.threads[index].isResolved = isResolved
      state.threads[index].isResolvedByUs = isResolved
      return ["id": .text(places["discussion_id"] ?? "")]
    case ("PUT", "{note_id}"), ("DELETE", "{note_id}"):
      let id = places["note_id"].flatMap { Int($0) }
      if let index = state.comments.firstIndex(where: { $0.id == id }) {
        if method == "PUT" {
          state.comments[index].body = text
        } else {
          state.comments.remove(at: index)
        }
        return ["id": .number(1)]
      }
      guard let index = state.threads.firstIndex(where: { $0.comments[0].id == id }) else {
        return nil
      }
      state.threads[index].comments[0].body = text
      return ["id": .number(1)]
    case ("GET", "statuses"), ("POST", "{sha}"): return statuses(method, body, page, &state)
    default: return nil
    }
  }

  private func statuses(
    _ method: String, _ body: JSONValue, _ page: Page, _ state: inout State
  ) -> JSONValue {
    if method == "GET" {
      return page.of(
        state.statuses.enumerated().map {
          [
            "id": .number(Double($0.offset)), "name": .text($0.element.context),
            "status": .text($0.element.state), "description": .text($0.element.description),
          ]
        })
    }
    state.statuses.append(
      (body["name"]?.text ?? "", body["state"]?.text ?? "", body["description"]?.text ?? ""))
    return ["id": .number(1)]
  }

  private static func discussion(_ comment: Int) -> String {
    let digits = String(comment, radix: 16)
    return String(repeating: "0", count: 40 - digits.count) + digits
  }

  private static func discussions(_ state: State) -> [JSONValue] {
    state.comments.map { comment in
      [
        "id": .text(discussion(comment.id)), "individual_note": .boolean(true),
        "notes": .list([note(comment, nil)]),
      ]
    }
      + state.threads.map { thread in
        [
          "id": .text(discussion(thread.comments[0].id)), "individual_note": .boolean(false),
          "notes": .list(thread.comments.map { note($0, thread) }),
        ]
      }
  }

  private static func note(_ comment: Comment, _ thread: Thread?) -> JSONValue {
    var note: [String: JSONValue] = [
      "id": .number(Double(comment.id)), "body": .text(comment.body),
      "system": .boolean(comment.isSystem),
      "author": ["id": .number(Double(comment.isOurs ? me : 1)), "username": "who"],
    ]
    if let thread {
      note["resolvable"] = .boolean(true)
      note["resolved"] = .boolean(thread.isResolved)
      note["resolved_by"] =
        thread.isResolved ? ["id": .number(Double(thread.isResolvedByUs ? me : 1))] : .null
    }
    return .object(note)
  }

  /// Source: https://docs.gitlab.com/api/notes/, /api/discussions/, /api/commits/, /api/merge_requests/
  private static let shapes = """
    [
      {"call": "GET /user"},
      {"call": "GET /projects/{id}/merge_requests/{merge_request_iid}",
        "query": "include_diverged_commits_count include_rebase_in_progress render_html"},
      {"call": "GET /projects/{id}/merge_requests/{merge_request_iid}/diffs",
        "query": "page per_page unidiff"},
      {"call": "GET /projects/{id}/merge_requests/{merge_request_iid}/discussions",
        "query": "page per_page"},
      {"call": "POST /projects/{id}/merge_requests/{merge_request_iid}/notes", "status": 201,
        "body": {"type": "object", "required": ["body"], "properties": {"body": {"type": "string"},
          "internal": {"type": "boolean"}, "created_at": {"type": "string"},
          "merge_request_diff_head_sha": {"type": "string"}}}},
      {"call": "PUT /projects/{id}/merge_requests/{merge_request_iid}/notes/{note_id}",
        "body": {"type": "object", "required": ["body"], "properties": {"body": {"type": "string"}}}},
      {"call": "DELETE /projects/{id}/merge_requests/{merge_request_iid}/notes/{note_id}",
        "status": 204},
      {"call": "POST /projects/{id}/merge_requests/{merge_request_iid}/discussions", "status": 201,
        "body": {"type": "object", "required": ["body"], "properties": {"body": {"type": "string"},
          "commit_id": {"type": "string"}, "created_at": {"type": "string"},
          "position": {"type": "object",
            "required": ["base_sha", "head_sha", "start_sha", "position_type", "new_path", "old_path"],
            "properties": {"base_sha": {"type": "string"}, "head_sha": {"type": "string"},
              "start_sha": {"type": "string"}, "position_type": {"enum": ["text", "image", "file"]},
              "new_path": {"type": "string"}, "old_path": {"type": "string"},
              "new_line": {"type": "integer", "minimum": 1}, "old_line": {"type": "integer"}}}}}},
      {"call": "PUT /projects/{id}/merge_requests/{merge_request_iid}/discussions/{discussion_id}",
        "body": {"type": "object", "required": ["resolved"],
          "properties": {"resolved": {"type": "boolean"}}}},
      {"call": "PUT /projects/{id}/merge_requests/{merge_request_iid}/discussions/{discussion_id}/notes/{note_id}",
        "body": {"type": "object", "properties": {"body": {"type": "string"},
          "resolved": {"type": "boolean"}}}},
      {"call": "GET /projects/{id}/repository/commits/{sha}/statuses",
        "query": "all name order_by page per_page pipeline_id ref sort stage"},
      {"call": "POST /projects/{id}/statuses/{sha}", "status": 201,
        "body": {"type": "object", "required": ["state"], "properties": {
          "state": {"enum": ["pending", "running", "success", "failed", "canceled", "skipped"]},
          "name": {"type": "string"}, "context": {"type": "string"}, "ref": {"type": "string"},
          "target_url": {"type": "string", "pattern": "^.{0,255}$"},
          "description": {"type": "string", "pattern": "^.{0,255}$"}, "coverage": {"type": "number"},
          "pipeline_id": {"type": "integer"}}}}
    ]
    """
}
