import CIModel

extension PullRequest {
  /// Reads a merge request of GitLab's REST API, which `glab mr view --output json` also prints.
  ///
  /// Source: https://docs.gitlab.com/api/merge_requests/#get-single-mr
  init(gitLab object: JSONValue) {
    self.init(
      number: object["iid"]?.integer, url: object["web_url"]?.text, title: object["title"]?.text,
      body: object["description"].flatMap { $0 == .null ? "" : $0.text },
      author: object["author"]?["username"]?.text,
      labels: Self.labels(object["labels"]),
      draft: object["draft"]?.boolean ?? object["work_in_progress"]?.boolean,
      branch: object["source_branch"]?.text, base: object["target_branch"]?.text,
      milestone: object["milestone"].flatMap { $0 == .null ? "" : $0["title"]?.text },
      milestoneDue: object["milestone"]?["due_date"]?.text.flatMap { Timestamp(ofService: $0) },
      assignees: Self.names(object["assignees"]), reviewers: Self.names(object["reviewers"]),
      fork: Self.differ(object["source_project_id"], object["target_project_id"]),
      mergeable: Self.isMergeable(object), merged: object["state"]?.text.map { $0 == "merged" },
      maintainerCanModify: object["allow_collaboration"]?.boolean
        ?? object["allow_maintainer_to_push"]?.boolean,
      created: object["created_at"]?.text.flatMap { Timestamp(ofService: $0) })
  }

  /// Reads an event that a GitLab webhook sends. Its `user` triggered the event and is not
  /// necessarily the author.
  ///
  /// Source: https://docs.gitlab.com/user/project/integrations/webhook_events/#merge-request-events
  init(gitLabEvent event: JSONValue) {
    let request = event["object_attributes"] ?? .null
    self.init(gitLab: request)
    url = request["url"]?.text
    author = nil
    labels = Self.labels(event["labels"]) ?? labels
    assignees = Self.names(event["assignees"]) ?? assignees
    reviewers = Self.names(event["reviewers"]) ?? reviewers
    // The event contains only the milestone's id.
    milestone = request["milestone_id"] == .null ? "" : nil
  }

  /// Labels as texts, or as objects if details were requested.
  private static func labels(_ value: JSONValue?) -> [String]? {
    value?.list?.compactMap { $0.text ?? $0["name"]?.text ?? $0["title"]?.text }
  }

  private static func names(_ value: JSONValue?) -> [String]? {
    value?.list?.compactMap { $0["username"]?.text }
  }

  private static func differ(_ source: JSONValue?, _ target: JSONValue?) -> Bool? {
    guard let source = source?.integer, let target = target?.integer else { return nil }
    return source != target
  }

  /// Whether it can be merged; `nil` while GitLab has not determined it, and when something other
  /// than a conflict blocks it.
  private static func isMergeable(_ object: JSONValue) -> Bool? {
    switch object["merge_status"]?.text {
    case "can_be_merged": true
    case "cannot_be_merged": false
    default: nil
    }
  }
}
