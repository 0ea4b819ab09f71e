import CIModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The reports of linters and test tools, as entries with a place.
enum LinterReport {
  enum Format: String, Sendable {
    case checkstyle
    case junit
    case sarif
    case swiftlint
    case xcresult
  }

  struct Entry: Hashable {
    /// As the tool wrote it; `nil` when a test failed of which the report tells no file.
    var file: String?
    /// 1-based; `nil` when the whole file is meant.
    var line: Int?
    var column: Int?
    var endLine: Int?
    var severity: Severity
    var message: String
    /// What the tool calls its rule, or the test; may be empty.
    var rule: String
    var isFailedTest = false
  }

  /// The entries in the order of the report; `nil` when it is not of the format.
  static func read(_ bytes: [UInt8], format: Format?) -> [Entry]? {
    let first = bytes.first { $0 > 0x20 && $0 < 0x80 }
    if first == UInt8(ascii: "<") {
      switch format {
      case .checkstyle: return checkstyle(bytes)
      case .junit: return junit(bytes)
      case .sarif, .swiftlint, .xcresult: return nil
      case nil: return checkstyle(bytes) ?? junit(bytes)
      }
    }
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else {
      return nil
    }
    switch format {
    case .sarif: return sarif(value)
    case .swiftlint: return swiftLint(value)
    case .xcresult: return XcodeResults.entries(value)
    case .checkstyle, .junit: return nil
    case nil:
      return value.list != nil ? swiftLint(value) : sarif(value) ?? XcodeResults.entries(value)
    }
  }

  private static func severity(_ word: String?) -> Severity {
    switch word?.lowercased() {
    case "error", "failure": .error
    case "info", "note", "notice", "none", "ignore": .note
    default: .warning
    }
  }

  /// `swiftlint --reporter json`: a list of objects.
  private static func swiftLint(_ value: JSONValue) -> [Entry]? {
    guard let list = value.list else { return nil }
    var entries: [Entry] = []
    for item in list {
      guard let reason = item["reason"]?.text else { return nil }
      // A violation of no file has `null` here.
      guard let file = item["file"]?.text else { continue }
      entries.append(
        Entry(
          file: file, line: item["line"]?.integer, column: item["character"]?.integer,
          severity: severity(item["severity"]?.text), message: reason,
          rule: item["rule_id"]?.text ?? ""))
    }
    return entries
  }

  /// SARIF 2.1.0, https://docs.oasis-open.org/sarif/sarif/v2.1.0/
  private static func sarif(_ value: JSONValue) -> [Entry]? {
    guard let runs = value["runs"]?.list else { return nil }
    return runs.flatMap { run in
      (run["results"]?.list ?? []).compactMap { result -> Entry? in
        let place = result["locations"]?.list?.first?["physicalLocation"]
        guard let file = place?["artifactLocation"]?["uri"]?.text,
          result["suppressions"]?.list?.isEmpty ?? true
        else { return nil }
        let region = place?["region"]
        return Entry(
          file: withoutPercentEncoding(file), line: region?["startLine"]?.integer,
          column: region?["startColumn"]?.integer, endLine: region?["endLine"]?.integer,
          severity: severity(result["level"]?.text),
          message: result["message"]?["text"]?.text ?? "", rule: result["ruleId"]?.text ?? "")
      }
    }
  }

  /// `<checkstyle><file name="…"><error line="…" severity="…" message="…" source="…"/>`.
  private static func checkstyle(_ bytes: [UInt8]) -> [Entry]? {
    var scanner = XMLScanner(bytes)
    var entries: [Entry] = []
    var file: String?
    var isCheckstyle = false
    while let event = scanner.next() {
      guard case .start(let name, let attributes, _) = event else { continue }
      switch name {
      case "checkstyle": isCheckstyle = true
      case "file": file = attributes["name"]
      case "error":
        guard isCheckstyle, let file else { return nil }
        entries.append(
          Entry(
            file: file, line: attributes["line"].flatMap { Int($0) },
            column: attributes["column"].flatMap { Int($0) },
            severity: severity(attributes["severity"]), message: attributes["message"] ?? "",
            rule: attributes["source"] ?? ""))
      default: break
      }
    }
    return isCheckstyle ? entries : nil
  }

  /// Failures and errors of test cases.
  private static func junit(_ bytes: [UInt8]) -> [Entry]? {
    var scanner = XMLScanner(bytes)
    var entries: [Entry] = []
    var testCase: [String: String]?
    var isJUnit = false
    while let event = scanner.next() {
      switch event {
      case .start("testsuites", _, _), .start("testsuite", _, _): isJUnit = true
      case .start("testcase", let attributes, let isEmpty): testCase = isEmpty ? nil : attributes
      case .start("failure", let attributes, _), .start("error", let attributes, _):
        guard let testCase else { continue }
        let file = testCase["file"] ?? attributes["file"]
        let line = attributes["line"] ?? testCase["line"]
        // Without a file the suite says where the test is.
        let names = [file == nil ? testCase["classname"] : nil, testCase["name"]]
        entries.append(
          Entry(
            file: file, line: line.flatMap { Int($0) }, severity: .error,
            message: attributes["message"] ?? "failed",
            rule: names.compactMap { $0 }.joined(separator: "."), isFailedTest: true))
      case .end("testcase"): testCase = nil
      default: continue
      }
    }
    return isJUnit ? entries : nil
  }
}

/// `%20` and its like as what they stand for.
func withoutPercentEncoding(_ address: String) -> String {
  guard address.contains("%") else { return address }
  var bytes: [UInt8] = []
  var rest = Array(address.utf8)[...]
  while let byte = rest.popFirst() {
    if byte == UInt8(ascii: "%"), rest.count >= 2,
      let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
    {
      bytes.append(value)
      rest = rest.dropFirst(2)
    } else {
      bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
