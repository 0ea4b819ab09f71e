import Foundation

/// A git repository of the test's own, untouched by the user's git configuration.
package final class ScratchRepository: Sendable {
  package let directory: ScratchDirectory

  package init(defaultBranch: String = "main") throws {
    directory = try ScratchDirectory()
    try git("init", "-q", "-b", defaultBranch)
  }

  /// A repository that has some commits from the beginning, without a working tree.
  package convenience init(_ commits: [ImportedCommit]) throws {
    try self.init()
    try fastImport(commits.map(\.stream).joined())
  }

  /// A clone over the `file:` protocol, so that `--depth` is honoured.
  package convenience init(cloning source: ScratchRepository, _ arguments: String...) throws {
    try self.init(origin: source, arguments)
  }

  /// A clone of a branch in which git links the objects.
  package init(linking source: ScratchRepository, branch: String) throws {
    directory = try ScratchDirectory()
    try git("clone", "-q", "--branch", branch, source.path, ".")
  }

  /// A clone over the `file:` protocol, so that `--depth` is honoured.
  package init(origin: ScratchRepository, _ arguments: [String]) throws {
    directory = try ScratchDirectory()
    try git(["clone", "-q"] + arguments + ["file://\(origin.path)", "."])
  }

  package var path: String { directory.path }

  /// Runs a shell script in the repository, for what takes standard input or odd bytes.
  @discardableResult
  package func shell(_ script: String) throws -> String {
    let result = try run("sh", ["-euc", script], in: path, environment: Self.variables)
    guard result.status == 0 else {
      throw GitFailure(arguments: ["(shell)", script], message: result.standardError)
    }
    return result.standardOutput
  }

  /// Makes commits from a `git fast-import` stream, many times faster than one by one.
  package func fastImport(_ stream: String) throws {
    let file = try ScratchDirectory()
    try file.write(stream, to: "stream")
    try shell("git fast-import --quiet < '\(file.path)/stream'")
  }

  private static let variables: [String: String?] = [
    // Without sample hooks, which are half of the files of an empty repository.
    "GIT_TEMPLATE_DIR": "",
    "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
    "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.com",
    "GIT_COMMITTER_NAME": "Grace", "GIT_COMMITTER_EMAIL": "grace@example.com",
    "GIT_AUTHOR_DATE": "2026-01-02T03:04:05Z", "GIT_COMMITTER_DATE": "2026-01-02T03:04:05Z",
    // Each commit would look whether there is something to tidy.
    "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "maintenance.auto", "GIT_CONFIG_VALUE_0": "false",
    "GIT_DIR": nil as String?, "GIT_WORK_TREE": nil as String?, "GIT_INDEX_FILE": nil as String?,
  ]

  package struct GitFailure: Error, CustomStringConvertible {
    package var arguments: [String]
    package var message: String
    package var description: String { "git \(arguments.joined(separator: " ")): \(message)" }
  }

  /// Runs git in the repository and returns its output without the final newline.
  @discardableResult
  package func git(_ arguments: String..., environment: [String: String] = [:]) throws -> String {
    try git(arguments, environment: environment)
  }

  @discardableResult
  package func git(_ arguments: [String], environment: [String: String] = [:]) throws -> String {
    var variables = Self.variables
    for (name, value) in environment { variables[name] = value }
    let result = try run("git", arguments, in: path, environment: variables)
    guard result.status == 0 else {
      throw GitFailure(arguments: arguments, message: result.standardError)
    }
    var output = result.standardOutput
    if output.hasSuffix("\n") { output.removeLast() }
    return output
  }

  /// The id of `HEAD`, without git where its branch is a file.
  private func head() throws -> String {
    let folder = directory.url.appendingPathComponent(".git")
    func text(_ name: String) -> String? {
      let file = folder.appendingPathComponent(name)
      return (try? String(contentsOf: file, encoding: .utf8))?.trimmingCharacters(in: .newlines)
    }
    guard let head = text("HEAD"), head.hasPrefix("ref: ") else {
      return try git("rev-parse", "HEAD")
    }
    return try text(String(head.dropFirst(5))) ?? git("rev-parse", "HEAD")
  }

  /// Writes the files (`nil` removes one), commits everything and returns the commit's id.
  @discardableResult
  package func commit(_ message: String, _ files: [String: String?] = [:]) throws -> String {
    for (path, text) in files {
      if let text {
        try directory.write(text, to: path)
      } else {
        try FileManager.default.removeItem(at: directory.url.appendingPathComponent(path))
      }
    }
    try git("add", "-A")
    try git("commit", "-q", "--allow-empty", "--no-verify", "-m", message)
    return try head()
  }
}

/// A commit as `git fast-import` makes it: the same that `ScratchRepository.commit` would.
package struct ImportedCommit {
  var branch: String
  /// The branch on whose tip it begins its own, if it is the first of it.
  var start: String?
  var message: String
  /// The files that it writes; `nil` removes one.
  var files: [String: String?]

  package init(
    _ message: String, on branch: String = "main", from start: String? = nil,
    _ files: [String: String?]
  ) {
    self.branch = branch
    self.start = start
    self.message = message
    self.files = files
  }

  fileprivate var stream: String {
    var lines = "commit refs/heads/\(branch)\n"
    for (role, person) in [
      ("author", "Ada <ada@example.com>"), ("committer", "Grace <grace@example.com>"),
    ] {
      lines += "\(role) \(person) 1767323045 +0000\n"
    }
    lines += Self.data(message + "\n")
    if let start { lines += "from refs/heads/\(start)\n" }
    for (path, text) in files.sorted(by: { $0.key < $1.key }) {
      let name =
        "\""
        + path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        .replacing("\n", with: "\\n") + "\""
      if let text {
        lines += "M 100644 inline \(name)\n" + Self.data(text)
      } else {
        lines += "D \(name)\n"
      }
    }
    return lines + "\n"
  }

  private static func data(_ text: String) -> String { "data \(text.utf8.count)\n\(text)\n" }
}
