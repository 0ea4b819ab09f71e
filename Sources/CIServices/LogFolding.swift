/// The commands with which a CI service folds a part of the log.
package struct LogFolding: Hashable, Sendable {
  private enum Service: Hashable {
    case azure
    case buildkite
    case github
    case gitlab
    case teamcity
    case travis
  }

  private let service: Service
  private let neutralizer: LogNeutralizer
  /// The token that ends `::stop-commands::`. Each fold has its own, because a later step could
  /// read it in the log of an earlier one.
  private var token = ""

  /// Creates the folding of a service; `nil` when that service folds nothing.
  package init?(service name: String?) {
    neutralizer = LogNeutralizer(service: name)
    switch name {
    case "azure": service = .azure
    case "buildkite": service = .buildkite
    case "forgejo", "gitea", "github": service = .github
    case "gitlab": service = .gitlab
    case "teamcity": service = .teamcity
    case "travis": service = .travis
    default: return nil
    }
  }

  /// The lines that open a fold.
  ///
  /// - Parameters:
  /// - id: Letters, digits, `.`, `_` and `-`; must be the same for `closing`.
  /// - title: A text of one line.
  ///   - time: Seconds since 1970.
  package mutating func opening(id: String, title: String, time: Int64) -> [String] {
    var generator = SystemRandomNumberGenerator()
    return opening(id: id, title: title, time: time, using: &generator)
  }

  mutating func opening(
    id: String, title: String, time: Int64, using generator: inout some RandomNumberGenerator
  ) -> [String] {
    token =
      "devtool-" + String(generator.next(), radix: 16) + String(generator.next(), radix: 16)
    let title = service == .teamcity ? title : neutralizer.neutralizedInside(title)
    return switch service {
    case .azure:
      // https://learn.microsoft.com/azure/devops/pipelines/scripts/logging-commands
      ["##[group]\(title)"]
    case .buildkite:
      // https://buildkite.com/docs/pipelines/configure/managing-log-output
      ["--- \(title)"]
    case .github:
      // https://docs.github.com/actions/reference/workflow-commands-for-github-actions
      ["::group::\(gitHubEscaped(title))", "::stop-commands::\(token)"]
    case .gitlab:
      // https://docs.gitlab.com/ci/jobs/job_logs/#custom-collapsible-sections
      ["\u{1B}[0Ksection_start:\(time):\(id)\r\u{1B}[0K\(title)"]
    case .teamcity:
      // https://www.jetbrains.com/help/teamcity/service-messages.html
      ["##teamcity[blockOpened name='\(teamcityEscaped(title))']"]
    case .travis:
      ["travis_fold:start:\(id)\r\u{1B}[0K\(title)"]
    }
  }

  /// The lines that close the fold that was opened last.
  package func closing(id: String, title: String, time: Int64, failed: Bool) -> [String] {
    switch service {
    case .azure: ["##[endgroup]"]
    // Expands the group, which would otherwise stay collapsed.
    case .buildkite: failed ? ["^^^ +++"] : []
    case .github: ["::\(token)::", "::endgroup::"]
    case .gitlab: ["\u{1B}[0Ksection_end:\(time):\(id)\r\u{1B}[0K"]
    case .teamcity: ["##teamcity[blockClosed name='\(teamcityEscaped(title))']"]
    case .travis: ["travis_fold:end:\(id)\r\u{1B}[0K"]
    }
  }

  // By scalars, because a `Character` can combine one with a mark, and the services do not combine
  // them.

  private func gitHubEscaped(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.flatMap { $0 == "%" ? Array("%25".unicodeScalars) : [$0] }))
  }

  private func teamcityEscaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "|", "'", "[", "]": escaped.append("|")
      default: break
      }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}
