internal import FileSystem

/// A CI service for which devtool can write a configuration.
package enum SetupService: String, CaseIterable, Sendable {
  case github
  case gitlab
  case buildkite
  case circleci

  /// The name that the service uses for itself.
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

  /// The templates below `templates/services`, with the paths of the resulting files.
  func files(commenting: Bool) -> [(template: String, path: String, what: String)] {
    switch self {
    case .github:
      [("github/ci.yml", ".github/workflows/ci.yml", "runs `devtool check` on GitHub Actions")]
        + (commenting
          ? [
            (
              "github/comment.yml", ".github/workflows/devtool-comment.yml",
              "posts the results on pull requests"
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

  /// The service's configuration file in a checkout; `nil` when there is none.
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

  /// The service of a checkout, and the reason for the guess: existing files take precedence over
  /// the remote.
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
