/// The tests of a step as a whole.
package struct SuiteResult: Codable, Hashable, Sendable {
  /// Wall-clock seconds that the tests took together, without a build.
  package var durationSeconds: Double
  /// Only a part of the tests was asked for, by the command line; `nil` is no.
  package var isPart: Bool?
  /// The test targets, sorted by name.
  package var targets: [Target]

  package struct Target: Codable, Hashable, Sendable {
    package var name: String
    /// Its folder, relative to the repository root.
    package var path: String
    /// How many tests were found in it, whether they were asked for or not.
    package var tests: Int

    package init(name: String, path: String, tests: Int) {
      self.name = name
      self.path = path
      self.tests = tests
    }
  }

  package init(durationSeconds: Double = 0, targets: [Target]) {
    self.durationSeconds = durationSeconds
    self.targets = targets
  }
}
