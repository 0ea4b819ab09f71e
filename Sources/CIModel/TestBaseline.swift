/// The tests of the merge base.
package enum TestBaseline: Hashable, Sendable {
  /// As many ran in a stored run, and which that is.
  case ran(Int, source: String)
  /// No run of it is known: so many tests are declared in the files that the change touches, at the
  /// merge base and at the head.
  case declared(base: Int, head: Int)
  /// Why nothing is known of it: a lowercase fragment, and what to do about it.
  case missing(String, help: String)
}
