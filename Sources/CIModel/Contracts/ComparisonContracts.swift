extension JSONContract {
  /// The output of `devtool report --compare RUN --format json`.
  package static let comparison = JSONContract(
    "comparison", id: RunComparison.schemaName, "The differences between a run and an earlier one.",
    .object([
      JSONMember("schema", .constant(RunComparison.schemaName), "The name of this contract."),
      JSONMember("earlier", JSONShape.runSummary, "The earlier run of the comparison."),
      JSONMember("later", JSONShape.runSummary, "The later run of the comparison."),
      JSONMember(
        "newlyFailing", .list(outcomeChange), "Tests that fail now and did not before."),
      JSONMember("fixed", .list(outcomeChange), "Tests that failed before and pass now."),
      JSONMember("stillFailing", .wholeNumber, "Number of tests that failed in both runs."),
      JSONMember("newlyFlaky", .list(.text), "Tests that passed only on a retry, unlike before."),
      JSONMember(
        "newlySlow",
        .list(JSONShape.durationChange),
        "Twice as slow and at least 0.25 s slower, the greatest factor first."),
      JSONMember("newTests", .list(.text), "Sorted."),
      JSONMember("missingTests", .list(.text), "Tests that the later run does not have; sorted."),
      JSONMember("newWarnings", .list(warning), "Printed more often than before."),
      JSONMember("goneWarnings", .list(warning), "Printed less often than before."),
      JSONMember(
        "coverage",
        JSONShape.object([
          JSONMember("before", .defined("ratio"), "Line coverage."),
          JSONMember("after", .defined("ratio"), "Line coverage."),
          JSONMember(
            "files",
            .list(
              .object([
                JSONMember("path", .text, "Relative to the repository root."),
                JSONMember("before", JSONShape.defined("ratio").orNull, "Null for a new file."),
                JSONMember(
                  "after", JSONShape.defined("ratio").orNull, "Null for a removed file."),
              ])), "Files whose numbers differ."),
        ]).orNull, "Null when a run did not measure coverage, or the numbers are not comparable."),
      .optional(
        "note", .text, "Results not compared, because the runs ran or compiled different parts."),
    ]), definitions: JSONShape.coverageDefinitions)

  /// The output of `devtool report --list --format json`.
  package static let runs = JSONContract(
    "runs", id: RunList.schemaName, "The stored runs.",
    .object([
      JSONMember("schema", .constant(RunList.schemaName), "The name of this contract."),
      JSONMember("runs", .list(JSONShape.runSummary), "The newest first."),
    ]), definitions: JSONShape.coverageDefinitions)

  /// The output of `devtool history … --format json`.
  package static let trends = JSONContract(
    "trends", id: "devtool.trends/1", "Results of earlier runs.",
    .object([
      JSONMember("schema", .constant("devtool.trends/1"), "The name of this contract."),
      JSONMember("runs", .wholeNumber, "Number of runs read."),
      .optional("branches", .list(.text), "Their branches, sorted; absent when unknown."),
      .optional(
        "noRunOf",
        .object([
          JSONMember("branch", .text, "The requested branch."),
          JSONMember("known", .list(.text), "Branches with runs, sorted."),
        ]), "Present when the requested branch has no run."),
      .optional(
        "tests",
        .list(
          .object(
            testOfTrends + [
              JSONMember(
                "failures", .wholeNumber, "Number of runs in which it failed or needed a retry."),
              JSONMember(
                "medianSeconds", JSONShape.number.orNull, "Null if it never finished."),
              JSONMember(
                "outcomes", .list(JSONShape.outcome), "Outcomes in the newest runs with this test."),
              JSONMember("isFlaky", .list(.boolean), "Whether it passed only on a retry."),
              JSONMember("seconds", .list(JSONShape.number.orNull), "Durations in the same runs."),
            ])), "Output of `history tests`, sorted by id."),
      .optional(
        "flaky",
        .list(
          .object(
            testOfTrends + [
              JSONMember(
                "passedAgain", .wholeNumber, "Number of runs in which it failed and then passed."),
              JSONMember("commits", .list(.text), "Commits at which it both passed and failed."),
              JSONMember("lastRun", .text, "The newest run in which it was flaky."),
              JSONMember(
                "outcomes", .list(JSONShape.outcome), "Outcomes in the newest runs with this test."),
              JSONMember("isFlaky", .list(.boolean), "Whether it passed only on a retry."),
            ])), "Output of `history flaky`, the least reliable first."),
      .optional(
        "slow",
        .list(
          .object([
            JSONMember("test", .text, "Its id."),
            JSONMember("scope", .text, "The folder and how it was built."),
            JSONMember("beforeSeconds", .number, "The median before."),
            JSONMember("afterSeconds", .number, "The median since."),
            JSONMember("sinceRun", .text, "The first slower run."),
            JSONMember("sinceCommit", JSONShape.text.orNull, "The commit of that run."),
            JSONMember("seconds", .list(.number), "The newest durations."),
          ])), "Output of `history slow`, the greatest slowdown first."),
      .optional(
        "coverage",
        .object([
          JSONMember(
            "points",
            .list(
              .object([
                JSONMember("run", .text, "Its id."),
                JSONMember("commit", JSONShape.text.orNull, "The commit of the run."),
                JSONMember("branch", JSONShape.text.orNull, "Its branch."),
                JSONMember("lines", .defined("ratio"), "Line coverage of all files."),
              ])), "The oldest first."),
          JSONMember(
            "files",
            .list(
              .object([
                JSONMember("path", .text, "Relative to the repository root."),
                JSONMember("before", JSONShape.defined("ratio").orNull, "Null for a new file."),
                JSONMember(
                  "after", JSONShape.defined("ratio").orNull, "Null for a removed file."),
              ])), "Files that differ between the first and the last point."),
        ]), "Output of `history coverage`."),
      .optional(
        "warnings",
        .list(
          .object([
            JSONMember("kind", .text, "`warning`, `error`, or the category of a runtime warning."),
            JSONMember("file", JSONShape.text.orNull, "Null when the location is unknown."),
            JSONMember("message", .text, "The message, or its normalized form."),
            JSONMember(
              "counts", .list(.wholeNumber),
              "Counts in the newest runs; a run that did not compile the file repeats the count before it."
            ),
            JSONMember(
              "sinceRun", JSONShape.text.orNull, "Null if the newest run does not have it."),
          ])), "Output of `history warnings`, the most frequent first."),
      .optional(
        "sizes",
        .list(
          .object([
            JSONMember("product", .text, "A program or dynamic library of release builds."),
            JSONMember(
              "bytes", .list(JSONShape.wholeNumber.orNull),
              "Sizes in the newest runs with a release build; null when a build did not produce it."
            ),
            JSONMember(
              "before", JSONShape.wholeNumber.orNull,
              "The size before the last change; null if it never changed."
            ),
            JSONMember("sinceRun", .text, "The first run with its newest size."),
            JSONMember("sinceCommit", JSONShape.text.orNull, "The commit of that run."),
          ])), "Output of `history sizes`, by name."),
      .optional(
        "quarantine",
        .list(
          .object([
            JSONMember("test", .text, "Its id."),
            JSONMember("line", JSONShape.ordinal, "Line in the quarantine file."),
            JSONMember("reason", .text, "Empty when the file gives no reason."),
            JSONMember("since", JSONShape.text.orNull, "A day; null when the file gives none."),
            JSONMember("until", JSONShape.text.orNull, "The last day; null for no end."),
            JSONMember(
              "daysLeft", JSONShape.number.orNull, "0 on the last day, negative after it."),
            JSONMember(
              "isKnown", JSONShape.boolean.orNull,
              "Whether the newest run of all tests has it; null when the history has no such run."),
            JSONMember(
              "outcomes", .list(JSONShape.outcome), "Outcomes in the newest runs with this test."),
            JSONMember("isFlaky", .list(.boolean), "Whether it passed only on a retry."),
          ])), "Output of `quarantine list`, in the order of the file."),
    ]), definitions: JSONShape.coverageDefinitions)

  private static let testOfTrends = [
    JSONMember("test", .text, "Its id."),
    JSONMember("scope", .text, "The folder and how it was built."),
    JSONMember("runs", .wholeNumber, "Number of runs with this test."),
  ]

  private static let outcomeChange = JSONShape.object([
    JSONMember("test", .text, "Its id, if known."),
    JSONMember("before", JSONShape.outcome.orNull, "Null for a new test."),
    JSONMember("after", JSONShape.outcome, "How it ended."),
  ])

  private static let warning = JSONShape.warningChange
}

