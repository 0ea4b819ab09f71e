import ArgumentParser
import CIModel
import CIServices
import FileSystem
import GitHistory
import PipelineRunner
import ProcessExecution
import RuleExecution
import TerminalUI

/// Where the policy comes from; an option of every command that applies `.ci.yml`.
struct JudgeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read .ci.yml and all else that decides the verdict from this commit: 'base' (the target "
        + "branch), 'checkout' (the files here), or any ref. So a pull request cannot relax its "
        + "own rules. For pull requests from forks, the default is 'base'; see docs/security.md.",
      valueName: "ref"))
  var configFrom: String?

  /// The value that names the files in the checkout.
  private static let checkout = "checkout"

  /// The commit to read the policy from, and why, if `--config-from` was not given; `nil` for the
  /// checkout.
  func source(
    _ pullRequest: PullRequest?, _ environment: [String: String]
  ) -> (commit: String, distrust: String?)? {
    if configFrom?.lowercased() == Self.checkout { return nil }
    if let configFrom { return (configFrom, nil) }
    return PullRequest.distrusted(pullRequest, environment).map { ("base", $0) }
  }

  /// Finds the folder and its policy.
  ///
  /// - Parameters:
  ///   - config: `--config`.
  ///   - needsPackage: whether it is an error to find neither a configuration nor a package.
  ///   - isRepositoryEnough: whether the top of the git checkout is enough then.
  ///   - pullRequest: what is known of it; without `--config-from`, a fork decides the source.
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
    // The change's versions of these files do not matter.
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
          + "devtool cannot know which of the two to check",
        help:
          "Remove \(workspace.repositoryRoot)/.git, or start devtool at the top of the checkout.")
    }
    let trusted = try TrustedConfig.find(
      source.commit, distrust: source.distrust, config: config, changes,
      fetches: fetches || source.distrust != nil, workspace, environment)
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
  ///   - distrust: why the checkout is not trusted, if `--config-from` was not given.
  ///   - config: `--config`, a file of that commit.
  static func find(
    _ source: String, distrust: String?, config: String?, _ changes: ChangeOptions?, fetches: Bool,
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
      fileName: Workspace.configName, named: config, distrust: distrust,
      repositoryRoot: workspace.repositoryRoot, environment: environment)
    let reader = HistoryReader(
      directory: workspace.repositoryRoot, environment: environment,
      fetching: fetches ? .announced : nil)
    do throws(GitError) {
      return try find(search, reader) { CIEnvironment.foreignRemote($0, environment) }
    } catch {
      let why =
        distrust.map {
          " The rules of the base branch apply, because \($0); `--config-from checkout` trusts the checkout."
        } ?? ""
      throw CommandFailure(.missingInput, error.description, help: error.help + why)
    }
  }

  /// The working directory decides which configuration applies. A change can replace that folder by a
  /// link, or remove the configuration from the folders that the link leads to.
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
    // Compared as files, because to resolve the path of a deep folder takes a call for each part.
    let folders = start.folders(upTo: top).compactMap { FileStatus($0) }
    for link in links {
      guard let target = FileStatus(bytes: Array("\(root)/".utf8) + link.bytes), target.isFolder,
        folders.contains(where: target.isSameFile)
      else { continue }
      throw CommandFailure(
        .missingInput,
        "\(link.text) is a link to the folder that devtool runs in, and \(policy.name) does not have "
          + "it: the change could use it to choose its own rules",
        help: "Remove the link from the change, or name the configuration with --config.")
    }
    guard bytes == nil, start != top else { return }
    let others = policy.paths {
      $0 == Workspace.configName || $0.hasSuffix("/\(Workspace.configName)")
    }
    guard let other = others?.first else { return }
    throw CommandFailure(
      .missingInput,
      "\(policy.name) has no \(Workspace.configName) for \(start.dropFirst(top.count + 1)), but has "
        + "\(other)",
      help: "Start devtool in the folder that has one, or name it with --config.")
  }

  /// The possible paths of the configuration, relative to the repository root: nearest folder first.
  private static func paths(
    _ config: String?, from start: String, reachedBy way: String?, _ workspace: Workspace
  ) throws(CommandFailure) -> [String] {
    let root = workspace.repositoryRoot
    // It would choose another folder's configuration. `PWD` has the path as the shell followed it.
    if let link = start.link(onTheWay: way, below: root) {
      throw CommandFailure(
        .missingInput, "\(link) is a link in the checkout, which could choose its own rules",
        help: "Start devtool at the top of the checkout, or in the folder itself.")
    }
    if let config {
      let path = Workspace.absolute(config)
      guard let inside = path.path(below: root) else {
        throw CommandFailure(
          .badCommandLine, "\(config) is not in the repository, so no commit contains it",
          help: "Omit --config-from: a change cannot alter a file outside the repository.")
      }
      return [inside]
    }
    return start.folders(upTo: root).map { folder in
      String("\(folder)/\(Workspace.configName)".dropFirst(root.count + 1))
    }
  }
}

extension HistoryReader.Fetching {
  /// Fetches, and prints a note on standard error.
  static var announced: HistoryReader.Fetching {
    HistoryReader.Fetching(launcher: .live()) { text in
      StandardOutput.message("devtool: note: \(text)")
    }
  }
}
