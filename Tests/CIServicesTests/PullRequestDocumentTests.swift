import CIModel
import CIServices
import Testing

/// `--pr-json`, with what the command lines and the services print.
struct PullRequestDocumentTests {
  /// `gh pr view 7 --json` with every field that is read, shortened.
  private static let gitHub = """
    {"assignees":[{"id":"MDQ6","login":"bob","name":"Bob"}],"author":{"id":"MDQ6","is_bot":false,
    "login":"ada","name":"Ada"},"baseRefName":"main","body":"Because.","createdAt":
    "2026-11-20T23:31:18Z","headRefName":"topic","isCrossRepository":true,"isDraft":false,
    "labels":[{"id":"LA_","name":"bug","description":"","color":"d73a4a"}],
    "maintainerCanModify":true,"mergeable":"CONFLICTING","milestone":{"number":3,"title":"1.0",
    "description":"","dueOn":"2026-12-01T08:00:00Z"},"number":7,"reviewDecision":"REVIEW_REQUIRED",
    "reviewRequests":[{"__typename":"User","login":"eve"},{"__typename":"Team","name":"Core team",
    "slug":"o/core"}],"state":"OPEN","title":"Fix it","url":"https://github.com/o/r/pull/7"}
    """

  private static let gitHubFacts = PullRequest(
    number: 7, url: "https://github.com/o/r/pull/7", title: "Fix it", body: "Because.",
    author: "ada", labels: ["bug"], draft: false, branch: "topic", base: "main", milestone: "1.0",
    milestoneDue: Timestamp(iso8601: "2026-12-01T08:00:00Z"), assignees: ["bob"],
    reviewers: ["eve", "core"], fork: true, approved: false, mergeable: false, merged: false,
    maintainerCanModify: true, created: Timestamp(iso8601: "2026-11-20T23:31:18Z"))

  /// An answer of `GET /projects/:id/merge_requests/:iid`, shortened.
  private static let gitLab = """
    {"id":155016530,"iid":133,"project_id":15513260,"title":"Draft: Add","description":"",
    "state":"opened","created_at":"2026-05-13T09:26:38.406+02:00","target_branch":"master",
    "source_branch":"manual-job-rules","author":{"id":4155490,"username":"marcel"},
    "assignees":[{"username":"ada"}],"reviewers":[{"username":"bob"}],
    "source_project_id":15513260,"target_project_id":15513260,"labels":["bug","core"],
    "draft":true,"milestone":{"id":5,"title":"v2.0","due_date":"2026-09-22"},
    "merge_status":"can_be_merged","detailed_merge_status":"not_approved",
    "web_url":"https://gitlab.com/o/r/-/merge_requests/133","allow_collaboration":false}
    """

  /// A merge request event as GitLab documents it, shortened.
  private static let gitLabEvent = """
    {"object_kind":"merge_request","event_type":"merge_request","user":{"username":"root"},
    "labels":[{"id":206,"title":"API"}],"assignees":[{"id":1,"username":"root"}],
    "reviewers":[{"id":6,"username":"user1"}],
    "object_attributes":{"id":99,"iid":1,"target_branch":"master","source_branch":"ms-viewport",
    "source_project_id":14,"target_project_id":15,"author_id":51,"title":"MS-Viewport",
    "created_at":"2026-12-03T17:23:34Z","state":"opened","draft":true,"milestone_id":null,
    "merge_status":"unchecked","description":"Words.","url":"http://example.com/1"}}
    """

  @Test(arguments: [
    ("gh", gitHub, gitHubFacts),
    (
      "gh, some fields alone", #"{"title":"T","milestone":null,"mergeable":"UNKNOWN"}"#,
      PullRequest(title: "T", milestone: "")
    ),
    (
      "an event of GitHub", #"{"action":"opened","pull_request":{"number":3,"title":"T"}}"#,
      PullRequest(number: 3, title: "T")
    ),
    (
      "GitHub's REST API",
      """
      {"number":3,"title":"T","user":{"login":"ada"},"author_association":"OWNER","merged":true,
      "mergeable":null,"head":{"ref":"t","repo":{"full_name":"o/r"}},
      "base":{"ref":"main","repo":{"full_name":"o/r"}}}
      """,
      PullRequest(
        number: 3, title: "T", author: "ada", branch: "t", base: "main", fork: false,
        association: "owner", merged: true)
    ),
    (
      "GitLab's REST API", gitLab,
      PullRequest(
        number: 133, url: "https://gitlab.com/o/r/-/merge_requests/133", title: "Draft: Add",
        body: "", author: "marcel", labels: ["bug", "core"], draft: true,
        branch: "manual-job-rules", base: "master", milestone: "v2.0",
        milestoneDue: Timestamp(iso8601: "2026-09-22T00:00:00Z"), assignees: ["ada"],
        reviewers: ["bob"], fork: false, mergeable: true, merged: false,
        maintainerCanModify: false, created: Timestamp(iso8601: "2026-05-13T07:26:38Z"))
    ),
    (
      "an event of GitLab", gitLabEvent,
      PullRequest(
        number: 1, url: "http://example.com/1", title: "MS-Viewport", body: "Words.",
        labels: ["API"], draft: true, branch: "ms-viewport", base: "master", milestone: "",
        assignees: ["root"], reviewers: ["user1"], fork: true, merged: false,
        created: Timestamp(iso8601: "2026-12-03T17:23:34Z"))
    ),
    (
      "an association that nobody documents, a moment that is none",
      #"{"pull_request":{"title":"T","author_association":"KING","created_at":"yesterday at noon"}}"#,
      PullRequest(title: "T")
    ),
  ])
  func isRead(name: String, text: String, expected: PullRequest) throws {
    #expect(try PullRequest(document: Array(text.utf8)) == expected)
  }

  @Test(arguments: [
    ("", PullRequestDocumentError.noJSON), (#"{"title":"#, .noJSON),
    (#"[{"number":1},{"number":2}]"#, .list(count: 2)), ("7", .other("7")),
    (#"{"message":"Not Found","status":"404"}"#, .other("Not Found")),
    (#"{"error":"404 Not found"}"#, .other("404 Not found")), ("{}", .other("another object")),
    (#"{"ref":"refs/heads/main"}"#, .other("another object")),
  ])
  func isRefused(text: String, expected: PullRequestDocumentError) {
    #expect(throws: expected) { try PullRequest(document: Array(text.utf8)) }
  }
}