extension JSONShape {
  /// How often a warning was printed in the earlier and in the later run.
  static let warningChange = JSONShape.object([
    JSONMember("kind", .text, "`warning`, `error`, or the category of a runtime warning."),
    JSONMember("file", JSONShape.text.orNull, "Null when the location is unknown."),
    JSONMember("message", .text, "As printed, with its group."),
    JSONMember(
      "before", .wholeNumber,
      "Number of locations of a diagnostic, or how often a runtime warning was printed."),
    JSONMember("after", .wholeNumber, "The same number now."),
  ])
}

extension JSONShape {
  fileprivate static let runSummary = JSONShape.object([
    JSONMember("id", .text, "Sortable by time."),
    JSONMember("startedAt", time, "UTC."),
    JSONMember("durationSeconds", .number, "Wall clock."),
    JSONMember("verdict", .words(["passed", "failed", "cancelled", "unknown"]), "How it ended."),
    JSONMember("tests", .wholeNumber, "Number of tests."),
    JSONMember("failedTests", .wholeNumber, "Number of failed tests."),
    JSONMember("lines", JSONShape.defined("ratio").orNull, "Null when coverage was not measured."),
    JSONMember("head", JSONShape.text.orNull, "The commit; null without one."),
    JSONMember("branch", JSONShape.text.orNull, "Null when no branch was checked out."),
  ])
}

extension JSONShape {
  /// The duration of a test in the earlier and in the later run.
  static let durationChange = JSONShape.object([
    JSONMember("test", .text, "Its id, if known."),
    JSONMember("beforeSeconds", .number, "The duration before."),
    JSONMember("afterSeconds", .number, "The duration now."),
  ])
}
