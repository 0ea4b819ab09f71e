internal import FileSystem

/// A CI service whose configuration can be written.
package enum SetupService: String, CaseIterable, Sendable {
  case github
  case gitlab
  case buildkite
  case circleci

  /// As it calls itself.
  package var title: String {
    switch self {
    case .github: "GitHub Actions"
    case .gitlab: "GitLab"
    case .buildkite: "Buildkite"
    case .circleci: "CircleCI"
    }
  }

  /// Whether `devtool comment` can write there.
  package var canComment: Bool { self == .github || self == .gitlab }

  /// Each template below `templates/services`, and where it goes.
  func files(commenting: Bool) -> [(template: String, path: String, what: String)] {
    switch self {
    case .github:
      [("github/ci.yml", ".github/workflows/ci.yml", "runs `devtool check` on GitHub Actions")]
        + (commenting
          ? [
            (
              "github/comment.yml", ".github/workflows/devtool-comment.yml",
              "says on pull requests what was found"
            )
          ] : [])
    case .gitlab: [("gitlab/gitlab-ci.yml", ".gitlab-ci.yml", "runs `devtool check` on GitLab")]
    case .buildkite:
      [
        ("buildkite/pipeline.yml", ".buildkite/pipeline.yml", "runs `devtool check` on Buildkite")
      ]
    case .circleci:
      [("circleci/config.yml", ".circleci/config.yml", "runs `devtool check` on CircleCI")]
    }
  }

  /// What there is of it in a checkout; `nil` when there is nothing.
  private func trace(in root: String) -> String? {
    let places: [String] =
      switch self {
      case .github: [".github/workflows"]
      case .gitlab: [".gitlab-ci.yml"]
      case .buildkite: [".buildkite"]
      case .circleci: [".circleci"]
      }
    return places.first { fileExists("\(root)/\($0)") }
  }

  /// The service that runs a checkout, and what says so: files that are there go before the remote.
  package static func guess(
    root: String, remoteHost: String?
  ) -> (service: SetupService, reason: String)? {
    for service in allCases {
      if let trace = service.trace(in: root) { return (service, "there is \(trace)") }
    }
    guard let host = remoteHost?.lowercased() else { return nil }
    if host == "github.com" || host == "ssh.github.com" {
      return (.github, "the remote is on \(host)")
    }
    let isGitLab = host.split(separator: ".").contains("gitlab")
    return isGitLab ? (.gitlab, "the remote is on \(host)") : nil
  }
}
