/// The number of tests at the merge base.
package enum TestBaseline: Hashable, Sendable {
  /// The number of tests in a stored run, and a description of that run.
  case ran(Int, source: String)
  /// There is no stored run: the numbers of tests declared in the files that the change touches, at
  /// the merge base and at the head.
  case declared(base: Int, head: Int)
  /// Why the number is not known: a lowercase fragment, and how to solve that.
  case missing(String, help: String)
}
