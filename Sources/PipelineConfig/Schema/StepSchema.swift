import CIModel

extension Schema {
  /// A bare string is a script.
  package static let stepValue = ValueKind.shaped(
    scalar: .filledText, list: nil, mapping: .section(step))

  package static let actions = StepActionKind.allCases.map(\.rawValue)

  package static let step = Section(
    "a step",
    [
      KeySpec(
        "run", .filledText, "Runs a script in the shell.", example: "make docs",
        synonyms: ["script", "cmd", "cmds", "command", "commands", "sh", "bash"]),
      KeySpec(
        "exec", .list(.text, atLeast: 1), "Runs a command without a shell.",
        example: "[swift, package, resolve]", synonyms: ["argv"]),
      KeySpec(
        "swift-build", .options(swiftBuild), "Builds the package.", example: "{ tests: true }"),
      KeySpec(
        "swift-test", .options(swiftTest), "Runs the tests of the package.",
        example: "{ coverage: true }"),
      KeySpec(
        "lint", .options(lint), "Checks the formatting of the package's sources.",
        example: "{ strict: true }", synonyms: ["format", "swift-format"]),
      KeySpec(
        "needs", .oneOrMore(need), "Names the steps that must pass first.",
        example: "build",
        synonyms: ["depends", "depends-on", "depends_on", "dependencies", "deps", "requires"]),
      KeySpec(
        "env", environment, "Sets variables for this step.", example: "{ LC_ALL: C.UTF-8 }",
        synonyms: ["environment", "variables", "vars"]),
      KeySpec(
        "dir", .path, "Runs the step in this folder.", example: "Examples/Demo",
        synonyms: ["cwd", "directory", "workdir", "working-directory", "working_directory"]),
      KeySpec("shell", shell, "Interprets the script of 'run'.", example: "bash"),
      KeySpec(
        "timeout", .duration, "Limits the time of the whole step.", example: "10m",
        synonyms: ["timeout-minutes"]),
      KeySpec(
        "allow-failure",
        .shaped(scalar: .boolean, list: nil, mapping: .section(allowFailure)),
        "Forgives failures: all of them or some exit statuses.", example: "{ exit: [2] }",
        synonyms: ["continue-on-error", "soft-fail", "soft_fail", "ignore-errors"]),
      KeySpec(
        "when",
        .word(
          Vocabulary(
            ["success", "failure", "always"],
            hints: ["on_success": "success", "on_failure": "failure", "failed": "failure"])),
        "Runs the step after a success, after a failure or always.", example: "always"),
      KeySpec(
        "idle-timeout", .duration, "Ends the step when it has printed nothing for this long.",
        example: "5m", synonyms: ["no_output_timeout", "no-output-timeout"]),
      KeySpec(
        "retry", retry, "Runs the step again after a failure.",
        example: "{ max: 3, when: [exit, timeout], backoff: 5s }", synonyms: ["retries"]),
      KeySpec(
        "locks", .oneOrMore(.identifier), "Keeps steps with the same lock from running at once.",
        example: "[simulator]", synonyms: ["lock", "resource_group", "concurrency"]),
      KeySpec(
        "if", .condition, "Runs the step only when a condition holds.",
        example: "branch == \"main\"", synonyms: ["only-if", "condition", "run_if"]),
      KeySpec(
        "changed", .oneOrMore(.glob), "Runs the step only when files of these patterns changed.",
        example: "[Sources/**, Package.swift]",
        synonyms: ["changes", "if_changed", "if-changed", "paths"]),
      KeySpec(
        "matrix", .matrix, "Makes a step of each combination of values.",
        example: "{ configuration: [debug, release] }", synonyms: ["parallel", "strategy"]),
      KeySpec(
        "dotenv", dotenv, "Reads variables from files when the step begins.",
        example: "[{ path: .env, optional: true }]", synonyms: ["env-file", "env_file"]),
      KeySpec(
        "inputs", .oneOrMore(.glob),
        "Skips the step when neither these files nor anything else that it depends on changed.",
        example: "[Sources/**, Package.swift]", synonyms: ["sources", "input"]),
      KeySpec(
        "outputs", .shaped(scalar: .glob, list: .list(.glob, atLeast: 0), mapping: nil),
        "Names the files that the step makes of its inputs.", example: "[]",
        synonyms: ["generates", "output", "creates"]),
      KeySpec(
        "artifacts",
        .shaped(
          scalar: .glob, list: .list(.glob, atLeast: 1), mapping: .section(artifacts)),
        "Names the files that the step makes for others to look at.",
        example: "{ paths: [out/**] }"),
      KeySpec(
        "secrets", .oneOrMore(.variable),
        "Names secret variables; steps that do not name them do not get them.",
        example: "[CHAT_TOKEN]"),
      KeySpec(
        "detach", .boolean, "Leaves background processes of the step running until the run ends.",
        example: "true", synonyms: ["background", "daemon"]),
      KeySpec(
        "interactive", .boolean,
        "Gives the step the terminal and standard input; nothing runs beside it.",
        example: "true", synonyms: ["tty", "stdin"]),
      .elsewhere("coverage", "coverage is a policy: write `coverage:` at the top level"),
      .elsewhere("rules", "rules are a policy: write `rules:` at the top level"),
      .elsewhere("warnings", "warnings are a policy: write `warnings:` at the top level"),
      .elsewhere("reports", "write `reports:` at the top level"),
      .elsewhere("name", "a step's id is its name; remove 'name'"),
      .elsewhere("uses", "there are no remote actions; write what to 'run'"),
    ])

