import CIModel

extension PullRequest {
  /// Reads the output of `gh pr view --json …`; properties that were not requested are unknown.
  ///
  /// Source: https://cli.github.com/manual/gh_pr_view
  init(gitHubCommandLine object: JSONValue) {
    let state = object["state"]?.text
    self.init(
      number: object["number"]?.integer, url: object["url"]?.text, title: object["title"]?.text,
      body: object["body"]?.text, author: object["author"]?["login"]?.text,
      labels: object["labels"]?.list?.compactMap { $0["name"]?.text },
      draft: object["isDraft"]?.boolean, branch: object["headRefName"]?.text,
      base: object["baseRefName"]?.text,
      milestone: object["milestone"].flatMap { $0 == .null ? "" : $0["title"]?.text },
      milestoneDue: object["milestone"]?["dueOn"]?.text.flatMap { Timestamp(ofService: $0) },
      assignees: object["assignees"]?.list?.compactMap { $0["login"]?.text },
      reviewers: object["reviewRequests"]?.list?.compactMap(Self.reviewer),
      fork: object["isCrossRepository"]?.boolean,
      approved: object["reviewDecision"]?.text.flatMap(Self.isApproved),
      mergeable: ["MERGEABLE": true, "CONFLICTING": false][object["mergeable"]?.text ?? ""],
      merged: state.map { $0 == "MERGED" },
      maintainerCanModify: object["maintainerCanModify"]?.boolean,
      created: object["createdAt"]?.text.flatMap { Timestamp(ofService: $0) })
  }

  /// A person's login, or a team's name without its organization, in the form that events use.
  private static func reviewer(_ request: JSONValue) -> String? {
    if let login = request["login"]?.text { return login }
    let slug = request["slug"]?.text ?? request["name"]?.text
    return slug?.split(separator: "/").last.map(String.init)
  }

  /// Whether the review is approved; `nil` when the repository requires none.
  private static func isApproved(_ decision: String) -> Bool? {
    switch decision {
    case "APPROVED": true
    case "CHANGES_REQUESTED", "REVIEW_REQUIRED": false
    default: nil
    }
  }
}
