/// The limits of a document; a file made to exhaust memory or the stack is refused.
package struct Limits: Hashable, Sendable {
  /// The maximum size of the input in bytes.
  package var size = 1 << 20
  /// The maximum nesting depth of collections, after aliases are resolved.
  package var depth = 64
  package var aliases = 1000
  /// The maximum number of scalars and collections, counted as if every alias were expanded.
  package var nodes = 100_000

  package init() {}
}
