import Foundation
import TestSupport
import Testing

/// Conditions, custom rules, programs as rules and suppressions, as a user meets them.
@Suite(.blocking) struct CustomRulesTests {
  private func findings(_ change: ScratchChange) throws -> [String] {
    try objects(ScratchPipeline.record(in: change.path)["findings"]).map { finding in
      let suppressed = (finding["suppressed"] as? String).map { " (\($0))" } ?? ""
      return "\(finding["severity"] ?? ""): \(finding["ruleID"] ?? ""): "
        + "\(finding["message"] ?? "")\(suppressed)"
    }
  }

  @Test func declarativeRules() throws {
    let change = try ScratchChange(
      """
      steps: { a: 'true' }
      rules:
        tests-with-sources: ignore
        commits: { unless: 'commits contains "Change the sources"' }
        pr-size: { warn: 1, when: ["docs/**"] }
        custom:
          - { id: alone, level: error, if: 'changed("db/**") && !only_changed("db/**")', message: Send migrations on their own. }
          - { id: docs, require: [docs/**], paths: [Sources/**], unless: 'changed("README.md")' }
          - { id: backup, forbid: "**/*.orig" }
          - { id: small, limit: { files: { warn: 2, fail: 3 }, lines-added: 100 } }
          - { id: said, if: 'title contains "x"' }
          - { id: never, forbid: "**", when: 'os == "macos" && !ci' }
      """,
      files: ["db/1.sql": "create\n", "Sources/A.swift": "let a = 2\n", "a.orig": "x\n"])
    let result = try change.devtool("check", "--only", "rules")
    #expect(result.status == 1, "\(result.standardError)")
    #expect(
      try findings(change) == [
        "error: alone: Send migrations on their own.",
        "warning: backup: adds a file that matches **/*.orig",
        "warning: docs: changes 1 file without docs/**",
        "warning: small: changes 3 files, limit is 2",
      ])
    #expect(
      result.standardOutput.contains(
        "Rule 'said' was not checked, because these facts are unknown: title (there is no pull\n"))
    let told = try change.devtool("check", "--only", "rules", "--pr-title", "an x")
    #expect(told.standardOutput.contains(#"`title contains "x"` is true"#))
  }

  @Test func rulesWithIDsAndLevelsOfTheirOwn() throws {
    let change = try ScratchChange(
      """
      steps: { a: 'true' }
      rules:
        unless: 'labels contains "skip"'
        tests-with-sources: ignore
        custom:
          - { id: docs, rule: companion-files, when: Sources/*/**, require: "docs/$1.md" }
          - id: sql
            rule: protected-files
            files: db/**
            level: { error: true, warning: 'labels contains "bypass"' }
      """,
      files: [
        "db/1.sql": "create\n", "Sources/Core/A.swift": "let a = 2\n",
      ])
    let labels = [
      ("", 1, ["error: sql", "warning: docs"]), ("bypass", 0, ["warning: docs", "warning: sql"]),
      ("skip", 0, []),
    ]
    for (label, status, expected) in labels {
      let result = try change.devtool("check", "--only", "rules", "--pr-labels", label)
      #expect(result.status == Int32(status), "\(result.standardError)")
      let found = try findings(change).map {
        $0.split(separator: ":").prefix(2).joined(separator: ":")
      }
      #expect(found == expected, "\(label)")
    }
    let list = try change.devtool("rules", "list").standardOutput
    #expect(list.contains("on   docs "))
    let explained = try change.devtool("rules", "explain", "sql", "--pr-labels", "bypass")
      .standardOutput
    for line in [
      "It is an instance of 'protected-files'.", "level warning: true",
      "level: { warning: labels contains \"bypass\", error: true }",
      "db/1.sql: warning: ",
    ] { #expect(explained.contains(line), "\(explained)") }
  }

  @Test func wholeFilesAndWhatExists() throws {
    let change = try ScratchChange(
      """
      steps: { a: 'true' }
      rules:
        tests-with-sources: ignore
        custom:
          - { id: api, deleted-lines: '^let (\\w+)', message: 'Who used ${1}?' }
          - { id: core, contains: 'import UIKit', in: code }
          - { id: header, lacks: Copyright, paths: Sources, status: [added] }
          - { id: old, exists: [old.txt, none.txt] }
          - { id: untested, missing: "Tests/$1Tests.swift", paths: ["Sources/*.swift"] }
      """,
      files: [
        "Sources/A.swift": "import UIKit\n", "Sources/B.swift": "// import UIKit\n",
        "Tests/BTests.swift": "test\n",
      ])
    let result = try change.devtool("check", "--only", "rules")
    #expect(result.status == 0, "\(result.standardError)")
    #expect(
      try findings(change).sorted() == [
        "warning: api: Who used a?", "warning: core: line 1 matches `import UIKit`",
        "warning: header: no line matches `Copyright`", "warning: old: a file matches `old.txt`",
        "warning: untested: no file matches `Tests/ATests.swift`, which Sources/A.swift needs",
      ])
  }

  /// An Xcode project, or one in another language: nothing is built, and the rules judge.
  @Test func aRepositoryWithoutAPackage() throws {
    let change = try ScratchChange("", files: ["deep/App.rb": "<<<<<<< HEAD\n=======\n>>>>>>> a\n"])
    try change.clone.git("rm", "-q", ".ci.yml")
    try change.clone.commit("Remove the configuration", [:])
    let deep = change.path + "/deep"
    func run(_ arguments: String...) throws -> CommandResult {
      try change.tool.start(arguments, in: deep, environment: [:]).finish()
    }
    let judged = try run("check", "--only", "rules")
    #expect(judged.status == 0, "\(judged.standardError)")
    #expect(
      judged.standardOutput.contains("deep/App.rb:1: warning: unresolved merge conflict"),
      "\(judged.standardOutput)")
    #expect(try run("rules", "list").standardOutput.contains("on   secrets "))
    let explained = try run("rules", "explain", "pr-size")
    #expect(explained.status == 0, "\(explained.standardError)")
    #expect(explained.standardOutput.contains("  rules:\n    pr-size: { warn: 400 }\n"))
    #expect(explained.standardOutput.contains("Nothing to report."))
    // What is asked to build has to have something to build.
    #expect(try run("check").status == 69)
  }

  @Test func noStepsAtAll() throws {
    let change = try ScratchChange(
      "steps: {}\nrules: { tests-with-sources: ignore, custom: [{ id: a, forbid: '**' }] }\n",
      files: ["Sources/B.swift": "let b = 1\n"])
    let result = try change.devtool("check")
    #expect(result.status == 0, "\(result.standardError)")
    #expect(
      result.standardOutput.contains("Sources/B.swift: warning: adds a file that matches ** [a]"),
      "\(result.standardOutput)")
    #expect(try change.devtool("validate").standardOutput.contains("no steps"))
  }

  @Test func programsAreAsked() throws {
    let script = #"""
      import json, os, sys
      facts = json.load(sys.stdin)
      assert facts["schema"] == "devtool.rule-input/1"
      paths = [file["path"] for file in facts["changes"]["files"]]
      secret = os.environ.get("MY_TOKEN", "-") + os.environ.get("OTHER_TOKEN", "-")
      print(json.dumps({"findings": [
        {"message": ",".join(paths) + secret + os.environ["PLAIN"], "severity": "note"},
        {"message": "here", "file": os.getcwd() + "/Sources/A.swift", "line": 1},
      ]}))
      """#
    let change = try ScratchChange(
      """
      steps: { a: 'true' }
      rules:
        tests-with-sources: ignore
        custom:
          - { id: owners, command: [python3, ci/owners.py], env: OTHER_TOKEN, paths: [Sources/**], timeout: 90s }
      """,
      files: ["Sources/A.swift": "let a = 2\n", "ci/owners.py": script])
    let result = try change.devtool(
      "check", "--only", "rules",
      environment: ["MY_TOKEN": "secret", "OTHER_TOKEN": "told", "PLAIN": "+plain"])
    #expect(result.status == 0)
    #expect(
      try findings(change) == [
        "warning: owners: here", "note: owners: Sources/A.swift-told+plain",
      ])
    #expect(result.standardOutput.contains("Sources/A.swift:1: warning: here [owners]"))
    let explained = try change.devtool("rules", "explain", "owners")
    #expect(explained.standardOutput.contains("  timeout: 90s\n"))
  }

  @Test(arguments: [
    ("echo last words >&2; exit 3", "ended with exit status 3", "last words"),
    ("echo nonsense", "its output is not JSON: nonsense", "standard error"),
    ("true", "it printed nothing", "findings"),
    ("echo '{}'", "its output has no list 'findings'", "findings"),
    ("echo '[]'", "it printed a list instead of an object", "findings"),
    (#"echo '{\"findings\": [], \"more\": 1}'"#, "unknown key 'more'", "findings"),
    (
      #"echo '{\"findings\": [{\"mesage\": \"x\"}]}'"#, "unknown key 'mesage' in findings[0]",
      "Did you mean 'message'?"
    ),
    (
      #"echo '{\"findings\": [{\"message\": 5}]}'"#,
      "'message' of findings[0] is 5 instead of text", "Print"
    ),
    (
      #"echo '{\"findings\": [{\"message\": \"x\", \"file\": \"../x\"}]}'"#,
      "'file' of findings[0] is not in the repository: '../x'", "relative"
    ),
    (
      #"echo '{\"findings\": [{\"message\": \"x\", \"severity\": \"bad\"}]}'"#,
      "'severity' of findings[0] is 'bad'", "note, warning"
    ),
    ("exec sleep 60", "took longer than 0.2s", "nothing to standard error"),
    ("kill -9 $$", "was ended by signal 9", "nothing to standard error"),
    ("exec /no/such/program", "was not found", "/no/such/program"),
  ])
  func brokenProgramsAreNoPass(script: String, message: String, help: String) throws {
    let change = try ScratchChange(
      """
      steps: { a: 'true' }
      rules:
        tests-with-sources: ignore
        custom: [{ id: broken, level: note, command: "\(script)", timeout: \
      \(script.contains("sleep") ? "200ms" : "60s") }]
      """,
      files: ["Sources/A.swift": "let a = 2\n"])
    let result = try change.devtool("check", "--only", "rules")
    #expect(result.status == 1)
    let finding = try #require(
      try objects(ScratchPipeline.record(in: change.path)["findings"]).first)
    #expect(finding["severity"] as? String == "error")
    #expect((finding["message"] as? String)?.contains(message) ?? false, "\(finding)")
    #expect((finding["help"] as? String)?.contains(help) ?? false, "\(finding)")
  }

  @Test func suppressionsAreListed() throws {
    let config = """
      steps: { a: 'true' }
      rules:
        tests-with-sources: ignore
        custom: [{ id: no-print, level: error, added-lines: 'print\\(' }]
      """
    let change = try ScratchChange(
      config, message: "Change the sources\n\nDevtool-Ignore: no-print It is a console.",
      files: ["Sources/A.swift": "print(1)\n"])
    let result = try change.devtool("check", "--only", "rules")
    #expect(result.status == 0)
    #expect(result.standardOutput.contains("suppressed: Sources/A.swift:1"))
    #expect(result.standardOutput.contains("(It is a"))
    let other = try ScratchChange(config, files: ["Sources/A.swift": "print(1)\n"])
    #expect(try other.devtool("check", "--only", "rules").status == 1)
    let marked = try other.devtool(
      "check", "--only", "rules", "--pr-body", "<!-- devtool-ignore: no-print A console. -->")
    #expect(marked.status == 0)
    #expect(marked.standardOutput.contains("(A\n    console."))
    let unfounded = try other.devtool(
      "check", "--only", "rules", "--pr-body", "devtool-ignore: no-print")
    #expect(unfounded.status == 1)
    #expect(unfounded.standardOutput.contains("without a reason, so it does not count"))
  }

  @Test func rulesAreListedAndExplained() throws {
    let change = try ScratchChange(
      """
      steps: { a: 'true' }
      rules:
        pr-size: { level: ignore }
        changelog: { when: [Sources/**], unless: 'title contains "#trivial"' }
        custom: [{ id: alone, level: error, if: 'changed("db/**") && !only_changed("db/**")' }]
      """,
      files: ["Sources/A.swift": "let a = 2\n", "db/1.sql": "x\n"])
    let list = try change.devtool("rules", "list")
    #expect(list.status == 0)
    let lines = list.standardOutput.split(separator: "\n").map(String.init)
    #expect(lines == lines.sorted { $0.dropFirst(5) < $1.dropFirst(5) })
    #expect(lines.contains { $0.hasPrefix("on   alone ") && $0.contains("error") })
    #expect(lines.contains { $0.hasPrefix("off  pr-size ") })
    let json = try jsonObject(change.devtool("rules", "list", "--format", "json").standardOutput)
    #expect(json["schema"] as? String == "devtool.rules/1")
    let rules = try objects(json["rules"])
    #expect(rules.contains { $0["id"] as? String == "alone" && $0["isCustom"] as? Bool == true })
    #expect(rules.count == lines.count)

    let custom = try change.devtool("rules", "explain", "alone").standardOutput
    #expect(
      custom.hasSuffix(
        """
        On this change (2 files, 1 commit):
          if: true
            changed("db/**") && !only_changed("db/**") → true
              changed("db/**") → true  (1 of 2: db/1.sql)
              !only_changed("db/**") → true
                only_changed("db/**") → false  (1 of 2: db/1.sql)
          error: `changed("db/**") && !only_changed("db/**")` is true

        """), "\(custom)")
    let unknown = try change.devtool("rules", "explain", "changelog").standardOutput
    #expect(unknown.contains("  unless: unknown: title (there is no pull request)\n"))
    #expect(unknown.contains("  warning: changes 1 file in Sources/** without an entry"))
    let excused = try change.devtool(
      "rules", "explain", "changelog", "--pr-title", "x #trivial"
    ).standardOutput
    #expect(excused.contains("  unless: true\n"))
    #expect(excused.hasSuffix("  The rule does not apply.\n"))
    let off = try change.devtool("rules", "explain", "pr-size").standardOutput
    #expect(off.contains("Switched off in .ci.yml."))
    let wrong = try change.devtool("rules", "explain", "pr-sise")
    #expect(wrong.status == 64)
    #expect(wrong.standardError.contains("Did you mean 'pr-size'?"))
    #expect(try change.devtool("rules", "list", "--format", "xml").status == 64)
  }

  /// With `--config-from` the extended files are the base's, too: a change cannot relax them.
  @Test func extendedFilesAreTrustedLikeTheirPipeline() throws {
    let change = try ScratchChange(
      "steps: { a: 'true' }\nrules: { extends: Sources/rules.yml, tests-with-sources: ignore }\n",
      files: ["Sources/rules.yml": "custom: [{ id: none, forbid: \"**\" }]\n"])
    let local = try change.devtool("check", "--only", "rules")
    #expect(local.standardOutput.contains("[none]"), "\(local.standardError)")
    let trusted = try change.devtool("check", "--only", "rules", "--config-from", "base")
    #expect(trusted.status == 78)
    #expect(trusted.standardError.contains("there is no file 'Sources/rules.yml' to extend"))
  }

  /// Nothing to report is only said where something has been looked at.
  @Test func explainSaysWhatItDidNotLookAt() throws {
    let change = try ScratchChange(
      #"""
      steps: { a: 'true' }
      rules:
        covered-files: { warn: 80 }
        slow-changed-tests: { level: warning }
        pr-title: { min: 3 }
        custom:
          - { id: asks, command: "echo '{\"findings\": [{\"message\": \"looked\"}]}'" }
          - { id: elsewhere, command: exit 3, paths: [nowhere/**] }
          - { id: beside, if: "true", paths: [nowhere/**] }
          - { id: breaks, command: exit 3 }
          - { id: excused, forbid: Sources/** }
          - { id: fine, forbid: "**/*.orig" }
      """#,
      message: "Change the sources\n\nDevtool-Ignore: excused It has to be.",
      files: ["Sources/A.swift": "let a = 2\n"])
    for (id, lines) in [
      ("covered-files", ["Not checked without coverage: covered-files.", "the rule again."]),
      ("slow-changed-tests", ["Not checked without a test run: slow-changed-tests."]),
      ("pr-title", ["Not checked, because the title of the pull request is not known: pr-title."]),
      ("asks", ["warning: looked"]),
      ("elsewhere", ["The program did not run, because the change has no file for this rule."]),
      ("beside", ["`if` was ignored, because the change has no file for this rule."]),
      ("breaks", ["error: the rule is broken: `sh -eu -c 'exit 3'` ended with exit status 3"]),
      ("excused", ["(suppressed: It has to be. (commit "]),
      ("fine", ["Nothing to report."]),
    ] {
      let result = try change.devtool("rules", "explain", id)
      #expect(result.status == 0)
      for line in lines {
        #expect(result.standardOutput.contains(line), "\(result.standardOutput)")
      }
      #expect(result.standardOutput.contains("Nothing to report.") == (id == "fine"))
    }
  }
}
