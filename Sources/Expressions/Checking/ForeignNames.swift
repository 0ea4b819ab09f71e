extension NameRegistry {
  /// Names of other tools, with the replacement.
  static let foreign: [String: String] = [
    "additions": "lines_added()", "author_association": "association", "base_branch": "base",
    "base_ref": "base",
    "ci.pr":
      #"event == "pull_request""#, "deletions": "lines_deleted()", "description": "body",
    "git.added_files": #"added("…")"#, "git.branch": "branch", "git.commits": "commits",
    "git.deleted_files": #"deleted("…")"#, "git.deletions": "lines_deleted()",
    "git.insertions": "lines_added()", "git.lines_of_code": "lines_changed()",
    "git.modified_files": #"modified("…")"#, "github.branch_for_base": "base",
    "github.branch_for_head": "branch", "github.pr_author": "author",
    "github.pr_body": "body", "github.pr_draft": "draft", "github.pr_labels": "labels",
    "github.pr_title": "title", "gitlab.mr_author": "author", "gitlab.mr_body": "body",
    "gitlab.mr_labels": "labels", "gitlab.mr_title": "title", "lines_of_code": "lines_changed()",
    "github.actor": "author", "github.event.number": "number",
    "github.event.pull_request.number": "number", "github.base_ref": "base",
    "github.event_name": "event", "github.head_ref": "branch", "github.ref_name": "branch",
    "head": "branch", "head_ref": "branch", "is_draft": "draft", "isDraft": "draft",
    "label":
      "labels", "platform": "os", "pr.author": "author", "pr.base": "base", "pr.body": "body",
    "pr.draft": "draft", "pr.labels": "labels", "pr.title": "title", "pull_request.title": "title",
    "ref": "branch", "runner.os": "os", "subject": "commits", "target": "base", "user": "author",
  ]
}
