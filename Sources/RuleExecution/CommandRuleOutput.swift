import CIModel
import CIRules
import SecretMasking

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads what the program of a `command:` rule printed: `{"findings": [{"message": …}]}`.
struct CommandRuleOutput {
  var settings: RuleSettings
  /// Absolute paths below one of these folders are made relative; other absolute paths are refused.
  var roots: [String]
  /// Hides secrets in quoted output.
  var mask: SecretMask?

  private static let keys = [
    "message", "severity", "file", "line", "column", "endLine", "help",
  ]

  func findings(_ bytes: [UInt8]) throws(CommandRuleError) -> [Finding] {
    guard bytes.contains(where: { $0 > 0x20 }) else {
      throw broken("it printed nothing", "Print `{\"findings\": []}` when there are none.")
    }
    let document: JSONValue
    do {
      document = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    } catch {
      // Mask before cutting: the mask would not recognize half of a secret.
      let shown = mask?.masked(bytes) ?? bytes
      let start = String(decoding: shown.prefix(80), as: UTF8.self).split(
        whereSeparator: \.isNewline)
      throw broken(
        "its output is not JSON: \(start.first ?? "")",
        "Print the findings to standard output and everything else to standard error.")
    }
    guard case .object(let members) = document else {
      throw broken("it printed \(document.description) instead of an object", Self.example)
    }
    for key in members.keys.sorted() where key != "findings" && key != "schema" {
      throw broken("unknown key '\(key)'", "Print `findings` only.")
    }
    guard let list = members["findings"]?.list else {
      throw broken("its output has no list 'findings'", Self.example)
    }
    var findings: [Finding] = []
    for (index, item) in list.enumerated() {
      findings.append(try finding(item, "findings[\(index)]"))
    }
    return findings
  }

  private static let example =
    "Print `{\"findings\": [{\"message\": \"…\", \"file\": \"Sources/A.swift\", \"line\": 1}]}`."

  private func finding(_ item: JSONValue, _ place: String) throws(CommandRuleError) -> Finding {
    guard case .object(let members) = item else {
      throw broken("\(place) is \(item.description) instead of an object", Self.example)
    }
    for key in members.keys.sorted() where !Self.keys.contains(key) {
      let near = nearestSpelling(of: key, among: Self.keys)
      throw broken(
        "unknown key '\(key)' in \(place)",
        near.map { "Did you mean '\($0)'?" } ?? "The keys are \(Self.keys.joined(separator: ", "))."
      )
    }
    guard let message = try text("message", members, place), !message.isEmpty else {
      throw broken("\(place) has no 'message'", Self.example)
    }
    var severity = settings.level ?? .warning
    if let word = try text("severity", members, place) {
      guard let known = Severity(rawValue: word) else {
        throw broken(
          "'severity' of \(place) is '\(word)'", "Write note, warning or error.")
      }
      severity = known
    }
    var location: SourceLocation?
    if let file = try text("file", members, place) {
      location = SourceLocation(
        try relative(file, place), line: try number("line", members, place),
        column: try number("column", members, place),
        endLine: try number("endLine", members, place))
    }
    return RuleWords(settings).applied(
      to: Finding(
        severity, settings.id, message, at: location, help: try text("help", members, place)))
  }

  private func relative(_ path: String, _ place: String) throws(CommandRuleError) -> String {
    for root in roots where path.hasPrefix(root + "/") {
      return String(path.dropFirst(root.count + 1))
    }
    guard !path.hasPrefix("/"), !path.isEmpty, !path.split(separator: "/").contains("..") else {
      throw broken(
        "'file' of \(place) is not in the repository: '\(path)'",
        "Write paths relative to the repository root.")
    }
    return path.hasPrefix("./") ? String(path.dropFirst(2)) : path
  }

  private func text(
    _ key: String, _ members: [String: JSONValue], _ place: String
  ) throws(CommandRuleError) -> String? {
    guard let value = members[key], value != .null else { return nil }
    guard let text = value.text else {
      throw broken("'\(key)' of \(place) is \(value.description) instead of text", Self.example)
    }
    return text
  }

  private func number(
    _ key: String, _ members: [String: JSONValue], _ place: String
  ) throws(CommandRuleError) -> Int? {
    guard let value = members[key], value != .null else { return nil }
    guard let number = value.integer, number >= 1 else {
      throw broken(
        "'\(key)' of \(place) is \(value.description) instead of a whole number from 1",
        Self.example)
    }
    return number
  }

  private func broken(_ message: String, _ help: String) -> CommandRuleError {
    CommandRuleError(message: message, help: help)
  }
}
