import CIModel
import Testing

@testable import CIRules

/// A result is found at the file that its address names, whether the tool encodes what it writes or not.
struct ReportAddressTests {
  @Test(arguments: [
    ("web/xA.js", "web/xA.js", nil), ("web/a%20b.js", "web/a b.js", "web/a%20b.js"),
    ("%2e%2E/a", "../a", "%2e%2E/a"), ("100%", "100%", nil), ("a%4", "a%4", nil),
    ("a%zz%20", "a%zz%20", nil), ("a%00", "a%00", nil), ("a%+A", "a%+A", nil),
    ("%c3%a9", "é", "%c3%a9"), ("%ff", "\u{FFFD}", "%ff"), ("%25", "%", "%25"), ("", "", nil),
  ])
  func decodes(address: String, path: String, written: String?) {
    #expect(ReportAddress(address).path == path)
    #expect(ReportAddress(address).written == written)
  }

  @Test(
    arguments: [
      ("web/x%41.js", ["web/x%41.js"]), ("web/x%2541.js", ["web/x%41.js"]),
      ("web/xA.js", ["web/xA.js"]), ("web/x%2fA.js", []),
      ("file:///work/app/%2e%2e/web/a%20b.js", ["web/a b.js"]), ("web/x%00.js", ["web/x%00.js"]),
      (#"web\\a b.js"#, ["web/a b.js"]),
    ], [false, true])
  func findsTheFile(_ row: (address: String, expected: [String]), distrusts: Bool) {
    let paths = ["web/a b.js", "web/x%00.js", "web/x%41.js"]
    let known = row.address == "web/xA.js" ? paths + ["web/xA.js"] : paths
    #expect(Self.findings(row.address, known, distrusts).map { $0.location?.file } == row.expected)
  }

  /// Where both are there, nobody can tell which one is meant.
  @Test func findsBoth() {
    let paths = ["web/x%41.js", "web/xA.js"]
    #expect(Self.findings("web/x%41.js", paths, true).map { $0.location?.file } == paths)
  }

  /// A result counts at each of its locations; without any it is one of the analysed file.
  @Test(arguments: [
    (#""locations": [\#(Self.place("b.js", 1)), \#(Self.place("a.js", 1))]"#, ["a.js"]),
    (#""locations": [\#(Self.place("a.js", 2)), \#(Self.place("a.js", 1))]"#, ["a.js"]),
    (#""locations": [\#(Self.place("a.js", 1)), \#(Self.place("c.js", 1))]"#, ["a.js", "c.js"]),
    (#""locations": [\#(Self.place("a.js", 2))], "analysisTarget": {"uri": "a.js"}"#, []),
    (#""analysisTarget": {"uri": "a.js"}"#, ["a.js"]),
    (#""locations": [{}], "analysisTarget": {"uri": "a.js"}"#, ["a.js"]),
    (#""analysisTarget": {"uri": "b.js"}"#, []),
  ])
  func locations(_ places: String, files: [String]) {
    #expect(Self.findings(result: places, ["a.js", "c.js"]).map { $0.location?.file } == files)
  }

  /// However many locations it has, it is one result.
  @Test(arguments: [(1, 0), (0, 1)])
  func countsResultsOnce(limit: Int, count: Int) {
    let places = #""locations": [\#(Self.place("b.js", 1)), \#(Self.place("b.js", 2))]"#
    let found = Self.findings(result: places, ["a.js"], ["limit": .integer(limit)])
    #expect(found.count == count)
  }

  private static func place(_ uri: String, _ line: Int) -> String {
    """
    {"physicalLocation": {"artifactLocation": {"uri": "\(uri)"}, "region": {"startLine": \(line)}}}
    """
  }

  private static func findings(_ uri: String, _ paths: [String], _ distrusts: Bool) -> [Finding] {
    findings(result: "\"locations\": [\(place(uri, 1))]", paths, distrusts: distrusts)
  }

  private static func findings(
    result: String, _ paths: [String], _ values: [String: RuleSettings.Value] = [:],
    distrusts: Bool = false
  ) -> [Finding] {
    let sarif = #"{"runs": [{"results": [{"message": {"text": "m"}, \#(result)}]}]}"#
    var facts = Facts()
    facts.changes = ChangeSet(
      base: "b", head: "h", mergeBase: "b",
      files: paths.map { FileChange(.added, $0, additions: 1) }, commits: [])
    facts.addedLines = paths.map { AddedLine($0, line: 1, text: "x") }
    facts.surroundings.checkout = "/work"
    if distrusts { facts.policyFiles = [:] }
    facts.reports = [ReportFile(path: "r.sarif", bytes: Array(sarif.utf8))]
    let settings = RuleSettings(
      id: "linter-reports", values: values.merging(["files": .text("r.*")]) { $1 })
    return LinterReportsRule(settings: settings).findings(in: facts)
  }
}
