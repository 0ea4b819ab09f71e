/// The number of tests at the merge base.
package enum TestBaseline: Hashable, Sendable {
  /// The number of tests in a stored run, and a description of that run.
  case ran(Int, source: String)
  /// There is no stored run: the numbers of tests declared in the files that the change touches, at
  /// the merge base and at the head, and which of them a run must confirm.
  case declared(base: Int, head: Int, DeclaredRuns = DeclaredRuns())
  /// Why the number is not known: a lowercase fragment, and how to solve that.
  case missing(String, help: String)
}

/// The tests of changed files whose names show in a run whether they ran.
package struct DeclaredRuns: Hashable, Sendable {
  package struct Test: Hashable, Sendable {
    // Bytes, as a string with many accents takes long to hash.
    /// The folder of the target: `Tests/CartTests`.
    package var folder: [UInt8]
    /// The names of the enclosing types, joined with dots; `nil` for a free function.
    package var suite: [UInt8]?
    /// Without parentheses and backticks.
    package var function: [UInt8]
    package var isSwiftTesting: Bool

    package init(folder: String, suite: String?, function: String, isSwiftTesting: Bool) {
      self.folder = Array(folder.utf8)
      self.suite = suite.map { Array($0.utf8) }
      self.function = Array(function.utf8)
      self.isSwiftTesting = isSwiftTesting
    }
  }

  /// Tests at the merge base that neither a condition nor a skip can keep from running.
  package var base: Set<Test>
  /// Tests at the head, without those that something could keep from running at the merge base.
  package var head: Set<Test>
  /// The display names of tests at the head, which a log shows in place of their functions, as
  /// `plain(_:)` returns them.
  package var displayNames: [Test: Set<[UInt8]>]

  package init(
    base: Set<Test> = [], head: Set<Test> = [], displayNames: [Test: Set<[UInt8]>] = [:]
  ) {
    self.base = base
    self.head = head
    self.displayNames = displayNames
  }

  /// The name without white space and the marks of string literals: a source and a log write them
  /// differently.
  package static func plain(_ displayName: some Sequence<UInt8>) -> [UInt8] {
    displayName.filter { $0 > 0x20 && !"\"#\\".utf8.contains($0) }
  }
}
