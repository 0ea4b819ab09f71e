package import CIModel

/// A test that is going to run, with what is known of it beforehand.
package struct PlannedTest: Hashable, Sendable {
  package var id: TestID
  package var framework: TestFramework
  /// What it took lately; `nil` when it has never been seen to run.
  package var expectedSeconds: Double?
  /// Place in the product's own listing, from 0: the order in which a process runs its tests.
  package var position: Int
  /// Which of the product's executables holds it, from 0.
  package var executable: Int
  /// Where it runs when nothing may run beside it; `nil` for other tests.
  package var apart: ApartTests.Place?

  package init(
    _ id: TestID, _ framework: TestFramework, expectedSeconds: Double? = nil, position: Int = 0,
    executable: Int = 0
  ) {
    self.id = id
    self.framework = framework
    self.expectedSeconds = expectedSeconds
    self.position = position
    self.executable = executable
  }
}
