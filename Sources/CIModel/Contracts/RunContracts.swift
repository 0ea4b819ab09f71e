extension JSONContract {
  /// The output of `devtool doctor --json`.
  package static let doctor = JSONContract(
    "doctor", id: "devtool.doctor/1", "Whether everything that devtool needs is here.",
    .object([
      JSONMember("schema", .constant("devtool.doctor/1"), "Names this contract."),
      JSONMember(
        "checks",
        .list(
          .object([
            JSONMember(
              "state", .words(["good", "absent", "missing", "open"]),
              "`absent` can be done without, `missing` cannot, `open` is a hole."),
            JSONMember("topic", .text, "What was looked at."),
            JSONMember("message", .text, "What was found."),
            .optional("help", .text, "What to do about it."),
          ])), "In the order in which they are shown."),
    ]))

  /// The output of `devtool log --format json`.
  package static let log = JSONContract(
    "log", id: "devtool.log/1", "What a build or test log says.",
    .object(
      [
        JSONMember("schema", .constant("devtool.log/1"), "Names this contract."),
        JSONMember(
          "verdict", .words(["passed", "failed", "unknown"]), "What the log says as a whole."),
        JSONMember("reasons", .list(.text), "Why the verdict is not `passed`."),
        JSONMember(
          "lines",
          .object([
            JSONMember("total", .wholeNumber, "Lines of the log."),
            JSONMember("unrecognized", .wholeNumber, "Lines that were not recognized."),
          ]), "How much of the log was understood."),
        JSONMember("findings", .list(JSONShape.finding), "What the limits say."),
      ] + JSONShape.testResults), definitions: JSONShape.testDefinitions)

  /// The content of `.devtool/runs/<id>/record.json` and output of `devtool report --format json`.
  package static let run = JSONContract(
    "run", id: RunRecord.schemaName, "A run of the pipeline.",
    .object(
      [
        JSONMember("schema", .constant(RunRecord.schemaName), "Names this contract."),
        JSONMember("id", .text, "Sortable by time."),
        JSONMember("devtoolVersion", .text, "The version that wrote the record."),
        JSONMember("startedAt", JSONShape.time, "UTC."),
        JSONMember("durationSeconds", .number, "Wall clock, up to now while the run goes on."),
        JSONMember(
          "verdict", .words(["passed", "failed", "cancelled", "unknown"]),
          "`unknown` while the run goes on, or when it was killed."),
        JSONMember(
          "exitCode", JSONShape.wholeNumber.orNull, "The exit status; null while it runs."),
        JSONMember("environment", environment, "Where it ran."),
        JSONMember(
          "config",
          .object([JSONMember("path", JSONShape.text.orNull, "Null for the default pipeline.")]),
          "What it was told by."),
        .optional(
          "base",
          .object([
            JSONMember("run", .text, "Its id."),
            JSONMember("branch", .text, "Such as `main`."),
            JSONMember("commit", .text, "What that run checked out."),
            .optional("lines", .defined("ratio"), "Its line coverage, counted in the same way."),
            .optional(
              "files", .map(.defined("ratio"), keys: nil, atLeast: 0),
              "Its line coverage of files of which this run has another, by path."),
            JSONMember("newWarnings", .wholeNumber, "Forms that are printed more often now."),
            .optional("warnings", .list(JSONShape.warningChange), "The first of these."),
            .optional(
              "tests",
              .object([
                .optional("newlyFailing", names, "Tests that fail now and did not there."),
                .optional("fixed", names, "Tests that failed there and pass now."),
                .optional("slower", names, "Tests that take much longer than there."),
                .optional(
                  "slowerTimes", .list(JSONShape.durationChange), "What they took and take."),
                .optional("missing", names, "Tests that this run did not have."),
              ]), "What tests do otherwise than there, where both ran the same part."),
          ]), "The newest run of the branch that the change goes to, as far as the history has one."
        ),
        .optional(
          "packageName", .text,
          "What the package calls itself, where its manifest says it in words."),
        .optional("checkout", checkout, "What was checked out when the run began."),
        JSONMember("steps", .list(step), "In the order in which they are shown."),
        .optional(
          "judgedRun", .text, "The run whose results were judged, when no step ran."),
        .optional("runningStep", .text, "The oldest of the steps that are under way."),
        .optional(
          "criticalPath", .list(.text),
          "The steps that one after the other took the longest, the first one first."),
        .optional("runningSteps", .list(.text), "The steps that are under way."),
        JSONMember("changes", JSONShape.changeSet.orNull, "Null when there is no merge base."),
        JSONMember("pullRequest", JSONShape.pullRequest.orNull, "Null when none is known."),
        JSONMember("coverage", JSONShape.coverage.orNull, "Null when none was measured."),
        JSONMember("findings", .list(JSONShape.finding), "Sorted, the worst first."),
        .optional(
          "requirements",
          .list(
            .object([
              JSONMember("name", .text, "The key in `.ci.yml`."),
              JSONMember("text", .text, "What is there, and what is asked for."),
              JSONMember("passed", JSONShape.boolean.orNull, "Null when it cannot be judged."),
            ])), "The numbers that `tests` and `warnings` ask for."),
        .optional("choices", .list(choice), "Which tests `--affected` left out, by step."),
        JSONMember("notes", .list(.text), "What the reader should know that is no finding."),
        JSONMember(
          "reports",
          .list(
            .object([
              JSONMember("format", .text, "Such as `junit`."),
              JSONMember("path", JSONShape.text.orNull, "Null when it went to standard output."),
            ])), "The reports that were written."),
      ] + JSONShape.testResults),
    definitions: JSONShape.testDefinitions.merging(JSONShape.coverageDefinitions) { $1 })

  private static let names = JSONShape.object([
    JSONMember("count", .ordinal, "How many there are."),
    JSONMember("first", .list(.text), "The first 20."),
  ])

  private static let environment = JSONShape.object([
    JSONMember("os", .words(["linux", "macos"]), "The operating system."),
    JSONMember("architecture", .text, "`x86_64` or `arm64`."),
    JSONMember("cpus", .ordinal, "Processors that the run may use."),
    JSONMember("swiftVersion", JSONShape.text.orNull, "Null when no toolchain was needed."),
    JSONMember("ci", JSONShape.text.orNull, "The CI service, such as `github`."),
    .optional(
      "links",
      .object([
        JSONMember("host", .text, "The service's own; other addresses are no links."),
        .optional("run", .text, "Where the run is shown."),
        .optional("commits", .text, "What the address of a commit begins with."),
      ]), "Where the service shows the run."),
  ])

  private static let checkout = JSONShape.object([
    JSONMember("commit", JSONShape.objectID, "The newest commit."),
    .optional("branch", .text, "Absent when none is known."),
    JSONMember("subject", .text, "The first line of the commit's message."),
    JSONMember("author", .text, "The name of who wrote the commit."),
    JSONMember("isModified", .boolean, "Whether files differed from the commit."),
  ])

  private static let choice = JSONShape.object([
    JSONMember("step", .text, "The step."),
    .optional("everything", .text, "Why all tests ran; absent when some were chosen."),
    JSONMember(
      "chosen",
      .list(
        .object([
          JSONMember("test", .text, "The id."), JSONMember("reason", .text, "Why it ran."),
        ])), "The tests that ran; empty when all did."),
    JSONMember("notRun", .list(.text), "Tests that the change does not affect."),
  ])

  private static let step = JSONShape.object([
    JSONMember("id", .text, "As in .ci.yml."),
    JSONMember("action", .text, "`run`, `exec`, `swift-build`, …"),
    JSONMember("status", .words(StepResult.Status.allCases.map(\.rawValue)), "How it ended."),
    JSONMember("attempts", .wholeNumber, "How often it was started."),
    JSONMember("durationSeconds", .number, "Wall clock."),
    JSONMember(
      "logPath", JSONShape.text.orNull, "Null when it passed and printed nothing, or never started."
    ),
    JSONMember("exitCode", JSONShape.whole(Int.min...Int.max).orNull, "Of its command."),
    JSONMember("reason", JSONShape.text.orNull, "Why it is not `passed`."),
    .optional("command", .text, "To run it by hand."),
    .optional(
      "outputs", .map(.text, keys: nil, atLeast: 0),
      "What it left for later steps, without secrets."),
    .optional("artifacts", .list(.text), "The files that `artifacts` names."),
    .optional("isUpToDate", .boolean, "Whether an earlier result was used."),
    .optional("cache", .list(.text), "What became of the build folder of an earlier run."),
    .optional("lastLines", .list(.text), "What it printed last before it failed."),
    .optional(
      "isIncremental", .boolean, "Whether it compiled only what had changed since an earlier build."
    ),
    .optional(
      "products", .map(.wholeNumber, keys: nil, atLeast: 1),
      "Bytes of the programs and dynamic libraries of a release build."),
    .optional("missesInput", .boolean, "It failed because something that it needs is missing."),
    .optional("startSeconds", .number, "When it began, since the run did."),
    .optional(
      "shard",
      .object([
        JSONMember("index", .ordinal, "Which part, from 1."),
        JSONMember("count", .ordinal, "How many parts there are."),
        JSONMember("split", .text, "The same on machines that dealt out the tests alike."),
        .optional("isNarrowed", .boolean, "Whether tests were left out on every machine."),
      ]), "The part of its tests that it ran, when others ran on other machines."),
    .optional(
      "suite",
      .object([
        JSONMember("durationSeconds", .number, "Wall clock of the tests alone."),
        .optional("isPart", .boolean, "Whether only a part of the tests was asked for."),
        JSONMember(
          "targets",
          .list(
            .object([
              JSONMember("name", .text, "As in the manifest."),
              JSONMember("path", .text, "Relative to the repository root."),
              JSONMember("tests", .wholeNumber, "How many tests it holds."),
            ])), "The test targets, sorted by name."),
      ]), "Its tests as a whole."),
  ])
}
