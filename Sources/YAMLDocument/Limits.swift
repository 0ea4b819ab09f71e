/// What a document may cost; a file made to exhaust memory or the stack is refused instead.
package struct Limits: Hashable, Sendable {
  /// Bytes of input.
  package var size = 1 << 20
  /// Collections within collections, after aliases are resolved.
  package var depth = 64
  package var aliases = 1000
  /// Scalars and collections, counted as if every alias were written out.
  package var nodes = 100_000

  package init() {}
}
