/// A regular expression that is matched in time proportional to the length of the text, for any
/// text and pattern.
///
/// It matches Unicode scalars, finds the leftmost match and prefers earlier alternatives, as ICU,
/// PCRE and Swift do. `docs/patterns.md` describes the syntax.
package struct Pattern: Sendable, Hashable {
  /// The pattern as written.
  package let text: String
  /// Names of the capturing groups, in the order of their opening parentheses; `nil` for a group
  /// without a name.
  package let groupNames: [String?]
  /// A text that every match contains; `nil` when there is none.
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

  /// The work of some seconds.
  private static let mostWork = 100_000_000

  /// A matcher that finds nothing more after some seconds of work, see `Matcher.isSpent`: for any number of
  /// texts by a stranger.
  package func boundedMatcher() -> Matcher {
    let matcher = matcher()
    matcher.limitWork(to: Self.mostWork)
    return matcher
  }

  /// Searches a single text; for several, keep a `matcher()`.
  package func occurs(in text: some StringProtocol) -> Bool { matcher().occurs(in: text) }

  package static func == (left: Pattern, right: Pattern) -> Bool { left.text == right.text }
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
