internal import CIModel

extension Schema {
  /// An example of one rule.
  package static let example = Section("an example", exampleKeys)

  /// An example for all rules, or for one that it names.
  package static let sharedExample = Section(
    "an example",
    exampleKeys + [
      KeySpec(
        "rule", .filledText, "Asks one rule only, instead of all that are on.",
        example: "pr-size")
    ])

  /// A file that contains only examples, for `devtool rules test FILE`.
  package static let exampleFile = Section(
    "the top level",
    [
      KeySpec(
        "examples", .list(.section(sharedExample), atLeast: 1), "Lists the examples.",
        example: "[{ title: docs alone, files: { README.md: modified }, expect: passes }]")
    ])

  private static let exampleKeys = [
    KeySpec(
      "title", .filledText, "Says what the example shows.", example: "a test may print",
      synonyms: ["name", "id"]),
    KeySpec(
      "files", .shaped(scalar: nil, list: .list(.path, atLeast: 1), mapping: fileMap(file)),
      "Lists the changed files: modified ones, or each with what happened to it.",
      example: "{ Sources/A.swift: added }", synonyms: ["changes", "given"]),
    KeySpec(
      "added-lines", fileMap(.text), "Says which lines files gain, the first is line 1.",
      example: "{ Sources/A.swift: 'print(1)' }", synonyms: ["lines"]),
    KeySpec(
      "deleted-lines", fileMap(.text), "Says which lines files lose.",
      example: "{ Sources/A.swift: 'print(1)' }"),
    KeySpec(
      "commits",
      .list(
        .shaped(scalar: .filledText, list: nil, mapping: .section(commit)), atLeast: 1),
      "Lists the messages of the commits, the oldest first.", example: "[Add a parser]"),
    KeySpec(
      "pull-request", .options(pullRequest),
      "Says what is known of the pull request; without it there is none.",
      example: "{ title: Add a parser }", synonyms: ["pr", "merge-request"]),
    KeySpec(
      "contents",
      fileMap(.shaped(scalar: .text, list: nil, mapping: .section(versions))),
      "Says what files hold that a rule reads whole.", example: "{ VERSION: '1.0' }"),
    KeySpec(
      "reports", fileMap(.text), "Says what reports of other tools hold.",
      example: "{ lint.json: '[]' }"),
    KeySpec(
      "base-reports", fileMap(.text), "Says what these reports hold of the base.",
      example: "{ base/lint.json: '[]' }"),
    KeySpec(
      "coverage", fileMap(.percent), "Says how much of the lines of files the tests ran.",
      example: "{ Sources/A.swift: 80 }"),
    KeySpec(
      "tests", .list(.section(test), atLeast: 1), "Lists tests that ran.",
      example: "[{ name: ATests.testB, file: Tests/ATests.swift, duration: 2s }]"),
    KeySpec(
      "steps",
      .map(.stepID, .word(Vocabulary(StepResult.Status.allCases.map(\.rawValue))), atLeast: 1),
      "Says how steps ended.", example: "{ build: passed }"),
    KeySpec(
      "run", .section(surroundings), "Says where and why it runs.",
      example: "{ service: github, event: push }"),
    KeySpec("env", environment, "Sets variables that conditions read.", example: "{ DEPLOY: yes }"),
    KeySpec(
      "expect",
      .shaped(
        scalar: .word(verdict),
        list: .list(
          .shaped(scalar: .word(severity), list: nil, mapping: .section(expectation)), atLeast: 0),
        mapping: .section(expectation)),
      "Says what there is to be said: nothing, or every finding.", example: "[error]",
      synonyms: ["expected", "expects", "findings"]),
  ]

  private static func fileMap(_ value: ValueKind) -> ValueKind { .map(.file, value, atLeast: 1) }

  private static let count = ValueKind.integer(0...1_000_000_000)
  private static let mode = ValueKind.word(Vocabulary(["100644", "100755", "120000", "160000"]))

  private static let file = ValueKind.shaped(
    scalar: .word(fileStatus), list: nil,
    mapping: .section(
      Section(
        "a file",
        [
          KeySpec("status", .word(fileStatus), "Says what happened to it.", example: "added"),
          KeySpec(
            "added", count, "Counts its added lines.", example: "12", synonyms: ["additions"]),
          KeySpec(
            "deleted", count, "Counts its deleted lines.", example: "3", synonyms: ["deletions"]),
          KeySpec(
            "from", .path, "Names the path that it was moved from.", example: "Sources/Old.swift",
            synonyms: ["old-path"]),
          KeySpec("binary", .boolean, "Makes it a binary file.", example: "true"),
          KeySpec("size", .byteSize, "Says how large it is.", example: "5MB"),
          KeySpec("mode", mode, "Says what git has as its mode.", example: "100755"),
          KeySpec("old-mode", mode, "Says what its mode was.", example: "100644"),
        ])))

  private static let fileStatus = Vocabulary(
    ["added", "modified", "deleted", "typechanged"],
    aliases: ["changed": "modified", "removed": "deleted"],
    hints: ["renamed": "{ from: OLD/PATH }", "moved": "{ from: OLD/PATH }", "new": "added"])