  /// The id of a step, or a mapping that says more of the edge.
  package static let need = ValueKind.shaped(
    scalar: .filledText, list: nil,
    mapping: .section(
      Section(
        "an entry of 'needs'",
        [
          KeySpec("step", .filledText, "Names the step.", example: "build"),
          KeySpec(
            "optional", .boolean, "Does without the step where it does not exist.",
            example: "true"),
          KeySpec(
            "matrix", .map(.axis, .filledText, atLeast: 1),
            "Names the cells of the step's matrix by their values.",
            example: "{ configuration: debug }"),
        ])))

  private static let artifacts = Section(
    "'artifacts'",
    [
      KeySpec(
        "paths", .oneOrMore(.glob), "Names the files.", example: "[out/**]",
        synonyms: ["path", "files"]),
      KeySpec(
        "when", .word(Vocabulary(["success", "failure", "always"])),
        "Says after what the files are looked for.", example: "always"),
      KeySpec(
        "reports", .section(artifactReports),
        "Says which files a CI service can read, and as what.",
        example: "{ junit: out/junit.xml }"),
      KeySpec(
        "expire", .duration, "Says how long a CI service keeps them.", example: "7d",
        synonyms: ["expire_in", "expire-in", "retention-days", "retention"]),
    ])

  private static let artifactReports = Section(
    "'reports' of 'artifacts'",
    ["cobertura", "codequality", "junit", "sarif"].map {
      KeySpec(
        $0, .path, "A file of this format.", example: "out/\($0).\($0 == "junit" ? "xml" : $0)")
    })

  package static let allowFailure = Section(
    "'allow-failure'",
    [
      KeySpec(
        "exit", .oneOrMore(.integer(1...255)), "Forgives these exit statuses.",
        example: "[2]", synonyms: ["exit-codes", "exit_codes", "codes", "status"])
    ])

