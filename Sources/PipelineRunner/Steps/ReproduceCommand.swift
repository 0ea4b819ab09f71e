import CIModel

extension TestCase {
  /// A copy with the command that runs this test alone, when it failed or is flaky.
  ///
  /// The command uses the products of the step: `swift test` would rebuild the package without
  /// coverage, and the next `devtool check` would rebuild it with coverage.
  ///
  /// - Parameter step: The id of the step that ran the test.
  func withReproduceCommand(step: String) -> TestCase {
    guard outcome.isFailure || isFlaky == true, let id else { return self }
    var test = self
    test.command =
      "devtool check --only \(shellQuoted(step)) --filter "
      + shellQuoted(filterPattern(testID: id, framework))
    return test
  }
}
