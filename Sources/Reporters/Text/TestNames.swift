import CIModel

/// What tests are called in reports: crashes and runtime warnings know them as frameworks print them.
struct TestNames {
  private var shown: [String: String?] = [:]

  init(_ record: RunRecord) {
    let asked = Set(record.crashes.compactMap(\.test) + record.runtimeWarnings.flatMap(\.tests))
    if asked.isEmpty { return }
    for test in record.tests where asked.contains(test.name) {
      // Two targets can have a test of one name each; then it stays.
      let known = shown[test.name]
      shown[test.name] = known == nil || known == test.shownName ? test.shownName : .some(nil)
    }
  }

  /// The id of the test with that name, as far as only one has it.
  func shown(_ name: String) -> String { (shown[name] ?? nil) ?? name }
}
