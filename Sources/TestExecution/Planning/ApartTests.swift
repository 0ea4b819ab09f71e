import CIModel

/// Tests that run one after the other, after all others, with nothing running beside them.
package struct ApartTests: Hashable, Sendable {
  /// The patterns of `tests.serial`.
  package var patterns: [TestSelection.Pattern]
  /// Tests that failed among others in earlier runs, by id.
  package var remembered: [String: Place]

  package init(
    patterns: [TestSelection.Pattern] = [], remembered: [String: Place] = [:]
  ) {
    self.patterns = patterns
    self.remembered = remembered
  }

  package enum Place: String, Hashable, Sendable {
    /// One process runs all of these tests, in the order of the listing.
    case together
    /// The test gets a process of its own, because earlier tests in the same process made it fail.
    case alone
  }

  /// Decides where each test runs.
  struct Matcher {
    private let serial: TestSelection.Matcher?
    private let remembered: [String: Place]

    init(_ apart: ApartTests) throws(TestSelection.BadPattern) {
      var selection = TestSelection()
      selection.filter = apart.patterns
      serial = apart.patterns.isEmpty ? nil : try TestSelection.Matcher(selection)
      remembered = apart.remembered
    }

    /// Returns where a test runs; `nil` for a test that may run beside others.
    func place(of id: String, tags: [String]) -> Place? {
      remembered[id] ?? (serial?.includes(id, tags: tags) == true ? .together : nil)
    }
  }

  /// Returns the patterns that match no test of the product, in order.
  package func unused(in product: TestProduct) throws(TestSelection.BadPattern) -> [String] {
    let ids = product.ids
    var unused: [String] = []
    for pattern in patterns {
      var selection = TestSelection()
      selection.filter = [pattern]
      let matcher = try TestSelection.Matcher(selection)
      if !ids.contains(where: { matcher.includes($0, tags: product.tags[$0] ?? []) }) {
        unused.append(pattern.text)
      }
    }
    return unused
  }
}
