internal import CIModel
internal import CIServices

/// Checks whether the setup of a CI job lets a pull request choose the rules that judge it, or read
/// secrets (docs/security.md).
enum GateExamination {
  static func run(
    _ environment: [String: String], _ pullRequest: PullRequest?
  ) -> [Examination.Line] {
    let ci = CIEnvironment.detect(environment)
    guard ci.isPullRequest else { return [] }
    let advice = "Write `devtool check --config-from base`; see docs/security.md."
    var lines: [Examination.Line] = []
    switch pullRequest?.fork {
    case true?:
      lines.append(
        .init(
          .good, "gate", "a pull request from a fork: the configuration of the base branch applies")
      )
    case false?:
      lines.append(
        .init(
          .absent, "gate", "a pull request of the same repository: its own .ci.yml applies",
          help: advice))
    case nil:
      lines.append(
        .init(
          .open, "gate",
          "\(ci.name ?? "the service") does not report whether the pull request comes from a fork, so its "
            + "own .ci.yml applies", help: advice))
    }
    if environment["GITHUB_EVENT_NAME"] == "pull_request_target" {
      lines.append(
        .init(
          .open, "gate",
          "pull_request_target gives the jobs of pull requests the secrets of the base repository",
          help: "Use `on: pull_request`, and a second workflow for jobs that need a token."))
    }
    let secrets = environment.filter { !$0.value.isEmpty && SecretName.isSecret($0.key) }.keys
      .sorted()
    if pullRequest?.fork != false, !secrets.isEmpty {
      lines.append(
        .init(
          .open, "secrets", "steps of this job can read \(secrets.joined(separator: ", "))",
          help: "Build and test pull requests in a job without secrets."))
    }
    return lines
  }
}
