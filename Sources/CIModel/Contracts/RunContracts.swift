extension JSONContract {
  /// The output of `devtool doctor --json`.
  package static let doctor = JSONContract(
    "doctor", id: "devtool.doctor/1", "Whether everything that devtool needs is installed.",
    .object([
      JSONMember("schema", .constant("devtool.doctor/1"), "The name of this contract."),
      JSONMember(
        "checks",
        .list(
          .object([
            JSONMember(
              "state", .words(["good", "absent", "missing", "open"]),
              "`absent` is optional, `missing` is required, `open` is a security gap."),
            JSONMember("topic", .text, "The subject of the check."),
            JSONMember("message", .text, "The result of the check."),
            .optional("help", .text, "How to fix it."),
          ])), "In the order in which they are shown."),
    ]))

  /// The output of `devtool log --format json`.
  package static let log = JSONContract(
    "log", id: "devtool.log/1", "The contents of a build or test log.",
    .object(
      [
        JSONMember("schema", .constant("devtool.log/1"), "The name of this contract."),
        JSONMember(
          "verdict", .words(["passed", "failed", "unknown"]), "The verdict of the whole log."),
        JSONMember("reasons", .list(.text), "Why the verdict is not `passed`."),
        JSONMember(
          "lines",
          .object([
            JSONMember("total", .wholeNumber, "Number of lines in the log."),
            JSONMember("unrecognized", .wholeNumber, "Number of lines that were not recognized."),
          ]), "Number of lines, and how many were not recognized."),
        JSONMember("findings", .list(JSONShape.finding), "Findings about exceeded limits."),
      ] + JSONShape.testResults), definitions: JSONShape.testDefinitions)

  /// The content of `.devtool/runs/<id>/record.json` and output of `devtool report --format json`.
  package static let run = JSONContract(
    "run", id: RunRecord.schemaName, "A run of the pipeline.",
    .object(
      [
        JSONMember("schema", .constant(RunRecord.schemaName), "The name of this contract."),
        JSONMember("id", .text, "Sortable by time."),
        JSONMember("devtoolVersion", .text, "The version that wrote the record."),
        JSONMember("startedAt", JSONShape.time, "UTC."),
        JSONMember(
          "durationSeconds", .number, "Wall clock; the time so far if the run has not finished."),
        JSONMember(
          "verdict", .words(["passed", "failed", "cancelled", "unknown"]),
          "`unknown` while the run is in progress, or when it was killed."),
        JSONMember(
          "exitCode", JSONShape.wholeNumber.orNull, "The exit status; null while it runs."),
        JSONMember("environment", environment, "Where it ran."),
        JSONMember(
          "config",
          .object([JSONMember("path", JSONShape.text.orNull, "Null for the default pipeline.")]),
          "The configuration file."),
        .optional(
          "base",
          .object([
            JSONMember("run", .text, "Its id."),
            JSONMember("branch", .text, "Such as `main`."),
            JSONMember("commit", .text, "The commit of that run."),
            .optional("lines", .defined("ratio"), "Its line coverage, by the same metric."),
            .optional(
              "files", .map(.defined("ratio"), keys: nil, atLeast: 0),
              "Its line coverage of files whose coverage differs in this run, by path."),
            JSONMember(
              "newWarnings", .wholeNumber, "Number of warnings that the other run does not have."),
            .optional("warnings", .list(JSONShape.warningChange), "The first of these warnings."),
            .optional(
              "tests",
              .object([
                .optional(
                  "newlyFailing", names, "Tests that fail now and did not fail in that run."),
                .optional("fixed", names, "Tests that failed in that run and pass now."),
                .optional("slower", names, "Tests that take much longer than in that run."),
                .optional(
                  "slowerTimes", .list(JSONShape.durationChange), "Their durations in both runs."),
                .optional("missing", names, "Tests that this run did not have."),
              ]), "Differences in test results, if both runs ran the same tests."),
          ]), "The run of the base that this one is compared with, if the history has one."
        ),
        .optional(
          "packageName", .text,
          "The name of the package, if the manifest states it as a string literal."),
        .optional("checkout", checkout, "The checkout when the run began."),
        JSONMember("steps", .list(step), "In the order in which they are shown."),
        .optional(
          "judgedRun", .text, "The run that the results are from, when no step ran."),
        .optional("runningStep", .text, "The step in progress that started first."),
        .optional(
          "criticalPath", .list(.text),
          "The critical path: the longest chain of dependent steps, in order."),
        .optional("runningSteps", .list(.text), "The steps in progress."),
        JSONMember("changes", JSONShape.changeSet.orNull, "Null when there is no merge base."),
        JSONMember("pullRequest", JSONShape.pullRequest.orNull, "Null when unknown."),
        JSONMember("coverage", JSONShape.coverage.orNull, "Null when coverage was not measured."),
        JSONMember("findings", .list(JSONShape.finding), "Sorted, the worst first."),
        .optional(
          "requirements",
          .list(
            .object([
              JSONMember("name", .text, "The key in `.ci.yml`."),
              JSONMember("text", .text, "The actual value and the limit."),
              JSONMember("passed", JSONShape.boolean.orNull, "Null when it cannot be determined."),
            ])), "The limits of `tests` and `warnings`."),
        .optional("choices", .list(choice), "Which tests `--affected` left out, by step."),
        JSONMember("notes", .list(.text), "Remarks that are not findings."),
        JSONMember(
          "reports",
          .list(
            .object([
              JSONMember("format", .text, "Such as `junit`."),
              JSONMember(
                "path", JSONShape.text.orNull, "Null when it was printed to standard output."),
            ])), "The reports that were written."),
      ] + JSONShape.testResults),
    definitions: JSONShape.testDefinitions.merging(JSONShape.coverageDefinitions) { $1 })

  private static let names = JSONShape.object([
    JSONMember("count", .ordinal, "Total number."),
    JSONMember("first", .list(.text), "The first 20."),
  ])

  private static let environment = JSONShape.object([
    JSONMember("os", .words(["linux", "macos"]), "The operating system."),
    JSONMember("architecture", .text, "`x86_64` or `arm64`."),
    JSONMember("cpus", .ordinal, "Number of processors available to the run."),
    JSONMember("swiftVersion", JSONShape.text.orNull, "Null when the run needed no toolchain."),
    JSONMember("ci", JSONShape.text.orNull, "The CI service, such as `github`."),
    .optional(
      "links",
      .object([
        JSONMember(
          "host", .text, "The host of the service; addresses on other hosts are not linked."),
        .optional("run", .text, "The web page of the run."),
        .optional("commits", .text, "The prefix of the address of a commit."),
      ]), "Web addresses at the CI service."),
  ])

  private static let checkout = JSONShape.object([
    JSONMember("commit", JSONShape.objectID, "The newest commit."),
    .optional("branch", .text, "Absent when unknown."),
    JSONMember("subject", .text, "The first line of the commit's message."),
    JSONMember("author", .text, "The name of the commit's author."),
    JSONMember("isModified", .boolean, "Whether the working tree differed from the commit."),
  ])

  private static let choice = JSONShape.object([
    JSONMember("step", .text, "The step."),
    .optional("everything", .text, "Why all tests ran; absent when only some were chosen."),
    JSONMember(
      "chosen",
      .list(
        .object([
          JSONMember("test", .text, "The id."), JSONMember("reason", .text, "Why it ran."),
        ])), "The tests that ran; empty when all ran."),
    JSONMember("notRun", .list(.text), "Tests that the change does not affect."),
  ])

  private static let step = JSONShape.object([
    JSONMember("id", .text, "As in .ci.yml."),
    JSONMember("action", .text, "`run`, `exec`, `swift-build`, …"),
    JSONMember("status", .words(StepResult.Status.allCases.map(\.rawValue)), "How it ended."),
    JSONMember("attempts", .wholeNumber, "Number of attempts."),
    JSONMember("durationSeconds", .number, "Wall clock."),
    JSONMember(
      "logPath", JSONShape.text.orNull,
      "Null when the step passed without output, or never started."
    ),
    JSONMember(
      "exitCode", JSONShape.whole(Int.min...Int.max).orNull, "Exit status of its command."),
    JSONMember("reason", JSONShape.text.orNull, "Why the status is not `passed`."),
    .optional("command", .text, "The command that runs it by hand."),
    .optional(
      "outputs", .map(.text, keys: nil, atLeast: 0),
      "Its outputs for later steps, without secrets."),
    .optional("artifacts", .list(.text), "The files that `artifacts` names."),
    .optional("isUpToDate", .boolean, "Whether an earlier result was used."),
    .optional("cache", .list(.text), "How the build folder of an earlier run was used."),
    .optional("lastLines", .list(.text), "The last lines of its output before it failed."),
    .optional(
      "isIncremental", .boolean,
      "Whether it compiled only the sources changed since an earlier build."
    ),
    .optional(
      "products", .map(.wholeNumber, keys: nil, atLeast: 1),
      "Sizes in bytes of the programs and dynamic libraries of a release build."),
    .optional("missesInput", .boolean, "Whether it failed because a required input is missing."),
    .optional("startSeconds", .number, "When it began, in seconds since the start of the run."),
    .optional(
      "shard",
      .object([
        JSONMember("index", .ordinal, "Index of the shard, from 1."),
        JSONMember("count", .ordinal, "Number of shards."),
        JSONMember("split", .text, "Equal on all machines that split the tests in the same way."),
        .optional("isNarrowed", .boolean, "Whether some tests were left out on every machine."),
      ]), "The shard that it ran, when other machines ran the other tests."),
    .optional(
      "suite",
      .object([
        JSONMember("durationSeconds", .number, "Wall clock of the tests alone."),
        .optional("isPart", .boolean, "Whether only some of the tests were requested."),
        JSONMember(
          "targets",
          .list(
            .object([
              JSONMember("name", .text, "As in the manifest."),
              JSONMember("path", .text, "Relative to the repository root."),
              JSONMember("tests", .wholeNumber, "Number of its tests."),
            ])), "The test targets, sorted by name."),
      ]), "Results of its tests."),
  ])
}
