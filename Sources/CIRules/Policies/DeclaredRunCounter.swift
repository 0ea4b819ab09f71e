import CIModel

/// Counts the declared tests that a run has run, if the change is not trusted.
struct DeclaredRunCounter {
  /// The number of tests of the merge base that a run like this one runs.
  let expected: Int
  /// The number of tests of the head that ran.
  let ran: Int

  var isMet: Bool { ran >= expected }

  /// The name of a test, and the innermost type around it: logs of XCTest contain no other, and those
  /// of Swift Testing none.
  private struct Name: Hashable {
    private static let quote = UInt8(ascii: "`")

    var suite: [UInt8]?
    var function: [UInt8]

    init(suite: [UInt8]?, function: [UInt8]) { (self.suite, self.function) = (suite, function) }

    init(_ test: DeclaredRuns.Test) {
      (suite, function) = (test.suite.map(Self.innermost), test.function)
    }

    init(_ test: TestCase) {
      suite = test.suite.map { Self.innermost($0.utf8.filter { $0 != Self.quote }) }
      let bytes = Array(test.function.utf8)
      let isQuoted = bytes.first == Self.quote
      let end = isQuoted ? Self.quote : UInt8(ascii: "(")
      function = Array(bytes.dropFirst(isQuoted ? 1 : 0).prefix { $0 != end })
    }

    private static func innermost(_ suite: [UInt8]) -> [UInt8] {
      Array(suite.reversed().prefix { !"./".utf8.contains($0) }.reversed())
    }

    /// Whether the names of a run contain it, with the suite or without.
    func isAmong(_ names: Set<Name>) -> Bool {
      names.contains(self) || names.contains(Name(suite: nil, function: function))
    }
  }

  /// Where runs without a suite have the same name.
  private struct Place: Hashable {
    var function: [UInt8]
    var step: String?
  }

  /// Options of commands that run only some tests, or those of another package.
  private static let selections: Set<Substring> = [
    "--filter", "--package-path", "--skip", "--specifier", "-only-testing", "-scheme",
    "-skip-testing", "-testPlan",
  ]

  init(_ facts: Facts, _ tests: DeclaredRuns) {
    // The tests of another runner have no names, but any code can print its line.
    let isUnnamed = facts.unnamedTests.total > 0 && !facts.tests.contains(where: \.isOwnRun)
    guard facts.distrustsChange, !isUnnamed else {
      (expected, ran) = (0, 0)
      return
    }
    let known = Set(facts.tests.map { Name($0) })
    let modules = Set(facts.tests.compactMap { $0.module.map { Array($0.utf8) } })
    let folders = Set(tests.head.filter { Name($0).isAmong(known) }.map(\.folder))
    let unrun = Self.foldersWithoutRun(facts, tests)
    let isWhole = facts.ranTests == 0
    expected = tests.base.count {
      isWhole || folders.contains($0.folder) || unrun.contains($0.folder)
        || modules.contains(Array($0.folder.split(separator: UInt8(ascii: "/")).last ?? []))
    }
    // Any code can print that a test passed. Of a target whose tests devtool ran itself, only those
    // count.
    let driven = facts.drivenTests
    let drivenFolders = Set(
      facts.steps.flatMap { $0.suite?.targets ?? [] }.map { Array($0.path.utf8) })
    let groups = Dictionary(grouping: tests.head) { drivenFolders.contains($0.folder) }
    ran = groups.reduce(0) { count, group in
      var evidence = Evidence(group.key ? driven : facts.tests, for: group.value, tests)
      return count + group.value.count { evidence.confirms($0) }
    }
  }

  /// The runs that show which declared tests ran.
  private struct Evidence {
    private let known: Set<Name>
    private let names: Set<Name>
    private var unsuited: [[UInt8]: Int]
    private var displayed: [[UInt8]: Int]
    private let displayNames: [DeclaredRuns.Test: Set<[UInt8]>]
    private let inherited: InheritedRuns

