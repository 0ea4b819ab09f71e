package import CIModel

/// The message and the help that the settings define in place of the rule's own.
package struct RuleWords: Sendable {
  private let message: MessageTemplate?
  private let help: MessageTemplate?
  private let placeholders: [String: String]

  package init(_ settings: RuleSettings) {
    message = settings.message.map { MessageTemplate($0) }
    help = settings.help.map { MessageTemplate($0) }
    placeholders = settings.placeholders
  }

  /// Whether `message` or `help` refers to captures of the rule's patterns.
  var nameCaptures: Bool {
    ((message?.names ?? []) + (help?.names ?? [])).contains(where: MessageTemplate.isCapture)
  }

  /// A finding of the rule with this message and help; unchanged where the settings define none.
  ///
  /// - Parameter captures: The text that the wildcards or groups of the rule's pattern matched.
  package func applied(to finding: Finding, captures: [String] = []) -> Finding {
    if message == nil, help == nil { return finding }
    var finding = finding
    var values = placeholders
    values["file"] = finding.location.map { Self.cut($0.file, to: Self.longestPath) }
    values["line"] = finding.location?.line.map(String.init)
    for (index, capture) in captures.enumerated() {
      values[String(index + 1)] = Self.cut(capture)
    }
    if let message {
      values["default"] = finding.message
      let text = message.filled(values)
      finding.messageText = text
      finding.message = text.plain
    }
    if let help {
      values["default"] = finding.help
      let text = help.filled(values)
      finding.helpText = text
      finding.help = text.plain
    }
    return finding
  }

  /// Longer than any path that file systems support.
  private static let longestPath = 4_096

  /// Shortens a text of the change for a message: one line of limited length, because each finding
  /// repeats it.
  ///
  /// - Parameter most: Maximum length in Unicode scalars; a character may have any number of them.
  static func cut(_ text: String, to most: Int = 200) -> String {
    let scalars = text.unicodeScalars
    let end = scalars.index(scalars.startIndex, offsetBy: most, limitedBy: scalars.endIndex)
    var result = String.UnicodeScalarView()
    for scalar in scalars[..<(end ?? scalars.endIndex)] {
      result.append(Character(scalar).isNewline ? " " : scalar)
    }
    if let end, end < scalars.endIndex { result.append("…") }
    return String(result)
  }
}

extension RuleSettings {
  /// The settings with the values of the placeholders in `message` and `help`.
  package func naming(_ facts: Facts) -> RuleSettings {
    if message == nil, help == nil { return self }
    let pullRequest = facts.pullRequest
    let scope = FileScope(self)
    let files = facts.changes?.files.compactMap { scope.view(of: $0) } ?? []
    func cut(_ text: String) -> String { RuleWords.cut(text) }
    let authors = Set(facts.changes?.commits.map { cut($0.author.name) } ?? []).sorted()
    let others = authors.count > 3 ? " and \(authors.count - 3) more" : ""
    var values = [
      "author": pullRequest?.author.map(cut) ?? authors.prefix(3).joined(separator: ", ") + others,
      "files": shortList(files.map { cut($0.path) }), "count": String(files.count),
      "lines": String(
        files.reduce(0) { $0 + $1.countedLines.additions + $1.countedLines.deletions }),
    ]
    values["title"] = (pullRequest?.title ?? facts.changes?.commits.first?.wholeSubject).map(cut)
    values["number"] = pullRequest?.number.map(String.init)
    values["branch"] = (pullRequest?.branch ?? facts.surroundings.branch).map(cut)
    values["base"] = pullRequest?.base.map(cut)
    var settings = self
    settings.placeholders = values
    return settings
  }

  /// The settings with a message that also contains the rule's own; `nil` when it already does, or
  /// when there is none.
  func addingOwnWords() -> RuleSettings? {
    guard let message, !MessageTemplate(message).names.contains("default") else { return nil }
    var settings = self
    let isQuestion = message.hasSuffix("?") || message.hasSuffix("!")
    settings.message =
      (message.hasSuffix(".") ? String(message.dropLast()) : message)
      + (isQuestion ? " ${default}" : ": ${default}")
    return settings
  }
}
