import CIModel
import Testing

@testable import CIRules

/// `covered-files` with reports of Xcode.
struct ReportedCoverageTests {
  private static func target(_ name: String, _ files: [(String, Int, Int)]) -> String {
    let list = files.map {
      #"{"path": "\#($0.0)", "coveredLines": \#($0.1), "executableLines": \#($0.2), "functions": []}"#
    }
    return #"{"name": "\#(name)", "files": [\#(list.joined(separator: ","))]}"#
  }

  private static func findings(
    _ targets: [String], _ values: [String: RuleSettings.Value], paths: [String] = [],
    change: FileChange = FileChange(.modified, "App/A.swift", additions: 1),
    others: [String] = []
  ) -> [String] {
    var facts = Facts()
    facts.changes = ChangeSet(
      base: "b", head: "h", mergeBase: "b",
      files: others.map { FileChange(.added, $0) } + [change], commits: [])
    facts.surroundings.checkout = "/checkout"
    let text = #"{"executableLines": 1, "targets": [\#(targets.joined(separator: ","))]}"#
    facts.reports = [ReportFile(path: "x.json", bytes: Array(text.utf8))]
    let settings = RuleSettings(
      id: "covered-files", paths: paths, values: ["reports": .text("x.json")].merging(values) { $1 }
    )
    return CoveredFilesRule(settings: settings).findings(in: facts).map {
      "\($0.location.map { "\($0.file): " } ?? "")\($0.severity): \($0.message)"
    }
  }

  @Test func aNULHidesNoLines() {
    var change = FileChange(.modified, "App/A.swift", isBinary: true)
    let target = Self.target("App", [("/checkout/App/A.swift", 4, 10)])
    #expect(Self.findings([target], [:], change: change) == [])
    change.hiddenLines = ChangedLineCounts(additions: 1, deletions: 0)
    #expect(Self.findings([target], [:], change: change).count == 1)
  }

  /// A report with both spellings of a name counts as the worse one.
  @Test(arguments: [(10, 4), (4, 10)]) func normalizations(composed: Int, decomposed: Int) {
    let target = Self.target(
      "App",
      [("/checkout/\u{E9}.swift", composed, 10), ("/checkout/e\u{301}.swift", decomposed, 10)])
    for name in ["\u{E9}.swift", "e\u{301}.swift"] {
      let found = Self.findings([target], [:], change: FileChange(.added, name, additions: 1))
      #expect(found.count == 1)
    }
  }

