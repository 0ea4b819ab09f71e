import Foundation
import TestSupport
import Testing

/// `devtool init --hooks` and the hook that it installs.
@Suite(.blocking) struct HookTests {
  private static func repository() throws -> ScratchRepository {
    let repository = try ScratchRepository()
    try repository.commit(
      "Begin", ["a": "1\n", ".gitignore": ".devtool\n", ".ci.yml": Self.config])
    return repository
  }

  /// The tool that the hook starts must not write over the profile of the test process.
  private static let quiet = ["LLVM_PROFILE_FILE": "/dev/null"]

  private static let config = "rules: { pr-size: { warn: 2, fail: 4 } }\n"

  private func initialize(
    _ repository: ScratchRepository, _ arguments: String...
  ) throws -> CommandResult {
    try BuiltTool().start(["init", "--hooks"] + arguments, in: repository.path).finish()
  }

  @Test func installsTwiceAndRemovesTwice() throws {
    let repository = try Self.repository()
    let folder = repository.path + "/.git/hooks"
    let names = ["pre-commit", "commit-msg", "pre-push"]
    func lines(_ text: (String) -> String) -> String {
      names.map { text("\(folder)/\($0)") + "\n" }.joined()
    }
    let first = try initialize(repository).standardOutput.split(separator: "\n")
    for (line, name) in zip(first, names) { #expect(line.hasPrefix("Wrote \(folder)/\(name): ")) }
    for name in names {
      #expect(FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)"))
    }
    let text = try repository.directory.read(".git/hooks/pre-push")
    #expect(try initialize(repository).standardOutput == lines { "\($0) already exists." })
    #expect(try repository.directory.read(".git/hooks/pre-push") == text)
    // An older one of ours is brought up to date.
    try repository.directory.write(text + "# older\n", to: ".git/hooks/pre-push")
    #expect(try initialize(repository).standardOutput.contains("Updated \(folder)/pre-push: "))
    #expect(try repository.directory.read(".git/hooks/pre-push") == text)
    #expect(
      try initialize(repository, "--uninstall").standardOutput == lines { "Removed \($0)." })
    #expect(!repository.directory.exists(".git/hooks/pre-push"))
    let again = try initialize(repository, "--uninstall")
    #expect(again.status == 0)
    #expect(again.standardOutput == lines { "There is no hook at \($0)." })
  }

