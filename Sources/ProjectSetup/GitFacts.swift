internal import CIModel
internal import FileSystem
package import ProcessExecution

/// The facts about a git checkout that a project's files depend on.
package struct GitFacts: Sendable {
  /// The absolute root of the checkout.
  package var root: String
  /// The absolute path of git's hooks folder, including `core.hooksPath`.
  var hooksFolder: String
  /// The folders that belong only to this repository: the checkout and git's own folder.
  private var ownFolders: [String]
  /// The remote's default branch, else the checked-out one; `nil` when it is not known, or its name
  /// is not safe in every configuration.
  package var defaultBranch: String?
  /// The remote's default branch; `nil` in the same cases.
  private var remoteBranch: String?
  /// The host of the remote, such as `github.com`; `nil` without a remote on another machine.
  package var remoteHost: String?
  /// Runs git with these arguments in a folder.
  private let capture:
    @Sendable ([String], _ directory: String) throws(SetupError) -> ProcessLauncher.Capture

  /// - Parameter directory: An absolute path.
  package init(
    in directory: String, environment: [String: String], launcher: ProcessLauncher
  ) throws(SetupError) {
    capture = { arguments, directory throws(SetupError) in
      do throws(LaunchError) {
        return try launcher.capture(
          Invocation(
            "git", arguments, directory: directory, environment: environment,
            timeout: .seconds(60)))
      } catch {
        throw SetupError.gitMissing("\(error)")
      }
    }
    let capture = capture
    func ask(_ arguments: String...) throws(SetupError) -> String {
      let capture = try capture(["rev-parse"] + arguments, directory)
      guard capture.termination.isSuccess else {
        throw .hooksUnknown(String(capture.errorText.prefix { !$0.isNewline }))
      }
      return capture.text.hasSuffix("\n") ? String(capture.text.dropLast()) : capture.text
    }
    func line(_ arguments: String...) throws(SetupError) -> String? {
      let capture = try capture(arguments, directory)
      let text = capture.text.prefix { !$0.isNewline }
      return capture.termination.isSuccess && !text.isEmpty ? String(text) : nil
    }
    func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : "\(directory)/\(path)" }

    hooksFolder = absolute(try ask("--git-path", "hooks"))
    ownFolders = [absolute(try ask("--git-common-dir")), absolute(try ask("--show-toplevel"))]
    root = ownFolders[1]
    remoteBranch = try line("symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD")
      .map { String($0.dropFirst("origin/".count)) }.flatMap { isPlainPath($0) ? $0 : nil }
    let head = try line("symbolic-ref", "--quiet", "--short", "HEAD")
    defaultBranch = remoteBranch ?? head.flatMap { isPlainPath($0) ? $0 : nil }
    remoteHost = try line("config", "--get", "remote.origin.url").flatMap(Self.host)
  }

  /// The default branch of the remote; `nil` when it is not known.
  package static func remoteBranch(
    in directory: String, _ environment: [String: String]
  ) -> String? {
    (try? GitFacts(in: directory, environment: environment, launcher: .live()))?.remoteBranch
  }

  /// The packages among these whose manifests git ignores; none when git cannot tell.
  func ignored(_ folders: [String], in root: String) -> Set<String> {
    guard !folders.isEmpty,
      let capture = try? capture(
        ["-c", "core.quotePath=false", "check-ignore", "--"]
          + folders.map { "./\($0)/Package.swift" }, root)
    else { return [] }
    // Git refuses all paths when one is in a submodule.
    if folders.count > 1, capture.errorText.hasPrefix("fatal:") {
      let (half, rest) = (
        folders.prefix(folders.count / 2), folders.suffix(from: folders.count / 2)
      )
      return ignored(Array(half), in: root).union(ignored(Array(rest), in: root))
    }
    return Set(
      capture.text.split(separator: "\n").map {
        String($0.dropFirst("./".count).dropLast("/Package.swift".count))
      })
  }

  /// - Throws: When other repositories may have their hooks in the same folder.
  func ownHooksFolder() throws(SetupError) -> String {
    let resolved = realPathOfExisting(hooksFolder)
    let isOwn = ownFolders.contains { resolved.path(below: realPathOfExisting($0)) != nil }
    guard isOwn else { throw .hooksShared(hooksFolder) }
    return hooksFolder
  }

  /// The host of a URL such as `https://github.com/ada/kit`, `ssh://git@github.com:22/ada/kit` or
  /// `git@github.com:ada/kit`.
  static func host(of url: String) -> String? {
    var rest = url[...]
    if let scheme = rest.firstRange(of: "://") {
      if rest[..<scheme.lowerBound] == "file" { return nil }
      rest = rest[scheme.upperBound...].prefix { $0 != "/" }
    } else {
      // Without a colon before the first slash, it is a path.
      guard let colon = rest.firstIndex(of: ":"), !rest[..<colon].contains("/") else { return nil }
      rest = rest[..<colon]
    }
    if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
    let host = rest.prefix { $0 != ":" }
    return !host.isEmpty && isPlainPath(String(host)) ? String(host) : nil
  }
}

/// Whether a path or a name needs no quoting in a shell, a Makefile and YAML.
func isPlainPath(_ path: String) -> Bool {
  guard let first = path.utf8.first, first != UInt8(ascii: "-") else { return false }
  return path.utf8.count <= 200
    && path.utf8.allSatisfy { byte in
      (97...122).contains(byte | 0x20) || (48...57).contains(byte) || "._-/".utf8.contains(byte)
    }
}

/// Whether a path needs at most single quotes in a shell, a Makefile and YAML, and can be a value of
/// a matrix.
func isQuotablePath(_ path: String) -> Bool {
  let harmless = " +@()&".unicodeScalars
  let rest = path.unicodeScalars.map { !$0.isASCII || harmless.contains($0) ? "_" : "\($0)" }
  return VisibleText.shown(path) == path && path.first != " " && path.last != " "
    && isPlainPath(rest.joined())
}

/// A quotable path, in quotes if it needs them.
func quotedPath(_ path: String) -> String { isPlainPath(path) ? path : "'\(path)'" }
