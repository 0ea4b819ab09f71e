internal import CIModel

extension Schema {
  package static let slow = Section(
    "'slow'",
    [
      KeySpec(
        "warn", .durationOrNever, "Reports a test that takes this long.", example: "500ms",
        synonyms: ["warning"]),
      KeySpec(
        "fail", .durationOrNever, "Fails the run when a test takes this long.", example: "10s",
        synonyms: ["error", "max"]),
    ])

  /// The levels of findings of test policies.
  private static let testLevel = Vocabulary(
    ["warn", "fail", "ignore"], aliases: ["warning": "warn", "error": "fail"],
    hints: [
      "off": "ignore", "none": "ignore", "pass": "ignore", "false": "ignore", "true": "warn",
    ])

  package static let skippedTests = Section(
    "'skipped'",
    [
      KeySpec(
        "max", .integer(0...Int.max), "Maximum number that is allowed.", example: "0",
        synonyms: ["maximum", "limit"])
    ])

  package static let tests = Section(
    "'tests'",
    [
      KeySpec(
        "slow", .shaped(scalar: .durationOrNever, list: nil, mapping: .section(slow)),
        "Reports slow tests.", example: "500ms"),
      KeySpec(
        "flaky", .word(testLevel),
        "Level for a test that fails and then passes on retry.", example: "fail"),
      KeySpec(
        "interference", .word(testLevel),
        "Level for a test that fails among other tests and passes alone.", example: "fail",
        synonyms: ["interferences", "interfering"]),
      KeySpec(
        "serial", .oneOrMore(.pattern),
        "Tests, by pattern or tag, that run one at a time with nothing beside them.",
        example: "[DatabaseTests, 'tag:port']",
        synonyms: ["serialized", "serialize", "sequential", "isolated"]),
      KeySpec(
        "quarantine", .path, "File that lists tests that run but cannot fail the run.",
        example: "ci/quarantine.txt"),
      TestKeys.order, TestKeys.retries, TestKeys.timeout, TestKeys.idleTimeout,
      TestKeys.cleanRoom,
      KeySpec(
        "leftovers", .word(testLevel),
        "Level for files that tests create or change in the checkout or HOME.",
        example: "fail", synonyms: ["left-files", "files-left"]),
      KeySpec(
        "minimum",
        .wordOr(
          Vocabulary(["base"], hints: ["main": "base", "merge-base": "base", "last": "base"]),
          .integer(1...Int.max)),
        "Fails the run when fewer tests ran than this, or than at the merge base.",
        example: "100", synonyms: ["min", "least", "count"]),
      KeySpec(
        "skipped",
        .shaped(scalar: nil, list: nil, mapping: .section(skippedTests)),
        "Limit for skipped tests.", example: "{ max: 0 }", synonyms: ["skips"]),
      KeySpec(
        "empty", .word(testLevel), "Level for a test target without tests.", example: "fail"),
      KeySpec(
        "total", .duration,
        "Fails the run when the tests of a step take longer than this in total.",
        example: "10m", synonyms: ["total-time", "suite-timeout"]),
      KeySpec(
        "assertions", .word(testLevel), "Level for a test that passes without checking anything.",
        example: "warn", synonyms: ["asserts", "assertion"]),
    ])

  /// The levels of findings; `warn` and `fail` are Danger's names.
  package static let level = Vocabulary(
    ["note", "warning", "error", "ignore"],
    aliases: ["warn": "warning", "fail": "error"],
    hints: [
      "off": "ignore", "none": "ignore", "never": "ignore", "disabled": "ignore",
      "false": "ignore", "no": "ignore", "info": "note", "notice": "note", "message": "note",
      "err": "error", "fatal": "error", "on": "error", "true": "error", "yes": "error",
    ])

  private static let maxKey = KeySpec(
    "max", .integer(0...Int.max), "Maximum number that is allowed.", example: "0",
    synonyms: ["maximum", "limit", "minimum"])

