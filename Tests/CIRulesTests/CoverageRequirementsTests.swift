import CIModel
import TestSupport
import Testing

@testable import CIRules

struct CoverageRequirementsTests {
  private func coverage(
    _ files: [(path: String, target: String, covered: Int, count: Int)]
  ) -> Coverage {
    let none = Coverage.Ratio(covered: 0, count: 0)
    let entries = files.map { file in
      Coverage.File(
        path: file.path, target: file.target,
        lines: .init(covered: file.covered, count: file.count),
        functions: .init(covered: 1, count: 2), regions: .init(covered: 3, count: 4),
        uncoveredLines: file.covered < file.count ? [[file.covered + 1, file.count]] : [],
        partialLines: [])
    }
    return Coverage(
      metric: .distinct, isPartial: false,
      totals: .init(
        lines: entries.reduce(none) { $0 + $1.lines },
        functions: entries.reduce(none) { $0 + $1.functions },
        regions: entries.reduce(none) { $0 + $1.regions }),
      files: entries, excluded: [])
  }

  private var sample: Coverage {
    coverage([
      ("Sources/Core/A.swift", "Core", 9, 10), ("Sources/Core/B.swift", "Core", 2, 10),
      ("Sources/Tool/main.swift", "Tool", 10, 10),
    ])
  }

  private func text(_ requirements: CoverageRequirements) -> String {
    requirements.thresholds.map {
      "\($0.passed ? "met" : "missed") \($0.name)\($0.scope.map { " " + $0 } ?? "") \($0.required)\n"
    }.joined() + describe(requirements.findings)
  }

  @Test func minimums() {
    var policy = CoveragePolicy(minimumHundredths: 7000)
    policy.fileMinimum = 5000
    policy.targetMinimum = 6000
    policy.functionMinimum = 5000
    policy.regionMinimum = 7501
    policy.components = [
      .init(name: "core", paths: ["Sources/Core/**"], minimum: 5500),
      .init(name: "rest", paths: ["Sources/Tool/**"], minimum: 10_000),
      .init(name: "empty", paths: ["Nowhere/**"], minimum: 1),
    ]
    expectGolden(text(CoverageRequirements(policy, sample)), "coverage-minimums.txt")
  }

  @Test func patchOfComponents() {
    var measured = sample
    measured.patch = Coverage.Patch(
      lines: .init(covered: 5, count: 8),
      files: [
        .init(
          path: "Sources/Core/A.swift", lines: .init(covered: 1, count: 4),
          uncoveredLines: [[3, 4], [9, 9]]),
        .init(
          path: "Sources/Tool/main.swift", lines: .init(covered: 4, count: 4), uncoveredLines: []),
      ])
    var policy = CoveragePolicy()
    policy.patch.minimum = 6000
    policy.components = [
      .init(name: "core", paths: ["Sources/Core/**"], patch: 9000),
      .init(name: "rest", paths: ["Sources/Tool/**"], patch: 9000),
    ]
    expectGolden(text(CoverageRequirements(policy, measured)), "coverage-patch.txt")
    // When everything is met the lines are only notes.
    policy.components = []
    let findings = CoverageRequirements(policy, measured).findings
    #expect(findings.map(\.severity) == [.note, .note])
    #expect(findings.first?.location == .init("Sources/Core/A.swift", line: 3, endLine: 4))
  }

  @Test func manyRangesAreCounted() {
    var measured = sample
    measured.patch = Coverage.Patch(
      lines: .init(covered: 0, count: 60),
      files: [
        .init(
          path: "a.swift", lines: .init(covered: 0, count: 60),
          uncoveredLines: (0..<60).map { [$0 * 2 + 1, $0 * 2 + 1] })
      ])
    var policy = CoveragePolicy()
    policy.patch.minimum = 1
    let findings = CoverageRequirements(policy, measured).findings
    #expect(findings.count == 52)
    #expect(findings.contains { $0.message == "10 more ranges of changed lines never ran" })
  }

