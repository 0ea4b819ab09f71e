/// A message of a rule, a parser or a step to the reader of the report.
package struct Finding: Hashable, Sendable {
  /// The id of the check as written in `.ci.yml`, for example `pr-size` or `coverage.minimum`.
  package var ruleID: String
  package var severity: Severity
  /// The problem, with the numbers that show it: a lowercase fragment, no full stop.
  package var message: String
  /// The location; `nil` when the finding concerns the whole change or run.
  package var location: SourceLocation?
  /// How to solve the problem: one imperative sentence.
  package var help: String?
  /// Why the finding is suppressed; `nil` when it counts.
  package var suppressed: String?
  /// The `message` that the team wrote in `.ci.yml`; `nil` when the rule uses its own.
  package var messageText: TeamText?
  /// The `help` that the team wrote in `.ci.yml`; `nil` when the rule uses its own.
  package var helpText: TeamText?

  package init(
    _ severity: Severity, _ ruleID: String, _ message: String, at location: SourceLocation? = nil,
    help: String? = nil, suppressed: String? = nil
  ) {
    self.ruleID = ruleID
    self.severity = severity
    self.message = message
    self.location = location
    self.help = help
    self.suppressed = suppressed
  }

  /// The finding as plain text: what another machine calls the team's Markdown can be anybody's.
  package var withoutMarkdown: Finding {
    var finding = self
    (finding.messageText, finding.helpText) = (nil, nil)
    return finding
  }
}

/// The order of every list of findings: the worst first, then by file and line with those without a
/// file last, then by rule and text.
extension Finding: Comparable {
  package static func < (left: Finding, right: Finding) -> Bool {
    if left.severity != right.severity { return left.severity > right.severity }
    let leftFile = left.location?.file
    let rightFile = right.location?.file
    if leftFile != rightFile {
      guard let leftFile, let rightFile else { return rightFile == nil }
      return leftFile < rightFile
    }
    let leftLine = left.location?.line ?? 0
    let rightLine = right.location?.line ?? 0
    if leftLine != rightLine { return leftLine < rightLine }
    if left.ruleID != right.ruleID { return left.ruleID < right.ruleID }
    return left.message.isBefore(right.message)
  }
}

extension String {
  /// Whether the text comes first in an order that compares numbers by their value: `line 9` comes
  /// before `line 77`.
  fileprivate func isBefore(_ other: String) -> Bool {
    let (own, others) = (Array(utf8), Array(other.utf8))
    let common = zip(own, others).prefix { $0 == $1 }.count
    func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    func digits(_ text: [UInt8]) -> Int { text[common...].prefix(while: isDigit).count }
    let isInNumber = own[..<common].last.map(isDigit) ?? false
    let (count, otherCount) = (digits(own), digits(others))
    if count != otherCount, isInNumber || count > 0 && otherCount > 0 { return count < otherCount }
    return own[common...].lexicographicallyPrecedes(others[common...])
  }
}

extension Finding: Codable {
  private enum CodingKeys: String, CodingKey {
    case ruleID
    case severity
    case message
    case file
    case line
    case column
    case endLine
    case help
    case suppressed
    case messageText
    case helpText
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    ruleID = try container.decode(String.self, forKey: .ruleID)
    severity = try container.decode(Severity.self, forKey: .severity)
    message = try container.decode(String.self, forKey: .message)
    if let file = try container.decodeIfPresent(String.self, forKey: .file) {
      location = SourceLocation(
        file,
        line: try container.decodeIfPresent(Int.self, forKey: .line),
        column: try container.decodeIfPresent(Int.self, forKey: .column),
        endLine: try container.decodeIfPresent(Int.self, forKey: .endLine))
    }
    help = try container.decodeIfPresent(String.self, forKey: .help)
    suppressed = try container.decodeIfPresent(String.self, forKey: .suppressed)
    messageText = try container.decodeIfPresent(TeamText.self, forKey: .messageText)
    helpText = try container.decodeIfPresent(TeamText.self, forKey: .helpText)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(ruleID, forKey: .ruleID)
    try container.encode(severity, forKey: .severity)
    try container.encode(message, forKey: .message)
    try container.encode(location?.file, forKey: .file)
    try container.encode(location?.line, forKey: .line)
    try container.encode(location?.column, forKey: .column)
    try container.encode(location?.endLine, forKey: .endLine)
    try container.encode(help, forKey: .help)
    try container.encode(suppressed, forKey: .suppressed)
    try container.encodeIfPresent(messageText, forKey: .messageText)
    try container.encodeIfPresent(helpText, forKey: .helpText)
  }
}
