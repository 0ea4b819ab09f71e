import CIModel

extension TestCase {
  /// The location of its declaration, formatted for people: `Tests/A.swift:12`.
  var place: String? { Reporters.place(file, line, nil) }

  /// The name given by its author, as in `@Test("adds two numbers")`; `nil` without one.
  var displayName: String? {
    guard framework == .swiftTesting, id != nil else { return nil }
    // Logs contain `Suite.function()`, and raw identifiers without their backticks.
    let words = function.filter { $0 != "`" }
    let isFunction = name.hasSuffix(words) || name == words.prefix { $0 != "(" }
    return isFunction ? nil : name
  }
}

extension Crash {
  /// Returns the test that the crash ended; `nil` when none was running.
  func ended(in record: RunRecord) -> TestCase? {
    guard let test else { return nil }
    return record.tests.first { $0.name == test || $0.id == test }
  }
}