  @Test(arguments: [
    // 21 of 30 lines are covered, 9 are missed.
    (21, 30, 0, true), (22, 30, 0, false), (22, 30, 332, false), (22, 30, 333, true),
    (91, 100, 0, true), (92, 100, 0, false), (0, 5, 0, true),
  ])
  func noDrop(covered: Int, count: Int, tolerance: Int, passed: Bool) {
    var policy = CoveragePolicy()
    policy.noDrop = .init(tolerance: tolerance)
    var references = CoverageReferences()
    references.baseline = .found(.init(covered: covered, count: count), source: "base")
    let result = CoverageRequirements(policy, sample, references: references)
    #expect(result.thresholds.map(\.passed) == [passed])
    #expect(result.findings.isEmpty == passed)
  }

  /// A part of the tests can show that enough is covered, but not that too little is.
  @Test func whatAPartOfTheTestsDoesNotMeetIsNotJudged() {
    var policy = CoveragePolicy(minimumHundredths: 7000)
    policy.functionMinimum = 9000
    policy.fileMinimum = 9500
    policy.patch.minimum = 9000
    policy.noDrop = .init()
    policy.ratchet = .init(file: "floor.json")
    var references = CoverageReferences()
    references.baseline = .found(.init(covered: 1, count: 30), source: "base")
    references.floors = .found(CoverageFloors(metric: .distinct))
    var measured = sample
    measured.patch = Coverage.Patch(
      lines: .init(covered: 1, count: 4),
      files: [
        .init(
          path: "Sources/Core/A.swift", lines: .init(covered: 1, count: 4),
          uncoveredLines: [[3, 4]])
      ])
    measured.isPartial = true
    measured.isSelection = true
    let part = CoverageRequirements(policy, measured, references: references)
    expectGolden(text(part), "coverage-selection.txt")
    #expect(part.findings.allSatisfy { $0.severity == .warning })
    #expect(part.thresholds.allSatisfy { $0.passed })

    // What was lost with a process is no choice.
    measured.isSelection = nil
    let lossy = CoverageRequirements(policy, measured, references: references)
    #expect(
      Set(lossy.findings.filter { $0.severity == .error }.map(\.ruleID)) == [
        "coverage.minimum.functions", "coverage.minimum.file", "coverage.patch",
        "coverage.no-drop", "coverage.ratchet",
      ])

