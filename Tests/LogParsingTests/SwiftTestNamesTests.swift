import CIModel
import Testing

@testable import LogParsing

@Suite struct SwiftTestNamesTests {
  /// Beyond the limit of open tests of one name the oldest makes room.
  @Test func theOldestMakesRoom() {
    var names = SwiftTestNames()
    let slot = names.slot("a()")
    let limit = SwiftTestNames.openLimit
    for test in 0..<limit { #expect(names.open(slot, test: test) == nil) }
    #expect(names.openCount == limit)
    #expect(names.open(slot, test: limit) == 0)
    #expect(names.open(slot, test: limit + 1) == 1)
    #expect(names.openCount == limit)
    #expect(names.allOpen.map(\.index) == Array(2...limit + 1))
    for _ in 1..<limit { _ = names.close(slot, failed: false) }
    #expect(names.onlyOpen == limit + 1)
    #expect(names.closeAll() == [limit + 1])
    #expect(names.openCount == 0)
    #expect(names.onlyOpen == nil)
  }

  @Test func aLogBeyondTheLimit() {
    let limit = SwiftTestNames.openLimit
    let facts = read(
      "◇ Test run started.\n" + String(repeating: "◇ Test a() started.\n", count: limit + 2)
        + String(repeating: "✔ Test a() passed after 0.25 seconds.\n", count: limit))
    let outcomes = facts.tests.map(\.outcome)
    #expect(outcomes.count == limit + 2)
    #expect(outcomes.prefix(2) == [.unfinished, .unfinished])
    #expect(outcomes.dropFirst(2).allSatisfy { $0 == .passed })
  }

  /// More names than are kept in mind at once, most of which are not open any more.
  @Test func manyNamesAreOpenOneByOne() {
    var names = SwiftTestNames()
    let first = names.slot("first()")
    #expect(names.open(first, test: 7) == nil)
    for test in 10..<3_000 {
      let slot = names.slot("test\(test)()")
      #expect(names.open(slot, test: test) == nil)
      #expect(names.close(slot, failed: false) == test)
    }
    #expect(names.onlyOpen == 7)
    #expect(names.allOpen.map(\.name) == ["first()"])
    #expect(names.closeAll() == [7])
    #expect(names.close(first, failed: false) == nil)
  }

  /// Of several open tests of a name, the one ends whose issues fit.
  @Test func theOutcomeTellsWhichEnds() {
    var names = SwiftTestNames()
    let slot = names.slot("a()")
    for test in 1...3 { _ = names.open(slot, test: test) }
    #expect(names.oldestOpen(slot, fails: true) == 1)
    #expect(names.close(slot, failed: false) == 2)
    #expect(names.close(slot, failed: true) == 1)
    // None has failed; the only one is taken.
    #expect(names.close(slot, failed: true) == 3)
    #expect(names.close(slot, failed: true) == nil)
    #expect(names.oldestOpen(slot, fails: true) == nil)
  }

  @Test func ordinalsBeginAnewInEveryRun() {
    var names = SwiftTestNames()
    #expect(names.find("a()") == nil)
    let slot = names.slot("a()")
    names.startRun()
    #expect((0..<3).map { _ in names.nextOrdinal(slot) } == [0, 1, 2])
    names.startRun()
    #expect(names.nextOrdinal(slot) == 0)
    names.add(slot, test: 5)
    #expect(names.test(slot, ordinal: 0) == 5)
    #expect(names.test(slot, ordinal: 1) == nil)
  }
}
