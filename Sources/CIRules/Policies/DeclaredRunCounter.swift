import CIModel

/// Counts the declared tests that a run has run, if the change is not trusted.
struct DeclaredRunCounter {
  /// The number of tests of the merge base that a run like this one runs.
  let expected: Int
  /// The number of tests of the head that ran.
  let ran: Int

  var isMet: Bool { ran >= expected }

  private struct Name: Hashable {
    private static let quote = UInt8(ascii: "`")

    var suite: [UInt8]?
    var function: [UInt8]

    init(_ test: DeclaredRuns.Test) { (suite, function) = (test.suite, test.function) }

    init(_ test: TestCase) {
      let dot = UInt8(ascii: ".")
      suite = test.suite?.utf8.filter { $0 != Self.quote }.map {
        $0 == UInt8(ascii: "/") ? dot : $0
      }
      let bytes = Array(test.function.utf8)
      let isQuoted = bytes.first == Self.quote
      let end = isQuoted ? Self.quote : UInt8(ascii: "(")
      function = Array(bytes.dropFirst(isQuoted ? 1 : 0).prefix { $0 != end })
    }
  }

  init(_ facts: Facts, _ tests: DeclaredRuns) {
    // A log shows the display name of a test of Swift Testing in place of its function.
    let hidesNames = facts.tests.contains {
      $0.framework == .swiftTesting && !$0.function.hasSuffix(")")
    }
    let known = Set(facts.tests.map { Name($0) })
    let modules = Set(facts.tests.compactMap { $0.module.map { Array($0.utf8) } })
    let head = tests.head.filter { !$0.isSwiftTesting || !hidesNames }
    let isWhole = facts.ranTests == 0
    let folders = Set(head.filter { known.contains(Name($0)) }.map(\.folder))
    expected =
      !facts.distrustsChange || facts.unnamedTests.total > 0
      ? 0
      : tests.base.count {
        (!$0.isSwiftTesting || !hidesNames)
          && (isWhole || folders.contains($0.folder)
            || modules.contains(Array($0.folder.split(separator: UInt8(ascii: "/")).last ?? [])))
      }
    let names = Set(facts.tests.lazy.filter(\.outcome.hasRun).map { Name($0) })
    // Subclasses run the tests that they inherit under their own names.
    let suites = Set(tests.head.map(\.suite))
    let inherited = Set(names.filter { !suites.contains($0.suite) }.map(\.function))
    ran = head.count { names.contains(Name($0)) || inherited.contains($0.function) }
  }
}
