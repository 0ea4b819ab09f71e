import Foundation
import TestSupport
import Testing

/// Nothing around a repository changes what is read from it, and reading changes nothing in it.
@Suite(.blocking) struct IsolationTests {
  private static func change() throws -> ScratchChange {
    try ScratchChange(
      "rules: { pr-size: { warn: 400 } }\n",
      files: [
        "Sources/A.swift": "let a = 2\n\tlet b = 3\n", "old.txt": nil,
        "moved/new.txt": "1\n2\n3\n4\n5\n6\n", "päth with spaces.txt": "x\r\ny\n",
        "binary.bin": "a\0b", "notes.md": "one\n",
      ])
  }

  private static let arguments = ["changes", "--format", "json", "--ignore-whitespace", "--moved"]

  /// Every one of these changes what `git diff` or `git log` prints.
  private static let hostile = """
    [diff]
      noprefix = true
      external = false
      renames = copies
      renameLimit = 1
      algorithm = patience
      ignoreSubmodules = all
      context = 0
      mnemonicPrefix = true
      orderFile = /dev/null
      wsErrorHighlight = all
      relative = true
    [core]
      attributesFile = ATTRIBUTES
      quotePath = false
      autocrlf = true
      ignoreCase = true
      precomposeUnicode = true
      bigFileThreshold = 1
      useReplaceRefs = false
    [i18n]
      logOutputEncoding = ISO-8859-1
    [log]
      showSignature = true
      mailmap = true
    [safe]
      directory =
    [include]
      path = /nowhere
    broken
    """

  @Test(arguments: [
    [:], ["LANG": "C", "LC_ALL": "C"], ["TZ": "Pacific/Kiritimati"], ["TZ": "America/St_Johns"],
    ["LC_ALL": "tr_TR.UTF-8"],
    ["HOME": "HOSTILE", "XDG_CONFIG_HOME": "HOSTILE", "GIT_CONFIG_GLOBAL": "HOSTILE/config"],
    ["GIT_CONFIG_SYSTEM": "HOSTILE/config", "GIT_CONFIG": "HOSTILE/config"],
    [
      "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "diff.renames", "GIT_CONFIG_VALUE_0": "false",
      "GIT_CONFIG_PARAMETERS": "'diff.noprefix'='true'",
    ],
    [
      "GIT_EXTERNAL_DIFF": "false", "GIT_DIFF_OPTS": "-u0", "GIT_PAGER": "false",
      "GIT_TRACE": "1", "GIT_OPTIONAL_LOCKS": "1", "GIT_ATTR_SOURCE": "HEAD",
      "GIT_TEST_ASSUME_DIFFERENT_OWNER": "1",
    ],
  ])
  func answerIsTheSame(variables: [String: String]) throws {
    let change = try Self.change()
    let scratch = try ScratchDirectory()
    try scratch.write("* -diff\n", to: "attributes")
    let config = Self.hostile.replacing("ATTRIBUTES", with: scratch.path + "/attributes")
    for name in ["config", ".gitconfig", "git/config"] { try scratch.write(config, to: name) }
    try scratch.write("* -diff\n", to: "git/attributes")
    let plain = try change.tool.start(Self.arguments, in: change.path).finish()
    #expect(plain.status == 0)
    let result = try change.tool.start(
      Self.arguments, in: change.path,
      environment: variables.mapValues { $0.replacing("HOSTILE", with: scratch.path) }
    ).finish()
    #expect(result.standardOutput == plain.standardOutput)
    #expect(result.status == 0, "\(result.standardError)")
  }

  /// Every byte below `.git`, and the access rights.
  private func listing(_ repository: ScratchRepository) throws -> String {
    try repository.shell(
      "find .git -type f -exec sha1sum {} + | sort -k 2; find .git -printf '%p %m %T@\\n' | sort")
  }

  @Test(arguments: [
    arguments, ["changes", "--staged"], ["doctor"], ["check", "--only", "rules"],
    ["check", "--only", "rules", "--config-from", "base"],
    ["changes", "--base", "nope", "--fetch"],
  ])
  func writesNothingIntoTheRepository(arguments: [String]) throws {
    let change = try Self.change()
    if arguments.contains("--fetch") { try change.clone.git("remote", "remove", "origin") }
    let before = try listing(change.clone)
    _ = try change.tool.start(arguments, in: change.path).finish()
    #expect(try listing(change.clone) == before)
  }

  @Test func readsARepositoryThatNobodyMayWriteTo() throws {
    let change = try Self.change()
    let plain = try change.tool.start(Self.arguments, in: change.path).finish()
    try change.clone.shell("chmod -R a-w .")
    defer { _ = try? change.clone.shell("chmod -R u+w .") }
    let result = try change.tool.start(Self.arguments, in: change.path).finish()
    #expect(result.standardOutput == plain.standardOutput)
  }

  @Test func startsInASubmoduleAndInASubfolder() throws {
    let change = try Self.change()
    let inner = try ScratchRepository()
    try inner.commit("Inner", ["x": "1\n"])
    try change.clone.git(
      "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "file://\(inner.path)",
      "sub")
    try change.clone.shell("cd sub && git checkout -q -b own && echo 2 > x")
    try change.clone.shell(
      "cd sub && git -c user.name=A -c user.email=a@b commit -q -a -m 'Inside'")
    let below = try change.tool.start(
      ["changes", "--base", "origin/main", "--format", "json"], in: change.path + "/sub"
    ).finish()
    let files = try objects(jsonObject(below.standardOutput)["files"])
    #expect(files.map { $0["path"] as? String } == ["x"])
    let top = try change.tool.start(Self.arguments, in: change.path).finish()
    let folder = try change.tool.start(Self.arguments, in: change.path + "/Sources").finish()
    #expect(folder.standardOutput == top.standardOutput)
  }
}
