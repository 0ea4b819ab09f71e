import Foundation
import TestSupport
import Testing

/// `devtool rules test`: examples in YAML, judged by the rules.
@Suite(.blocking) struct RulesTestTests {
  private static let rules = #"""
    steps: { build: make }
    rules:
      pr-size:
        warn: 10
        fail: 20
        examples:
          - { title: a small change, files: { A.swift: { added: 9 } }, expect: passes }
          - { title: a large one, files: { A.swift: { added: 9, deleted: 9 } }, expect: warning }
      custom:
        - id: no-print
          level: error
          added-lines: '\bprint\('
          paths: [Sources/**]
          unless: 'labels contains "debug"'
          examples:
            - title: a test may print
              added-lines: { Tests/A.swift: 'print(1)' }
              expect: passes
            - title: sources may not
              added-lines:
                Sources/A.swift: |
                  let a = 1
                  print(a)
              expect: { level: error, file: Sources/A.swift, line: 2, message: 'print' }
            - title: a pull request of its own
              added-lines: { Sources/A.swift: 'print(1)' }
              pull-request: { labels: [debug] }
              expect: passes
        - id: asks
          command: [python3, -c, "import json, sys; f = json.load(sys.stdin)['changes']['files']; print(json.dumps({'findings': [{'message': x['path']} for x in f]}))"]
          examples:
            - { title: says what it got, files: [a, b], expect: [warning, { message: '^b$' }] }
      examples:
        - title: all rules together
          files: { Sources/A.swift: { added: 130 }, LICENSE: deleted, new.txt: { from: old.txt } }
          commits: ["fixup! Add a parser"]
          expect:
            - { level: error, rule: pr-size }
            - { rule: commits }
            - { rule: tests-with-sources }
            - { rule: asks, message: LICENSE }
            - { rule: asks, message: new.txt }
            - { rule: asks, message: Sources/A.swift }
        - { title: one of them, rule: secrets, files: { Sources/A.swift: added }, expect: passes }
    """#

  @Test func judgesEveryExample() throws {
    let pipeline = try ScratchPipeline(Self.rules)
    let result = try pipeline.devtool("rules", "test")
    #expect(result.status == 0, "\(result.standardError)\(result.standardOutput)")
    #expect(
      result.standardOutput == """
        passed  asks: says what it got
        passed  no-print: a test may print
        passed  no-print: sources may not
        passed  no-print: a pull request of its own
        passed  pr-size: a small change
        passed  pr-size: a large one
        passed  all rules together
        passed  secrets: one of them
        8 examples: 8 passed, 0 failed

        """)
    let one = try pipeline.devtool("rules", "test", "--rule", "pr-size")
    #expect(one.standardOutput.hasSuffix("2 examples: 2 passed, 0 failed\n"))
  }

  @Test func saysWhatIsOtherwise() throws {
    let pipeline = try ScratchPipeline(
      """
      steps: { build: make }
      rules:
        tests-with-sources: ignore
        pr-title: { min: 3 }
        custom: [{ id: no-orig, forbid: "**/*.orig" }]
      """)
    try pipeline.folder.write(
      """
      examples:
        - { title: nothing is said, rule: no-orig, files: { a.orig: added }, expect: passes }
        - title: too much is expected
          files: { a.orig: added, b.orig: deleted }
          expect: [{ level: warning, rule: no-orig, message: adds }, { level: error, file: b.orig }]
        - { title: it is off, rule: tests-with-sources, files: { Sources/A.swift: added }, expect: warning }
        - { title: nobody tells, rule: pr-title, files: [a], pull-request: {}, expect: warning }
      """, to: "ci/examples.yml")
    let result = try pipeline.devtool("rules", "test", "ci/examples.yml")
    #expect(result.status == 1)
    #expect(
      result.standardOutput == """
        FAILED  no-orig: nothing is said
                ci/examples.yml:2
                surplus   a.orig: warning: adds a file that matches **/*.orig [no-orig]
        FAILED  too much is expected
                ci/examples.yml:3
                expected  error at b.orig
                note      Not checked, because the title of the pull request is not known: pr-title. \
        If the CI service does not provide it, pass --pr-title.
        FAILED  tests-with-sources: it is off
                ci/examples.yml:6
                expected  warning
                found     nothing
                note      Rule 'tests-with-sources' is switched off.
        FAILED  pr-title: nobody tells
                ci/examples.yml:7
                expected  warning
                found     nothing
                note      Not checked, because the title of the pull request is not known: pr-title. \
        If the CI service does not provide it, pass --pr-title.
        4 examples: 0 passed, 4 failed

        """)
    let json = try jsonObject(
      pipeline.devtool("rules", "test", "ci/examples.yml", "--format", "json").standardOutput)
    #expect(json["schema"] as? String == "devtool.rules-test/1")
    let examples = try #require(json["examples"] as? [[String: Any]])
    #expect(examples.map { $0["passed"] as? Bool } == [false, false, false, false])
    #expect((examples[1]["missing"] as? [String]) == ["error at b.orig"])
  }

  @Test func isNotPassedByNothing() throws {
    let pipeline = try ScratchPipeline("steps: { build: make }\n")
    let none = try pipeline.devtool("rules", "test")
    #expect(none.status == 69)
    #expect(none.standardError.contains("there are no examples to test"))
    let unknown = try pipeline.devtool("rules", "test", "--rule", "pr-sise")
    #expect(unknown.status == 64)
    #expect(unknown.standardError.contains("Did you mean 'pr-size'?"))
    let missing = try pipeline.devtool("rules", "test", "nowhere.yml")
    #expect(missing.status == 69)
    #expect(missing.standardError.contains("cannot read '"))
    try pipeline.folder.write(
      "examples: [{ title: x, rule: secret, files: [a], expect: passes }]\n", to: "e.yml")
    let other = try pipeline.devtool("rules", "test", "e.yml")
    #expect(other.status == 78)
    #expect(other.standardError.contains("e.yml:1: there is no rule 'secret'"))
    #expect(other.standardError.contains("Did you mean 'secrets'?"))
  }

  @Test(arguments: [
    ("[{ files: [a], expect: passes }]", "an example needs 'title'", "title: a test may print"),
    ("[{ title: x, files: [a] }]", "an example needs 'expect'", "expect: [error]"),
    ("[{ title: x, expect: pass }]", "'expect' of entry 1", "expect: passes"),
    ("[{ title: x, files: { a: new }, expect: passes }]", "'a' of 'files'", "a: added"),
    (
      "[{ title: x, files: { /a: added }, expect: passes }]", "a path must be relative",
      "without '/'"
    ),
    (
      "[{ title: x, files: { ./a: added }, expect: passes }]", "path './a' is not normalized",
      "write 'a'"
    ),
    ("[{ title: x, fils: [a], expect: passes }]", "unknown key 'fils'", "did you mean 'files'?"),
    (
      "[{ title: x, files: { a: deleted }, added-lines: { a: b }, expect: passes }]",
      "'a' has lines in this example", "give it a matching status"
    ),
    ("[{ title: x, expect: [{ message: '(' }] }]", "'message' of entry 1", "("),
    ("[{ title: x, coverage: { a: 101 }, expect: passes }]", "'a' of 'coverage'", "100"),
    ("[{ title: x, commits: [{ subjct: a }], expect: passes }]", "unknown key 'subjct'", "message"),
  ])
  func reportsWhatIsWrong(examples: String, message: String, help: String) throws {
    let pipeline = try ScratchPipeline("steps: { build: make }\n")
    try pipeline.folder.write("examples: \(examples)\n", to: "e.yml")
    let result = try pipeline.devtool("rules", "test", "e.yml")
    #expect(result.status == 78, "\(result.standardOutput)")
    #expect(result.standardError.contains("e.yml:1:"), "\(result.standardError)")
    #expect(result.standardError.contains(message), "\(result.standardError)")
    #expect(result.standardError.contains(help), "\(result.standardError)")
    // And the same in .ci.yml.
    let inline = try ScratchPipeline("rules: { examples: \(examples) }\n")
    let validated = try inline.devtool("validate")
    #expect(validated.status == 78)
    #expect(validated.standardError.contains(message), "\(validated.standardError)")
  }
}
