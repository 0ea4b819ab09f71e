/// A regular expression that takes time in proportion to the text, whatever the text and the pattern.
///
/// It matches by Unicode scalars, finds the leftmost match and prefers what stands first, as ICU, PCRE
/// and Swift do. `docs/patterns.md` has the syntax.
package struct Pattern: Sendable, Hashable {
  /// As it was written.
  package let text: String
  /// Of the capturing groups, in the order of their opening parentheses.
  package let groupNames: [String?]
  /// What every match holds; `nil` when there is nothing.
  package let requiredText: RequiredText?
  let code: PatternCode

  package init(_ text: String) throws(PatternError) {
    let (node, names) = try PatternParser.parse(text)
    self.text = text
    groupNames = names
    requiredText = RequiredTextFinder.text(of: node)
    code = try PatternCode(node, groupCount: names.count)
  }

  package func matcher() -> Matcher { Matcher(self) }

  /// Searches a single text; for several, keep a `matcher()`.
  package func occurs(in text: some StringProtocol) -> Bool { matcher().occurs(in: text) }

  package static func == (left: Pattern, right: Pattern) -> Bool { left.text == right.text }
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
