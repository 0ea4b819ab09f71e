extension JSONShape {
  /// Seconds, or `null` when they are not known.
  private static let seconds = JSONShape.number.orNull
  static let outcome = JSONShape.words(TestOutcome.allCases.map(\.rawValue))
  static let severity = JSONShape.words(Severity.allCases.map(\.rawValue))

  private static let place = JSONShape.object([
    JSONMember("run", .text, "Its id."),
    .optional("commit", .text, "The commit of the run."),
  ])

  static let testDefinitions: [String: JSONShape] = [
    "issue": .object([
      JSONMember("message", .text, "As recorded."),
      JSONMember(
        "file", JSONShape.text.orNull, "Relative to the repository root, if known."),
      JSONMember("line", JSONShape.wholeNumber.orNull, "1-based."),
      JSONMember("column", JSONShape.wholeNumber.orNull, "1-based."),
      JSONMember("isKnown", .boolean, "Whether it was expected and does not fail the test."),
      JSONMember("severity", severity, "`error` fails the test."),
      .optional("arguments", .text, "The arguments of the failing case."),
      .optional(
        "snapshot",
        .object([
          JSONMember("reference", JSONShape.text.orNull, "The expected image."),
          JSONMember("actual", JSONShape.text.orNull, "The actual image."),
        ]), "The images that a snapshot test compared."),
    ]),
    "attachment": .object([
      JSONMember("name", .text, "The name that the test gives it."),
      JSONMember(
        "kind", .words(TestAttachment.Kind.allCases.map(\.rawValue)),
        "Attached by the test, compared by a snapshot test, or captured from a process that hung or died."
      ),
      JSONMember(
        "type", .words(TestAttachment.ContentType.allCases.map(\.rawValue)), "Type of the content."),
      JSONMember("size", .wholeNumber, "In bytes."),
      JSONMember(
        "path", JSONShape.text.orNull,
        "Relative to the folder of the run; null when not kept."
      ),
      .optional("leftOut", .text, "Why it was not kept."),
    ]),
  ]

  static let test = JSONShape.object([
    JSONMember("name", .text, "As printed."),
    .optional("id", .text, "`Module.Class/test`, as `swift test --filter` accepts it."),
    JSONMember("framework", .words(["xctest", "swift-testing", "other"]), "The test framework."),
    JSONMember("module", JSONShape.text.orNull, "The module, if known."),
    JSONMember("suite", JSONShape.text.orNull, "The class or the path of the suite."),
    JSONMember("function", .text, "The function."),
    JSONMember("outcome", outcome, "Value of the last attempt."),
    JSONMember("durationSeconds", seconds, "Value of the last attempt."),
    JSONMember(
      "runs",
      .list(
        .object([
          JSONMember("outcome", outcome, "How it ended."),
          JSONMember("durationSeconds", seconds, "Wall clock."),
          .optional(
            "startSeconds", .number, "When it began, in seconds since the start of its step."),
          .optional("worker", .wholeNumber, "Index of the worker that ran it, from 0."),
        ])), "In the order in which they ended."),
    JSONMember("issues", .list(.defined("issue")), "Issues recorded during the test."),
    JSONMember("output", .text, "Output printed while only this test ran."),
    .optional("file", .text, "The file that declares the test."),
    .optional("line", .wholeNumber, "1-based."),
    .optional(
      "attempts",
      .list(
        .object([
          JSONMember("number", .ordinal, "1-based."),
          JSONMember("outcome", outcome, "How it ended."),
          JSONMember("durationSeconds", seconds, "Wall clock."),
          JSONMember("issues", .list(.defined("issue")), "Issues recorded during the attempt."),
          JSONMember("output", .text, "Output printed during the attempt."),
          .optional("attachments", .list(.defined("attachment")), "Attachments of the attempt."),
        ])), "The attempts, when there was more than one."),
    .optional("flaky", .boolean, "Whether it failed and then passed on a retry."),
    .optional(
      "interference",
      .object([
        JSONMember("beside", .list(.text), "Ids of tests that ran at the same time."),
        JSONMember(
          "after", .list(.text), "Ids of tests that had run before in the same process."),
        .optional("others", .wholeNumber, "Number of tests that the lists omit."),
        JSONMember("reproduced", .boolean, "Whether it failed again together with these tests."),
      ]), "Why it failed among other tests; it passes alone."),
    .optional(
      "quarantined",
      .object([
        JSONMember("reason", .text, "The reason."),
        JSONMember("since", JSONShape.text.orNull, "A date, if the file gives one."),
      ]), "Quarantine entry: the test cannot fail the run."),
    .optional("tags", .list(.text), "Swift Testing's tags, sorted."),
    .optional(
      "recentSeconds", .list(.number), "Durations in earlier runs, the oldest first."),
    .optional("usualSeconds", .number, "The usual duration, when it took much longer."),
    .optional(
      "slowed",
      .object([
        JSONMember("beforeSeconds", .number, "The median before."),
        JSONMember("afterSeconds", .number, "The median since."),
        JSONMember("since", place, "The first slower run."),
      ]), "When the test became slower, and by how much."),
    .optional(
      "earlier",
      .object([
        JSONMember(
          "outcomes", .list(outcome), "Outcomes in earlier runs of its branch, the oldest first."),
        .optional("branch", .text, "The branch of these runs, when its own branch had none."),
        .optional(
          "failingSince", place, "The first run of the current series of failures."),
        .optional("failsOnBase", .boolean, "Whether it also failed in the run of the base branch."),
        .optional("newSince", .text, "The base branch, if the test did not fail there."),
      ]), "Earlier outcomes of a failed test, from the history."),
    .optional(
      "command", .text, "Command that runs this test alone; omitted if `swift test --filter` does."),
    .optional(
      "assertsNothing", .boolean, "Whether its source contains no assertion that can fail."),
    .optional(
      "attachments", .list(.defined("attachment")),
      "Attachments and crash files of the last attempt."
    ),
    .optional("step", .text, "The step that ran it, if several steps had tests."),
  ])

  /// The tests, diagnostics and runtime warnings that logs and runs have in common.
  static let testResults = [
    JSONMember("counts", counts, "Counts of test executions; each start…end pair is one."),
    JSONMember("tests", .list(test), "Distinct tests."),
    JSONMember(
      "slow",
      .list(
        .object([
          JSONMember("name", .text, "The name of the test."),
          JSONMember("durationSeconds", .number, "The duration."),
        ])), "Tests over the slow limit, the slowest first."),
    JSONMember("crashes", .list(crash), "Test processes that died."),
    JSONMember("diagnostics", .list(diagnostic), "Unique by location and text."),
    JSONMember("runtimeWarnings", .list(runtimeWarning), "Sorted by category."),
  ]

  private static func counts(
    _ names: [String], _ optional: [JSONMember] = []
  ) -> JSONShape {
    .object(names.map { JSONMember($0, .wholeNumber, "") } + optional)
  }

  private static let counts = JSONShape.object([
    JSONMember(
      "xctest",
      counts(
        ["passed", "failed", "skipped", "unfinished"],
        [.optional("notTold", .wholeNumber, "Ended with an outcome that the log does not contain.")]
      ).orNull,
      "Null when no XCTest ran."),
    JSONMember(
      "swiftTesting",
      counts([
        "passed", "failed", "skipped", "cancelled", "unfinished", "issues", "knownIssues",
      ]).orNull, "Null when no Swift Testing test ran."),
    .optional("other", counts(["passed", "failed", "skipped"]), "Counts of other test runners."),
  ])

  private static let crash = JSONShape.object([
    JSONMember("test", JSONShape.text.orNull, "The test that was running."),
    JSONMember("signal", JSONShape.text.orNull, "Such as `SIGILL`."),
    JSONMember("reason", JSONShape.text.orNull, "The message of the fatal error."),
    JSONMember("file", JSONShape.text.orNull, "The first location inside the package."),
    JSONMember("line", JSONShape.wholeNumber.orNull, "1-based."),
    .optional("process", .text, "The program that died, if a system crash report names it."),
  ])

  private static let diagnostic = JSONShape.object([
    JSONMember("severity", severity, "As reported by the tool."),
    JSONMember(
      "file", JSONShape.text.orNull, "Relative to the repository root, if known."),
    JSONMember("line", JSONShape.wholeNumber.orNull, "1-based."),
    JSONMember("column", JSONShape.wholeNumber.orNull, "1-based."),
    JSONMember("message", .text, "Without the location."),
    JSONMember("group", JSONShape.text.orNull, "The diagnostic group or the linter's rule."),
    JSONMember("count", .ordinal, "Number of times it was printed."),
    .optional("step", .text, "The step that printed it."),
    .optional("excerpt", .text, "The source line of an error."),
    .optional("notes", .list(.text), "Notes of the compiler, such as how to fix it."),
  ])

  private static let runtimeWarning = JSONShape.object([
    JSONMember("category", .text, "As under `warnings` in .ci.yml."),
    JSONMember("count", .wholeNumber, "Number of times it was printed."),
    JSONMember("tests", .list(.text), "The tests in which it occurred."),
    JSONMember(
      "shapes",
      .list(
        .object([
          JSONMember("shape", .text, "The text without addresses and numbers."),
          JSONMember("count", .wholeNumber, "Number of times it was printed."),
          JSONMember("identifiers", .list(.text), "Names that identify the cause."),
          JSONMember("file", JSONShape.text.orNull, "The file of its first occurrence."),
          JSONMember("line", JSONShape.wholeNumber.orNull, "1-based."),
          JSONMember("message", JSONShape.text.orNull, "The text of its first occurrence."),
          JSONMember(
            "tests",
            .list(
              .object([
                JSONMember("name", .text, "The test."),
                JSONMember("count", .wholeNumber, "Number of occurrences in the test."),
              ])), "The tests in which it occurred."),
        ])), "The distinct forms, the most frequent first."),
  ])

  static let finding = JSONShape.object([
    JSONMember("ruleID", .text, "The rule or check, such as `pr-size`."),
    JSONMember("severity", severity, "The severity of the finding."),
    JSONMember("message", .text, "The problem."),
    JSONMember("file", JSONShape.text.orNull, "Null when it applies to the whole change or run."),
    JSONMember("line", JSONShape.wholeNumber.orNull, "1-based."),
    JSONMember("column", JSONShape.wholeNumber.orNull, "1-based."),
    JSONMember("endLine", JSONShape.wholeNumber.orNull, "The last line, inclusive."),
    JSONMember("help", JSONShape.text.orNull, "How to fix it."),
    JSONMember("suppressed", JSONShape.text.orNull, "Why it does not count; null when it counts."),
    .optional(
      "messageText", teamText,
      "The message from the configuration, if it replaces the rule's own; 'message' without Markdown."
    ),
    .optional("helpText", teamText, "The help from the configuration."),
  ])

  private static let teamText = JSONShape.list(
    .object([
      .optional("markdown", .text, "Markdown from the configuration."),
      .optional("text", .text, "Inserted value, always plain text."),
    ]))
}
