package import CIModel

/// The schema of `.ci.yml`.
package enum Schema {
  /// The top level of the file, with the built-in rules.
  package static func file(rules: [RuleDescriptor]) -> Section {
    Section(
      "the top level", allowsExtensions: true, stepKeys + policyKeys(rules) + runKeys + otherKeys)
  }

  private static var stepKeys: [KeySpec] {
    [
      KeySpec(
        "version", .word(Vocabulary(["1"])), "Version of the file format.",
        example: "1"),
      KeySpec(
        "requires", .filledText, "Oldest version of devtool that can read this file.",
        example: "'>= 0.1'"),
      KeySpec(
        "env", environment, "Sets variables for every step.", example: "{ LC_ALL: C.UTF-8 }",
        synonyms: ["environment", "variables", "vars"]),
      KeySpec(
        "defaults", .section(defaults), "Default settings of steps.",
        example: "{ timeout: 15m }"),
      KeySpec(
        "steps", .map(.stepID, stepValue, atLeast: 0),
        "Steps to run, by step id; `{}` runs only the rules.",
        example: "{ build: { swift-build: {} } }",
        synonyms: ["tasks", "stages", "pipeline", "workflow", "workflows", "scripts"]),
    ]
  }

  private static func policyKeys(_ rules: [RuleDescriptor]) -> [KeySpec] {
    [
      KeySpec(
        "tests", .section(tests), "Requirements for the tests.",
        example: "{ slow: 500ms }"),
      KeySpec(
        "warnings", .section(warnings), "Limits compiler and runtime warnings.",
        example: "{ compiler: { max: 0 } }"),
      KeySpec(
        "coverage", .section(coverage), "Requirements for the coverage.",
        example: "{ minimum: 80 }"),
      KeySpec(
        "rules", .section(ruleSection(rules)), "Requirements for the change.",
        example: "{ \(rules.first?.id ?? "custom"): { level: warning } }"),
      KeySpec(
        "reports", .oneOrMore(report), "Reports to write.",
        example: "[terminal, { junit: out/junit.xml }]"),
    ]
  }

  private static var runKeys: [KeySpec] {
    [
      KeySpec(
        "include", .oneOrMore(.glob), "Reads steps from other files of the repository.",
        example: "ci/*.yml", synonyms: ["includes", "import", "imports", "extends"]),
      KeySpec(
        "dotenv", dotenv, "Reads variables from files.",
        example: "[.env.ci, { path: .env, optional: true }]",
        synonyms: ["env-file", "env_file", "env-files"]),
      KeySpec(
        "secrets", .oneOrMore(.shaped(scalar: .variable, list: nil, mapping: .section(secret))),
        "Variables whose values are masked.", example: "[CHAT_TOKEN]",
        synonyms: ["secret", "mask", "masks"]),
      KeySpec(
        "jobs", .wordOr(Vocabulary(["auto"]), .integer(1...1_024)),
        "Maximum number of steps to run at once; 'steps' lists the steps.", example: "auto"),
      KeySpec(
        "fail-fast", .boolean, "Starts no more steps after the first failure.", example: "true"),
      KeySpec(
        "cache", .section(cache), "Settings of the cache of step results.",
        example: "{ max-size: 5GB }"),
    ]
  }

  /// Keys that users may expect here but that belong elsewhere or come later.
  private static var otherKeys: [KeySpec] {
    [
      .later("clean-room", "Gives the steps a home folder of their own."),
      .later("export", "How the pipeline maps to a CI service."),
      .elsewhere("on", "the CI service decides when a pipeline runs; remove 'on'"),
      .elsewhere("lint", "write a step: `steps: { lint: { lint: { strict: true } } }`"),
      .elsewhere(
        "matrix",
        "write it in a step: `steps: { build: { matrix: { configuration: [debug, release] }, swift-build: {} } }`"
      ),
    ]
  }

  /// Files of variables; each may be optional.
  package static let dotenv = ValueKind.oneOrMore(
    .shaped(
      scalar: .path, list: nil,
      mapping: .section(
        Section(
          "an entry of 'dotenv'",
          [
            KeySpec("path", .path, "Path of the file.", example: ".env", synonyms: ["file"]),
            KeySpec(
              "optional", .boolean, "Ignores the file if it does not exist.",
              example: "true"),
          ]))))

  private static let cache = Section(
    "'cache'",
    [
      KeySpec(
        "max-size", .byteSize, "Maximum size of the cache; the oldest results are removed first.",
        example: "5GB",
        synonyms: ["size", "limit", "max"]),
      KeySpec(
        "remote", .shaped(scalar: .filledText, list: nil, mapping: .section(remoteCache)),
        "Server that also stores results, with Bazel's HTTP cache protocol.",
        example: "https://cache.example.com", synonyms: ["server", "url"]),
    ])

  private static let remoteCache = Section(
    "'remote' of 'cache'",
    [
      KeySpec(
        "url", .filledText, "Address of the server, without /ac/ or /cas/.",
        example: "'${env.CACHE_URL}'", synonyms: ["address", "endpoint", "server"]),
      KeySpec(
        "token", .variable, "Variable whose value is sent in the 'Authorization' header.",
        example: "CACHE_TOKEN", synonyms: ["auth", "authorization", "credentials", "secret"]),
      KeySpec(
        "mode",
        .word(
          Vocabulary(
            ["auto", "read", "read-write"],
            hints: ["ro": "read", "rw": "read-write", "readonly": "read", "write": "read-write"])),
        "Which runs write to the server: CI (auto), none (read) or all (read-write); pull "
          + "requests never do.",
        example: "read"),
    ])

  private static let secret = Section(
    "a secret",
    [
      KeySpec("name", .variable, "Name of the variable.", example: "SIGNING_KEY", synonyms: ["id"]),
      KeySpec(
        "file", .boolean,
        "Writes the value to a private file and sets the variable to its path.",
        example: "true"),
    ])

  /// The keys of a file that `include` names, besides `steps` and `include`.
  static let includedFile = Section(
    "an included file", allowsExtensions: true,
    ["version", "steps", "include"].map {
      KeySpec(
        $0, $0 == "version" ? .word(Vocabulary(["1"])) : .later,
        "Same as in the file that includes this one.",
        example: "1")
    }
      + file(rules: []).keys.filter { !["version", "steps", "include"].contains($0.name) }
      .map { .elsewhere($0.name, "write it in the file that includes this one") })

  package static let environment = ValueKind.map(.variable, .text, atLeast: 0)

  package static let shell = ValueKind.shaped(
    scalar: .word(Vocabulary(["bash", "sh"], hints: ["zsh": "bash", "dash": "sh"])),
    list: .list(.filledText, atLeast: 1), mapping: nil)

  package static let defaults = Section(
    "'defaults'",
    [
      KeySpec(
        "timeout", .duration, "Time limit of every step without a limit of its own.",
        example: "15m"),
      KeySpec("shell", shell, "Shell that runs the scripts of 'run'.", example: "bash"),
      KeySpec(
        "idle-timeout", .duration, "Ends a step that has printed nothing for this long.",
        example: "5m"),
      KeySpec("retry", retry, "Runs failed steps again.", example: "1"),
      KeySpec(
        "grace",
        .section(
          Section(
            "'grace'",
            [
              KeySpec(
                "interrupt", .duration, "Time between SIGINT and SIGTERM when a step is stopped.",
                example: "5s"),
              KeySpec(
                "terminate", .duration, "Time between SIGTERM and SIGKILL when a step is stopped.",
                example: "5s"),
            ])), "Time between the signals that stop a step.",
        example: "{ interrupt: 5s, terminate: 5s }"),
    ])

  /// The sections that are the same for every file; misplaced keys are looked up in them.
  package static let sections =
    [defaults, step] + actionSections
    + [tests, slow, warnings, warningLimit, coverage, coverageMinimum, coveragePatch]

  private static let actionSections = StepAction.keys.compactMap { key -> Section? in
    guard case .options(let section) = key.kind else { return nil }
    return section
  }
}
