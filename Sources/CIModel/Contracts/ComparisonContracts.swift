extension JSONContract {
  /// What `devtool report --compare RUN --format json` prints.
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
        .list(
          .object([
            JSONMember("test", .text, "Its id where that is known."),
            JSONMember("beforeSeconds", .number, "What it took."),
            JSONMember("afterSeconds", .number, "What it takes now."),
          ])), "Twice as slow and at least 0.25 s slower, the greatest factor first."),
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
        ]).orNull, "Null when one of the runs measured none, or they ran different parts."),
      .optional("note", .text, "What is not compared, because the runs ran different parts."),
    ]), definitions: JSONShape.coverageDefinitions)

  /// What `devtool report --list --format json` prints.
  package static let runs = JSONContract(
    "runs", id: RunList.schemaName, "The stored runs.",
    .object([
      JSONMember("schema", .constant(RunList.schemaName), "Names this contract."),
      JSONMember("runs", .list(JSONShape.runSummary), "The newest first."),
    ]), definitions: JSONShape.coverageDefinitions)

  private static let outcomeChange = JSONShape.object([
    JSONMember("test", .text, "Its id where that is known."),
    JSONMember("before", JSONShape.outcome.orNull, "Null for a new test."),
    JSONMember("after", JSONShape.outcome, "How it ended."),
  ])

  private static let warning = JSONShape.object([
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
    JSONMember("head", JSONShape.text.orNull, "The end of the change; null without one."),
  ])
}
