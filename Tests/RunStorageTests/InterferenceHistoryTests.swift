import CIModel
import Foundation
import RunHistory
import TestSupport
import Testing

@testable import RunStorage

@Suite struct InterferenceHistoryTests {
  private let scratch: ScratchDirectory
  private let history: InterferenceHistory

  init() throws {
    scratch = try ScratchDirectory()
    history = InterferenceHistory(path: scratch.path + "/history.sqlite")
  }

  private func note(
    _ caught: [String: Bool] = [:], passed: Set<String> = [], gone: Set<String> = []
  ) throws {
    try history.note(caught: caught, passedApart: passed, gone: gone, scope: ".")
  }

  @Test func remembersWhatFailedAmongOthers() throws {
    // Asking makes no file.
    #expect(try history.entries(scope: ".").isEmpty)
    try note()
    #expect(!scratch.exists("history.sqlite"))
    try note(["M.A/beside": false, "M.A/after": true])
    let entries = try history.entries(scope: ".")
    #expect(entries.mapValues(\.needsOwnProcess) == ["M.A/beside": false, "M.A/after": true])
    #expect(entries.values.allSatisfy { $0.isApart })
    #expect(try history.entries(scope: "Tools").isEmpty)
    try note(gone: ["M.A/after"])
    let left = try history.entries(scope: ".")
    #expect(left.keys.sorted() == ["M.A/beside"])
  }

  /// A cured test runs beside others again, one that is not stays apart for longer.
  @Test func aTestThatKeepsPassingIsTriedAmongOthersAgain() throws {
    try note(["M.A/t": false])
    for _ in 0..<InterferenceHistory.firstTerm {
      #expect(try history.entries(scope: ".")["M.A/t"]?.isApart == true)
      try note(passed: ["M.A/t"])
    }
    #expect(try history.entries(scope: ".")["M.A/t"]?.isApart == false)
    try note(["M.A/t": true])
    let entry = try #require(try history.entries(scope: ".")["M.A/t"])
    #expect(entry.isApart && entry.needsOwnProcess)
    #expect(entry.term == 2 * InterferenceHistory.firstTerm)
    // What made it need a process of its own is true still.
    try note(["M.A/t": false])
    #expect(try history.entries(scope: ".")["M.A/t"]?.needsOwnProcess == true)
  }

  @Test func livesBesideTheTimingsAndTellsWhatIsDamaged() throws {
    try note(["M.A/t": false])
    let store = HistoryStore(path: scratch.path + "/history.sqlite", patience: 0)
    #expect(store.add(.init(scope: "debug", isPart: false, tests: []), runID: "1") == nil)
    #expect(store.apart(scope: ".").count == 1)
    try scratch.write(String(repeating: "no database ", count: 100), to: "history.sqlite")
    #expect(store.apart(scope: ".").isEmpty)
    let problem = store.note(caught: ["M.A/t": false], passedApart: [], gone: [], scope: ".")
    #expect(problem?.hasPrefix("Interference was not recorded: the history is damaged") == true)
  }
}