  /// The report names the link that the build read, which can be outside of `paths`.
  @Test(arguments: [[], ["App/**"], ["impl/**"]]) func links(paths: [String]) {
    var change = FileChange(.modified, "impl/A.swift", additions: 1)
    change.otherPaths = ["App/A.swift"]
    let target = Self.target("App", [("/checkout/App/A.swift", 4, 10)])
    #expect(
      Self.findings([target], [:], paths: paths, change: change) == [
        "impl/A.swift: warning: line coverage is 40 %, floor is 50 %: 6 of 10 lines never ran"
      ])
  }

  /// A file that the change adds takes no other one's place.
  @Test(arguments: [
    (["A.swift"], []), (["App/App/A.swift"], []), (["x"], []), (["A.swift"], ["App/**"]),
  ])
  func decoys(others: [String], paths: [String]) {
    let target = Self.target("App", [("/ci/App/A.swift", 4, 10), ("/ci/App/B.swift", 9, 10)])
    #expect(
      Self.findings([target], [:], paths: paths, others: others) == [
        "App/A.swift: warning: line coverage is 40 %, floor is 50 %: 6 of 10 lines never ran"
      ])
  }

  /// A name that can mean too many changed files means any of them.
  @Test func namesOfManyFiles() {
    let folders = (0...ReportedFiles.most).map { String(repeating: "d/", count: $0) }
    let target = Self.target("App", [("/ci/\(folders.last ?? "")A.swift", 4, 10)])
    #expect(
      Self.findings([target], [:], others: folders.map { "\($0)A.swift" }) == [
        "warning: line coverage of a file that may be one of too many changed files is 40 %, "
          + "floor is 50 %: 6 of 10 lines never ran"
      ])
  }

  /// A changed file is no dependency, whatever its folder is called.
  @Test(arguments: ["", "Sources/"]) func foldersLikeThoseOfDependencies(folder: String) {
    let name = "\(folder)SourcePackages/checkouts/E.swift"
    let target = Self.target(
      "App", [("/ci/\(name)", 4, 10), ("/dd/SourcePackages/checkouts/x/E.swift", 0, 9)])
    #expect(
      Self.findings(
        [target], ["fail-total": .integer(4100)],
        change: FileChange(.added, name, additions: 1), others: ["E.swift"]
      ).sorted() == [
        "\(name): warning: line coverage is 40 %, floor is 50 %: 6 of 10 lines never ran",
        "error: line coverage of 1 file is 40 %, floor is 41 %: 6 of 10 lines never ran",
      ])
  }

  @Test(
    arguments: [
      (
        [target("App", [("/checkout/App/A.swift", 4, 10), ("/checkout/B.swift", 10, 10)])],
        ["warn": .integer(5000), "fail-total": .integer(7000), "fail-target": .integer(7100)],
        [],
        [
          "error: line coverage of App is 70 %, floor is 71 %: 6 of 20 lines never ran",
          "App/A.swift: warning: line coverage is 40 %, floor is 50 %: 6 of 10 lines never ran",
        ]
      ),
      // A file in two targets counts once for the total, with the better number.
      (
        [
          target("App", [("/checkout/App/A.swift", 4, 10)]),
          target("Kit", [("/checkout/App/A.swift", 8, 10)]),
        ],
        ["fail-total": .integer(8100), "warn-target": .integer(5000)], [],
        [
          "error: line coverage of 1 file is 80 %, floor is 81 %: 2 of 10 lines never ran",
          "warning: line coverage of App is 40 %, floor is 50 %: 6 of 10 lines never ran",
        ]
      ),
      // Dependencies are not the project's, and tests are not what is tested.
      (
        [
          target(
            "App",
            [("/checkout/App/A.swift", 9, 10), ("/dd/SourcePackages/checkouts/x/X.swift", 0, 90)]),
          target("AppTests.xctest", [("/checkout/Tests/T.swift", 1, 90)]),
        ], ["fail-total": .integer(9000)], [], []
      ),
      // Another machine's paths: the end of those in the change is known.
      (
        [target("App", [("/ci/x/App/A.swift", 1, 10), ("/ci/x/B.swift", 9, 10)])],
        ["fail-total": .integer(5000)], [],
        ["App/A.swift: warning: line coverage is 10 %, floor is 50 %: 9 of 10 lines never ran"]
      ),
      // Two of its files can be the changed one.
      (
        [target("App", [("/m/x/App/A.swift", 1, 10), ("/m/x/Lib/App/A.swift", 10, 10)])], [:], [],
        ["App/A.swift: warning: line coverage is 10 %, floor is 50 %: 9 of 10 lines never ran"]
      ),
      (
        [target("App", [("/m/x/Lib/App/A.swift", 10, 10), ("/m/x/App/A.swift", 1, 10)])], [:], [],
        ["App/A.swift: warning: line coverage is 10 %, floor is 50 %: 9 of 10 lines never ran"]
      ),
      (
        [target("App", [("/checkout/App/A.swift", 9, 10), ("/checkout/Pods/P.swift", 0, 90)])],
        ["fail-total": .integer(9000)], ["App/**"], []
      ),
      (
        [target("App", [("/else/A.swift", 9, 10), ("/checkout/B.swift", 0, 0)])], [:], ["Lib/**"],
        ["error: the reports cover no file of the repository"]
      ),
    ] as [([String], [String: RuleSettings.Value], [String], [String])])
  func floors(
    targets: [String], values: [String: RuleSettings.Value], paths: [String], expected: [String]
  ) {
    #expect(Self.findings(targets, values, paths: paths).sorted() == expected.sorted())
  }

  @Test func floorsOfTheRunAreElsewhere() {
    var facts = Facts()
    facts.changes = ChangeSet(
      base: "b", head: "h", mergeBase: "b", files: [FileChange(.modified, "a", additions: 1)],
      commits: [])
    let settings = RuleSettings(id: "covered-files", values: ["fail-total": .integer(9000)])
    let rule = CoveredFilesRule(settings: settings)
    #expect(rule.findings(in: facts).map(\.message) == ["`fail-total` without `reports`"])
  }

  @Test(arguments: [
    ("", "x.json is empty"), ("{\"executableLines\":", "x.json is incomplete: it ends in line 1"),
    ("[]", "x.json is not `xccov` coverage"),
  ])
  func brokenReports(text: String, expected: String) {
    var facts = Facts()
    facts.changes = ChangeSet(
      base: "b", head: "h", mergeBase: "b", files: [FileChange(.modified, "a", additions: 1)],
      commits: [])
    facts.reports = [ReportFile(path: "x.json", bytes: Array(text.utf8))]
    let rule = CoveredFilesRule(
      settings: RuleSettings(id: "covered-files", values: ["reports": .text("x.json")]))
    #expect(rule.findings(in: facts).map(\.message) == [expected])
  }
}
