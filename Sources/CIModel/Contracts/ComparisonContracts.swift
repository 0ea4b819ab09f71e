extension JSONContract {
  /// The output of `devtool report --compare RUN --format json`.
  package static let comparison = JSONContract(
    "comparison", id: RunComparison.schemaName, "What a run has that an earlier one had not.",
    .object([
      JSONMember("schema", .constant(RunComparison.schemaName), "Names this contract."),
      JSONMember("earlier", JSONShape.runSummary, "The run that is compared with."),
      JSONMember("later", JSONShape.runSummary, "The run that is shown."),
      JSONMember(
        "newlyFailing", .list(outcomeChange), "Tests that fail now and did not before."),
      JSONMember("fixed", .list(outcomeChange), "Tests that failed before and pass now."),
      JSONMember("stillFailing", .wholeNumber, "How many tests failed in both."),
      JSONMember("newlyFlaky", .list(.text), "Tests that now passed only when they ran again."),
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
          JSONMember("before", .defined("ratio"), "Of lines."),
          JSONMember("after", .defined("ratio"), "Of lines."),
          JSONMember(
            "files",
            .list(
              .object([
                JSONMember("path", .text, "Relative to the repository root."),
                JSONMember("before", JSONShape.defined("ratio").orNull, "Null for a new file."),
                JSONMember(
                  "after", JSONShape.defined("ratio").orNull, "Null for one that is gone."),
              ])), "Files whose numbers differ."),
        ]).orNull, "Null when one of the runs measured none, or the numbers mean different things."),
      .optional(
        "note", .text, "What is not compared, because the runs ran or compiled different parts."),
    ]), definitions: JSONShape.coverageDefinitions)

  /// The output of `devtool report --list --format json`.
  package static let runs = JSONContract(
    "runs", id: RunList.schemaName, "The stored runs.",
    .object([
      JSONMember("schema", .constant(RunList.schemaName), "Names this contract."),
      JSONMember("runs", .list(JSONShape.runSummary), "The newest first."),
    ]), definitions: JSONShape.coverageDefinitions)

  /// The output of `devtool history … --format json`.
  package static let trends = JSONContract(
    "trends", id: "devtool.trends/1", "What earlier runs say.",
    .object([
      JSONMember("schema", .constant("devtool.trends/1"), "Names this contract."),
      JSONMember("runs", .wholeNumber, "How many runs were looked at."),
      .optional("branches", .list(.text), "Their branches, sorted; absent where none is known."),
      .optional(
        "noRunOf",
        .object([
          JSONMember("branch", .text, "What was asked for."),
          JSONMember("known", .list(.text), "Branches with a run, sorted."),
        ]), "Where no run is of the branch that was asked for."),
      .optional(
        "tests",
        .list(
          .object(
            testOfTrends + [
              JSONMember("failures", .wholeNumber, "Runs in which it did not pass at once."),
              JSONMember(
                "medianSeconds", JSONShape.number.orNull, "Null if it never ran to its end."),
              JSONMember("outcomes", .list(JSONShape.outcome), "Of the newest runs that had it."),
              JSONMember("isFlaky", .list(.boolean), "Whether it passed only when it ran again."),
              JSONMember("seconds", .list(JSONShape.number.orNull), "Of the same runs."),
            ])), "Of `history tests`, sorted by id."),
      .optional(
        "flaky",
        .list(
          .object(
            testOfTrends + [
              JSONMember("passedAgain", .wholeNumber, "Runs in which it failed, and then passed."),
              JSONMember("commits", .list(.text), "Commits at which it passed and failed."),
              JSONMember("lastRun", .text, "The newest run that shows it."),
              JSONMember("outcomes", .list(JSONShape.outcome), "Of the newest runs that had it."),
              JSONMember("isFlaky", .list(.boolean), "Whether it passed only when it ran again."),
            ])), "Of `history flaky`, the least reliable first."),
      .optional(
        "slow",
        .list(
          .object([
            JSONMember("test", .text, "Its id."),
            JSONMember("scope", .text, "The folder and how it was built."),
            JSONMember("beforeSeconds", .number, "The median before."),
            JSONMember("afterSeconds", .number, "The median since."),
            JSONMember("sinceRun", .text, "The first slower run."),
            JSONMember("sinceCommit", JSONShape.text.orNull, "What that run checked out."),
            JSONMember("seconds", .list(.number), "The newest values."),
          ])), "Of `history slow`, the greatest loss first."),
      .optional(
        "coverage",
        .object([
          JSONMember(
            "points",
            .list(
              .object([
                JSONMember("run", .text, "Its id."),
                JSONMember("commit", JSONShape.text.orNull, "What it checked out."),
                JSONMember("branch", JSONShape.text.orNull, "Its branch."),
                JSONMember("lines", .defined("ratio"), "Of all files."),
              ])), "The oldest first."),
          JSONMember(
            "files",
            .list(
              .object([
                JSONMember("path", .text, "Relative to the repository root."),
                JSONMember("before", JSONShape.defined("ratio").orNull, "Null for a new file."),
                JSONMember(
                  "after", JSONShape.defined("ratio").orNull, "Null for one that is gone."),
              ])), "Files that differ between the first and the last point."),
        ]), "Of `history coverage`."),
      .optional(
        "warnings",
        .list(
          .object([
            JSONMember("kind", .text, "`warning`, `error`, or the category of a runtime warning."),
            JSONMember("file", JSONShape.text.orNull, "Null without a place."),
            JSONMember("message", .text, "What is printed, or its form."),
            JSONMember(
              "counts", .list(.wholeNumber),
              "In the newest runs; of one that did not compile the file, that of the run before."),
            JSONMember("sinceRun", JSONShape.text.orNull, "Null if the newest run has it not."),
          ])), "Of `history warnings`, the most frequent first."),
      .optional(
        "sizes",
        .list(
          .object([
            JSONMember("product", .text, "A program or dynamic library of release builds."),
            JSONMember(
              "bytes", .list(JSONShape.wholeNumber.orNull),
              "In the newest runs with a release build; null where that did not make it."),
            JSONMember(
              "before", JSONShape.wholeNumber.orNull,
              "Before it last changed; null if it never did."
            ),
            JSONMember("sinceRun", .text, "The first run with its newest size."),
            JSONMember("sinceCommit", JSONShape.text.orNull, "What that run checked out."),
          ])), "Of `history sizes`, by name."),
      .optional(
        "quarantine",
        .list(
          .object([
            JSONMember("test", .text, "Its id."),
            JSONMember("line", JSONShape.ordinal, "Of the quarantine file."),
            JSONMember("reason", .text, "Empty where the file gives none."),
            JSONMember("since", JSONShape.text.orNull, "A day; null where the file gives none."),
            JSONMember("until", JSONShape.text.orNull, "The last day; null for no end."),
            JSONMember(
              "daysLeft", JSONShape.number.orNull, "0 on the last day, negative behind it."),
            JSONMember(
              "isKnown", JSONShape.boolean.orNull,
              "Whether the newest run of all tests has it; null where the history has none."),
            JSONMember("outcomes", .list(JSONShape.outcome), "Of the newest runs that had it."),
            JSONMember("isFlaky", .list(.boolean), "Whether it passed only when it ran again."),
          ])), "Of `quarantine list`, in the order of the file."),
    ]), definitions: JSONShape.coverageDefinitions)

  private static let testOfTrends = [
    JSONMember("test", .text, "Its id."),
    JSONMember("scope", .text, "The folder and how it was built."),
    JSONMember("runs", .wholeNumber, "Runs that had it."),
  ]

  private static let outcomeChange = JSONShape.object([
    JSONMember("test", .text, "Its id where that is known."),
    JSONMember("before", JSONShape.outcome.orNull, "Null for a new test."),
    JSONMember("after", JSONShape.outcome, "How it ended."),
  ])

  private static let warning = JSONShape.warningChange
}