  /// How many more times, or a mapping that says after what.
  package static let retry = ValueKind.shaped(
    scalar: .integer(0...100), list: nil,
    mapping: .section(
      Section(
        "'retry'",
        [
          KeySpec(
            "max", .integer(0...100), "Maximum number of times a failed step runs again.",
            example: "3",
            synonyms: ["count", "attempts", "limit"]),
          KeySpec(
            "when",
            .oneOrMore(
              .shaped(
                scalar: .word(
                  Vocabulary(
                    ["exit", "timeout", "crash"],
                    hints: ["signal": "crash", "failure": "exit", "failed": "exit"])),
                list: nil, mapping: .section(allowFailure))),
            "Says after what: an exit status other than 0, a time-out, a signal.",
            example: "[timeout, { exit: [75] }]", synonyms: ["on", "if"]),
          KeySpec(
            "match", .pattern, "Only when a line of the output matches.",
            example: "'Could not resolve host'"),
          KeySpec(
            "backoff", .duration, "Waits so long before the first retry, twice as long each time.",
            example: "5s", synonyms: ["delay"]),
        ])))

  package static let configuration = KeySpec(
    "configuration", .word(Vocabulary(["debug", "release"])), "Selects the build configuration.",
    example: "release")

  package static let buildSystem = KeySpec(
    "build-system",
    .word(
      Vocabulary(
        ["native", "swiftbuild"],
        hints: [
          "swift-build": "swiftbuild", "swift_build": "swiftbuild", "llbuild": "native",
          "default": "native",
        ])),
    "Selects what SwiftPM builds with; else it is the toolchain's default.", example: "swiftbuild",
    synonyms: ["build_system", "buildsystem", "system", "engine"])

  package static let sanitize = KeySpec(
    "sanitize", .word(Vocabulary(["address", "thread", "undefined"])),
    "Builds with a sanitizer, in a folder of its own under '.build'.", example: "thread",
    synonyms: ["sanitizer"])

  package static let retries = KeySpec(
    "retries", .integer(0...100), "Maximum number of times a failed test runs again.", example: "1",
    synonyms: ["retry", "reruns", "rerun"])

  package static let testTimeout = KeySpec(
    "timeout", .duration, "Limits the time of each test.", example: "60s",
    synonyms: ["test-timeout", "per-test-timeout"])

  package static let testIdleTimeout = KeySpec(
    "idle-timeout", .wordOr(never, .duration),
    "Ends tests when none has ended or printed anything for this long; 10m by default.",
    example: "5m", synonyms: ["no-progress-timeout", "hang-timeout"])

  package static let cleanRoom = KeySpec(
    "clean-room", .boolean, "Gives the tests an empty home folder of their own.", example: "true",
    synonyms: ["cleanroom", "isolated-home"])

  package static let testOrder = KeySpec(
    "order",
    .word(Vocabulary(["listed", "random"], hints: ["shuffle": "random", "true": "random"])),
    "Chooses the order in which tests run.", example: "random")

  package static let buildCache = KeySpec(
    "cache",
    .shaped(
      scalar: .boolean, list: nil,
      mapping: .section(
        Section(
          "'cache' of a build",
          [
            KeySpec(
              "key", .oneOrMore(.glob),
              "Names files of the package that must be the same for a build folder to be used.",
              example: "[Package.resolved, Dockerfile]", synonyms: ["files", "keys"]),
            KeySpec(
              "store", .boolean,
              "Says false where the CI service keeps '.build' itself: only times are put right.",
              example: "false", synonyms: ["save"]),
            .elsewhere("mtimes", "sources that did not change always get their times back"),
            .elsewhere("max-size", "write `cache: { max-size: … }` at the top level"),
            .elsewhere("remote", "write `cache: { remote: … }` at the top level"),
          ]))),
    "Finds the build folder of an earlier run again, so that only what changed is compiled.",
    example: "true", synonyms: ["caching"])

