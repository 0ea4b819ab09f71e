extension JSONShape {
  /// Seconds, or `null` when they are not known.
  private static let seconds = JSONShape.number.orNull
  static let outcome = JSONShape.words(TestOutcome.allCases.map(\.rawValue))
  static let severity = JSONShape.words(Severity.allCases.map(\.rawValue))

  private static let place = JSONShape.object([
    JSONMember("run", .text, "Its id."),
    .optional("commit", .text, "What it had checked out."),
  ])

  static let testDefinitions: [String: JSONShape] = [
    "issue": .object([
      JSONMember("message", .text, "As recorded."),
      JSONMember(
        "file", JSONShape.text.orNull, "Relative to the repository root where that is known."),
      JSONMember("line", JSONShape.wholeNumber.orNull, "1-based."),
      JSONMember("column", JSONShape.wholeNumber.orNull, "1-based."),
      JSONMember("isKnown", .boolean, "Whether it was expected and does not fail the test."),
      JSONMember("severity", severity, "`error` fails the test."),
      .optional("arguments", .text, "The arguments of the failing case."),
      .optional(
        "snapshot",
        .object([
          JSONMember("reference", JSONShape.text.orNull, "The image that was expected."),
          JSONMember("actual", JSONShape.text.orNull, "The image that was made."),
        ]), "The images that a snapshot test compared."),
    ]),
    "attachment": .object([
      JSONMember("name", .text, "As the test calls it."),
      JSONMember(
        "kind", .words(TestAttachment.Kind.allCases.map(\.rawValue)),
        "Attached by the test, compared by a snapshot test, or made of a process that hung or died."
      ),
      JSONMember(
        "type", .words(TestAttachment.ContentType.allCases.map(\.rawValue)), "By its content."),
      JSONMember("size", .wholeNumber, "In bytes."),
      JSONMember(
        "path", JSONShape.text.orNull,
        "Relative to the folder of the run; null when it was not kept."
      ),
      .optional("leftOut", .text, "Why it was not kept."),
    ]),
  ]

  static let test = JSONShape.object([
    JSONMember("name", .text, "As printed."),
    .optional("id", .text, "`Module.Class/test`, the form that `swift test --filter` takes."),
    JSONMember("framework", .words(["xctest", "swift-testing", "other"]), "Who ran it."),
    JSONMember("module", JSONShape.text.orNull, "The module, where it is known."),
    JSONMember("suite", JSONShape.text.orNull, "The class or the path of the suite."),
    JSONMember("function", .text, "The function."),
    JSONMember("outcome", outcome, "Of the last run."),
    JSONMember("durationSeconds", seconds, "Of the last run."),
    JSONMember(
      "runs",
      .list(
        .object([
          JSONMember("outcome", outcome, "How it ended."),
          JSONMember("durationSeconds", seconds, "Wall clock."),
          .optional("startSeconds", .number, "When it began, since its step did."),
          .optional("worker", .wholeNumber, "Which worker ran it, from 0."),
        ])), "In the order in which they ended."),
    JSONMember("issues", .list(.defined("issue")), "What was recorded during the test."),
    JSONMember("output", .text, "What was printed while the test ran and it alone."),
    .optional("file", .text, "Where the test is declared."),
    .optional("line", .wholeNumber, "1-based."),
    .optional(
      "attempts",
      .list(
        .object([
          JSONMember("number", .ordinal, "1-based."),
          JSONMember("outcome", outcome, "How it ended."),
          JSONMember("durationSeconds", seconds, "Wall clock."),
          JSONMember("issues", .list(.defined("issue")), "What was recorded during it."),
          JSONMember("output", .text, "What was printed during it."),
          .optional("attachments", .list(.defined("attachment")), "What was attached during it."),
        ])), "When there was more than one."),
    .optional("flaky", .boolean, "Whether it failed and passed when it ran again."),
    .optional(
      "interference",
      .object([
        JSONMember("beside", .list(.text), "Ids of tests that ran at the same time."),
        JSONMember(
          "after", .list(.text), "Ids of tests that had run before in the same process."),
        .optional("others", .wholeNumber, "How many further tests the lists leave out."),
        JSONMember("reproduced", .boolean, "Whether it failed in that company once more."),
      ]), "Why it failed among other tests; it passes alone."),
    .optional(
      "quarantined",
      .object([
        JSONMember("reason", .text, "Why."),
        JSONMember("since", JSONShape.text.orNull, "A date, where the file gives one."),
      ]), "Why it cannot fail the run."),
    .optional("tags", .list(.text), "Swift Testing's tags, sorted."),
    .optional(
      "recentSeconds", .list(.number), "What it took in earlier runs, the oldest first."),
    .optional("usualSeconds", .number, "What it usually takes, when it took much longer."),
    .optional(
      "slowed",
      .object([
        JSONMember("beforeSeconds", .number, "The median before."),
        JSONMember("afterSeconds", .number, "The median since."),
        JSONMember("since", place, "The first slower run."),
      ]), "Since when it lasts longer, and how much."),
    .optional(
      "earlier",
      .object([
        JSONMember("outcomes", .list(outcome), "Of earlier runs of its branch, the oldest first."),
        .optional("branch", .text, "Whose runs they are, where its own branch had none."),
        .optional(
          "failingSince", place, "The first of the runs in a row that failed up to now."),
        .optional("failsOnBase", .boolean, "Whether it failed in the run of the base branch."),
        .optional("newSince", .text, "The base branch, where it did not fail there."),
      ]), "How a failed test ended before, as far as the history knows."),
    .optional(
      "command", .text, "Runs this test alone; left out where `swift test --filter` does."),
    .optional("assertsNothing", .boolean, "Whether nothing in its source can make it fail."),
    .optional(
      "attachments", .list(.defined("attachment")), "What the last attempt attached or left behind."
    ),
    .optional("step", .text, "The step that ran it, where several had tests."),
  ])

  /// The tests, diagnostics and runtime warnings that logs and runs have in common.
  static let testResults = [
    JSONMember("counts", counts, "Every start…end pair is one."),
    JSONMember("tests", .list(test), "Distinct tests."),
    JSONMember(
      "slow",
      .list(
        .object([
          JSONMember("name", .text, "As the test is listed."),
          JSONMember("durationSeconds", .number, "What it took."),
        ])), "Tests over the slow limit, the slowest first."),
    JSONMember("crashes", .list(crash), "Test processes that died."),
    JSONMember("diagnostics", .list(diagnostic), "Unique by place and text."),
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
        [.optional("notTold", .wholeNumber, "Ended, and the log does not tell how.")]
      ).orNull,
      "Null when no XCTest ran."),
    JSONMember(
      "swiftTesting",
      counts([
        "passed", "failed", "skipped", "cancelled", "unfinished", "issues", "knownIssues",
      ]).orNull, "Null when no test of Swift Testing ran."),
    .optional("other", counts(["passed", "failed", "skipped"]), "Of other runners."),
  ])

  private static let crash = JSONShape.object([
    JSONMember("test", JSONShape.text.orNull, "The test that was running."),
    JSONMember("signal", JSONShape.text.orNull, "Such as `SIGILL`."),
    JSONMember("reason", JSONShape.text.orNull, "The message of the fatal error."),
    JSONMember("file", JSONShape.text.orNull, "The first place inside the package."),
    JSONMember("line", JSONShape.wholeNumber.orNull, "1-based."),
    .optional("process", .text, "The program that died, when a report of the system tells it."),
  ])

  private static let diagnostic = JSONShape.object([
    JSONMember("severity", severity, "As the tool says it."),
    JSONMember(
      "file", JSONShape.text.orNull, "Relative to the repository root where that is known."),
    JSONMember("line", JSONShape.wholeNumber.orNull, "1-based."),
    JSONMember("column", JSONShape.wholeNumber.orNull, "1-based."),
    JSONMember("message", .text, "Without the place."),
    JSONMember("group", JSONShape.text.orNull, "The diagnostic group or the linter's rule."),
    JSONMember("count", .ordinal, "How often it was printed."),
    .optional("step", .text, "The step that printed it."),
    .optional("excerpt", .text, "The line of the source that an error is about."),
    .optional("notes", .list(.text), "What the compiler adds, such as how to correct it."),
  ])

  private static let runtimeWarning = JSONShape.object([
    JSONMember("category", .text, "As under `warnings` in .ci.yml."),
    JSONMember("count", .wholeNumber, "How often it was printed."),
    JSONMember("tests", .list(.text), "The tests it happened in."),
    JSONMember(
      "shapes",
      .list(
        .object([
          JSONMember("shape", .text, "The text without addresses and numbers."),
          JSONMember("count", .wholeNumber, "How often it was printed."),
          JSONMember("identifiers", .list(.text), "Names that point at the culprit."),
          JSONMember("file", JSONShape.text.orNull, "Where it was first seen."),
          JSONMember("line", JSONShape.wholeNumber.orNull, "1-based."),
          JSONMember("message", JSONShape.text.orNull, "The words of its first occurrence."),
          JSONMember(
            "tests",
            .list(
              .object([
                JSONMember("name", .text, "The test."),
                JSONMember("count", .wholeNumber, "How often there."),
              ])), "The tests it happened in."),
        ])), "The distinct forms, the most frequent first."),
  ])

  static let finding = JSONShape.object([
    JSONMember("ruleID", .text, "The check that spoke, such as `pr-size`."),
    JSONMember("severity", severity, "How bad it is."),
    JSONMember("message", .text, "What is wrong."),
    JSONMember("file", JSONShape.text.orNull, "Null when it concerns the whole change or run."),
    JSONMember("line", JSONShape.wholeNumber.orNull, "1-based."),
    JSONMember("column", JSONShape.wholeNumber.orNull, "1-based."),
    JSONMember("endLine", JSONShape.wholeNumber.orNull, "The last line, inclusive."),
    JSONMember("help", JSONShape.text.orNull, "What to do next."),
    JSONMember("suppressed", JSONShape.text.orNull, "Why it does not count; null when it counts."),
    .optional(
      "messageText", teamText,
      "The message as the team wrote it, where it is not the rule's own; 'message' without Markdown."
    ),
    .optional("helpText", teamText, "The help likewise."),
  ])

  private static let teamText = JSONShape.list(
    .object([
      .optional("markdown", .text, "Markdown from the configuration."),
      .optional("text", .text, "What was filled in: plain text, whatever it holds."),
    ]))
}
