package import CIModel

/// An error that prevents devtool from commenting on a pull request, or from finishing that.
package enum ReviewError: Error, Hashable {
  /// The environment and the command line do not identify the pull request; contains the missing
  /// part.
  case noRequest(String, help: String)
  /// The service reports that the job does not belong to a pull request.
  case noPullRequest
  /// None of these variables has a value.
  case noToken([String])
  case badToken(name: String)
  /// The address would receive a token unencrypted.
  case unsafeAddress(String)
  case noLibrary
  /// The service rejected a call.
  case refused(Refusal)
  /// The service asks to wait longer than the limit; `seconds` is the requested time.
  case busy(service: String, seconds: Int)
  case unreachable(service: String, reason: String)

  package struct Refusal: Hashable, Sendable {
    package var service: String
    package var status: Int
    /// The method and path of the call, such as `POST /repos/o/r/issues/1/comments`.
    package var call: String
    /// The service's own message, made safe to print.
    package var words: String
    /// How to solve the problem: one imperative sentence.
    package var help: String
  }

  package var exitCode: ExitCode {
    switch self {
    case .noRequest, .unsafeAddress: .badCommandLine
    case .noPullRequest: .success
    case .noToken, .badToken: .noPermission
    case .refused(let refusal): [401, 403].contains(refusal.status) ? .noPermission : .missingInput
    case .busy: .tryAgain
    case .noLibrary, .unreachable: .missingInput
    }
  }

  /// A lowercase fragment.
  package var message: String {
    switch self {
    case .noRequest(let what, _): what
    case .noPullRequest: "this job is not for a pull request, so there is nothing to comment on"
    case .noToken(let names): "no token: \(names.joined(separator: " or ")) is not set"
    case .badToken(let name): "the value of \(name) is not one line of text"
    case .unsafeAddress(let url): "\(VisibleText.shown(url)) is not an https:// address"
    case .noLibrary: "libcurl is not installed"
    case .refused(let refusal):
      "\(refusal.service) answered \(refusal.call) with \(refusal.status)"
        + (refusal.words.isEmpty ? "" : ": \(refusal.words)")
    case .busy(let service, let seconds):
      "\(service) limits the rate of requests: retry in \(counted(seconds, "second"))"
    case .unreachable(let service, let reason): "\(service) cannot be reached: \(reason)"
    }
  }

  package var help: String? {
    switch self {
    case .noRequest(_, let help): help
    case .noPullRequest: nil
    case .noToken(let names):
      names.contains("GITLAB_TOKEN")
        ? "Set GITLAB_TOKEN to a project access token with the scope `api` and the role Developer; "
          + "CI_JOB_TOKEN cannot write notes."
        : names[0] == "GH_ENTERPRISE_TOKEN"
          ? "Set GH_ENTERPRISE_TOKEN to a token of that server."
          : "Set \(names[0]), on GitHub Actions with `env: { \(names[0]): \"${{ github.token }}\" }`."
    case .badToken: "Remove the line breaks."
    case .unsafeAddress: "Use an address that begins with https://."
    case .noLibrary: "Install it: `apt-get install libcurl4`."
    case .refused(let refusal): refusal.help
    case .busy: "Run `devtool comment` again then; it does the remaining work."
    case .unreachable: "Run `devtool comment` again; it does the remaining work."
    }
  }
}
