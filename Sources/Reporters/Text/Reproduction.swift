import CIModel

extension TestCase {
  /// The command that runs this test alone; `nil` when its module is not known.
  var reproduction: String? {
    command ?? id.map { "swift test --filter " + shellQuoted(filterPattern(testID: $0, framework)) }
  }
}
