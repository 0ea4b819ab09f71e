import ArgumentParser
import CIModel
import CIServices
import FileSystem
import GitHistory
import PipelineRunner
import ProcessExecution
import RuleExecution
import TerminalUI

/// Where the policy comes from; taken by every command that judges by `.ci.yml`.
struct JudgeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read .ci.yml and all that judges from this commit: 'base' is the branch that the change goes "
        + "to, 'checkout' is what lies here.",
      discussion: "So a pull request cannot relax its own rules. For pull "
        + "requests from forks 'base' is the default; see docs/security.md.",
      valueName: "ref"))
  var configFrom: String?

  /// What stands for the files in the checkout.
  private static let checkout = "checkout"

  /// The commit to take what judges from; `nil` for the checkout.
  ///
  /// - Parameter environment: Where the service has an event file that cannot be read, nothing is known.
  func source(_ pullRequest: PullRequest?, _ environment: [String: String]) -> String? {
    let hasEvent = environment["GITHUB_EVENT_PATH"].map { !$0.isEmpty } ?? false
    // The event of a comment does not tell which branch the pull request goes to, nor from where.
    // By what the service tells: an option for a rule does not make a comment a pull request.
    let told = PullRequest.detected(environment)
    let isComment = told.map { $0.number != nil && $0.base == nil } ?? false
    let cannotTell =
      hasEvent && pullRequest?.fork == nil
      && (isComment || CIEnvironment.detect(environment).isPullRequest)
    if configFrom?.lowercased() == Self.checkout { return nil }
    if let configFrom { return configFrom }
    return pullRequest?.fork == true || cannotTell ? "base" : nil
  }

  /// Finds the folder, and what judges there.
  ///
  /// - Parameters:
  ///   - config: `--config`.
  ///   - needsPackage: whether it is an error to find neither a configuration nor a package.
  ///   - isRepositoryEnough: whether the top of the git checkout will do then.
  ///   - pullRequest: what is known of it; whether it comes from a fork decides where nothing is said.
  func workspace(
    config: String?, needsPackage: Bool = true, isRepositoryEnough: Bool = false,
    changes: ChangeOptions? = nil, fetches: Bool = false,
    pullRequest: PullRequest? = nil, _ environment: [String: String]
  ) throws(CommandFailure) -> Workspace {
    let known =
      pullRequest ?? PullRequest.detected(environment)
    guard let source = source(known, environment) else {
      return try Workspace.find(
        config: config, needsPackage: needsPackage, isRepositoryEnough: isRepositoryEnough)
    }
    // What the change made of the files that are looked for does not matter.
    var workspace = try Workspace.find(config: nil, needsPackage: false)
    workspace.repositoryRoot =
      GitRepository.superproject(of: workspace.repositoryRoot, environment: environment)
      ?? workspace.repositoryRoot
    let outer: String?
    do throws(GitError) {
      outer = try GitRepository.checkout(
        tracking: workspace.repositoryRoot, environment: environment)
    } catch {
      throw CommandFailure(.missingInput, error.description, help: error.help)
    }
    if let outer {
      throw CommandFailure(
        .missingInput,
        "\(workspace.repositoryRoot) is a repository of its own, and \(outer) tracks files in it, so "
          + "it is not known which of the two is judged",
        help:
          "Remove \(workspace.repositoryRoot)/.git, or start devtool at the top of the checkout.")
    }
    let isImplied = configFrom == nil
    let trusted = try TrustedConfig.find(
      source, isImplied: isImplied, config: config, changes, fetches: fetches || isImplied,
      workspace, environment)
    try trusted.refuseOtherPlaces(config: config, root: workspace.repositoryRoot)
    workspace.trusted = trusted
    workspace.root = trusted.root ?? workspace.root
    workspace.configPath =
      trusted.bytes == nil ? nil : "\(workspace.repositoryRoot)/\(trusted.path)"
    return workspace
  }
}

