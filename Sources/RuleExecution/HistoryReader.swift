package import CIModel
package import GitHistory
package import ProcessExecution

/// Reads the change between merge base and head. If requested, it fetches commits that a shallow
/// clone lacks.
package struct HistoryReader: Sendable {
  private let directory: String
  private let environment: [String: String]
  private let fetching: Fetching?
  private let judge: String?

  /// How to fetch history; without it nothing is fetched.
  package struct Fetching: Sendable {
    package var launcher: ProcessLauncher
    /// Called with a sentence before a command runs.
    package var announce: @Sendable (String) -> Void

    package init(launcher: ProcessLauncher, announce: @escaping @Sendable (String) -> Void) {
      self.launcher = launcher
      self.announce = announce
    }
  }

  /// - Parameters:
  ///   - directory: An absolute path in the repository.
  ///   - environment: The environment that devtool was started with.
  ///   - judge: The full id of the commit that is trusted instead of the checkout
  ///     (`GitRepository.open`).
  package init(
    directory: String, environment: [String: String], fetching: Fetching? = nil,
    judge: String? = nil
  ) {
    self.judge = judge
    self.directory = directory
    self.environment = environment
    self.fetching = fetching
  }

  /// Calls `body` with the repository until it succeeds or fetching no longer helps.
  ///
  /// - Parameter request: Names the commits that are needed.
  package func read<Result>(
    _ request: BaseRequest, _ body: (GitRepository) throws(GitError) -> Result
  ) throws(GitError) -> Result {
    var fetch = HistoryFetch()
    while true {
      // Reopened each time, because a fetch makes cached data of the repository stale.
      let repository = try GitRepository.open(
        containing: directory, environment: environment, judge: judge)
      do throws(GitError) {
        return try body(repository)
      } catch {
        guard let fetching,
          let step = fetch.step(after: error, tips: repository.tips(of: request))
        else { throw error }
        try run(step, fetching, remote: repository.remote)
      }
    }
  }

  /// Compares the commits of the request.
  package func comparison(
    _ request: BaseRequest, detectsRenames: Bool = true, details: ChangeDetails = []
  ) throws(GitError) -> Comparison {
    try read(request) { repository throws(GitError) in
      var comparison = try repository.comparison(request, detectsRenames: detectsRenames)
      try comparison.fill(details)
      return comparison
    }
  }

  /// Options that keep git from running programs that a repository configures. Credential helpers
  /// and the ssh command stay: CI services put them into the checkout's configuration.
  private static let safeOptions = [
    "safe.bareRepository=explicit", "core.hooksPath=/dev/null", "core.fsmonitor=false",
    "core.alternateRefsCommand=true", "diff.external=", "fetch.recurseSubmodules=false",
  ].flatMap { ["-c", $0] }

  private func run(
    _ step: HistoryFetch.Step, _ fetching: Fetching, remote: String?
  ) throws(GitError) {
    fetching.announce("Fetching history: \(step.text)")
    let uploadPack = remote.map { ["-c", "remote.\($0).uploadpack=git-upload-pack"] } ?? []
    let options = HistoryReader.safeOptions + uploadPack
    let message = try failure(of: options + step.arguments, fetching)
    guard let message else { return }
    if let alternative = step.alternative,
      try failure(of: options + alternative, fetching) == nil
    {
      return
    }
    throw .fetchFailed(command: step.text, message: message)
  }

  /// Runs git; returns its error message, or `nil` when it succeeds.
  private func failure(
    of arguments: [String], _ fetching: Fetching
  ) throws(GitError) -> String? {
    var environment = environment
    // Nobody is there to answer a prompt.
    environment["GIT_TERMINAL_PROMPT"] = environment["GIT_TERMINAL_PROMPT"] ?? "0"
    environment["LC_ALL"] = "C"
    // Allows no remote helpers, because a repository's configuration could choose one.
    environment["GIT_ALLOW_PROTOCOL"] =
      environment["GIT_ALLOW_PROTOCOL"] ?? "file:git:http:https:ssh"
    do throws(LaunchError) {
      let capture = try fetching.launcher.capture(
        Invocation(
          "git", arguments, directory: directory, environment: environment,
          timeout: .seconds(1_800)))
      if capture.termination.isSuccess { return nil }
      let lines = capture.errorText.split(whereSeparator: \.isNewline)
      return lines.isEmpty ? "git \(capture.termination)" : lines.joined(separator: "; ")
    } catch {
      throw .fetchFailed(command: "git", message: "\(error)")
    }
  }
}
