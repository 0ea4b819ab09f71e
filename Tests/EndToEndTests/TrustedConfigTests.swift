import TestSupport
import Testing

/// `check --config-from`: a branch is judged by the rules of its base.
@Suite(.blocking) struct TrustedConfigTests {
  private static let strict = "rules: { pr-size: { warn: 1, fail: 2 } }\n"
  private static let lax = "rules: { pr-size: { warn: 1000, fail: 2000 } }\n"

  private static func change(_ config: String?) throws -> ScratchChange {
    try ScratchChange(strict, files: ["new.txt": "1\n2\n3\n4\n", ".ci.yml": config])
  }

  private let arguments = ["check", "--only", "rules"]

  @Test func aBranchCannotRelaxItsOwnRules() throws {
    let change = try Self.change(Self.lax)
    #expect(try change.tool.start(arguments, in: change.path).finish().status == 0)
    for source in ["base", "BASE", "origin/main"] {
      let result = try change.tool.start(
        arguments + ["--config-from", source], in: change.path
      ).finish()
      #expect(result.status == 1, "\(source)")
      #expect(
        result.standardOutput.contains("note: The pipeline is from .ci.yml in origin/main ("))
    }
  }

  @Test func norDoWithoutThem() throws {
    let change = try Self.change(nil)
    let result = try change.tool.start(
      arguments + ["--config-from", "base"], in: change.path
    ).finish()
    #expect(result.status == 1)
    // Nor by another file nearer to where the check runs.
    try change.clone.directory.write(Self.lax, to: "sub/.ci.yml")
    let below = try change.tool.start(
      arguments + ["--config-from", "base"], in: change.path + "/sub"
    ).finish()
    #expect(below.status == 1)
  }

  @Test func aBrokenFileInTheBranchIsOfNoMatter() throws {
    let change = try Self.change("rules: [\n")
    #expect(try change.tool.start(arguments, in: change.path).finish().status == 78)
    let result = try change.tool.start(
      arguments + ["--config-from", "base"], in: change.path
    ).finish()
    #expect(result.status == 1)
  }

  @Test func saysWhatItCannotRead() throws {
    let origin = try ScratchRepository()
    try origin.commit("Begin", ["a": "1\n", "Package.swift": ""])
    try origin.git("checkout", "-q", "-b", "topic")
    try origin.commit("Add rules", [".ci.yml": Self.strict, "b": "1\n"])
    let tool = try BuiltTool()
    // The base has none yet.
    let none = try tool.start(arguments + ["--config-from", "main"], in: origin.path).finish()
    #expect(none.status == 0)
    #expect(none.standardOutput.contains("has no .ci.yml, so this is the default pipeline"))
    let missing = try tool.start(arguments + ["--config-from", "nope"], in: origin.path).finish()
    #expect(missing.status == 69)
    #expect(missing.standardError.contains("'nope' does not name a commit"))
    for (file, status, words) in [
      (".ci.yml", 69, "cannot read .ci.yml in main: there is no such file"),
      ("/etc/hostname", 64, "is not in the repository"),
    ] {
      let both = try tool.start(
        arguments + ["--config-from", "main", "--config", file], in: origin.path
      ).finish()
      #expect(both.status == status)
      #expect(both.standardError.contains(words))
    }
    // A link in the base leads nowhere that anybody agreed to.
    try origin.git("checkout", "-q", "main")
    try origin.shell("ln -s a .ci.yml; git add -A; git commit -q -m link")
    try origin.git("checkout", "-q", "-B", "topic", "main")
    try origin.commit("Own", ["b": "1\n"])
    let link = try tool.start(arguments + ["--config-from", "base"], in: origin.path).finish()
    #expect(link.status == 69)
    #expect(link.standardError.contains("it is not a regular file"))
  }

  /// What a branch makes of the program that judges it, or of what that reads, does not count.
  @Test func programsOfRulesComeFromTheBase() throws {
    let judge = """
      #!/bin/sh
      cat >/dev/null
      . ./ci/words.sh
      printf '{"findings": [{"message": "%s, was %s", "file": "%s/a.txt", "line": 1}]}' \
        "$(cat "$DEVTOOL_ROOT/a.txt")" "$(cat a.txt)" "$PWD"
      """
    let silent = "#!/bin/sh\necho '{\"findings\": []}'\n"
    let origin = try ScratchRepository()
    try origin.commit(
      "Begin",
      [
        ".ci.yml": "rules: { custom: [{ id: judged, level: error, command: [ci/judge.sh] }] }\n",
        "ci/judge.sh": judge + "\n", "ci/words.sh": "true\n", "a.txt": "old\n",
        ".gitignore": ".devtool\n",
      ])
    try origin.shell(
      "chmod +x ci/judge.sh; ln -s a.txt link; git add -A; git commit -q -m mode; "
        + "git checkout -q -b topic")
    try origin.commit(
      "Look away", ["ci/judge.sh": silent, "ci/words.sh": "exit 0\n", "a.txt": "new\n"])
    let tool = try BuiltTool()
    let relaxed = try tool.start(arguments + ["--base", "main"], in: origin.path).finish()
    #expect(relaxed.status == 0, "\(relaxed.standardOutput)")
    let trusted = try tool.start(
      arguments + ["--base", "main", "--config-from", "base"], in: origin.path
    ).finish()
    #expect(trusted.status == 1)
    #expect(trusted.standardOutput.contains("a.txt:1: error: new, was old [judged]"))
    // Nothing is left of the copy.
    #expect(try origin.shell("find .devtool -name rules-base") == "")
    // A program that the base does not have is no way around either.
    let added = try ScratchChange(
      "rules: { custom: [{ id: judged, command: [ci/judge.sh] }] }\n",
      files: ["ci/judge.sh": silent])
    try added.clone.shell("chmod +x ci/judge.sh")
    let missing = try added.devtool("check", "--only", "rules", "--config-from", "base")
    #expect(missing.status == 1)
    #expect(missing.standardOutput.contains("the rule is broken: `ci/judge.sh` was not found"))
  }
}