extension TrustedConfig {
  /// - Parameters:
  ///   - source: `base` for the branch that the change goes to, else any name of a commit.
  ///   - isImplied: the pull request comes from a fork, and `--config-from` was not given.
  ///   - config: `--config`, a file of that commit.
  static func find(
    _ source: String, isImplied: Bool, config: String?, _ changes: ChangeOptions?, fetches: Bool,
    _ workspace: Workspace, _ environment: [String: String]
  ) throws(CommandFailure) -> TrustedConfig {
    let isBase = source.lowercased() == "base"
    var request = BaseRequest(
      base: isBase ? changes?.base : source, head: changes?.head,
      ci: CIEnvironment.detect(environment))
    request.needsRemoteBase = true
    let start = try Workspace.workingDirectory()
    let search = Search(
      request, paths: try paths(config, from: start, reachedBy: environment["PWD"], workspace),
      fileName: Workspace.configName, named: config, isImplied: isImplied,
      repositoryRoot: workspace.repositoryRoot, environment: environment)
    let reader = HistoryReader(
      directory: workspace.repositoryRoot, environment: environment,
      fetching: fetches ? .announced : nil)
    do throws(GitError) {
      return try find(search, reader) { CIEnvironment.foreignRemote($0, environment) }
    } catch {
      let why =
        isImplied
        ? " The pull request comes from a fork, so the base branch judges it; "
          + "`--config-from checkout` trusts the fork."
        : ""
      throw CommandFailure(.missingInput, error.description, help: error.help + why)
    }
  }

  /// The folder that devtool was started in says which configuration is meant. A change can put a link
  /// in the place of that folder, or take the configuration away from the folders that it leads to.
  func refuseOtherPlaces(config: String?, root: String) throws(CommandFailure) {
    guard config == nil, let commit = policy.commit else { return }
    let start = realPath(try Workspace.workingDirectory()) ?? ""
    let top = realPath(root) ?? root
    let links: [RepositoryPath]
    do throws(GitError) {
      links = try policy.repository().links(notIn: commit)
    } catch {
      throw CommandFailure(.missingInput, error.description, help: error.help)
    }
    for link in links {
      guard let target = realPath(Array("\(root)/".utf8) + link.bytes),
        target.isInside(top), start.isInside(target)
      else { continue }
      throw CommandFailure(
        .missingInput,
        "\(link.text) is a link to the folder that devtool runs in, and \(policy.name) does not have "
          + "it: the change could choose with it what judges it",
        help: "Take the link out of the change, or name the configuration with --config.")
    }
    guard bytes == nil, start != top else { return }
    let others = policy.paths {
      $0 == Workspace.configName || $0.hasSuffix("/\(Workspace.configName)")
    }
    guard let other = others?.first else { return }
    throw CommandFailure(
      .missingInput,
      "\(policy.name) has no \(Workspace.configName) for \(start.dropFirst(top.count + 1)), and has "
        + "\(other)",
      help: "Start devtool in the folder that has one, or name it with --config.")
  }

  /// Where the configuration may be, relative to the repository root: the nearest folder first.
  private static func paths(
    _ config: String?, from start: String, reachedBy way: String?, _ workspace: Workspace
  ) throws(CommandFailure) -> [String] {
    let root = workspace.repositoryRoot
    // It would choose another folder's configuration. The shell tells by which way we got here.
    if let link = start.link(onTheWay: way, below: root) {
      throw CommandFailure(
        .missingInput, "\(link) is a link of the checkout, which could choose what judges it",
        help: "Start devtool at the top of the checkout, or in the folder itself.")
    }
    if let config {
      let path = Workspace.absolute(config)
      guard let inside = path.path(below: root) else {
        throw CommandFailure(
          .badCommandLine, "\(config) does not lie in the repository, so no commit has it",
          help: "Leave --config-from out: a change cannot alter a file outside the repository.")
      }
      return [inside]
    }
    return start.folders(upTo: root).map { folder in
      String("\(folder)/\(Workspace.configName)".dropFirst(root.count + 1))
    }
  }
}

extension HistoryReader.Fetching {
  /// Fetches, and says so on standard error.
  static var announced: HistoryReader.Fetching {
    HistoryReader.Fetching(launcher: .live()) { text in
      StandardOutput.message("devtool: note: \(text)")
    }
  }
}
