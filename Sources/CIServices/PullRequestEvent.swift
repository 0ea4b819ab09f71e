import CIModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads the pull request from the event that started a GitHub job; Gitea and Forgejo write the
/// same format.
///
/// Properties that are missing or of another type are unknown.
///
/// Source: https://docs.github.com/webhooks/webhook-events-and-payloads
struct PullRequestEvent {
  private let event: JSONValue

  /// Creates a reader; `nil` when the bytes are not a JSON object.
  init?(_ bytes: [UInt8]) {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)),
      case .object = value
    else { return nil }
    event = value
  }

  init(_ event: JSONValue) {
    self.event = event
  }

  /// The pull request; `nil` when the event concerns none: a push, a schedule, a manual run.
  var pullRequest: PullRequest? {
    if let object = event["pull_request"], case .object = object {
      return Self.read(object)
    }
    // A comment on a pull request is an event of an issue.
    if let issue = event["issue"], case .object? = issue["pull_request"] {
      return Self.read(issue)
    }
    // A second workflow that handles the results of a fork's workflow.
    if let run = event["workflow_run"], case .object = run {
      let head = run["head_repository"]?["full_name"]?.text
      // The repository is `null` after a fork was deleted.
      if let head, head == event["repository"]?["full_name"]?.text { return nil }
      return PullRequest(branch: run["head_branch"]?.text, fork: true)
    }
    if let group = event["merge_group"], case .object = group {
      let branch = group["head_ref"]?.text.map { Self.branchName($0) }
      return PullRequest(
        number: branch.flatMap(Self.queuedNumber), branch: branch,
        base: group["base_ref"]?.text.map { Self.branchName($0) })
    }
    return nil
  }

  /// Reads a pull request object of the REST API, which is the same in events.
  ///
  /// Source: https://docs.github.com/rest/pulls/pulls#get-a-pull-request
  static func read(_ object: JSONValue) -> PullRequest {
    let head = object["head"]
    let base = object["base"]
    var reviewers: [String]?
    if let people = object["requested_reviewers"]?.list {
      let teams = object["requested_teams"]?.list ?? []
      reviewers = people.compactMap { $0["login"]?.text } + teams.compactMap { $0["slug"]?.text }
    }
    return PullRequest(
      number: object["number"]?.integer, url: object["html_url"]?.text,
      title: object["title"]?.text,
      // An empty description is `null`.
      body: object["body"].flatMap { $0 == .null ? "" : $0.text },
      author: object["user"]?["login"]?.text,
      labels: object["labels"]?.list?.compactMap { $0["name"]?.text },
      draft: object["draft"]?.boolean, branch: head?["ref"]?.text, base: base?["ref"]?.text,
      milestone: object["milestone"].flatMap { $0 == .null ? "" : $0["title"]?.text },
      milestoneDue: object["milestone"]?["due_on"]?.text.flatMap { Timestamp(ofService: $0) },
      assignees: object["assignees"]?.list?.compactMap { $0["login"]?.text }, reviewers: reviewers,
      fork: isFork(head: head, base: base),
      association: PullRequest.association(object["author_association"]?.text),
      mergeable: object["mergeable"]?.boolean, merged: object["merged"]?.boolean,
      maintainerCanModify: object["maintainer_can_modify"]?.boolean
        // The name of this property in Gitea and Forgejo.
        ?? object["allow_maintainer_edit"]?.boolean,
      created: object["created_at"]?.text.flatMap { Timestamp(ofService: $0) })
  }

  /// Whether head and base are in different repositories; the repository of the head is `null`
  /// after a fork was deleted.
  private static func isFork(head: JSONValue?, base: JSONValue?) -> Bool? {
    guard let head, let target = base?["repo"]?["full_name"]?.text else { return nil }
    if head["repo"] == .null { return true }
    return head["repo"]?["full_name"]?.text.map { $0 != target }
  }

  private static func branchName(_ ref: String) -> String {
    let prefix = "refs/heads/"
    return ref.hasPrefix(prefix) ? String(ref.dropFirst(prefix.count)) : ref
  }

  /// The number in a merge queue's branch: 104 for `gh-readonly-queue/main/pr-104-<commit>`.
  private static func queuedNumber(_ branch: String) -> Int? {
    guard branch.hasPrefix("gh-readonly-queue/"), let last = branch.split(separator: "/").last,
      last.hasPrefix("pr-")
    else { return nil }
    return Int(last.dropFirst(3).prefix { $0 != "-" })
  }
}
