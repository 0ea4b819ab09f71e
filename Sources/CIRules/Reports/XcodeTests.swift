import CIModel

/// The tests in the tree that `xcrun xcresulttool get test-results tests` prints.
///
/// Format: the schema that `xcrun xcresulttool help get test-results tests` prints (Xcode 16).
struct XcodeTests {
  private(set) var tests: [TestCase] = []

  init(_ nodes: JSONText.Elements) throws(ReportProblem) {
    for node in nodes { try add(node, bundle: nil) }
  }

  private mutating func add(_ node: JSONText, bundle: String?) throws(ReportProblem) {
    let type = node["nodeType"]?.text
    guard type == "Test Case" else {
      let isBundle = type?.hasSuffix("test bundle") == true
      let bundle = isBundle ? node["name"]?.text : bundle
      for child in node["children"].list { try add(child, bundle: bundle) }
      return
    }
    guard tests.count < ToolReport.mostEntries else { throw .tooMuch(ToolReport.mostEntries) }
    let identifier = node["nodeIdentifier"]?.text ?? node["name"]?.text ?? ""
    let parts = identifier.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 1).map {
      String(Substring($0))
    }
    let suite = [bundle, parts.count > 1 ? parts[0] : nil].compactMap { $0 }
    var test = TestCase(
      suite: suite.joined(separator: "."), function: parts.last ?? "", separator: "/")
    test.module = bundle
    test.durationSeconds = Self.seconds(node)
    var earlier: [TestOutcome] = []
    addDetails(of: node, to: &test, &earlier)
    test.outcome = Self.outcome(node)
    if test.outcome == .failed, test.issues.isEmpty {
      test.addFailure("failed", file: nil, line: nil)
    }
    test.endRuns(after: Array(earlier.dropLast()))
    tests.append(test)
  }

  /// Failures lie below the test, its repetitions and the arguments that it was called with.
  private func addDetails(
    of node: JSONText, to test: inout TestCase, _ repetitions: inout [TestOutcome]
  ) {
    for child in node["children"].list {
      switch child["nodeType"]?.text {
      case "Failure Message": addFailure(child["name"]?.text ?? "", to: &test)
      case "Repetition":
        repetitions.append(Self.outcome(child))
        addDetails(of: child, to: &test, &repetitions)
      default: addDetails(of: child, to: &test, &repetitions)
      }
    }
  }

  /// `ATests.swift:41: XCTAssertEqual failed: …`
  private func addFailure(_ text: String, to test: inout TestCase) {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    let line = parts.count == 3 ? Int(parts[1]).flatMap { $0 > 0 ? $0 : nil } : nil
    test.addFailure(
      line == nil ? text : String(parts[2].drop { $0 == " " }),
      file: line == nil ? nil : String(parts[0]), line: line)
  }

  private static func outcome(_ node: JSONText) -> TestOutcome {
    switch node["result"]?.text {
    case "Passed", "Expected Failure": .passed
    case "Failed": .failed
    case "Skipped": .skipped
    default: .notTold
    }
  }

  /// `durationInSeconds` from Xcode 16.3 on; before, `duration` with the comma of some languages.
  private static func seconds(_ node: JSONText) -> Double? {
    if let number = node["durationInSeconds"]?.writtenNumber { return ReportText.seconds(number) }
    guard let text = node["duration"]?.text, text.hasSuffix("s") else { return nil }
    return ReportText.seconds(String(text.dropLast().map { $0 == "," ? "." : $0 }))
  }
}
