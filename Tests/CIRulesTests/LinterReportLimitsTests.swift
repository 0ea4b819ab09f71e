import CIModel
import Testing

@testable import CIRules

/// `linter-reports` on reports as wholes, and what they have that those of the base do not have.
struct LinterReportLimitsTests {
  private typealias Violation = (
    file: String, line: Int, level: String, rule: String, reason: String
  )

  private static func swiftLint(_ violations: [Violation], path: String = "r.json") -> ReportFile {
    let entries = violations.map {
      """
      {"file": "\($0.file)", "line": \($0.line), "severity": "\($0.level)", "rule_id": "\($0.rule)", \
      "reason": "\($0.reason)"}
      """
    }
    return ReportFile(path: path, bytes: Array("[\(entries.joined(separator: ","))]".utf8))
  }

  private static func facts(_ reports: [ReportFile], base: [ReportFile] = []) -> Facts {
    var facts = Facts()
    facts.changes = ChangeSet(
      base: "b", head: "h", mergeBase: "b",
      files: [
        FileChange(.modified, "A.swift", additions: 1),
        FileChange(.renamed, "New.swift", oldPath: "Old.swift", similarity: 90),
      ], commits: [])
    facts.addedLines = [AddedLine("A.swift", line: 3, text: "x")]
    facts.surroundings.checkout = "/checkout"
    facts.reports = reports
    facts.baseReports = base
    return facts
  }

  /// Tools number a line differently if the file has line ends that only some of them recognize.
  @Test(arguments: [(2, 0), (3, 1), (5, 1), (6, 1), (7, 0), (9, 1), (10, 0)])
  func resultsBehindOtherLineEnds(line: Int, count: Int) {
    var text = AddedText(path: "A.swift")
    for (number, last) in [(3, 5), (4, 6), (9, nil)] as [(Int, Int?)] {
      text.append(UnsafeRawBufferPointer(start: nil, count: 0), number: number, lastNumber: last)
    }
    var facts = Self.facts([Self.swiftLint([("A.swift", line, "Error", "r", "m")])])
    facts.addedText = [text]
    #expect(Self.findings([:], facts).count == count)
  }

  private static func findings(
    _ values: [String: RuleSettings.Value], _ facts: Facts, level: Severity? = nil,
    exclude: [String] = []
  ) -> [Finding] {
    var settings = RuleSettings(
      id: "linter-reports", level: level, exclude: exclude,
      values: ["files": .text("r.*"), "base-files": .text("base.*")].merging(values) { $1 })
    if values["base-files"] == .text("") { settings.values["base-files"] = nil }
    return LinterReportsRule(settings: settings).findings(in: facts)
  }

  private static func fail(_ limit: Int) -> RuleSettings.Value {
    .mapping(["fail": .integer(limit)])
  }

  /// The help does not advise what is set.
  @Test(arguments: ["", "base.json"])
  func aMissingReport(base: String) {
    var values: [String: RuleSettings.Value] = ["base-files": .text(base)]
    var facts = Self.facts(base.isEmpty ? [] : [Self.swiftLint([])])
    facts.pullRequest = PullRequest()
    if !base.isEmpty { values["new"] = Self.fail(0) }
    for (missing, severity) in [(nil, Severity.error), ("note", .note)] {
      values["missing"] = missing.map { .text($0) }
      let found = Self.findings(values, facts)
      #expect(found.map(\.severity) == [severity])
      #expect(found.first?.help?.contains("`missing: note`") == (missing == nil))
    }
  }

  /// What a tool says of a file as a whole concerns the change that touches it.
  @Test(arguments: [
    ("/checkout/A.swift", [], 1), ("/checkout/A.swift", ["A.swift"], 0),
    ("/checkout/B.swift", [], 0),
    ("/checkout/New.swift", [], 1),
  ])
  func resultsWithoutALine(file: String, exclude: [String], count: Int) {
    let report = #"[{"filePath": "\#(file)", "messages": [{"fatal": true, "message": "No"}]}]"#
    let facts = Self.facts([ReportFile(path: "r.json", bytes: Array(report.utf8))])
    let found = Self.findings([:], facts, exclude: exclude)
    #expect(found.count == count)
    #expect(found.allSatisfy { $0.location?.line == nil })
  }

