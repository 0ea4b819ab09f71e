/// Danger's names for the facts of a change and its request, in Ruby, JavaScript and Swift.
enum DangerFacts {
  enum Fact: Hashable {
    case text(String)
    case number(String)
    case boolean(String)
    /// A list of texts, or of objects that represent texts.
    case list(String)
    case files(Set<ChangedFiles.Status>)
    /// An object that always exists: Danger itself, a service, or a plugin's name.
    case root
  }

  /// - Parameter path: The names between the dots, without the leading `danger`.
  static func fact(_ path: String) -> Fact? {
    if roots.contains(path) { return .root }
    var path = path
    for prefix in services where path.hasPrefix(prefix + ".") {
      path = "request." + path.dropFirst(prefix.count + 1)
      break
    }
    for prefix in ["request.pr_json.", "request.mr_json.", "request.pullRequest.", "request.mr."]
    where path.hasPrefix(prefix) {
      path = "request.pr." + path.dropFirst(prefix.count)
    }
    return facts[path]
  }

  private static let services = [
    "github", "gitlab", "gitLab", "bitbucket_server", "bitbucket_cloud", "bitbucketServer",
    "bitbucketCloud", "vsts",
  ]

  private static let roots: Set<String> = [
    "danger", "git", "github", "gitlab", "gitLab", "bitbucket_server", "bitbucket_cloud",
    "github.pr", "github.pullRequest", "github.pr_json", "gitlab.mr", "gitlab.mr_json",
  ]

  private static let texts: [String: [String]] = [
    "title": ["request.pr_title", "request.mr_title", "request.pr.title", "pr_title"],
    "body": [
      "request.pr_body", "request.mr_body", "request.pr.body", "request.pr.description", "pr_body",
    ],
    "author": [
      "request.pr_author", "request.mr_author", "request.pr.user.login", "pr_author",
      "request.pr.author.username",
    ],
    "branch": [
      "request.branch_for_head", "request.pr.head.ref", "request.pr.source_branch",
      "request.pr.sourceBranch",
    ],
    "base": [
      "request.branch_for_base", "request.branch_for_merge", "request.pr.base.ref",
      "request.pr.target_branch", "request.pr.targetBranch",
    ],
    "milestone": [
      "request.pr.milestone", "request.milestone", "request.pr.milestone.title",
      "request.issue.milestone",
    ],
  ]

  private static let lists: [String: [String]] = [
    "labels": [
      "request.pr_labels", "request.mr_labels", "request.pr.labels", "request.issue.labels",
      "pr_labels",
    ],
    "assignees": ["request.pr.assignees", "request.pr.assignee", "request.issue.assignees"],
    "reviewers": [
      "request.pr.requested_reviewers", "request.requested_reviewers.users",
      "request.requestedReviewers.users", "request.pr.requestedReviewers", "request.pr.reviewers",
    ],
    "commits": ["git.commits", "request.commits"],
  ]

  private static let numbers: [String: [String]] = [
    "lines_changed()": ["git.lines_of_code", "git.linesOfCode", "lines_of_code"],
    "lines_added()": ["git.insertions", "request.pr.additions", "insertions"],
    "lines_deleted()": ["git.deletions", "request.pr.deletions", "deletions"],
    "count(files())": ["request.pr.changed_files", "request.pr.changedFiles"],
    "number": ["request.pr.number", "request.pr.iid"],
  ]

  private static let booleans: [String: [String]] = [
    "draft": [
      "request.pr_draft?", "request.pr.draft", "request.pr.isDraft", "request.pr.workInProgress",
    ],
    "mergeable": ["request.pr.mergeable"],
    "merged": ["request.pr.merged"],
    "maintainer_can_modify": ["request.pr.maintainer_can_modify"],
  ]

  private static let files: [String: Set<ChangedFiles.Status>] = [
    "git.modified_files": [.modified], "git.modifiedFiles": [.modified],
    "modified_files": [.modified], "git.added_files": [.added], "git.created_files": [.added],
    "git.createdFiles": [.added], "added_files": [.added], "git.deleted_files": [.deleted],
    "git.deletedFiles": [.deleted], "deleted_files": [.deleted],
  ]

  private static let facts: [String: Fact] = {
    var facts: [String: Fact] = [:]
    for (name, paths) in texts { for path in paths { facts[path] = .text(name) } }
    for (name, paths) in lists { for path in paths { facts[path] = .list(name) } }
    for (name, paths) in numbers { for path in paths { facts[path] = .number(name) } }
    for (name, paths) in booleans { for path in paths { facts[path] = .boolean(name) } }
    for (path, statuses) in files { facts[path] = .files(statuses) }
    return facts
  }()
}
