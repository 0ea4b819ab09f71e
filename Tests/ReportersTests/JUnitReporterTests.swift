import CIModel
import Foundation
import Reporters
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct JUnitReporterTests {
  @Test(arguments: SampleRecord.all.keys.sorted())
  func isWellFormedAndAddsUp(name: String) throws {
    let record = try #require(SampleRecord.all[name])
    let text = JUnitReporter().render(record, style: TerminalStyle())
    let document = try JUnitDocument(text)
    let root = try #require(document.suites.first)
    let suites = document.suites.dropFirst()
    for key in ["tests", "failures", "errors", "skipped", "milliseconds"] {
      #expect(suites.reduce(0) { $0 + ($1[key] ?? 0) } == root[key], "\(key)")
    }
    #expect(root["tests"] == document.cases)
    #expect(root["failures"] == document.elements["failure", default: 0])
    #expect(root["errors"] == document.elements["error", default: 0])
    #expect(root["skipped"] == document.elements["skipped", default: 0])
    let isGreen = root["failures"] == 0 && root["errors"] == 0
    #expect(isGreen == (record.verdict == .passed), "no failed run looks green")
  }

  @Test func writesEverything() {
    let text = JUnitReporter().render(SampleRecord.everything, style: TerminalStyle())
    expectGolden(text, "junit-everything.xml")
  }

  @Test func writesLogs() throws {
    let text = try #require(JUnitReporter().render(log: SampleLog.failed, style: TerminalStyle()))
    let document = try JUnitDocument(text)
    #expect(document.suites.first?["failures"] == 1)
    #expect(document.suites.first?["milliseconds"] == 1512)
    #expect(!text.contains("timestamp"))
    let empty = try #require(JUnitReporter().render(log: SampleLog.empty, style: TerminalStyle()))
    #expect(try JUnitDocument(empty).suites.first?["errors"] == 1)
  }

  /// Took minutes: each such character copied everything before it.
  @Test func takesAMegabyteOfForbiddenCharacters() {
    var record = SampleRecord.green
    record.tests = [
      SampleRecord.test("A", "b", output: String(repeating: "\u{FFFF}", count: 300_000))
    ]
    let text = JUnitReporter().render(record, style: TerminalStyle())
    #expect(text.utf8.count > 900_000)
  }

  /// Readers look for the files that the output of a test names.
  @Test func namesNoFileForATest() throws {
    var record = SampleRecord.green
    record.tests = [
      SampleRecord.test("A", "b", .failed, output: "a[[1]]\n[[ATTACHMENT|/etc/passwd]]\n"),
      SampleRecord.test("A", "c", .failed, output: "a[[1]]\n"),
    ]
    let text = try JUnitDocument(JUnitReporter().render(record, style: TerminalStyle())).text
    #expect(text.contains("[ [ATTACHMENT|/etc/passwd]]") && !text.contains("[[ATTACHMENT"))
    #expect(text.contains("a[[1]]\n"))
  }

  @Test func replacesWhatXMLForbids() throws {
    var record = SampleRecord.green
    let bad = "\u{0}\u{1B}[31m\u{FFFF}\u{FFFE} ]]> <&>\"' \r\n\té"
    record.tests = [
      SampleRecord.test(
        "A", bad, .failed, issues: [TestIssue(bad, file: bad, line: 1)], output: bad)
    ]
    let document = try JUnitDocument(JUnitReporter().render(record, style: TerminalStyle()))
    #expect(document.text.contains("]]> <&>\"' \r\n\té"))
    #expect(document.text.contains("\u{FFFD}\u{FFFD}[31m"))
  }
}

/// What a viewer makes of the XML.
private final class JUnitDocument: NSObject, XMLParserDelegate {
  /// The counts and times of `testsuites` first, then those of each `testsuite`.
  private(set) var suites: [[String: Int]] = []
  private(set) var cases = 0
  private(set) var elements: [String: Int] = [:]
  private(set) var text = ""

  init(_ xml: String) throws {
    super.init()
    let parser = XMLParser(data: Data(xml.utf8))
    parser.delegate = self
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    if name.hasPrefix("testsuite") {
      var numbers = attributes.compactMapValues { Int($0) }
      numbers["milliseconds"] = attributes["time"].flatMap { Int($0.filter { $0 != "." }) }
      suites.append(numbers)
    }
    if name == "testcase" { cases += 1 }
    elements[name, default: 0] += 1
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    text += string
  }
}
