package import CIModel

/// A test that is going to run.
package struct PlannedTest: Hashable, Sendable {
  package var id: TestID
  package var framework: TestFramework
  /// Its usual duration in seconds; `nil` when it is unknown.
  package var expectedSeconds: Double?
  /// Its index in the product's listing, from 0: the order in which a process runs its tests.
  package var position: Int
  /// The index of the product's executable that contains it, from 0.
  package var executable: Int
  /// Where it runs when nothing may run beside it; `nil` for tests that run beside others.
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
