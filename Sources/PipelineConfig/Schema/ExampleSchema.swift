internal import CIModel

extension Schema {
  /// An example of one rule.
  package static let example = Section("an example", exampleKeys)

  /// An example for all rules, or for one that it names.
  package static let sharedExample = Section(
    "an example",
    exampleKeys + [
      KeySpec(
        "rule", .filledText, "Id of the only rule to run, instead of all enabled rules.",
        example: "pr-size")
    ])

  /// A file that contains only examples, for `devtool rules test FILE`.
  package static let exampleFile = Section(
    "the top level",
    [
      KeySpec(
        "examples", .list(.section(sharedExample), atLeast: 1), "The examples.",
        example: "[{ title: docs alone, files: { README.md: modified }, expect: passes }]")
    ])

  private static let exampleKeys = [
    KeySpec(
      "title", .filledText, "Title of the example.", example: "a test may print",
      synonyms: ["name", "id"]),
    KeySpec(
      "files", .shaped(scalar: nil, list: .list(.path, atLeast: 1), mapping: fileMap(file)),
      "Changed files: a list of modified files, or a mapping from each file to its change.",
      example: "{ Sources/A.swift: added }", synonyms: ["changes", "given"]),
    KeySpec(
      "added-lines", fileMap(.text), "Added lines of each file, starting at line 1.",
      example: "{ Sources/A.swift: 'print(1)' }", synonyms: ["lines"]),
    KeySpec(
      "deleted-lines", fileMap(.text), "Deleted lines of each file.",
      example: "{ Sources/A.swift: 'print(1)' }"),
    KeySpec(
      "commits",
      .list(
        .shaped(scalar: .filledText, list: nil, mapping: .section(commit)), atLeast: 1),
      "Commit messages, oldest first.", example: "[Add a parser]"),
    KeySpec(
      "pull-request", .options(pullRequest),
      "The pull request; without this key, the change has none.",
      example: "{ title: Add a parser }", synonyms: ["pr", "merge-request"]),
    KeySpec(
      "contents",
      fileMap(.shaped(scalar: .text, list: nil, mapping: .section(versions))),
      "Contents of files that a rule reads as a whole.", example: "{ VERSION: '1.0' }"),
    KeySpec(
      "reports", fileMap(.text), "Contents of reports of other tools.",
      example: "{ lint.json: '[]' }"),
    KeySpec(
      "base-reports", fileMap(.text), "Contents of the same reports at the base.",
      example: "{ base/lint.json: '[]' }"),
    KeySpec(
      "coverage", fileMap(.percent), "Line coverage of each file, in percent.",
      example: "{ Sources/A.swift: 80 }"),
    KeySpec(
      "tests", .list(.section(test), atLeast: 1), "Tests that ran.",
      example: "[{ name: ATests.testB, file: Tests/ATests.swift, duration: 2s }]"),
    KeySpec(
      "steps",
      .map(.stepID, .word(Vocabulary(StepResult.Status.allCases.map(\.rawValue))), atLeast: 1),
      "Result of each step.", example: "{ build: passed }"),
    KeySpec(
      "run", .section(surroundings),
      "Where and why devtool runs: CI service, event, branch, system and day.",
      example: "{ service: github, event: push }"),
    KeySpec("env", environment, "Variables that conditions can read.", example: "{ DEPLOY: yes }"),
    KeySpec(
      "expect",
      .shaped(
        scalar: .word(verdict),
        list: .list(
          .shaped(scalar: .word(severity), list: nil, mapping: .section(expectation)), atLeast: 0),
        mapping: .section(expectation)),
      "Expected result: 'passes' or all findings.", example: "[error]",
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
          KeySpec("status", .word(fileStatus), "How the file changed.", example: "added"),
          KeySpec(
            "added", count, "Number of added lines.", example: "12", synonyms: ["additions"]),
          KeySpec(
            "deleted", count, "Number of deleted lines.", example: "3", synonyms: ["deletions"]),
          KeySpec(
            "from", .path, "Path that the file was moved from.", example: "Sources/Old.swift",
            synonyms: ["old-path"]),
          KeySpec("binary", .boolean, "Whether the file is binary.", example: "true"),
          KeySpec("size", .byteSize, "Size of the file.", example: "5MB"),
          KeySpec("mode", mode, "Git mode of the file.", example: "100755"),
          KeySpec("old-mode", mode, "Git mode of the file before the change.", example: "100644"),
        ])))

  private static let fileStatus = Vocabulary(
    ["added", "modified", "deleted", "typechanged"],
    aliases: ["changed": "modified", "removed": "deleted"],
    hints: ["renamed": "{ from: OLD/PATH }", "moved": "{ from: OLD/PATH }", "new": "added"])

  private static let versions = Section(
    "a file's contents",
    [
      KeySpec("old", .text, "Contents at the merge base.", example: "'1.0'"),
      KeySpec("new", .text, "Contents at the head.", example: "'1.1'"),
    ])

  private static let commit = Section(
    "a commit",
    [
      KeySpec(
        "message", .filledText, "The whole commit message.", example: "Add a parser",
        synonyms: ["subject", "title"]),
      KeySpec("author", .filledText, "Name of the author.", example: "Ada Lovelace"),
      KeySpec(
        "email", .text, "Email address of the author.", example: "ada@example.com",
        synonyms: ["mail"]),
      KeySpec("merge", .boolean, "Whether it is a merge commit.", example: "true"),
      KeySpec("age", .duration, "Age of the commit.", example: "3d"),
    ])

  private static let names = ValueKind.shaped(
    scalar: nil, list: .list(.filledText, atLeast: 0), mapping: nil)

  private static let pullRequest = Section(
    "'pull-request'",
    [
      KeySpec("title", .text, "Title of the pull request.", example: "Add a parser"),
      KeySpec("body", .text, "Description of the pull request.", example: "Why it is better."),
      KeySpec("author", .filledText, "Login of the author.", example: "ada"),
      KeySpec("labels", names, "Labels of the pull request.", example: "[trivial]"),
      KeySpec("draft", .boolean, "Whether the pull request is a draft.", example: "true"),
      KeySpec("branch", .filledText, "Head branch.", example: "topic"),
      KeySpec("base", .filledText, "Base branch.", example: "main"),
      KeySpec("milestone", .text, "Title of the milestone.", example: "'1.0'"),
      KeySpec("assignees", names, "Logins of the assignees.", example: "[ada]"),
      KeySpec("reviewers", names, "Logins of the requested reviewers.", example: "[bob]"),
      KeySpec("fork", .boolean, "Whether the pull request comes from a fork.", example: "true"),
      KeySpec("number", .integer(1...Int.max), "Number of the pull request.", example: "12"),
      KeySpec(
        "association", .word(Vocabulary(PullRequest.associations)),
        "Association of the author with the repository.", example: "member"),
      KeySpec("approved", .boolean, "Whether the pull request is approved.", example: "true"),
      KeySpec(
        "mergeable", .boolean, "Whether the pull request merges without conflicts.", example: "true"
      ),
      KeySpec("merged", .boolean, "Whether the pull request is merged.", example: "false"),
      KeySpec(
        "maintainer-can-modify", .boolean, "Whether maintainers may push to the branch of a fork.",
        example: "true"),
      KeySpec("age", .duration, "Time since the pull request was opened.", example: "3d"),
    ])

  private static let test = Section(
    "a test",
    [
      KeySpec("name", .filledText, "Name of the test, as it is listed.", example: "ATests.testB"),
      KeySpec("file", .path, "File that declares the test.", example: "Tests/ATests.swift"),
      KeySpec("duration", .duration, "Duration of the test.", example: "2s"),
      KeySpec(
        "outcome", .word(Vocabulary(TestOutcome.allCases.map(\.rawValue))), "Outcome of the test.",
        example: "passed"),
    ])

  private static let surroundings = Section(
    "'run'",
    [
      KeySpec("service", .filledText, "Name of the CI service.", example: "github"),
      KeySpec(
        "event", .word(Vocabulary(Surroundings.Event.allCases.map(\.rawValue))),
        "Event that started the run.", example: "push"),
      KeySpec("branch", .filledText, "Branch that is built.", example: "main"),
      KeySpec("os", .word(Vocabulary(["linux", "macos"])), "Operating system.", example: "linux"),
      KeySpec(
        "arch", .word(Vocabulary(["arm64", "x86_64"])), "Processor architecture.", example: "arm64"),
      KeySpec(
        "weekday", .word(Vocabulary(Timestamp.weekdays)), "Day of the week.",
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
        "level", .word(severity), "Level of the finding.", example: "error", synonyms: ["severity"]),
      KeySpec("rule", .filledText, "Rule that reports the finding.", example: "pr-size"),
      KeySpec(
        "message", .pattern, "Regular expression that the message must match.",
        example: "'limit is 400'"),
      KeySpec("file", .path, "File of the finding.", example: "Sources/A.swift"),
      KeySpec("line", .integer(1...Int.max), "Line of the finding.", example: "3"),
    ])
}
