import CIModel
import CIRules
import FileSystem
import PipelineConfig
import PipelineRunner
import ProcessExecution
import RuleExecution
import RunStorage
import SwiftPackage
import TerminalUI

/// The folder that devtool works in, and its pipeline.
struct Workspace {
  /// Where `.ci.yml` or `Package.swift` is; absolute.
  var root: String
  /// The top of the git checkout around it, or `root` itself; absolute.
  var repositoryRoot: String
  /// Absolute; `nil` when there is no `.ci.yml`.
  var configPath: String?
  /// The policy that replaces the one in the checkout; `nil` if the checkout is trusted.
  var trusted: TrustedConfig?

  static let configName = ".ci.yml"
  /// In bytes; the reader rejects a larger file.
  static let largestConfig = 2 << 20

  /// Looks for `.ci.yml`, then for `Package.swift`, in the working directory and above it.
  ///
  /// - Parameters:
  ///   - config: `--config`; its pipeline runs in the folder that devtool uses without it.
  ///   - needsPackage: whether it is an error to find neither; else the working directory is used.
  ///   - isRepositoryEnough: whether the top of the git checkout is enough then.
  static func find(
    config: String?, needsPackage: Bool = true, isRepositoryEnough: Bool = false
  ) throws(CommandFailure) -> Workspace {
    let start = try workingDirectory()
    let repositoryRoot = start.ancestor { fileExists("\($0)/.git") }
    var configPath: String?
    if let config {
      configPath = config.hasPrefix("/") ? config : "\(start)/\(config)"
      guard let path = configPath, fileExists(path) else {
        throw CommandFailure(
          .badConfiguration, "\(config): no such file", help: "Check the path given to --config.")
      }
    }
    let found =
      start.ancestor(upTo: repositoryRoot, where: hasConfig)
      ?? start.ancestor(upTo: repositoryRoot) { fileExists("\($0)/Package.swift") }
    let standIn =
      config != nil || !needsPackage ? start : isRepositoryEnough ? repositoryRoot : nil
    guard let root = found ?? standIn else {
      throw CommandFailure(
        .missingInput, "no \(configName) and no Package.swift in \(start) or above it",
        help: PackageFolders.advice(below: start)
          ?? "Run devtool in a Swift package, or name a pipeline with --config FILE.")
    }
    if configPath == nil, hasConfig(in: root) { configPath = "\(root)/\(configName)" }
    return Workspace(
      root: root, repositoryRoot: repositoryRoot ?? root, configPath: configPath)
  }

  /// Like `find`, but falls back to the git checkout or the working directory if there is no package:
  /// data from elsewhere can be read anywhere.
  static func findOrWorkingDirectory(config: String?) throws(CommandFailure) -> Workspace {
    do throws(CommandFailure) {
      return try find(config: config)
    } catch {
      guard error.exitCode == .missingInput else { throw error }
      let start = try workingDirectory()
      let root = start.ancestor { fileExists("\($0)/.git") } ?? start
      return Workspace(root: root, repositoryRoot: root)
    }
  }

  /// The path, made absolute from the working directory.
  static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    return ((try? workingDirectory()) ?? "") + "/" + path
  }

  /// The source of the other files that decide, besides the configuration.
  func policy(_ environment: [String: String]) -> PolicySource {
    trusted?.policy ?? .checkout(repositoryRoot: repositoryRoot, environment: environment)
  }

  /// Refuses results of tools that the change may have written.
  func refuseTracked(_ paths: [String], _ environment: [String: String]) throws {
    let paths = paths.map(Workspace.absolute)
    guard let path = try policy(environment).tracked(among: paths) else { return }
    throw CommandFailure(
      .missingInput, "\(path) is tracked by git, so the change may have written it, not a tool",
      help: "Remove it from the change, or let the tool write another file.")
  }

  /// Whether the default pipeline lints.
  private var lints: Bool {
    trusted.map { $0.policy.has("\(root)/.swift-format") } ?? Workspace.lints(root)
  }

  /// Whether the default pipeline of a package lints.
  static func lints(_ package: String) -> Bool {
    fileExists("\(package)/.swift-format")
  }

  /// Reads `.ci.yml`, or returns the default pipeline if there is none.
  ///
  /// - Parameter environment: Decides about color in messages; `nil` means none.
  func loadPipeline(
    for environment: [String: String]? = nil
  ) throws(CommandFailure) -> Pipeline {
    guard let configPath else { return .standard(lints: lints) }
    let reader = ConfigReader(
      fileName: displayPath(configPath), rules: RuleRegistry.descriptors, files: files,
      tool: Version.tool)
    if trusted == nil { try refuseLinks(configPath) }
    let file: ParsedConfig
    do throws(FileError) {
      if let trusted = trusted?.bytes {
        file = ParsedConfig(trusted)
      } else {
        let isFound = configPath == "\(root)/\(Workspace.configName)"
        file = ParsedConfig(
          try readFile(
            configPath, limit: Workspace.largestConfig, from: isFound ? .checkout : .commandLine))
      }
    } catch {
      throw CommandFailure(.badConfiguration, error.description)
    }
    do throws(ConfigError) {
      return try reader.read(file, lints: lints)
    } catch {
      let terminal = environment.map { Terminal(descriptor: 2, environment: $0) }
      var text = error.rendered(color: terminal?.showsColor ?? false)
      if text.hasSuffix("\n") { text.removeLast() }
      StandardOutput.message(text)
      throw CommandFailure(.badConfiguration)
    }
  }

  /// The pipeline, or `nil` if it is invalid; reports no problem.
  func pipelineIfRight() -> Pipeline? {
    guard let configPath else { return .standard(lints: lints) }
    guard ReadablePath(root: repositoryRoot).refusal(configPath) == nil,
      let bytes = try? readFile(configPath, limit: Workspace.largestConfig)
    else { return nil }
    return try? ConfigReader(
      fileName: displayPath(configPath), rules: RuleRegistry.descriptors, files: files,
      tool: Version.tool
    ).read(bytes)
  }

  private var files: FileAccess {
    FileAccess(in: repositoryRoot, trusted?.policy, largest: Workspace.largestConfig)
  }

  /// Error messages quote the file, so devtool does not read one that the checkout only links to.
  func refuseLinks(_ path: String) throws(CommandFailure) {
    guard let refusal = ReadablePath(root: repositoryRoot).refusal(path) else { return }
    throw CommandFailure(
      .badConfiguration, refusal, help: "Put the file itself there, or name it with --config FILE.")
  }

  /// Relative to the repository root if the path is in it.
  func displayPath(_ path: String) -> String {
    path.relative(to: repositoryRoot)
  }

  static func workingDirectory() throws(CommandFailure) -> String {
    guard let folder = workingFolder() else {
      throw CommandFailure(.missingInput, "the working directory no longer exists")
    }
    return folder
  }

  /// Also true for a dangling link: devtool must not treat an unreadable pipeline as a missing one.
  static func hasConfig(in folder: String) -> Bool {
    FileStatus("\(folder)/\(configName)", followsLink: false) != nil
  }

  /// Overwrites secrets in the environment of this process, so that its children cannot read them.
  ///
  /// - Parameter pipeline: `nil` before it is read: overwrites everything that looks like a secret.
  static func forgetSecrets(of pipeline: Pipeline?) {
    let names = pipeline.map(Secrets.names) ?? []
    if pipeline != nil, names.isEmpty { return }
    // libcurl reads the proxies from the environment.
    OwnEnvironment.forget(
      Secrets.holders(names, in: currentEnvironment()).filter {
        !$0.lowercased().hasSuffix("_proxy")
      })
  }
}
