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
    let names = Set(facts.tests.lazy.filter(\.outcome.hasRun).map { Name($0) })
    let modules = Set(facts.tests.compactMap { $0.module.map { Array($0.utf8) } })
    func isKnown(_ test: DeclaredRuns.Test) -> Bool { Name(test).isAmong(known) }
    let folders = Set(tests.head.filter(isKnown).map(\.folder))
    let unrun = Self.foldersWithoutRun(facts, tests)
    let isWhole = facts.ranTests == 0
    expected = tests.base.count {
      isWhole || folders.contains($0.folder) || unrun.contains($0.folder)
        || modules.contains(Array($0.folder.split(separator: UInt8(ascii: "/")).last ?? []))
    }
    let inherited = Self.inherited(tests, known: known, ran: names)
    var displayed = Self.displayed(facts.tests)
    let rest = tests.head.filter { !names.contains(Name($0)) || $0.suite == nil }
    var unsuited = Self.unsuited(facts.tests, declared: rest)
    ran =
      tests.head.count - rest.count
      + rest.count { test in
        // One test of a name confirms one declaration.
        if unsuited[test.function] ?? 0 > 0 {
          unsuited[test.function]? -= 1
          return true
        }
        if test.isSwiftTesting, !isKnown(test),
          let name = tests.displayNames[test]?.first(where: { displayed[$0] ?? 0 > 0 })
        {
          displayed[name]? -= 1
          return true
        }
        return inherited[Name(test).suite ?? []]?.contains(test.function) ?? false
      }
  }

  /// How many of the declared tests the runs under a name without a suite confirm. One that was
  /// skipped may be any of them.
  private static func unsuited(
    _ tests: [TestCase], declared: Set<DeclaredRuns.Test>
  ) -> [[UInt8]: Int] {
    var room: [[UInt8]: Int] = [:]
    for test in declared { room[test.function, default: 0] += 1 }
    var ran: [[UInt8]: Int] = [:]
    for test in tests where test.suite == nil {
      let function = Name(test).function
      let outcomes = test.runs.isEmpty ? [test.outcome] : test.runs.map(\.outcome)
      let count = outcomes.count(where: \.hasRun)
      ran[function, default: 0] += count
      room[function]? -= outcomes.count - count
    }
    return room.reduce(into: [:]) { $0[$1.key] = min($1.value, ran[$1.key] ?? 0) }
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

  /// The functions that ran in suites which inherit them, by base class. A suite counts if no changed
  /// file declares it, it ran every test of the base class, and the base class itself ran none.
  private static func inherited(
    _ tests: DeclaredRuns, known: Set<Name>, ran: Set<Name>
  ) -> [[UInt8]: Set<[UInt8]>] {
    let declared = Dictionary(grouping: tests.head.filter { !$0.isSwiftTesting }.map(Name.init)) {
      $0.suite ?? []
    }
    var functions: [[UInt8]: Set<[UInt8]>] = [:]
    for name in known { functions[name.suite ?? [], default: []].insert(name.function) }
    var heirs: [[UInt8]: [[UInt8]]] = [:]
    for name in known {
      guard let suite = name.suite, declared[suite] == nil else { continue }
      heirs[name.function, default: []].append(suite)
    }
    let base = Set(tests.base.map(Name.init))
    // Both the change and the run can have many classes with the same tests.
    var answers: [[Set<[UInt8]>]: Set<[UInt8]>] = [:]
    var comparisons = 5_000_000
    return declared.filter { functions[$0.key] == nil }.mapValues { names in
      let kept = names.filter(base.contains)
      let all = Set(names.map(\.function))
      let needed = kept.isEmpty ? all : Set(kept.map(\.function))
      if let answer = answers[[needed, all]] { return answer }
      let fewest = needed.map { heirs[$0] ?? [] }.min { $0.count < $1.count } ?? []
      comparisons -= fewest.count * (needed.count + all.count)
      guard comparisons >= 0 else { return [] }
      let suites = fewest.filter { functions[$0]?.isSuperset(of: needed) == true }
      let answer = all.filter { function in
        suites.contains { ran.contains(Name(suite: $0, function: function)) }
      }
      answers[[needed, all]] = answer
      return answer
    }
  }
}