  @Test func stopsACommitWhoseMessageBreaksARule() throws {
    let repository = try Self.repository()
    try repository.directory.write(
      "rules: { commits: { level: error, forbid: [wip] } }\n", to: ".ci.yml")
    #expect(try initialize(repository).status == 0)
    try repository.git("add", ".ci.yml")
    #expect(throws: ScratchRepository.GitFailure.self) {
      try repository.git("commit", "-q", "-m", "WIP", environment: Self.quiet)
    }
    try repository.git("commit", "-q", "-m", "Forbid wip", environment: Self.quiet)
    try repository.shell(
      "seq 50 > b; printf '<<<<<<< a\n=======\n>>>>>>> b\n' > C.swift; git add .")
    try repository.directory.write(
      "rules: { conflict-markers: { level: error } }\n", to: ".ci.yml")
    #expect(throws: ScratchRepository.GitFailure.self) {
      try repository.git("commit", "-q", "-m", "Leave markers", environment: Self.quiet)
    }
  }

  @Test func leavesForeignHooksAlone() throws {
    let repository = try Self.repository()
    let foreign = "#!/bin/sh\necho mine\n"
    try repository.directory.write(foreign, to: ".git/hooks/pre-push")
    for arguments in [[], ["--uninstall"]] {
      let result = try BuiltTool().start(
        ["init", "--hooks"] + arguments, in: repository.path
      ).finish()
      #expect(result.status == 1)
      #expect(result.standardError.contains("it is left unchanged"))
    }
    #expect(try repository.directory.read(".git/hooks/pre-push") == foreign)
  }

  @Test func goesWhereGitLooks() throws {
    let repository = try Self.repository()
    try repository.git("config", "core.hooksPath", "ci/hooks")
    #expect(try initialize(repository).status == 0)
    #expect(repository.directory.exists("ci/hooks/pre-push"))
    #expect(!repository.directory.exists(".git/hooks/pre-push"))
    // A worktree has the hooks of its repository.
    let other = try Self.repository()
    let folder = try ScratchDirectory()
    try other.git("worktree", "add", "-q", "-b", "topic", folder.path + "/tree")
    #expect(
      try BuiltTool().run("init", "--hooks", in: folder.path + "/tree").status == 0)
    #expect(other.directory.exists(".git/hooks/pre-push"))
    // A folder that other repositories use, too, is not ours to change.
    try other.git("config", "core.hooksPath", folder.path)
    let shared = try initialize(other)
    #expect(shared.status == 1)
    #expect(shared.standardError.contains("which other repositories may share"))
    #expect(!folder.exists("pre-push"))
  }

  @Test func stopsAPushThatBreaksARule() throws {
    let remote = try ScratchRepository()
    try remote.git("config", "receive.denyCurrentBranch", "ignore")
    let repository = try Self.repository()
    try repository.git("remote", "add", "origin", "file://\(remote.path)")
    try repository.git("push", "-q", "origin", "main", environment: Self.quiet)
    #expect(try initialize(repository).status == 0)
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit("Change a line", ["a": "2\n"])
    try repository.git("push", "-q", "origin", "topic", environment: Self.quiet)
    try repository.commit("Add too much", ["b": "1\n2\n3\n4\n5\n6\n"])
    #expect(throws: ScratchRepository.GitFailure.self) {
      try repository.git("push", "-q", "origin", "topic", environment: Self.quiet)
    }
    // What is pushed is judged, not what is checked out, and deleting a branch pushes nothing.
    try repository.git("push", "-q", "origin", "topic~1:refs/heads/other", environment: Self.quiet)
    try repository.git("push", "-q", "origin", ":other", environment: Self.quiet)
    try repository.git("push", "-q", "--no-verify", "origin", "topic", environment: Self.quiet)
  }

  @Test func judgesWhatIsStaged() throws {
    let repository = try Self.repository()
    try repository.shell("seq 9 > b; git add b; seq 50 > c")
    let result = try BuiltTool().run("check", "--only", "rules", "--staged", in: repository.path)
    #expect(result.status == 1)
    #expect(result.standardOutput.contains("pr-size"))
    #expect(result.standardOutput.contains("1 file, +9 -0, staged\n"))
    let shown = try BuiltTool().run("changes", "--staged", in: repository.path)
    let head = try repository.git("rev-parse", "--short=10", "HEAD")
    #expect(shown.standardOutput.contains("1 file changed, +9 -0  staged on \(head)"))
    try repository.git("reset", "-q")
    let nothing = try BuiltTool().run("changes", "--staged", in: repository.path)
    #expect(nothing.standardOutput.hasPrefix("No change: nothing is staged"))
    let wrong = try BuiltTool().run("changes", "--staged", "--base", "main", in: repository.path)
    #expect(wrong.status == 64)
    // As a hook of `git commit`, which names the index to look at.
    try repository.directory.write(
      "#!/bin/sh\nexec '\(try BuiltTool().path)' check --only rules --staged\n",
      to: ".git/hooks/pre-commit")
    try repository.shell("chmod +x .git/hooks/pre-commit; echo 2 > a; seq 9 > b; git add b")
    try repository.git("commit", "-q", "-m", "Change one file", "a", environment: Self.quiet)
    #expect(throws: ScratchRepository.GitFailure.self) {
      try repository.git("commit", "-q", "-m", "Add too much", environment: Self.quiet)
    }
  }
}
