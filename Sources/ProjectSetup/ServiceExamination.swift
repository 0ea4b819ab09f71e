internal import CIModel
internal import CIServices

/// Checks the CI service's information about the pull request, and whether a comment could be
/// written.
enum ServiceExamination {
  static func run(
    _ environment: [String: String], _ request: PullRequest?
  ) -> [Examination.Line] {
    let ci = CIEnvironment.detect(environment)
    guard let name = ci.name else { return [.init(.absent, "CI service", "none")] }
    let base = ci.baseBranch.map { ", pull request into \($0)" } ?? ""
    let build = ci.buildNumber.map { ", build \($0)" } ?? ""
    var lines = [Examination.Line(.good, "CI service", "\(name)\(build)\(base)")]
    if ci.event(environment) == .mergeQueue {
      lines.append(
        .init(
          .absent, "request",
          "a merge queue does not report title, description and labels of the request",
          help:
            "Rules on them are skipped here, since the request was checked before it entered the queue; "
            + "the notes of a run name them."))
    } else if ci.isPullRequest {
      lines.append(self.request(request, name))
      lines.append(comment(name, environment, isFork: request?.fork == true))
    }
    return lines
  }

  private static func request(_ request: PullRequest?, _ name: String) -> Examination.Line {
    let facts = [
      ("number", request?.number != nil), ("title", request?.title != nil),
      ("description", request?.body != nil), ("author", request?.author != nil),
      ("labels", request?.labels != nil), ("draft", request?.draft != nil),
      ("fork", request?.fork != nil),
    ]
    let missing = facts.filter { !$0.1 }.map(\.0)
    if missing.isEmpty {
      return .init(.good, "request", "\(name) reports everything that rules can use")
    }
    return .init(
      .absent, "request", "\(name) does not report: \(missing.joined(separator: ", "))",
      help: "Pass them with `--pr-json FILE` or options such as `--pr-title`; see docs/services.md."
    )
  }

  private static func comment(
    _ name: String, _ environment: [String: String], isFork: Bool
  ) -> Examination.Line {
    if name == "github", isFork {
      return .init(
        .absent, "comment", "the token of a fork's job cannot write to the request",
        help: "Comment from a second workflow: `devtool init --service github --comment` writes it."
      )
    }
    let variables = name == "gitlab" ? ["GITLAB_TOKEN"] : ["GH_TOKEN", "GITHUB_TOKEN"]
    if let variable = variables.first(where: { environment[$0]?.isEmpty == false }) {
      return .init(.good, "comment", "`devtool comment` can use \(variable)")
    }
    return .init(
      .absent, "comment", "no token in this step: `devtool comment` needs one, `check` does not",
      help: tokenHelp(name))
  }

  /// How to pass the token to a step, in the service's terms.
  private static func tokenHelp(_ name: String) -> String {
    switch name {
    case "github":
      "Give it to that step alone: `env: { GITHUB_TOKEN: \"${{ github.token }}\" }`, with "
        + "`permissions: { contents: read, pull-requests: write }`."
    case "gitlab":
      "Add a masked variable GITLAB_TOKEN: a project access token with the scope `api`."
    case "circleci":
      "Put GITHUB_TOKEN into a context, and name it for the job that comments: "
        + "`- comment: { context: devtool }`."
    case "buildkite":
      "Keep GITHUB_TOKEN as a secret of the cluster, and give it to that step alone: "
        + "`secrets: [GITHUB_TOKEN]`."
    default:
      "Set GITHUB_TOKEN, or GITLAB_TOKEN for a project there, as a secret variable of that step alone."
    }
  }
}
