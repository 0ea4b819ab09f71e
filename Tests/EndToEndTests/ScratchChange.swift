import TestSupport
import Testing

/// An origin whose `main` has a package, and a clone of it with a branch `topic` that changes it.
struct ScratchChange {
  let origin: ScratchRepository
  let clone: ScratchRepository
  let tool: BuiltTool

  /// - Parameters:
  ///   - config: The `.ci.yml` on `main`.
  ///   - files: What `topic` changes, in one commit.
  ///   - cloneArguments: Passed to `git clone`; the branch that is checked out is `topic`.
  init(
    _ config: String, message: String = "Change the sources", files: [String: String?],
    cloneArguments: [String] = []
  ) throws {
    tool = try BuiltTool()
    origin = try ScratchRepository([
      ImportedCommit("Begin", ["Sources/A.swift": "let a = 1\n", "old.txt": "1\n2\n3\n4\n5\n"]),
      ImportedCommit("Go on", [".ci.yml": config, ".gitignore": ".devtool\n"]),
      ImportedCommit(message, on: "topic", from: "main", files),
      ImportedCommit("Meanwhile on main", ["main.txt": "main\n"]),
    ])
    clone =
      cloneArguments.isEmpty
      ? try ScratchRepository(linking: origin, branch: "topic")
      : try ScratchRepository(origin: origin, ["--branch", "topic"] + cloneArguments)
  }

  var path: String { clone.path }

  func devtool(
    _ arguments: String..., environment: [String: String?] = [:]
  ) throws -> CommandResult {
    try tool.start(arguments, in: path, environment: environment).finish()
  }
}

/// What was printed, as if lines had no end.
func words(_ result: CommandResult) -> String {
  result.standardOutput.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}
