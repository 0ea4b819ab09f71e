package import CIModel
package import GitHistory
package import ProcessExecution

/// Reads the change between merge base and head, and fetches what a shallow clone lacks where that
/// is wanted.
package struct HistoryReader: Sendable {
  private let directory: String
  private let environment: [String: String]
  private let fetching: Fetching?
  private let judge: String?

  /// How history is fetched; by default it is not.
  package struct Fetching: Sendable {
    package var launcher: ProcessLauncher
    /// Hears what is about to be run, as a sentence.
    package var announce: @Sendable (String) -> Void

    package init(launcher: ProcessLauncher, announce: @escaping @Sendable (String) -> Void) {
      self.launcher = launcher
      self.announce = announce
    }
  }

  /// - Parameters:
  ///   - directory: absolute, in the repository.
  ///   - environment: the one that devtool was started with.
  ///   - judge: the full id of the commit that is trusted where the checkout is not
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

  /// Calls `body` with the repository until it succeeds or fetching does not help any more.
  ///
  /// - Parameter request: names what has to be there.
  package func read<Result>(
    _ request: BaseRequest, _ body: (GitRepository) throws(GitError) -> Result
  ) throws(GitError) -> Result {
    var fetch = HistoryFetch()
    while true {
      // Opened anew each time: what is fetched changes what a repository knows of itself.
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

  /// The change that was asked for.
  package func comparison(
    _ request: BaseRequest, detectsRenames: Bool = true, details: ChangeDetails = []
  ) throws(GitError) -> Comparison {
    try read(request) { repository throws(GitError) in
      var comparison = try repository.comparison(request, detectsRenames: detectsRenames)
      try comparison.fill(details)
      return comparison
    }
  }

  /// What keeps git from running programs that a repository names. Credentials and the ssh command
  /// stay: CI services put them into the checkout's own configuration.
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

  /// What git says when it fails; `nil` when it does not.
  private func failure(
    of arguments: [String], _ fetching: Fetching
  ) throws(GitError) -> String? {
    var environment = environment
    // There is no one to answer a prompt.
    environment["GIT_TERMINAL_PROMPT"] = environment["GIT_TERMINAL_PROMPT"] ?? "0"
    environment["LC_ALL"] = "C"
    // No remote helper, which a repository's configuration could choose.
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