    /// - Parameter declared: The tests that the runs can confirm.
    init(
      _ runs: [TestCase], for declared: some Sequence<DeclaredRuns.Test>, _ tests: DeclaredRuns
    ) {
      let names = Set(runs.lazy.filter(\.outcome.hasRun).map { Name($0) })
      known = Set(runs.map { Name($0) })
      self.names = names
      unsuited = DeclaredRunCounter.unsuited(
        runs,
        confirming: declared.lazy.filter { !Self.isNamed($0, names) }.map(\.function))
      displayed = DeclaredRunCounter.displayed(runs)
      displayNames = tests.displayNames
      inherited = DeclaredRunCounter.inherited(tests, known: known, ran: names)
    }

    private static func isNamed(_ test: DeclaredRuns.Test, _ names: Set<Name>) -> Bool {
      test.suite != nil && names.contains(Name(test))
    }

    mutating func confirms(_ test: DeclaredRuns.Test) -> Bool {
      if Self.isNamed(test, names) { return true }
      // One run without a suite confirms one declaration.
      if let left = unsuited[test.function], left > 0 {
        unsuited[test.function] = left - 1
        return true
      }
      // One test of this name confirms one declaration.
      if test.isSwiftTesting, !Name(test).isAmong(known),
        let name = displayNames[test]?.first(where: { displayed[$0] ?? 0 > 0 })
      {
        displayed[name]? -= 1
        return true
      }
      return inherited.contain(test.function, of: Name(test).suite ?? [])
    }
  }

  /// How many declarations the runs without a suite confirm, by function: a log of Swift Testing shows
  /// no suites. If a test of the name was skipped, it can be the declared one.
  ///
  /// - Parameter declared: The functions of the tests that no run with a suite confirms.
  private static func unsuited(
    _ tests: [TestCase], confirming declared: some Sequence<[UInt8]>
  ) -> [[UInt8]: Int] {
    let declared = declared.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    var outcomes: [Place: [TestOutcome]] = [:]
    for test in tests where test.suite == nil {
      let runs = test.runs.isEmpty ? [test.outcome] : test.runs.map(\.outcome)
      outcomes[Place(function: Name(test).function, step: test.step), default: []] += runs
    }
    return outcomes.reduce(into: [:]) { counts, entry in
      let ran = entry.value.count(where: \.hasRun)
      let left = declared[entry.key.function, default: 0] - (entry.value.count - ran)
      counts[entry.key.function, default: 0] += max(0, min(ran, left))
    }
  }

  /// How many tests ran under each display name, which a log shows in place of the function.
  private static func displayed(_ tests: [TestCase]) -> [[UInt8]: Int] {
    tests.reduce(into: [:]) { counts, test in
      let isFunction = test.function.hasSuffix(")") && !test.function.contains(" ")
      guard test.framework == .swiftTesting, test.outcome.hasRun, !isFunction else { return }
      counts[DeclaredRuns.plain(test.function.utf8), default: 0] += 1
    }
  }

  /// The folders of test targets that must run as well, although the run shows no test of them.
  private static func foldersWithoutRun(_ facts: Facts, _ tests: DeclaredRuns) -> Set<[UInt8]> {
    let targets = facts.steps.flatMap { $0.suite?.targets ?? [] }
    if !targets.isEmpty {
      return Set(targets.lazy.filter { $0.tests == 0 }.map { Array($0.path.utf8) })
    }
    let selects = facts.steps.contains {
      $0.command?.split { !$0.isLetter && $0 != "-" }.contains(where: selections.contains) ?? false
    }
    let slash = UInt8(ascii: "/")
    return selects
      ? []
      : Set(
        tests.base.lazy.map(\.folder).filter {
          $0.starts(with: "Tests/".utf8) && $0.count { $0 == slash } == 1
        })
  }

  private static func inherited(
    _ tests: DeclaredRuns, known: Set<Name>, ran: Set<Name>
  ) -> InheritedRuns {
    func bySuite(_ names: some Sequence<Name>) -> InheritedRuns.Functions {
      names.reduce(into: [:]) { $0[$1.suite ?? [], default: []].insert($1.function) }
    }
    return InheritedRuns(
      declared: bySuite(tests.head.lazy.filter { !$0.isSwiftTesting }.map(Name.init)),
      base: bySuite(tests.base.lazy.map(Name.init)), known: bySuite(known), ran: bySuite(ran))
  }
}
