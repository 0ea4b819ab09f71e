import CIModel
import Foundation
import TestSupport
import Testing

@testable import Reporters

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The formats that services and other programs read.
struct ServiceFormatsTests {
  static let formats: [any Reporter.Type] = [
    BadgeReporter.self, BriefReporter.self, CSVReporter.self, CTRFReporter.self,
    CheckstyleReporter.self, CodeQualityReporter.self, CoverageBadgeReporter.self,
    SARIFReporter.self, StrictJUnitReporter.self,
  ]
  static let records = [
    "empty": SampleRecord.empty, "green": SampleRecord.green,
    "everything": SampleRecord.everything, "hostile": SampleRecord.hostile,
  ]

  @Test(arguments: formats.map { $0.name }, records.keys.sorted())
  func writes(format: String, name: String) throws {
    let reporter = try #require(ReporterRegistry.reporter(named: format))
    let record = try #require(Self.records[name])
    expectGolden(reporter.render(record, style: TerminalStyle()), "\(name).\(format)")
  }

  /// In no format a character of somebody else drives a terminal or turns the reading direction.
  @Test(arguments: ReporterRegistry.names)
  func noCharacterIsObeyed(format: String) throws {
    let reporter = try #require(ReporterRegistry.reporter(named: format))
    let text = reporter.render(SampleRecord.hostile, style: TerminalStyle())
    let raw = text.unicodeScalars.filter { scalar in
      VisibleText.isDangerous(scalar) && !"\n\t".unicodeScalars.contains(scalar)
        && !(format == "csv" && scalar == "\r")
    }
    #expect(raw.isEmpty, "\(raw.map(\.value))")
  }

  @Test(arguments: ReporterRegistry.all.filter { $0.medium == .json }.map { $0.name })
  func isJSON(format: String) throws {
    let reporter = try #require(ReporterRegistry.reporter(named: format))
    for record in Self.records.values {
      let text = reporter.render(record, style: TerminalStyle())
      _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
    }
  }

  /// Pages for a browser are HTML, which no XML parser reads; they have tests of their own.
  @Test(
    arguments: ReporterRegistry.all.filter { $0.medium == .xml && $0.name != HTMLReporter.name }
      .map { $0.name })
  func isXML(format: String) throws {
    let reporter = try #require(ReporterRegistry.reporter(named: format))
    for record in Self.records.values {
      let parser = XMLParser(
        data: Data(reporter.render(record, style: TerminalStyle()).utf8))
      #expect(parser.parse(), "\(String(describing: parser.parserError))")
    }
  }

  /// A message of a megabyte costs a few thousand bytes.
  @Test(arguments: formats.map { $0.name })
  func cutsLongMessages(format: String) throws {
    let reporter = try #require(ReporterRegistry.reporter(named: format))
    var record = SampleRecord.run(.failed, seconds: 1)
    let long = String(repeating: SampleRecord.evil, count: 1_500)
    record.findings = [Finding(.error, "r", long, help: long)]
    // JUnit holds what was printed, whole.
    guard format != "junit-strict" else { return }
    #expect(reporter.render(record, style: TerminalStyle()).utf8.count < 64_000)
  }

  /// What did not pass never looks as if it had.
  @Test(arguments: ["sarif", "checkstyle", "codequality", "ctrf", "brief"])
  func noFailedRunLooksGreen(format: String) throws {
    let reporter = try #require(ReporterRegistry.reporter(named: format))
    let words = ["\"error\"", "\"major\"", "\"critical\"", "\"failed\"", "the run "]
    for verdict in [RunRecord.Verdict.failed, .cancelled, .unknown] {
      let text = reporter.render(SampleRecord.run(verdict, seconds: 1), style: TerminalStyle())
      #expect(words.contains { text.contains($0) }, "\(verdict): \(text)")
    }
  }
}

struct FingerprintTests {
  private func prints(_ findings: [Finding]) -> [String] {
    var record = SampleRecord.run(.failed, seconds: 1)
    record.findings = findings
    return ServiceIssue.all(record).map(\.uniqueFingerprint)
  }

  private func finding(_ message: String, _ line: Int, _ file: String = "A.swift") -> Finding {
    Finding(.error, "r", message, at: .init(file, line: line))
  }

  @Test func staysWhenLinesShift() {
    #expect(prints([finding("took 4.1 s", 7)]) == prints([finding("took 12.25 s", 90)]))
  }

  @Test(arguments: [("a", "B.swift"), ("b", "A.swift")])
  func differsElsewhere(message: String, file: String) {
    #expect(prints([finding("a", 7)]) != prints([finding(message, 7, file)]))
  }

