import CIModel

extension TestCase {
  /// With the command that runs this test alone, when it failed.
  ///
  /// It runs on what the step has built: `swift test` would build the package again without
  /// coverage, and the next `devtool check` with it.
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