  private static let versions = Section(
    "a file's contents",
    [
      KeySpec("old", .text, "Says what it holds at the merge base.", example: "'1.0'"),
      KeySpec("new", .text, "Says what it holds at the head.", example: "'1.1'"),
    ])

  private static let commit = Section(
    "a commit",
    [
      KeySpec(
        "message", .filledText, "Is its whole message.", example: "Add a parser",
        synonyms: ["subject", "title"]),
      KeySpec("author", .filledText, "Names its author.", example: "Ada Lovelace"),
      KeySpec(
        "email", .text, "Is the address of its author.", example: "ada@example.com",
        synonyms: ["mail"]),
      KeySpec("merge", .boolean, "Makes it a merge commit.", example: "true"),
      KeySpec("age", .duration, "Is how long ago it was made.", example: "3d"),
    ])

  private static let names = ValueKind.shaped(
    scalar: nil, list: .list(.filledText, atLeast: 0), mapping: nil)

  private static let pullRequest = Section(
    "'pull-request'",
    [
      KeySpec("title", .text, "Is its title.", example: "Add a parser"),
      KeySpec("body", .text, "Is its description.", example: "Why it is better."),
      KeySpec("author", .filledText, "Is the login of who opened it.", example: "ada"),
      KeySpec("labels", names, "Lists its labels.", example: "[trivial]"),
      KeySpec("draft", .boolean, "Says whether it is a draft.", example: "true"),
      KeySpec("branch", .filledText, "Is where it comes from.", example: "topic"),
      KeySpec("base", .filledText, "Is where it goes to.", example: "main"),
      KeySpec("milestone", .text, "Is the title of its milestone.", example: "'1.0'"),
      KeySpec("assignees", names, "Lists who it is assigned to.", example: "[ada]"),
      KeySpec("reviewers", names, "Lists who is to review it.", example: "[bob]"),
      KeySpec("fork", .boolean, "Says whether it comes from a fork.", example: "true"),
      KeySpec("number", .integer(1...Int.max), "Is its number.", example: "12"),
      KeySpec(
        "association", .word(Vocabulary(PullRequest.associations)),
        "Is what the author is to the repository.", example: "member"),
      KeySpec("approved", .boolean, "Says whether it was approved.", example: "true"),
      KeySpec("mergeable", .boolean, "Says whether it merges without conflict.", example: "true"),
      KeySpec("merged", .boolean, "Says whether it has been merged.", example: "false"),
      KeySpec(
        "maintainer-can-modify", .boolean, "Says whether maintainers may push to a fork's branch.",
        example: "true"),
      KeySpec("age", .duration, "Is how long it has been open.", example: "3d"),
    ])

  private static let test = Section(
    "a test",
    [
      KeySpec("name", .filledText, "Is how it is listed.", example: "ATests.testB"),
      KeySpec("file", .path, "Is where it is declared.", example: "Tests/ATests.swift"),
      KeySpec("duration", .duration, "Is what it took.", example: "2s"),
      KeySpec(
        "outcome", .word(Vocabulary(TestOutcome.allCases.map(\.rawValue))), "Is how it ended.",
        example: "passed"),
    ])

  private static let surroundings = Section(
    "'run'",
    [
      KeySpec("service", .filledText, "Names the CI service.", example: "github"),
      KeySpec(
        "event", .word(Vocabulary(Surroundings.Event.allCases.map(\.rawValue))),
        "Says why it runs.", example: "push"),
      KeySpec("branch", .filledText, "Names the branch that is built.", example: "main"),
      KeySpec("os", .word(Vocabulary(["linux", "macos"])), "Is the system.", example: "linux"),
      KeySpec(
        "arch", .word(Vocabulary(["arm64", "x86_64"])), "Is the processor.", example: "arm64"),
      KeySpec(
        "weekday", .word(Vocabulary(Timestamp.weekdays)), "Is the day of the week.",
        example: "friday"),
    ])

  private static let levels = Severity.allCases.map(\.rawValue)
  private static let levelAliases = ["warn": "warning", "fail": "error"]
  private static let severity = Vocabulary(levels, aliases: levelAliases)
  private static let verdict = Vocabulary(
    ["passes"] + levels, aliases: levelAliases,
    hints: [
      "pass": "passes", "passed": "passes", "ok": "passes", "nothing": "passes",
      "none": "passes", "flagged": "warning", "fails": "error",
    ])

  private static let expectation = Section(
    "a finding",
    [
      KeySpec(
        "level", .word(severity), "Is how bad it is.", example: "error", synonyms: ["severity"]),
      KeySpec("rule", .filledText, "Is the rule that says it.", example: "pr-size"),
      KeySpec("message", .pattern, "Is found in its words.", example: "'limit is 400'"),
      KeySpec("file", .path, "Is the file that it is about.", example: "Sources/A.swift"),
      KeySpec("line", .integer(1...Int.max), "Is the line that it is about.", example: "3"),
    ])
}
