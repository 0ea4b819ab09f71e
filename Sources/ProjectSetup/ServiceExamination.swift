internal import CIModel
internal import CIServices

/// Looks at what the CI service tells of the request, and whether a comment could be written.
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
          "a merge queue does not tell title, description and labels of the request",
          help: "Hold rules that need them against the request itself: run `devtool check --only "
            + "rules` in its own job, and require that job, too."))
    } else if ci.isPullRequest {
      lines.append(self.request(request, name))
      lines.append(comment(name, environment))
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
    if missing.isEmpty { return .init(.good, "request", "\(name) tells everything that rules ask") }
    return .init(
      .absent, "request", "\(name) does not tell: \(missing.joined(separator: ", "))",
      help: "`--pr-json FILE` or options such as `--pr-title` tell it; see docs/services.md.")
  }

  private static func comment(
    _ name: String, _ environment: [String: String]
  ) -> Examination.Line {
    let isGitLab = name == "gitlab"
    let variables = isGitLab ? ["GITLAB_TOKEN"] : ["GH_TOKEN", "GITHUB_TOKEN"]
    if let variable = variables.first(where: { environment[$0]?.isEmpty == false }) {
      return .init(.good, "comment", "`devtool comment` can use \(variable)")
    }
    return .init(
      .absent, "comment", "no token in this step: `devtool comment` needs one, `check` none",
      help: isGitLab
        ? "Add a masked variable GITLAB_TOKEN: a project access token with the scope `api`."
        : "Give it to that step alone: `env: { GITHUB_TOKEN: \"${{ github.token }}\" }`, with "
          + "`permissions: { contents: read, pull-requests: write }`.")
  }
}
