/// Summary of all tests of a step.
package struct SuiteResult: Codable, Hashable, Sendable {
  /// Wall-clock seconds of all tests together, without the build.
  package var durationSeconds: Double
  /// Whether the command line selected only a part of the tests; `nil` means no.
  package var isPart: Bool?
  /// The test targets, sorted by name.
  package var targets: [Target]
  /// The file that lists the tests for SwiftPM on Linux, relative to the repository root:
  /// `Tests/LinuxMain.swift`; `nil` when SwiftPM looks for tests itself.
  package var testList: String?

  package struct Target: Codable, Hashable, Sendable {
    package var name: String
    /// The folder of the target, relative to the repository root.
    package var path: String
    /// The number of tests in the target, selected or not.
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
