/// A match of a pattern in a text; offsets are bytes of UTF-8, 0-based.
package struct PatternMatch: Hashable, Sendable {
  package var range: Range<Int>
  /// The ranges of the capturing groups, in the order of their opening parentheses; `nil` for a
  /// group that took no part, and for one inside of a look-around.
  package var groups: [Range<Int>?]

  package init(range: Range<Int>, groups: [Range<Int>?]) {
    self.range = range
    self.groups = groups
  }
}