  private static let levelKey = KeySpec(
    "level", .word(level), "Level of the findings.", example: "warning",
    synonyms: ["severity"])

  private static let allowKey = KeySpec(
    "allow", .oneOrMore(.filledText),
    "Identifiers, shapes or files whose warnings are not counted.",
    example: "[LegacyView]", synonyms: ["except", "exclude", "ignore"])

  package static let warningLimit = Section(
    "a warning category",
    [
      maxKey, levelKey, allowKey,
    ])

  package static let customWarning = Section(
    "a custom warning",
    [
      KeySpec("id", .identifier, "Id of the warning.", example: "leak", synonyms: ["name"]),
      KeySpec(
        "pattern", .pattern, "Regular expression that recognizes the warning in a line of output.",
        example: "'LEAK: (.+)'", synonyms: ["regex", "match"]),
      levelKey, maxKey, allowKey,
    ])

  private static let warningValue = ValueKind.shaped(
    scalar: .word(level), list: nil, mapping: .section(warningLimit))

  package static let warnings = Section(
    "'warnings'",
    [
      KeySpec(
        WarningPolicy.compiler, warningValue, "Limits compiler warnings.",
        example: "{ max: 0 }", synonyms: ["swift", "swiftc", "build"]),
      KeySpec(
        WarningPolicy.linker, warningValue, "Limits linker warnings.",
        example: "{ max: 0 }", synonyms: ["ld", "link"]),
      KeySpec(
        WarningPolicy.lint, warningValue, "Limits the findings of 'lint' steps.",
        example: "{ max: 0 }", synonyms: ["linter", "swift-format", "style"]),
    ]
      + RuntimeWarningCategory.all.map {
        KeySpec($0, warningValue, "Limits runtime warnings of this kind.", example: "error")
      }
      + [
        KeySpec(
          "custom", .list(.section(customWarning), atLeast: 0),
          "Adds custom warnings.",
          example: "[{ id: leak, pattern: 'LEAK: (.+)' }]")
      ])

  /// The formats of `ReporterRegistry` except `html`, which needs a folder; a test keeps both lists
  /// equal.
  package static let reportFormats = [
    "terminal", "json", "markdown", "junit", "junit-strict", "badge", "badge-coverage", "brief",
    "checkstyle", "cobertura", "codequality", "csv", "ctrf", "github", "lcov", "plain",
    "release-notes", "sarif", "sonarqube",
  ]
  private static let laterFormats = ["teamcity"]

  package static let junitReport = Section(
    "'junit'",
    [
      KeySpec("path", .path, "Path of the file.", example: "out/junit.xml", synonyms: ["file"]),
      KeySpec(
        "strict", .boolean, "Writes only what Jenkins' junit-10.xsd allows.",
        example: "true"),
    ])

  private static func reportFile(_ format: String) -> ValueKind {
    format == "junit"
      ? .shaped(scalar: .path, list: nil, mapping: .section(junitReport)) : .path
  }

  /// A format, or a format with the file to write.
  package static let report = ValueKind.shaped(
    scalar: .word(
      Vocabulary(
        reportFormats,
        hints: [
          "code-climate": "codequality", "codeclimate": "codequality", "gitlab": "codequality",
          "html": "{ html: out/report }", "md": "markdown", "text": "terminal", "xunit": "junit",
        ],
        later: Dictionary(
          uniqueKeysWithValues: laterFormats.map { ($0, "Writes the report as \($0).") }))),
    list: nil,
    mapping: .section(
      Section(
        "a report",
        reportFormats.map {
          KeySpec(
            $0, reportFile($0), "Writes this report to a file.", example: "out/report.\($0)")
        } + [
          KeySpec(
            "html", .path,
            "Writes HTML pages to a folder, or one page to a file that ends in `.html`.",
            example: "out/report")
        ] + laterFormats.map { .later($0, "Writes the report as \($0).") })))
}
