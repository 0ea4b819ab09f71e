import CIModel

extension TestCase {
  /// Where it is declared, as people read it: `Tests/A.swift:12`.
  var place: String? { Reporters.place(file, line, nil) }
}

extension Crash {
  /// The test that it ended; `nil` when none was running.
  func ended(in record: RunRecord) -> TestCase? {
    guard let test else { return nil }
    return record.tests.first { $0.name == test || $0.id == test }
  }
}