  /// Nobody can tell which change caused an error that names no file.
  @Test(arguments: [("error", 1), ("warning", 0), ("note", 0)])
  func resultsWithoutAFile(level: String, count: Int) {
    let report =
      #"{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "T"}}, "results": ["#
      + #"{"level": "\#(level)", "message": {"text": "m"}}]}]}"#
    let facts = Self.facts([ReportFile(path: "r.json", bytes: Array(report.utf8))])
    #expect(Self.findings([:], facts).map(\.message) == Array(repeating: "m", count: count))
  }

  /// A tool that did not run does not hide behind another one.
  @Test(arguments: [
    (nil as String?, ["error: there is no report r.xml, out/*"]),
    ("note", ["note: there is no report r.xml, out/*"]),
  ])
  func aGlobWithoutAReport(missing: String?, expected: [String]) {
    var values: [String: RuleSettings.Value] = [
      "files": .list([.text("r.json"), .text("r.xml"), .text("out/*")])
    ]
    values["missing"] = missing.map { .text($0) }
    let found = Self.findings(values, Self.facts([Self.swiftLint([])]))
    #expect(found.map { "\($0.severity): \($0.message)" } == expected)
  }

  /// Names with which a result refers to its file, decoded and as written, mean the same file once.
  @Test(arguments: [("A.swift", 3, 1), ("A%2Eswift", 3, 1), ("A.swift", 4, 0)])
  func namesOfOneFile(uri: String, line: Int, count: Int) {
    let result =
      #"{"level": "error", "message": {"text": "m"}, "locations": [{"physicalLocation": "#
      + #"{"artifactLocation": {"uri": "\#(uri)"}, "region": {"startLine": \#(line)}}}]}"#
    let report =
      #"{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "T"}}, "results": [\#(result)]}]}"#
    var text = AddedText(path: "A.swift")
    text.append(UnsafeRawBufferPointer(start: nil, count: 0), number: 3)
    var facts = Self.facts([ReportFile(path: "r.json", bytes: Array(report.utf8))])
    facts.addedText = [text]
    #expect(
      Self.findings([:], facts).map(\.location?.file) == Array(repeating: "A.swift", count: count))
  }

  private static let mixed = [
    swiftLint([
      ("B.swift", 1, "Error", "cast", "No"), ("B.swift", 2, "Warning", "long", "Long"),
      ("B.swift", 9, "Warning", "long", "Long"), ("/else/C.swift", 1, "Warning", "todo", "Do"),
    ]),
    ReportFile(
      path: "r.xml",
      bytes: Array(
        """
        <testsuite><testcase name="a"><failure message="x"/><failure message="y"/></testcase>
        <testcase name="b"/><testcase name="c"><skipped/></testcase></testsuite>
        """.utf8)),
  ]

  @Test(
    arguments: [
      (.integer(4), ["warning: 5 results in 2 reports, limit is 4; most often (2): long"]),
      (.integer(5), []), (.mapping(["errors": .integer(1)]), []),
      (
        .mapping([
          "errors": .integer(0), "warnings": .mapping(["warn": .integer(1), "fail": .integer(2)]),
        ]),
        [
          "warning: 1 error in 2 reports, limit is 0",
          "error: 3 warnings in 2 reports, limit is 2; most often (2): long",
        ]
      ),
      (
        .mapping(["warnings": .mapping(["warn": .integer(2), "fail": .integer(3)])]),
        ["warning: 3 warnings in 2 reports, limit is 2; most often (2): long"]
      ),
      (.mapping(["notes": fail(0)]), []),
      (
        .mapping(["failed-tests": fail(0), "skipped-tests": fail(0)]),
        [
          "error: 1 failed test in 2 reports, limit is 0",
          "error: 1 skipped test in 2 reports, limit is 0",
        ]
      ),
    ] as [(RuleSettings.Value, [String])])
  func limits(limit: RuleSettings.Value, expected: [String]) {
    let found = Self.findings(["limit": limit], Self.facts(Self.mixed))
    #expect(
      found.filter { $0.message.contains("limit is") }.map { "\($0.severity): \($0.message)" }
        .sorted() == expected.sorted())
    // The failed test itself, and both of its failures.
    #expect(found.count { $0.message.contains("(a)") } == 2)
  }

  /// Gradle names no file, and nobody knows which line of the change a test is on.
  @Test(arguments: [("", 1), (" file='B.swift' line='9'", 0), (" file='A.swift' line='1'", 1)])
  func failedTestsOfTheChange(place: String, count: Int) {
    var facts = Facts()
    facts.changes = ChangeSet(
      base: "b", head: "h", mergeBase: "b",
      files: [FileChange(.modified, "A.swift", additions: 1)], commits: [])
    facts.addedLines = [AddedLine("A.swift", line: 1, text: "a")]
    let text =
      "<testsuite tests='1'><testcase classname='A' name='b'\(place)><failure message='c'/>"
      + "</testcase></testsuite>"
    facts.reports = [ReportFile(path: "r.xml", bytes: Array(text.utf8))]
    let values: [String: RuleSettings.Value] = [
      "files": .text("r.xml"), "failed-tests": .text("changed"),
    ]
    let rule = LinterReportsRule(settings: RuleSettings(id: "linter-reports", values: values))
    #expect(rule.findings(in: facts).count == count)
  }

  @Test func whatIsLeftOutDoesNotCount() {
    let found = Self.findings(
      ["limit": .mapping(["warnings": Self.fail(0)])], Self.facts(Self.mixed),
      exclude: ["B.swift"])
    // What has no place in the checkout counts.
    #expect(
      found.filter { !$0.message.contains("(a)") }.map(\.message) == [
        "1 warning in 2 reports, limit is 0"
      ])
  }

  /// What is new, by the report of the base and the one of the change.
  @Test(
    arguments: [
      ([("B.swift", 9, "Error", "r", "m")], [("B.swift", 90, "Warning", "r", "m")], 0),
      ([("B.swift", 9, "Error", "r", "m")], [("B.swift", 9, "Error", "s", "m")], 1),
      ([("B.swift", 9, "Error", "r", "m")], [("B.swift", 9, "Error", "r", "n")], 1),
      ([("B.swift", 9, "Error", "r", "m")], [("C.swift", 9, "Error", "r", "m")], 1),
      ([("B.swift", 9, "Error", "r", "is 99")], [("B.swift", 9, "Error", "r", "is 101")], 0),
      ([("B.swift", 9, "Error", "r", "m")], [], 0),
      ([("B.swift", 9, "Warning", "r", "m")], [("B.swift", 9, "Error", "r", "m")], 1),
      (
        [("B.swift", 1, "Warning", "r", "m"), ("B.swift", 2, "Error", "r", "m")],
        [("B.swift", 1, "Error", "r", "m"), ("B.swift", 2, "Warning", "r", "m")], 0
      ),
      (
        [("B.swift", 1, "Error", "r", "m")],
        [("B.swift", 1, "Warning", "r", "m"), ("B.swift", 2, "Error", "r", "m")], 1
      ),
      ([], [("B.swift", 9, "Error", "r", "m")], 1),
      (
        [("B.swift", 1, "Error", "r", "m"), ("B.swift", 2, "Error", "r", "m")],
        [
          ("B.swift", 1, "Error", "r", "m"), ("B.swift", 2, "Error", "r", "m"),
          ("B.swift", 3, "Error", "r", "m"),
        ], 1
      ),
      // Of another machine, or from another folder.
      (
        [("/ci/main/B.swift", 1, "Error", "r", "m")], [("/checkout/B.swift", 1, "Error", "r", "m")],
        0
      ),
      ([("./B.swift", 1, "Error", "r", "m")], [("/app/B.swift", 1, "Error", "r", "m")], 0),
      ([("x/../B.swift", 1, "Error", "r", "m")], [("B.swift", 1, "Error", "r", "m")], 0),
      ([("/a/B.swift", 1, "Error", "r", "m")], [("/b/B.swift", 1, "Error", "r", "m")], 1),
      ([("../B.swift", 1, "Error", "r", "m")], [("B.swift", 1, "Error", "r", "m")], 1),
      // Moved.
      ([("Old.swift", 1, "Error", "r", "m")], [("New.swift", 1, "Error", "r", "m")], 0),
      (
        [("/ci/Old.swift", 1, "Error", "r", "m")], [("/checkout/New.swift", 1, "Error", "r", "m")],
        0
      ),
    ] as [([(String, Int, String, String, String)], [(String, Int, String, String, String)], Int)])
  func newResults(
    base: [(String, Int, String, String, String)], head: [(String, Int, String, String, String)],
    count: Int
  ) {
    let facts = Self.facts(
      [Self.swiftLint(head.map { $0 })], base: [Self.swiftLint(base.map { $0 }, path: "base.json")])
    let found = Self.findings(["new": Self.fail(0)], facts)
    #expect(found.count { $0.message.contains("since the base") } == (count > 0 ? 1 : 0))
    // Each new one is listed, and no other.
    #expect(found.count == (count > 0 ? count + 1 : 0))
    if count > 0 {
      #expect(
        found.contains { $0.message.hasPrefix("\(count) new result since the base, limit is 0") })
    }
  }

  @Test func whatIsOnChangedLinesIsNewFirst() {
    let head: [Violation] = [
      ("A.swift", 3, "Warning", "r", "m"), ("A.swift", 8, "Warning", "r", "m"),
    ]
    let facts = Self.facts(
      [Self.swiftLint(head)],
      base: [Self.swiftLint([("A.swift", 3, "Warning", "r", "m")], path: "base.json")])
    let found = Self.findings(["new": .mapping(["warnings": Self.fail(0)])], facts)
    #expect(found.map(\.location?.line) == [nil, 3])
    #expect(found.first?.message == "1 new warning since the base, limit is 0")
  }

  /// Of a warning and an error for one error, the warning is new.
  @Test func theWorstIsKnownFirst() {
    let head: [Violation] = [
      ("A.swift", 8, "Warning", "r", "m"), ("A.swift", 3, "Error", "r", "m"),
    ]
    let facts = Self.facts(
      [Self.swiftLint(head)],
      base: [Self.swiftLint([("A.swift", 3, "Error", "r", "m")], path: "base.json")])
    #expect(Self.findings(["new": .mapping(["errors": Self.fail(0)])], facts).count == 1)
    #expect(Self.findings(["new": .mapping(["warnings": Self.fail(0)])], facts).count == 3)
  }

  @Test func failedTestsAreKnownByName() {
    func junit(_ message: String, _ path: String) -> ReportFile {
      ReportFile(
        path: path,
        bytes: Array(
          """
          <testsuite><testcase classname="A" name="a"><failure message="\(message)"/></testcase>
          </testsuite>
          """.utf8))
    }
    let facts = Self.facts(
      [junit("took long", "r.xml")], base: [junit("took longer", "base.xml")])
    let values: [String: RuleSettings.Value] = ["new": .mapping(["failed-tests": Self.fail(0)])]
    #expect(Self.findings(values, facts).map(\.message) == ["took long (A.a)"])
    let fresh = Self.facts(
      [junit("x", "r.xml")],
      base: [
        ReportFile(
          path: "base.xml", bytes: Array("<testsuite><testcase name='b'/></testsuite>".utf8))
      ])
    #expect(
      Set(Self.findings(values, fresh).map(\.message)) == [
        "1 new failed test since the base, limit is 0", "x (A.a)",
      ])
  }

  /// Nothing is known of the base: that is no pass.
  @Test(
    arguments: [
      ([], true, "error", Severity.error, "there is no base report base.*"),
      ([], false, "error", .note, "there is no base report base.*"),
      ([], true, "note", .note, "there is no base report base.*"),
      (["{"], true, "note", .error, "base.json is incomplete: it ends in line 1"),
      (
        ["<testsuite><testcase name='a'/></testsuite>"], false, "error", .error,
        "the base reports, base.*, include none in the format swiftlint"
      ),
    ] as [([String], Bool, String, Severity, String)])
  func noBase(
    base: [String], isPullRequest: Bool, missing: String, severity: Severity, message: String
  ) {
    var facts = Self.facts(
      [Self.swiftLint([("B.swift", 1, "Error", "r", "m")])],
      base: base.map { ReportFile(path: "base.json", bytes: Array($0.utf8)) })
    if isPullRequest { facts.pullRequest = PullRequest(title: "t") }
    let found = Self.findings(["new": Self.fail(0), "missing": .text(missing)], facts)
    #expect(found.map(\.severity) == [severity])
    #expect(found.allSatisfy { $0.message.hasPrefix(message) }, "\(found.map(\.message))")
  }

  /// An empty list is of SwiftLint as well as of ESLint.
  @Test func aCleanBaseIsABase() {
    let facts = Self.facts(
      [Self.swiftLint([("B.swift", 1, "Error", "r", "m")])],
      base: [ReportFile(path: "base.json", bytes: Array("[]".utf8))])
    #expect(Self.findings(["new": Self.fail(0)], facts).count == 2)
  }

  @Test(arguments: [
    (#""baselineState": "new""#, ["1 new result since the base, limit is 0", "m (r)"]),
    (#""baselineState": "unchanged""#, []),
    (#""baselineState": "absent""#, []),
    (
      #""kind": "fail""#,
      ["the results of the base are unknown, so new results cannot be determined"]
    ),
  ])
  func sarifThatWasCompared(state: String, expected: [String]) {
    let sarif = #"{"runs": [{"results": [{"ruleId": "r", "message": {"text": "m"}, \#(state)}]}]}"#
    let facts = Self.facts([ReportFile(path: "r.sarif", bytes: Array(sarif.utf8))])
    let found = Self.findings(["new": .integer(0), "base-files": .text("")], facts, level: .error)
    #expect(found.map(\.message) == expected)
    #expect(found.allSatisfy { $0.severity == .error })
  }

  @Test(arguments: [(0, 0), (3, 3), (500, FindingList.most + 1)])
  func listsWhatFits(count: Int, listed: Int) {
    let violations: [Violation] = (0..<count).map { ("B.swift", $0 + 1, "Warning", "r\($0)", "m") }
    let facts = Self.facts(
      [Self.swiftLint(violations)], base: [Self.swiftLint([], path: "base.json")])
    let found = Self.findings(["new": Self.fail(0)], facts)
    #expect(found.count { $0.severity == .warning } == listed)
    #expect(found.count { $0.severity == .error } == (count > 0 ? 1 : 0))
    if count > 0 {
      #expect(found.first?.message == "\(counted(count, "new result")) since the base, limit is 0")
    }
  }

  @Test(arguments: [
    (nil, 1, "0 tests in 1 report, minimum is 1"), (0, 0, ""),
    (5, 1, "0 tests in 1 report, minimum is 5"),
  ])
  func noTests(least: Int?, count: Int, message: String) {
    var values: [String: RuleSettings.Value] = [:]
    if let least { values["min-tests"] = .integer(least) }
    let facts = Self.facts([ReportFile(path: "r.xml", bytes: Array("<testsuites/>".utf8))])
    let found = Self.findings(values, facts, level: .note)
    #expect(found.count == count)
    #expect(found.allSatisfy { $0.message == message && $0.severity == .error })
  }

  /// A skipped test proves nothing, whether the report names it or only counts it.
  @Test(arguments: [
    (0, 0, 2, 2), (1, 0, 1, 1), (1, 0, 2, 1), (2, 0, 1, 0), (2, 0, nil, 2), (0, 3, 2, 2),
    (1, 3, 2, 1),
  ])
  func skippedTestsDoNotCount(named: Int, unnamed: Int, least: Int?, count: Int) {
    let tests = (0..<2).map { number in
      "<testcase classname='t' name='t\(number)'>\(number < named ? "<skipped/>" : "")</testcase>"
    }.joined()
    let suite = "<testsuite name='t' tests='\(2 + unnamed)' skipped='\(named + unnamed)'>"
    let text = "<testsuites>\(suite)\(tests)</testsuite></testsuites>"
    let facts = Self.facts([ReportFile(path: "r.xml", bytes: Array(text.utf8))])
    let values = least.map { ["min-tests": RuleSettings.Value.integer($0)] } ?? [:]
    let found = Self.findings(values, facts, level: .note).map(\.message)
    let message = "\(counted(count, "test")) in 1 report, minimum is \(least ?? 1)"
    #expect(found == (count < least ?? 1 ? [message] : []))
  }

  @Test func tellsWhyAReportIsNotRead() {
    let facts = Self.facts([
      ReportFile(path: "r.json", problem: "is larger than 64 MB"),
      ReportFile(path: "r.xml", bytes: Array("<testsuites><testsuite>".utf8)),
    ])
    #expect(
      Self.findings([:], facts).map { "\($0.severity): \($0.message)" } == [
        "error: r.json is larger than 64 MB", "error: r.xml is incomplete: it ends in line 1",
      ])
  }

  @Test(arguments: [
    ("/checkout/A.swift", "A.swift"), ("file:///checkout/a/./b", "a/b"), ("a/../../b", "../b"),
    ("/../a", "/../a"), ("", ""), ("/checkout", "/checkout"),
    ("/checkoutA.swift", "/checkoutA.swift"),
    ("a//b", "a/b"),
  ])
  func relativePaths(name: String, expected: String) {
    #expect(ReportPaths.relative(name, "/checkout") == expected)
  }
}