  package static let swiftBuild = Section(
    "'swift-build'",
    [
      KeySpec("tests", .boolean, "Builds the tests, too.", example: "true"),
      configuration, buildSystem,
      KeySpec("product", .filledText, "Builds one product.", example: "MyTool"),
      KeySpec("target", .filledText, "Builds one target.", example: "MyLibrary"),
      KeySpec(
        "arguments", .list(.text, atLeast: 0), "Passes these words to 'swift build'.",
        example: "[--explicit-target-dependency-import-check, error]",
        synonyms: ["args", "flags", "options"]),
      buildCache,
      sanitize,
      .later("scratch", "Builds in another folder than '.build'."),
      .later("traits", "Enables traits of the package."),
      .elsewhere("warnings", "write `warnings: { compiler: error }` at the top level"),
    ])

  package static let swiftTest = Section(
    "'swift-test'",
    [
      KeySpec("coverage", .boolean, "Measures the coverage.", example: "true"),
      configuration, buildSystem,
      KeySpec(
        "arguments", .list(.text, atLeast: 0),
        "Passes these words to 'swift build' when the tests are built.",
        example: "[-Xswiftc, -DCI]", synonyms: ["args", "flags", "options"]),
      KeySpec(
        "workers", .wordOr(Vocabulary(["auto"]), .integer(1...1_024)),
        "Sets how many tests run at the same time; 'auto' is one for each processor.",
        example: "auto", synonyms: ["parallel", "jobs", "num-workers"]),
      retries, testTimeout, testIdleTimeout, testOrder,
      KeySpec(
        "seed", .integer(0...Int.max), "Repeats the random order that printed this seed.",
        example: "42"),
      KeySpec(
        "filter", .oneOrMore(.pattern),
        "Runs only tests whose id matches, or that carry a tag ('tag:slow').",
        example: "[ParserTests, 'tag:fast']", synonyms: ["include", "only"]),
      KeySpec(
        "skip", .oneOrMore(.pattern), "Leaves out tests that match or carry a tag.",
        example: "'tag:slow'", synonyms: ["exclude"]),
      KeySpec(
        "fail-fast", .boolean, "Starts nothing more after the first failed test.",
        example: "true", synonyms: ["failfast", "stop-on-failure"]),
      KeySpec(
        "max-failures", .integer(1...Int.max), "Starts no more tests after this many failures.",
        example: "10", synonyms: ["max-fail", "maxfail"]),
      KeySpec(
        "stress", .integer(1...1_000_000), "Runs every test this many times.", example: "20",
        synonyms: ["repetitions", "repeat", "stress-count", "iterations"]),
      KeySpec(
        "stress-duration", .duration, "Repeats every test until this much time has passed.",
        example: "10m"),
      sanitize, buildCache,
      KeySpec(
        "runner", .word(Vocabulary(["direct", "swift-test"])),
        "Chooses what drives the tests: devtool itself or 'swift test'.", example: "swift-test"),
      .later("slowest", "Lists this many of the slowest tests."),
      .elsewhere("shards", "a machine takes its part with `devtool check --shard 1/3`"),
      .later("scratch", "Builds in another folder than '.build'."),
      cleanRoom,
      KeySpec(
        "network",
        .word(
          Vocabulary(
            ["allow", "report", "deny"],
            hints: [
              "true": "allow", "false": "deny", "warn": "report", "off": "deny", "none": "deny",
            ])),
        "Says whether tests may use the network beyond loopback.", example: "deny",
        synonyms: ["networking", "internet"]),
      .elsewhere("slow", "write `tests: { slow: … }` at the top level"),
      .elsewhere("quarantine", "write `tests: { quarantine: … }` at the top level"),
      .elsewhere("xunit", "write `reports: [{ junit: out/junit.xml }]` at the top level"),
      .elsewhere("minimum", "write `coverage: { minimum: … }` at the top level"),
    ])

  package static let lint = Section(
    "'lint'",
    [
      KeySpec("strict", .boolean, "Makes findings fail the step.", example: "true"),
      KeySpec(
        "paths", .oneOrMore(.path), "Checks these files and folders.",
        example: "[Sources, Tests]"),
      .later("only-changed", "Checks only the files that the change touches."),
      .later("config", "Reads another configuration than '.swift-format'."),
    ])
}
