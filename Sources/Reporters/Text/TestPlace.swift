import CIModel

extension TestCase {
  /// Where it is declared, as people read it: `Tests/A.swift:12`.
  var place: String? { Reporters.place(file, line, nil) }

  /// What its author calls it beside its id, as in `@Test("adds two numbers")`; `nil` without such a name.
  var displayName: String? {
    guard framework == .swiftTesting, id != nil else { return nil }
    // Logs print `Suite.function()`, and raw identifiers without their backticks.
    let words = function.filter { $0 != "`" }
    let isFunction = name.hasSuffix(words) || name == words.prefix { $0 != "(" }
    return isFunction ? nil : name
  }
}

extension Crash {
  /// The test that it ended; `nil` when none was running.
  func ended(in record: RunRecord) -> TestCase? {
    guard let test else { return nil }
    return record.tests.first { $0.name == test || $0.id == test }
  }
}
