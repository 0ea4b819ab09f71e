import CIModel

/// The names of tests in reports: crashes and runtime warnings contain the names that frameworks
/// print.
struct TestNames {
  private var shown: [String: String?] = [:]

  init(_ record: RunRecord) {
    let asked = Set(record.crashes.compactMap(\.test) + record.runtimeWarnings.flatMap(\.tests))
    if asked.isEmpty { return }
    for test in record.tests where asked.contains(test.name) {
      // If two targets have a test of the same name, the name is kept.
      let known = shown[test.name]
      shown[test.name] = known == nil || known == test.shownName ? test.shownName : .some(nil)
    }
  }

  /// The id of the test with that name; the name itself if several tests have it.
  func shown(_ name: String) -> String { (shown[name] ?? nil) ?? name }
}
