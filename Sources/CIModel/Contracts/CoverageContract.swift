extension JSONContract {
  /// The output of `devtool coverage --format json`.
  package static let coverage = JSONContract(
    "coverage", id: "devtool.coverage/1", "The lines, functions and regions that the tests ran.",
    .object(
      [JSONMember("schema", .constant("devtool.coverage/1"), "The name of this contract.")]
        + JSONShape.coverageMembers), definitions: JSONShape.coverageDefinitions)
}

extension JSONContract {
  /// The output of `devtool coverage --who FILE --format json`.
  package static let who = JSONContract(
    "who", id: "devtool.who/1", "The tests that ran the given lines.",
    .object([
      JSONMember("schema", .constant("devtool.who/1"), "The name of this contract."),
      JSONMember("run", .text, "The run that recorded the data."),
      JSONMember("recordedAt", JSONShape.time, "UTC."),
      JSONMember("file", .text, "Relative to the repository root."),
      JSONMember("target", .text, "The target that the file belongs to."),
      JSONMember(
        "lines", JSONShape.list(.ordinal, atLeast: 2).orNull,
        "The requested lines, [first, last], with the numbers of the recording; null "
          + "for the whole file."),
      JSONMember("isOutdated", .boolean, "Whether the file has changed since the recording."),
      JSONMember("testCount", .wholeNumber, "Number of recorded tests."),
      JSONMember("executableLines", JSONShape.ranges, "Lines that can run."),
      JSONMember("uncoveredLines", JSONShape.ranges, "Lines that no test ran."),
      JSONMember(
        "tests",
        .list(
          .object([
            JSONMember("id", .text, "The test."),
            JSONMember("lines", JSONShape.ranges, "Lines that the test ran."),
            JSONMember("onlyHere", JSONShape.ranges, "Lines that no other test ran."),
          ])), "The tests that ran one of the lines, sorted by id."),
    ]))
}

extension JSONShape {
  static let coverage = JSONShape.object(coverageMembers)

  static let coverageDefinitions: [String: JSONShape] = [
    "ratio": .object([
      JSONMember("covered", .wholeNumber, "Number that ran."),
      JSONMember("count", .wholeNumber, "Total number."),
    ])
  ]

  private static let ratio = JSONShape.defined("ratio")
  /// `[first, last]`, 1-based and inclusive.
  fileprivate static let ranges = JSONShape.list(.list(.ordinal, atLeast: 2))

  fileprivate static let coverageMembers = [
    JSONMember("metric", .words(["distinct", "llvm"]), "The line metric."),
    JSONMember("isPartial", .boolean, "Whether data is missing."),
    .optional("ignore", .list(.text), "The globs of `coverage.ignore`."),
    JSONMember("totals", .object(totals), "Totals of the package's own sources."),
    JSONMember("files", .list(file), "The package's own sources, sorted by path."),
    JSONMember("excluded", .list(exclusion), "Measured files that do not count, by reason."),
    JSONMember(
      "patch", patch.orNull,
      "Coverage of the lines that the change touched; null when not requested."),
    JSONMember("thresholds", .list(threshold), "The required values, and whether they are met."),
    .optional(
      "targets", .list(target), "The targets of the package, if `swift package describe` succeeded."
    ),
  ]

  private static let totals = [
    JSONMember("lines", ratio, "Lines by the metric."),
    JSONMember("functions", ratio, "Functions."),
    JSONMember("regions", ratio, "Regions."),
    .optional("otherLines", ratio, "Lines by the other metric."),
  ]

  private static let function = JSONShape.object([
    JSONMember("name", .text, "Demangled."),
    JSONMember("line", .wholeNumber, "Where it begins."),
    JSONMember("endLine", .wholeNumber, "Where it ends."),
    JSONMember("count", .wholeNumber, "Number of calls."),
    JSONMember("regions", ratio, "Its regions."),
  ])

  private static let file = JSONShape.object(totals + fileLines)

  private static let fileLines = [
    JSONMember("path", .text, "Relative to the repository root."),
    JSONMember("target", JSONShape.text.orNull, "The target that the file belongs to."),
    JSONMember("uncoveredLines", ranges, "Ranges of lines that never ran: [first, last]."),
    JSONMember(
      "partialLines", .list(.ordinal), "Lines that ran and contain a region that did not."),
    .optional(
      "lineHits", .matching("^([0-9]+(-[0-9]+)?:[0-9]+( |$))*$"),
      "How often each line ran: `3-7:12 8:0` means that lines 3 to 7 ran 12 times and line 8 never."
    ),
    .optional("functionList", .list(function), "Every function, when requested."),
    .optional(
      "missedFunctions", .list(function),
      "Otherwise the functions that never ran or ran in part, if the data contains functions."),
  ]

  private static let group = [
    JSONMember("reason", .text, "Why it does not count, such as `tests` or `generated`."),
    JSONMember("files", .wholeNumber, "Number of files."),
    JSONMember("lines", ratio, "Their lines."),
  ]

  private static let exclusion = JSONShape.object(
    group + [.optional("otherLines", ratio, "Their lines by the other metric.")])

  private static let patch = JSONShape.object([
    JSONMember("lines", ratio, "The changed lines that count."),
    JSONMember(
      "files",
      .list(
        .object([
          JSONMember("path", .text, "Relative to the repository root."),
          JSONMember("lines", ratio, "Its changed lines that count."),
          JSONMember("uncoveredLines", ranges, "Ranges of changed lines that never ran."),
          .optional(
            "partialLines", .list(.ordinal), "Changed lines that contain a region that did not run."
          ),
        ])), "Files with lines that count, sorted by path."),
    .optional("base", .text, "The base of the change, such as `origin/main`."),
    .optional("addedLines", .wholeNumber, "All added lines, whether they count or not."),
    .optional("notCounted", .list(.object(group)), "Added lines that do not count, by reason."),
    .optional(
      "unmeasured",
      .list(
        .object([
          JSONMember("path", .text, "Relative to the repository root."),
          JSONMember("addedLines", .wholeNumber, "Its added lines without data."),
          JSONMember(
            "reason", .words(["leftOut", "noCode", "notBuilt", "noTarget", "unknown"]),
            "Why the lines have no coverage data."),
        ])), "Changed sources without coverage data."),
    .optional("explanation", .text, "Why no lines count."),
    .optional("problem", .text, "Why the numbers are not meaningful."),
    .optional("help", .text, "How to fix the problem."),
  ])

  private static let threshold = JSONShape.object([
    JSONMember("name", .text, "The key in .ci.yml, such as `coverage.minimum`."),
    JSONMember("required", .number, "Percent."),
    JSONMember("actual", JSONShape.number.orNull, "Percent; null when no lines count."),
    JSONMember("passed", .boolean, "Whether the threshold is met."),
    .optional("scope", .text, "The file, target or component that the threshold applies to."),
  ])

  private static let target = JSONShape.object([
    JSONMember("name", .text, "As in the manifest."),
    JSONMember("path", .text, "The folder of its sources."),
    JSONMember("isTest", .boolean, "Whether it is a test target, whose sources do not count."),
    .optional(
      "isTestable", .boolean, "`false` for plugins and snippets, whose sources do not count."),
  ])
}
