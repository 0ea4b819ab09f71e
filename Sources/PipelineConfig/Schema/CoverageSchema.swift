internal import CIModel

extension Schema {
  package static let coverageMinimum = Section(
    "'minimum'",
    [
      KeySpec("total", .percent, "Minimum coverage of all lines, in percent.", example: "80"),
      KeySpec("file", .percent, "Minimum line coverage of every file, in percent.", example: "50"),
      KeySpec(
        "target", .percent, "Minimum line coverage of every target, in percent.", example: "70"),
      KeySpec("functions", .percent, "Minimum function coverage, in percent.", example: "75"),
      KeySpec("regions", .percent, "Minimum region coverage, in percent.", example: "75"),
      .elsewhere("patch", "write `coverage: { patch: 90 }`"),
      .elsewhere("diff", "write `coverage: { patch: 90 }`"),
    ])

  private static let countOrIgnore = Vocabulary(
    ["count", "ignore"], hints: ["skip": "ignore", "true": "count", "false": "ignore"])

  package static let coveragePatch = Section(
    "'patch'",
    [
      KeySpec(
        "minimum", .percent, "Minimum coverage of the changed lines, in percent.",
        example: "90", synonyms: ["min", "threshold", "fail-under", "total"]),
      KeySpec(
        "whitespace", .word(countOrIgnore),
        "Whether lines that differ only in whitespace count as changed.", example: "ignore"),
      KeySpec(
        "comments", .word(countOrIgnore),
        "Whether blank lines and comments inside functions count.", example: "ignore"),
      KeySpec(
        "partial", .word(Vocabulary(["covered", "missed"])),
        "How to count a line of which only a part ran.", example: "missed"),
      KeySpec(
        "no-data", .word(level),
        "Level for a changed source file without coverage data, and for changed lines that were "
          + "not built.",
        example: "error"),
    ])

  private static let noDrop = Section(
    "'no-drop'",
    [
      KeySpec(
        "baseline", .path, "JSON file with the stored coverage to compare with.",
        example: ".ci/coverage.json", synonyms: ["base", "file"]),
      KeySpec(
        "tolerance", .points, "Percentage points by which the coverage may fall.",
        example: "0.5", synonyms: ["threshold", "max"]),
    ])

  private static let ratchet = Section(
    "'ratchet'",
    [
      KeySpec(
        "file", .path, "File that stores the floors.",
        example: ".ci/coverage-floor.json", synonyms: ["path"]),
      KeySpec(
        "slack", .points,
        "Warns when the coverage exceeds a floor by more than this many percentage points.",
        example: "1", synonyms: ["tolerance"]),
    ])

  private static let byTest = Section(
    "'by-test'",
    [
      KeySpec(
        "unread", .oneOrMore(.glob),
        "Files that no test reads; `--affected` ignores changes to them.",
        example: "[docs/**, \"*.md\"]", synonyms: ["ignore", "exclude"])
    ])

  package static let coverageComponent = Section(
    "a component",
    [
      KeySpec("name", .identifier, "Name of the component.", example: "Core", synonyms: ["id"]),
      KeySpec(
        "paths", .oneOrMore(.glob), "Files that belong to the component.",
        example: "[Sources/Core/**]", synonyms: ["path", "files", "include"]),
      KeySpec("minimum", .percent, "Minimum coverage of its lines, in percent.", example: "95"),
      KeySpec(
        "patch", .percent, "Minimum coverage of its changed lines, in percent.", example: "95"),
    ])

  package static let coverage = Section(
    "'coverage'",
    [
      KeySpec(
        "minimum", .shaped(scalar: .percent, list: nil, mapping: .section(coverageMinimum)),
        "Minimum coverage of all lines, in percent.", example: "80",
        synonyms: ["min", "threshold", "fail-under", "total"]),
      KeySpec(
        "patch", .shaped(scalar: .percent, list: nil, mapping: .section(coveragePatch)),
        "Minimum coverage of the changed lines, in percent.", example: "90",
        synonyms: ["diff", "changed"]),
      KeySpec(
        "metric", .word(Vocabulary(Coverage.LineMetric.allCases.map(\.rawValue))),
        "How lines are counted.", example: "distinct"),
      KeySpec(
        "ignore", .oneOrMore(.glob), "Files to leave out of the coverage.",
        example: "[\"**/*.generated.swift\"]", synonyms: ["exclude", "omit"]),
      KeySpec(
        "components", .list(.section(coverageComponent), atLeast: 0),
        "Parts of the package with minimums of their own.",
        example: "[{ name: Core, paths: [Sources/Core/**], minimum: 95 }]"),
      KeySpec(
        "no-drop", .shaped(scalar: .boolean, list: nil, mapping: .section(noDrop)),
        "Fails when the coverage is lower than that of a stored base.", example: "true"),
      KeySpec(
        "ratchet", .shaped(scalar: .path, list: nil, mapping: .section(ratchet)),
        "Stores coverage floors in a file; floors only rise.", example: ".ci/coverage-floor.json"),
      KeySpec(
        "by-test", .shaped(scalar: .boolean, list: nil, mapping: .section(byTest)),
        "Records which tests run which lines; each test runs in a process of its own.",
        example: "true",
        synonyms: ["contexts", "per-test"]),
      .elsewhere("format", "write `reports: [{ lcov: out/coverage.lcov }]` at the top level"),
      .later("from", "Test steps whose coverage counts."),
      .elsewhere("diff-minimum", "write `patch: 90`"),
      .elsewhere("baseline", "write `no-drop: { baseline: FILE }`"),
      .later("include", "Counts only these files."),
    ])
}
