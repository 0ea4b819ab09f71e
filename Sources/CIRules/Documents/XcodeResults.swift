import CIModel

/// What `xcresulttool` prints of a result bundle (`.xcresult`) as JSON, as entries with a place:
/// the issues of `get build-results`, and the failures in the tree of `get test-results tests`.
///
/// A bundle itself is a store that only Xcode's tool reads. Format: the schemas that `xcrun
/// xcresulttool help get build-results` and `… get test-results tests` print (Xcode 16).
enum XcodeResults {
  private static let issueLists: [(key: String, severity: Severity)] = [
    ("errors", .error), ("warnings", .warning), ("analyzerWarnings", .warning),
  ]

  /// `nil` when the document is neither of the two.
  static func entries(_ value: JSONValue) -> [LinterReport.Entry]? {
    if let nodes = value["testNodes"]?.list { return nodes.flatMap { failures(in: $0, test: "") } }
    // Other tools have lists of these names, too, with something else in them.
    guard value["errors"]?.list != nil, value["warnings"]?.list != nil,
      value["startTime"] != nil || value["status"] != nil
    else { return nil }
    return issueLists.flatMap { key, severity in issues(value[key]?.list ?? [], severity) }
  }

  private static func issues(_ list: [JSONValue], _ severity: Severity) -> [LinterReport.Entry] {
    list.compactMap { issue in
      guard let address = issue["sourceURL"]?.text else { return nil }
      let parts = address.split(separator: "#", maxSplits: 1)
      guard let path = parts.first else { return nil }
      var numbers: [Substring: Int] = [:]
      for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
        let sides = pair.split(separator: "=", maxSplits: 1)
        if sides.count == 2, let number = Int(sides[1]) { numbers[sides[0]] = number }
      }
      // Xcode counts lines and columns from 0 there.
      func ordinal(_ name: Substring) -> Int? {
        numbers[name].flatMap { $0 >= 0 && $0 < Int.max ? $0 + 1 : nil }
      }
      return LinterReport.Entry(
        file: withoutPercentEncoding(String(path)), line: ordinal("StartingLineNumber"),
        column: ordinal("StartingColumnNumber"), endLine: ordinal("EndingLineNumber"),
        severity: severity, message: issue["message"]?.text ?? "",
        rule: issue["issueType"]?.text ?? "")
    }
  }

  /// A failure is named `ATests.swift:41: XCTAssertEqual failed: …` and lies below its test.
  private static func failures(in node: JSONValue, test: String) -> [LinterReport.Entry] {
    let name = node["name"]?.text ?? ""
    let kind = node["nodeType"]?.text
    if kind == "Failure Message" {
      let parts = name.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, let line = Int(parts[1]), line > 0 else {
        return [LinterReport.Entry(severity: .error, message: name, rule: test, isFailedTest: true)]
      }
      return [
        LinterReport.Entry(
          file: String(parts[0]), line: line, severity: .error,
          message: String(parts[2].drop { $0 == " " }), rule: test, isFailedTest: true)
      ]
    }
    let current = kind == "Test Case" ? name : test
    return (node["children"]?.list ?? []).flatMap { failures(in: $0, test: current) }
  }
}
