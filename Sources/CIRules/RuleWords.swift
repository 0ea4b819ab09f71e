package import CIModel

/// The words that the settings of a rule have instead of its own: `message` and `help`.
package struct RuleWords: Sendable {
  private let message: MessageTemplate?
  private let help: MessageTemplate?
  private let placeholders: [String: String]

  package init(_ settings: RuleSettings) {
    message = settings.message.map { MessageTemplate($0) }
    help = settings.help.map { MessageTemplate($0) }
    placeholders = settings.placeholders
  }

  /// Whether what the patterns of the rule captured is asked for.
  var nameCaptures: Bool {
    ((message?.names ?? []) + (help?.names ?? [])).contains(where: MessageTemplate.isCapture)
  }

  /// A finding of the rule in these words; its own where there are none.
  ///
  /// - Parameter captures: What the wildcards or groups of the rule's pattern stood for.
  package func applied(to finding: Finding, captures: [String] = []) -> Finding {
    if message == nil, help == nil { return finding }
    var finding = finding
    var values = placeholders
    values["file"] = finding.location?.file
    values["line"] = finding.location?.line.map(String.init)
    for (index, capture) in captures.enumerated() { values[String(index + 1)] = capture }
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
}

extension RuleSettings {
  /// The settings with what `message` and `help` may name of the change and the pull request.
  package func naming(_ facts: Facts) -> RuleSettings {
    if message == nil, help == nil { return self }
    let pullRequest = facts.pullRequest
    let scope = FileScope(self)
    let files = facts.changes?.files.filter { scope.contains($0) } ?? []
    let authors = Set(facts.changes?.commits.map(\.author.name) ?? []).sorted()
    var values = [
      "author": pullRequest?.author ?? authors.joined(separator: ", "),
      "files": shortList(files.map(\.path)), "count": String(files.count),
      "lines": String(
        files.reduce(0) { $0 + $1.countedLines.additions + $1.countedLines.deletions }),
    ]
    values["title"] = pullRequest?.title ?? facts.changes?.commits.first?.subject
    values["number"] = pullRequest?.number.map(String.init)
    values["branch"] = pullRequest?.branch ?? facts.surroundings.branch
    values["base"] = pullRequest?.base
    var settings = self
    settings.placeholders = values
    return settings
  }

  /// The settings with a message that says what the rule says itself, too; `nil` when it does.
  func addingOwnWords() -> RuleSettings? {
    guard let message, !MessageTemplate(message).names.contains("default") else { return nil }
    var settings = self
    settings.message = "\(message): ${default}"
    return settings
  }
}