    // What is not executable cannot be covered by tests that did not run.
    measured.patch?.lines = .init(covered: 0, count: 0)
    measured.patch?.files = []
    let tests = CoverageRequirements(policy, measured, references: references)
    #expect(!tests.findings.contains { $0.ruleID == "coverage.patch" })
    measured.patch?.unmeasured = [.init(path: "B.swift", addedLines: 1, reason: .unknown)]
    let unknown = CoverageRequirements(policy, measured, references: references)
    #expect(unknown.findings.contains { $0.ruleID == "coverage.patch" && $0.severity == .error })
  }

  @Test func missingReferencesNeverPass() {
    var policy = CoveragePolicy()
    policy.noDrop = .init()
    policy.ratchet = .init(file: "floor.json")
    var references = CoverageReferences()
    references.baseline = .missing("there is none", help: "Make one.")
    references.floors = .missing("no floors", help: "Write them.")
    let findings = CoverageRequirements(policy, sample, references: references).findings
    #expect(findings.map(\.ruleID) == ["coverage.no-drop", "coverage.ratchet"])
    #expect(findings.allSatisfy { $0.severity == .error })
    references.baseline = nil
    references.floors = .found(CoverageFloors(metric: .llvm))
    let metric = CoverageRequirements(policy, sample, references: references).findings
    #expect(metric.first?.message.contains("metric llvm") == true)
  }

  /// The floors that rose, and those that would have to fall.
  private func update(
    _ floors: inout CoverageFloors, _ parts: [String: Coverage.Ratio],
    loweringFor reason: String? = nil
  ) -> [[String]] {
    let (raised, refused) = floors.update(parts, loweringFor: reason)
    return [raised, refused]
  }

  @Test func floorsOnlyRise() {
    var floors = CoverageFloors(metric: .distinct)
    let parts = sample.parts(CoveragePolicy())
    #expect(Set(parts.keys) == ["Core", "Tool", "total"])
    #expect(update(&floors, parts) == [["Core", "Tool", "total"], []])
    #expect(update(&floors, parts) == [[], []])
    // Covered code of Core is deleted: the percentage falls, nothing is lost.
    var fewer = parts
    fewer["Core"] = .init(covered: 1, count: 10)
    #expect(update(&floors, fewer) == [[], []])
    // Less covered: refused, and the floor stays.
    var worse = parts
    worse["Core"] = .init(covered: 10, count: 20)
    #expect(update(&floors, worse) == [[], ["Core"]])
    #expect(floors.floors["Core"] == .init(hundredths: 5500, missed: 9))
    // With a reason it goes down, and the reason stays.
    #expect(update(&floors, worse, loweringFor: "moved to Tool") == [[], []])
    #expect(floors.floors["Core"] == .init(hundredths: 5000, missed: 10))
    #expect(floors.lowered == [.init(name: "Core", from: 5500, to: 5000, reason: "moved to Tool")])
    // Better: it rises.
    worse["Core"] = .init(covered: 19, count: 20)
    #expect(update(&floors, worse) == [["Core"], []])
    #expect(floors.floors["Core"] == .init(hundredths: 9500, missed: 1))
    // A target that is gone blocks nobody.
    worse["Core"] = nil
    #expect(update(&floors, worse) == [[], []])
    #expect(floors.floors["Core"] != nil)
  }

  /// A change that is not trusted cannot take a floor away by another name, only by deleting code.
  @Test(arguments: [
    (nil, Severity.warning), ([], .error),
    ([FileChange(.deleted, "Sources/gone/A.swift", deletions: 1, mode: nil)], .warning),
    ([FileChange(.renamed, "Sources/New/A.swift", oldPath: "Sources/gone/A.swift")], .error),
    (
      [
        FileChange(.deleted, "Sources/gone/A.swift", deletions: 1, mode: nil),
        FileChange(.renamed, "Sources/New/B.swift", oldPath: "Sources/gone/B.swift"),
      ], .error
    ),
    (
      [
        FileChange(.deleted, "Sources/gone/A.swift", deletions: 1, mode: nil),
        FileChange(.added, "Sources/New/B.swift", additions: 1, oldMode: nil),
      ], .error
    ),
    (
      [
        FileChange(.deleted, "Sources/gone/A.swift", deletions: 1, mode: nil),
        FileChange(.added, "Tests/NewTests/B.swift", additions: 1, oldMode: nil),
        FileChange(.modified, "Package.swift", additions: 1, deletions: 1),
        FileChange(.modified, "Sources/Core/A.swift", deletions: 1),
      ], .warning
    ),
    (
      [
        FileChange(.deleted, "Sources/gone/A.swift", deletions: 1, mode: nil),
        FileChange(.modified, "Sources/Core/A.swift", additions: 1),
      ], .error
    ),
  ])
  func floorsWithoutEffect(files: [FileChange]?, severity: Severity) {
    var floors = CoverageFloors(metric: .distinct)
    floors.floors = ["gone": .init(hundredths: 9999, missed: 0)]
    var policy = CoveragePolicy()
    policy.ratchet = .init(file: "floor.json")
    var references = CoverageReferences()
    references.floors = .found(floors)
    func judge(_ change: ChangeSet?, isTrusted: Bool) -> [Severity] {
      CoverageRequirements(
        policy, sample, references: references,
        moves: isTrusted ? nil : MovedCode(change, sample, policy)
      ).findings.map(\.severity)
    }
    let change = files.map(self.change)
    #expect(judge(change, isTrusted: change == nil) == [severity])
    // Without a change, nothing excuses the floor.
    #expect(judge(nil, isTrusted: false) == [.error])
  }

  private func change(_ files: [FileChange]) -> ChangeSet {
    ChangeSet(base: "b", head: "h", mergeBase: "b", files: files, commits: [])
  }

  /// What an untrusted change moves out of a part is judged with it.
  @Test(arguments: [
    // The whole file, also without changed lines.
    ([FileChange(.renamed, "Sources/Core/B.swift", oldPath: "Sources/Tool/B.swift")], 0, 10, 50.0),
    // As many of the uncovered lines elsewhere as the part has lost.
    (
      [
        FileChange(.modified, "Sources/Tool/main.swift", deletions: 3),
        FileChange(.modified, "Sources/Core/B.swift", additions: 10),
      ], 0, 10, 76.92
    ),
    (
      [
        FileChange(.modified, "Sources/Tool/main.swift", deletions: 3),
        FileChange(.modified, "Sources/Core/B.swift", additions: 10),
      ], 10, 10, nil
    ),
    ([FileChange(.modified, "Sources/Core/B.swift", additions: 10)], 0, 10, nil),
    ([FileChange(.modified, "Sources/Tool/main.swift", additions: 3, deletions: 3)], 0, 10, nil),
  ])
  func floorsOfWhatIsLeft(files: [FileChange], covered: Int, count: Int, actual: Double?) {
    var measured = sample
    measured.files[1].lines = .init(covered: covered, count: count)
    measured.patch = Coverage.Patch(
      lines: .init(covered: covered, count: count),
      files: [
        .init(
          path: "Sources/Core/B.swift", lines: .init(covered: covered, count: count),
          uncoveredLines: [])
      ])
    var floors = CoverageFloors(metric: .distinct)
    floors.floors = ["Tool": .init(hundredths: 10_000, missed: 0)]
    var policy = CoveragePolicy()
    policy.ratchet = .init(file: "floor.json")
    var references = CoverageReferences()
    references.floors = .found(floors)
    let moves = MovedCode(change(files), measured, policy)
    let result = CoverageRequirements(policy, measured, references: references, moves: moves)
    #expect(result.thresholds.map(\.actual) == [actual ?? 100])
    #expect(result.findings.isEmpty == (actual == nil))
    let trusted = CoverageRequirements(policy, measured, references: references)
    #expect(trusted.findings == [])
  }

  /// The folder of a target can have another name.
  @Test func movedOutOfAFolder() {
    var measured = sample
    measured.targets = [("Tool", "Source"), ("Core", "Sources/Core")].map {
      .init(name: $0, path: $1, isTest: false)
    }
    let moved = FileChange(.renamed, "Sources/Core/B.swift", oldPath: "Source/B.swift")
    let lines = MovedCode(change([moved]), measured, CoveragePolicy()).lines(from: "Tool")
    #expect(lines == measured.files[1].lines)
  }

  /// In the folder of a target, a file with the name of a manifest is a source.
  @Test(arguments: [("Source/Package.swift", 2), ("Tool/Package.swift", 2), ("Package.swift", 0)])
  func codeOfAFileThatIsNamedLikeAManifest(path: String, count: Int) {
    var measured = sample
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    measured.targets = [.init(name: "Tool", path: folder, isTest: false)]
    measured.patch = Coverage.Patch(
      lines: .init(covered: 2, count: 2),
      files: [.init(path: "Other/A.swift", lines: .init(covered: 2, count: 2), uncoveredLines: [])])
    let lost = FileChange(.modified, path, deletions: 9)
    let lines = MovedCode(change([lost]), measured, CoveragePolicy()).lines(from: "Tool")
    #expect(lines.count == count)
  }

  @Test func slackFloorsAreReported() {
    var floors = CoverageFloors(metric: .distinct)
    floors.floors = [
      "Core": .init(hundredths: 5400, missed: 20), "Tool": .init(hundredths: 9899, missed: 0),
      "gone": .init(hundredths: 9999, missed: 0),
    ]
    var policy = CoveragePolicy()
    policy.ratchet = .init(file: "floor.json", slack: 100)
    var references = CoverageReferences()
    references.floors = .found(floors)
    let findings = CoverageRequirements(policy, sample, references: references).findings
    #expect(findings.map(\.severity) == [.warning, .warning])
    #expect(
      findings.map(\.message) == [
        "the floor is far below the coverage of Tool (100 %, floor 98.99 %)",
        "the floor of gone has no effect: no line of it was measured",
      ])
    floors.floors["Core"] = .init(hundredths: 5600, missed: 8)
    references.floors = .found(floors)
    let error = CoverageRequirements(policy, sample, references: references).findings
      .first { $0.severity == .error }
    #expect(error?.severity == .error)
    #expect(
      error?.message
        == "line coverage of Core is 55 % with 9 lines uncovered, the floor is 56 % or 8 lines")
    #expect(
      error?.help
        == "Test the files with the most uncovered lines: Sources/Core/B.swift (8), Sources/Core/A.swift (1)."
    )
  }
}
