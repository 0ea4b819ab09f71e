import Foundation
import TestSupport
import Testing

/// Families of rules on real changes, from the file to the exit status.
@Suite(.blocking) struct RuleFamilyTests {
  /// Put together here, so that no scanner finds it in this file.
  private static let token = "ghp" + "_" + "R4nD0mQ7wZ1xC8vB5nM2kL9jH3gF6dS0aPqW"

  @Test func neverShowsASecretAnywhere() throws {
    let change = try ScratchChange(
      "steps: { a: 'true' }\nrules: { secrets: error }\n",
      files: ["Sources/A.swift": "let a = 1\nlet token = \"\(Self.token)\"\n"])
    let result = try change.devtool(
      "check", "--report", "junit=out.xml", "--report", "json=out.json")
    #expect(result.status == 1)
    #expect(
      words(result).contains(
        "Sources/A.swift:2:14: error: GitHub token in an added line: ghp_… (36 characters not shown)"
      ))
    let secret = String(Self.token.dropFirst(4))
    #expect(!result.standardOutput.contains(secret))
    #expect(!result.standardError.contains(secret))
    let kept = try change.clone.shell("cat out.xml out.json; find .devtool -type f -exec cat {} +")
    #expect(kept.contains("GitHub token"))
    #expect(!kept.contains(secret))
  }

  @Test func judgesThePullRequestThatTheServiceTells() throws {
    let change = try ScratchChange(
      """
      steps: { a: 'true' }
      rules:
        commits: { style: conventional, squash: true }
        pr-body: { min: 30 }
        pr-labels: { require: ["type:*"] }
      """, message: "wip", files: ["new.txt": "1\n"])
    let folder = try ScratchDirectory()
    try folder.write(
      """
      {"pull_request": {"number": 7, "title": "Add pipes", "body": "Short.",
        "labels": [{"name": "type:feature"}], "user": {"login": "ada"}}}
      """, to: "event.json")
    let service: [String: String?] = [
      "GITHUB_ACTIONS": "true", "GITHUB_EVENT_PATH": folder.path + "/event.json",
      "GITHUB_BASE_REF": "main", "GITHUB_HEAD_REF": "topic",
    ]
    let told = try change.devtool("check", "--only", "rules", environment: service)
    #expect(words(told).contains("pull request \"Add pipes\": subject does not follow"))
    #expect(words(told).contains("the description has 6 characters, minimum is 30"))
    #expect(!words(told).contains("wip"))
    #expect(!words(told).contains("pr-labels"))
    let stated = try change.devtool(
      "check", "--only", "rules", "--fail-on", "warning", "--pr-title", "feat: add pipes",
      "--pr-body", "Pipes are read as files are, line by line.", environment: service)
    #expect(stated.status == 0)
    let unknown = try change.devtool("check", "--only", "rules")
    #expect(unknown.status == 0)
    let text = words(unknown)
    #expect(
      text.contains(
        "Not checked, because the body, labels, title of the pull request are not known"))
    #expect(text.contains("pass --pr-body, --pr-labels, --pr-title."))
  }

  @Test func readsReportsOfOtherTools() throws {
    let change = try ScratchChange(
      "steps: { a: 'true' }\nrules: { linter-reports: { files: out/*.json } }\n",
      files: ["Sources/A.swift": "let a = 1\nlet b = a as! B\n"])
    try change.clone.directory.write(
      """
      [{"file": "\(change.path)/Sources/A.swift", "line": 2, "character": 9, "severity": "Error",
        "reason": "Force casts should be avoided", "rule_id": "force_cast"},
       {"file": "\(change.path)/Sources/A.swift", "line": 1, "severity": "Error", "reason": "Old",
        "rule_id": "x"}]
      """, to: "out/lint.json")
    let result = try change.devtool("check", "--only", "rules")
    #expect(result.status == 1)
    #expect(
      words(result).contains(
        "Sources/A.swift:2:9: error: Force casts should be avoided (force_cast) [linter-reports]"))
    #expect(!result.standardOutput.contains("Old"))
    try change.clone.shell("rm -r out")
    let missing = try change.devtool("check", "--only", "rules")
    #expect(missing.status == 1)
    #expect(words(missing).contains("there is no report out/*.json"))
  }

  @Test func readsFilesAtBothEndsOfTheChange() throws {
    let origin = try ScratchChange(
      """
      steps: { a: 'true' }
      rules:
        protected-keys: { files: package.json, keys: [version] }
        codeowners: { owned: true }
        lock-files: {}
        large-files: { warn: 1KB }
        file-modes: {}
        lfs-files: { expect: ["**/*.psd"] }
      """,
      files: [
        "CODEOWNERS": "/Sources/ @ada\n*.json nobody\n", "Podfile": "pod 'A'\n",
        "Podfile.lock": "A\n", "big.txt": String(repeating: "x", count: 1100),
        "a.psd": "not a pointer\n", "tool.swift": "x\n", "package.json": "{\"version\": \"1.0\"}\n",
      ])
    // A second branch on top changes what the first one added.
    try origin.clone.git("checkout", "-q", "-b", "next")
    try origin.clone.directory.write("{\"version\": \"1.1\"}\n", to: "package.json")
    try origin.clone.directory.write("pod 'B'\n", to: "Podfile")
    try origin.clone.shell("chmod +x tool.swift")
    try origin.clone.commit("Go on")
    let first = try origin.devtool("check", "--only", "rules", "--head", "topic")
    let output = words(first)
    #expect(output.contains("big.txt: warning: has 1.08 KB, limit is 1 KB [large-files]"))
    #expect(output.contains("CODEOWNERS:2: warning: 'nobody' is not a @name"))
    #expect(output.contains("a.psd: warning: is not stored in Git LFS [lfs-files]"))
    #expect(output.contains("Podfile: warning: has no owner in CODEOWNERS [codeowners]"))
    let second = try origin.devtool("check", "--only", "rules", "--base", "topic")
    #expect(
      words(second).contains(
        "package.json:1: warning: 'version' changes from 1.0 to 1.1 [protected-keys]"))
    #expect(words(second).contains("Podfile changes without Podfile.lock [lock-files]"))
    #expect(words(second).contains("tool.swift: warning: becomes executable [file-modes]"))
  }
}
