import CIModel

/// A text template.
///
/// `__NAME__` is replaced by a value. The lines between `#if NAME` (or `#unless NAME`) and `#end`,
/// each on a line of its own, are kept if the condition is true. `#by-hand` … `#end` marks the text
/// to add by hand if the file already exists. So a template is a valid file of its kind, and
/// linters can read it.
struct SetupTemplate {
  /// Values by their names in the templates; no name contains another one.
  var values: [String: String]
  /// The conditions in `knownConditions` that are true.
  var conditions: Set<String>

  static let knownConditions: Set<String> = [
    "comment", "lint", "omitted", "packages", "tested", "untested",
  ]

  /// The result of filling a template.
  struct Filled {
    var text = ""
    /// The text to add to an existing file; the whole text if nothing is marked.
    var byHand = ""
    /// The part that comments on pull requests; empty if it is not kept.
    var comments = ""
  }

  func fill(_ template: String) throws(TemplateProblem) -> Filled {
    var open: [(line: Int, isKept: Bool, mark: Substring)] = []
    var filled = Filled()
    var lines = template.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    for (index, line) in lines.enumerated() {
      // The text is printed, and a reader must see everything that is written.
      guard VisibleText.shown(String(line), tab: "\t") == line else {
        throw .hiddenCharacter(line: index + 1)
      }
      if line == "#end" {
        if open.popLast() == nil { throw .endTooMuch(line: index + 1) }
      } else if line == "#by-hand" {
        open.append((index + 1, true, line))
      } else if let isKept = try condition(line) {
        open.append((index + 1, isKept, line))
      } else if open.allSatisfy(\.isKept) {
        let text = try substituted(line) + "\n"
        filled.text += text
        if open.contains(where: { $0.mark == "#by-hand" }) { filled.byHand += text }
        if open.contains(where: { $0.mark == "#if comment" }) { filled.comments += text }
      }
    }
    if let last = open.last { throw .unclosed(line: last.line) }
    if filled.byHand.isEmpty { filled.byHand = filled.text }
    return filled
  }

  /// Whether the lines after this one are kept; `nil` for a line that is not a condition.
  private func condition(_ line: Substring) throws(TemplateProblem) -> Bool? {
    for (word, wanted) in [("#if ", true), ("#unless ", false)] where line.hasPrefix(word) {
      let name = String(line.dropFirst(word.count))
      guard Self.knownConditions.contains(name) else { throw .unknownCondition(name) }
      return conditions.contains(name) == wanted
    }
    return nil
  }

  private func substituted(_ line: Substring) throws(TemplateProblem) -> String {
    var result = ""
    var rest = line
    while let start = rest.firstRange(of: "__") {
      result += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      let name = rest.prefix { ("A"..."Z").contains($0) || $0 == "_" }
      guard let end = name.firstRange(of: "__"), end.lowerBound > name.startIndex else {
        result += "__"
        continue
      }
      let key = String(name[..<end.lowerBound])
      guard let value = values[key] else { throw .unknownName(key) }
      result += value
      rest = rest[end.upperBound...]
    }
    return result + rest
  }
}
