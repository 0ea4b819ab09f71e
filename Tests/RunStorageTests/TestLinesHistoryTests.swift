import CIModel
import Foundation
import RunHistory
import RunStorage
import TestSupport
import Testing

@Suite struct TestLinesHistoryTests {
  @Test func keepsOneRecordForEachScope() throws {
    let scratch = try ScratchDirectory()
    let history = TestLinesHistory(path: scratch.path + "/history.sqlite")
    // Asking makes no file.
    #expect(try history.data(scope: "a") == nil)
    #expect(!scratch.exists("history.sqlite"))
    try history.replace([1, 0, 255], scope: "b")
    try history.replace([], scope: "a")
    try history.replace([7], scope: "a")
    #expect(try history.data(scope: "a") == [7])
    #expect(try history.data(scope: "b") == [1, 0, 255])
    #expect(try history.all().map(\.scope) == ["a", "b"])
  }

  @Test func livesBesideTheTimings() throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path + "/history.sqlite"
    let lines = TestLinesHistory(path: path)
    let timings = TestHistory(path: path)
    try lines.replace([1], scope: "a")
    try timings.add(
      .init(
        scope: "a", isPart: false, tests: [.init(id: "M.A/b", outcome: .passed, seconds: 1)]),
      runID: "1")
    #expect(try lines.data(scope: "a") == [1])
    #expect(try timings.entries(scope: "a")["M.A/b"]?.usualSeconds == 1)
  }

  @Test func saysWhatIsDamaged() throws {
    let scratch = try ScratchDirectory()
    try scratch.write(String(repeating: "no database ", count: 100), to: "history.sqlite")
    let history = TestLinesHistory(path: scratch.path + "/history.sqlite")
    #expect(throws: HistoryError.self) { try history.data(scope: "a") }
  }
}
