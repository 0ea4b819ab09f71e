import CIModel

extension Schema {
  /// The value of a step: a bare string is a script.
  package static let stepValue = ValueKind.shaped(
    scalar: .filledText, list: nil, mapping: .section(step))

  package static let actions = StepActionKind.allCases.map(\.rawValue)

  package static let step = Section(
    "a step",
    StepAction.keys + [
      KeySpec(
        "needs", .oneOrMore(need), "Steps that must pass first.",
        example: "build",
        synonyms: ["depends", "depends-on", "depends_on", "dependencies", "deps", "requires"]),
      KeySpec(
        "env", environment, "Sets variables for this step.", example: "{ LC_ALL: C.UTF-8 }",
        synonyms: ["environment", "variables", "vars"]),
      KeySpec(
        "dir", .path, "Runs the step in this folder.", example: "Examples/Demo",
        synonyms: ["cwd", "directory", "workdir", "working-directory", "working_directory"]),
      KeySpec("shell", shell, "Shell that runs the script of 'run'.", example: "bash"),
      KeySpec(
        "timeout", .duration, "Time limit of the whole step.", example: "10m",
        synonyms: ["timeout-minutes"]),
      KeySpec(
        "allow-failure",
        .shaped(scalar: .boolean, list: nil, mapping: .section(allowFailure)),
        "Failures that do not fail the run: all, or some exit statuses.", example: "{ exit: [2] }",
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
        "if", .condition, "Runs the step only when this condition is true.",
        example: "branch == \"main\"", synonyms: ["only-if", "condition", "run_if"]),
      KeySpec(
        "changed", .oneOrMore(.glob), "Runs the step only when files of these patterns changed.",
        example: "[Sources/**, Package.swift]",
        synonyms: ["changes", "if_changed", "if-changed", "paths"]),
      KeySpec(
        "matrix", .matrix, "Creates a step for each combination of values.",
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
        "Files that the step creates from its inputs.", example: "[]",
        synonyms: ["generates", "output", "creates"]),
      KeySpec(
        "artifacts",
        .shaped(
          scalar: .glob, list: .list(.glob, atLeast: 1), mapping: .section(artifacts)),
        "Files that the step creates for later inspection.",
        example: "{ paths: [out/**] }"),
      KeySpec(
        "secrets", .oneOrMore(.variable),
        "Secret variables of the step; steps that do not list them do not get them.",
        example: "[CHAT_TOKEN]"),
      KeySpec(
        "detach", .boolean, "Leaves background processes of the step running until the run ends.",
        example: "true", synonyms: ["background", "daemon"]),
      KeySpec(
        "interactive", .boolean,
        "Gives the step the terminal and standard input; no other step runs at the same time.",
        example: "true", synonyms: ["tty", "stdin"]),
      .elsewhere("coverage", "coverage is a policy: write `coverage:` at the top level"),
      .elsewhere("rules", "rules are a policy: write `rules:` at the top level"),
      .elsewhere("warnings", "warnings are a policy: write `warnings:` at the top level"),
      .elsewhere("reports", "write `reports:` at the top level"),
      .elsewhere("name", "a step's id is its name; remove 'name'"),
      .elsewhere("uses", "there are no remote actions; write the commands in 'run'"),
    ])

  /// The id of a step, or a mapping with more options.
  package static let need = ValueKind.shaped(
    scalar: .filledText, list: nil,
    mapping: .section(
      Section(
        "an entry of 'needs'",
        [
          KeySpec("step", .filledText, "Id of the step.", example: "build"),
          KeySpec(
            "optional", .boolean, "Ignores the entry if the step does not exist.",
            example: "true"),
          KeySpec(
            "matrix", .map(.axis, .filledText, atLeast: 1),
            "Selects cells of the step's matrix by their values.",
            example: "{ configuration: debug }"),
        ])))

  private static let artifacts = Section(
    "'artifacts'",
    [
      KeySpec(
        "paths", .oneOrMore(.glob), "Paths of the files.", example: "[out/**]",
        synonyms: ["path", "files"]),
      KeySpec(
        "when", .word(Vocabulary(["success", "failure", "always"])),
        "Result of the step after which the files are collected.", example: "always"),
      KeySpec(
        "reports", .section(artifactReports),
        "Report files that a CI service can read, by format.",
        example: "{ junit: out/junit.xml }"),
      KeySpec(
        "expire", .duration, "How long a CI service keeps the files.", example: "7d",
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
        "exit", .oneOrMore(.integer(1...255)), "Exit statuses that do not fail the run.",
        example: "[2]", synonyms: ["exit-codes", "exit_codes", "codes", "status"])
    ])

  /// The maximum number of retries, or a mapping with more options.
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
            "Failures to retry: an exit status other than 0, a timeout or a signal.",
            example: "[timeout, { exit: [75] }]", synonyms: ["on", "if"]),
          KeySpec(
            "match", .pattern, "Retries only when a line of the output matches.",
            example: "'Could not resolve host'"),
          KeySpec(
            "backoff", .duration, "Delay before the first retry; it doubles with every retry.",
            example: "5s", synonyms: ["delay"]),
        ])))
}