  @Test func isUnique() {
    let same = [finding("a", 1), finding("a", 2), finding("a", 3)]
    #expect(Set(prints(same)).count == 3)
    #expect(Array(prints(same).prefix(2)) == prints([finding("a", 10), finding("a", 20)]))
  }
}

struct BriefReporterTests {
  @Test(arguments: ["empty", "green"])
  func isOneLineWhenGreen(name: String) throws {
    let record = try #require(ServiceFormatsTests.records[name])
    let text = BriefReporter().render(record, style: TerminalStyle())
    #expect(text.split(separator: "\n").count == 1)
    #expect(text.hasPrefix("passed"))
  }

  @Test func countsWarningsAndFindingsLikeOtherFormats() {
    var record = SampleRecord.run(.passed, seconds: 1)
    record.diagnostics = [
      Diagnostic(.warning, "a", file: "a.swift", line: 1),
      Diagnostic(.warning, "b", file: "a.swift", line: 2),
    ]
    record.findings = [Finding(.warning, "tests.slow", "slow"), Finding(.note, "x", "a note")]
    #expect(
      BriefReporter().render(record, style: TerminalStyle())
        == "passed: 2 warnings, 1 finding, 1.00s\n")
  }

  @Test func namesPlacesAndTestsThatDidNotRun() {
    var record = SampleRecord.run(.failed, seconds: 1)
    record.tests = [
      SampleRecord.test("S", "skippedByADeath", .notRun, issues: [TestIssue("the process died")]),
      SampleRecord.test("S", "throws", .failed, issues: [TestIssue("threw error NoDB()")]),
    ]
    (record.tests[1].file, record.tests[1].line) = ("Tests/S.swift", 8)
    let lines = BriefReporter().render(record, style: TerminalStyle()).split(separator: "\n")
      .filter { !$0.hasPrefix(" ") }
    #expect(
      lines.dropFirst() == [
        "StoreTests.S/throws: Tests/S.swift:8: threw error NoDB()",
        "StoreTests.S/skippedByADeath: not run: the process died",
      ])
  }

  @Test(arguments: [1, 60])
  func aFailureTakes300Bytes(count: Int) {
    var record = SampleRecord.run(.failed, seconds: 1)
    let evil = String(repeating: SampleRecord.evil, count: 100)
    record.tests = (0..<count).map {
      SampleRecord.test("S", "t\($0)", .failed, issues: [TestIssue(evil, file: evil, line: 1)])
    }
    let text = BriefReporter().render(record, style: TerminalStyle())
    #expect(text.utf8.count <= BriefReporter.limit * (min(count, 50) + 2))
    #expect(text.contains("$ swift test --filter '^StoreTests\\.S/t0$'"))
    #expect(text.contains("and 10 more") == (count == 60))
  }
}

struct CSVReporterTests {
  @Test(arguments: [
    ("plain", "plain"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\r\nb", "a b"),
    ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"),
    ("\t=1", "' =1"), ("  =1", "'  =1"), ("＝1", "'＝1"), ("=A,B", "\"'=A,B\""),
    ("\u{1B}[31mred", "red"),
  ])
  func writesCells(text: String, cell: String) {
    #expect(CSVReporter.cell(text) == cell)
  }

  @Test func namesCrashesAndArguments() {
    var record = SampleRecord.run(.failed, seconds: 1)
    var row = TestIssue("wrong", file: "A.swift", line: 1)
    row.arguments = "n → 1"
    record.tests = [
      SampleRecord.test("S", "dies", .crashed),
      SampleRecord.test("S", "rows", .failed, issues: [row]),
    ]
    record.crashes = [
      Crash(test: record.tests[0].name, signal: "SIGILL", reason: "Fatal error: a")
    ]
    let lines = CSVReporter().render(record, style: TerminalStyle()).split(separator: "\r\n")
    #expect(lines[1].hasSuffix(",crashed with SIGILL: Fatal error: a"))
    #expect(lines[2].hasSuffix(",wrong (n → 1)"))
  }
}

struct CoberturaPartsTests {
  @Test func splitsBelowTheLimit() throws {
    var record = SampleRecord.green
    record.coverage = SampleCoverage.small(minimum: nil)
    let whole = CoberturaReporter().render(record, style: TerminalStyle())
    #expect(CoberturaReporter().parts(record, limit: 1 << 20) == [whole])
    let parts = CoberturaReporter().parts(record, limit: 7_000)
    #expect(parts.count > 1)
    #expect(parts.joined().components(separatedBy: "<class ").count == 6)
    #expect(parts.allSatisfy { $0.hasSuffix("</coverage>\n") })
  }
}