extension JSONShape {
  /// How often a warning was printed in the earlier and in the later run.
  static let warningChange = JSONShape.object([
    JSONMember("kind", .text, "`warning`, `error`, or the category of a runtime warning."),
    JSONMember("file", JSONShape.text.orNull, "Null without a place."),
    JSONMember("message", .text, "As printed, with its group."),
    JSONMember(
      "before", .wholeNumber,
      "At how many places a diagnostic stood, or how often a runtime warning was printed."),
    JSONMember("after", .wholeNumber, "The same now."),
  ])
}

extension JSONShape {
  fileprivate static let runSummary = JSONShape.object([
    JSONMember("id", .text, "Sortable by time."),
    JSONMember("startedAt", time, "UTC."),
    JSONMember("durationSeconds", .number, "Wall clock."),
    JSONMember("verdict", .words(["passed", "failed", "cancelled", "unknown"]), "How it ended."),
    JSONMember("tests", .wholeNumber, "How many tests it has."),
    JSONMember("failedTests", .wholeNumber, "How many of them failed."),
    JSONMember("lines", JSONShape.defined("ratio").orNull, "Null when none were measured."),
    JSONMember("head", JSONShape.text.orNull, "The commit; null without one."),
    JSONMember("branch", JSONShape.text.orNull, "Null when none was checked out."),
  ])
}

extension JSONShape {
  /// The duration of a test in the earlier and in the later run.
  static let durationChange = JSONShape.object([
    JSONMember("test", .text, "Its id where that is known."),
    JSONMember("beforeSeconds", .number, "What it took."),
    JSONMember("afterSeconds", .number, "What it takes now."),
  ])
}
