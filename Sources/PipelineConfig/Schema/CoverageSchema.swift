internal import CIModel

extension Schema {
  package static let coverageMinimum = Section(
    "'minimum'",
    [
      KeySpec("total", .percent, "Requires this much of all lines.", example: "80"),
      KeySpec("file", .percent, "Requires this much of the lines of every file.", example: "50"),
      KeySpec(
        "target", .percent, "Requires this much of the lines of every target.", example: "70"),
      KeySpec("functions", .percent, "Requires this much of all functions.", example: "75"),
      KeySpec("regions", .percent, "Requires this much of all regions.", example: "75"),
      .elsewhere("patch", "write `coverage: { patch: 90 }`"),
      .elsewhere("diff", "write `coverage: { patch: 90 }`"),
    ])

  private static let countOrIgnore = Vocabulary(
    ["count", "ignore"], hints: ["skip": "ignore", "true": "count", "false": "ignore"])

  package static let coveragePatch = Section(
    "'patch'",
    [
      KeySpec(
        "minimum", .percent, "Requires this much of the lines that the change touches.",
        example: "90", synonyms: ["min", "threshold", "fail-under", "total"]),
      KeySpec(
        "whitespace", .word(countOrIgnore),
        "Says whether lines that differ only in white space have changed.", example: "ignore"),
      KeySpec(
        "comments", .word(countOrIgnore),
        "Says whether blank lines and comments inside of functions count.", example: "ignore"),
      KeySpec(
        "partial", .word(Vocabulary(["covered", "missed"])),
        "Says what a line is that ran and holds code that did not.", example: "missed"),
      KeySpec(
        "no-data", .word(level), "Says what a changed source without any data is.",
        example: "error"),
    ])

  private static let noDrop = Section(
    "'no-drop'",
    [
      KeySpec(
        "baseline", .path, "Names the stored coverage to compare with, as JSON.",
        example: ".ci/coverage.json", synonyms: ["base", "file"]),
      KeySpec(
        "tolerance", .points, "Percentage points by which the coverage may fall.",
        example: "0.5", synonyms: ["threshold", "max"]),
    ])

  private static let ratchet = Section(
    "'ratchet'",
    [
      KeySpec(
        "file", .path, "Names the file that holds the floors.",
        example: ".ci/coverage-floor.json", synonyms: ["path"]),
      KeySpec(
        "slack", .points, "Warns when a floor is lower than the coverage by more than this.",
        example: "1", synonyms: ["tolerance"]),
    ])

  private static let byTest = Section(
    "'by-test'",
    [
      KeySpec(
        "unread", .oneOrMore(.glob),
        "Names files that no test reads, so that `--affected` need not care for them.",
        example: "[docs/**, \"*.md\"]", synonyms: ["ignore", "exclude"])
    ])

  package static let coverageComponent = Section(
    "a component",
    [
      KeySpec("name", .identifier, "Names the component.", example: "Core", synonyms: ["id"]),
      KeySpec(
        "paths", .oneOrMore(.glob), "Says which files belong to it.",
        example: "[Sources/Core/**]", synonyms: ["path", "files", "include"]),
      KeySpec("minimum", .percent, "Requires this much of its lines.", example: "95"),
      KeySpec("patch", .percent, "Requires this much of its changed lines.", example: "95"),
    ])

  package static let coverage = Section(
    "'coverage'",
    [
      KeySpec(
        "minimum", .shaped(scalar: .percent, list: nil, mapping: .section(coverageMinimum)),
        "Requires this much of all lines, in percent.", example: "80",
        synonyms: ["min", "threshold", "fail-under", "total"]),
      KeySpec(
        "patch", .shaped(scalar: .percent, list: nil, mapping: .section(coveragePatch)),
        "Requires this much of the lines that the change touches, in percent.", example: "90",
        synonyms: ["diff", "changed"]),
      KeySpec(
        "metric", .word(Vocabulary(Coverage.LineMetric.allCases.map(\.rawValue))),
        "Says how lines are counted.", example: "distinct"),
      KeySpec(
        "ignore", .oneOrMore(.glob), "Leaves these files out.",
        example: "[\"**/*.generated.swift\"]", synonyms: ["exclude", "omit"]),
      KeySpec(
        "components", .list(.section(coverageComponent), atLeast: 0),
        "Requires different things of parts of the package.",
        example: "[{ name: Core, paths: [Sources/Core/**], minimum: 95 }]"),
      KeySpec(
        "no-drop", .shaped(scalar: .boolean, list: nil, mapping: .section(noDrop)),
        "Fails when the coverage is lower than that of a stored base.", example: "true"),
      KeySpec(
        "ratchet", .shaped(scalar: .path, list: nil, mapping: .section(ratchet)),
        "Keeps floors in a file that only rise.", example: ".ci/coverage-floor.json"),
      KeySpec(
        "by-test", .shaped(scalar: .boolean, list: nil, mapping: .section(byTest)),
        "Records which tests run which lines, with a process for each test.", example: "true",
        synonyms: ["contexts", "per-test"]),
      .elsewhere("format", "write `reports: [{ lcov: out/coverage.lcov }]` at the top level"),
      .later("from", "Names the test steps whose coverage counts."),
      .elsewhere("diff-minimum", "write `patch: 90`"),
      .elsewhere("baseline", "write `no-drop: { baseline: FILE }`"),
      .later("include", "Counts only these files."),
    ])
}
