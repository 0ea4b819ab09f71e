import CIModel
import Foundation
import ProcessExecution
import TestSupport
import Testing

@testable import TestExecution

/// A timeline with tests that ran from and to so many seconds from now.
func timeline(
  _ tests: [(id: String, start: Double, end: Double?)], attempts: [NetworkAttempt] = [],
  now: SuspendingClock.Instant = SuspendingClock.now
) -> TestTimeline {
  let timeline = TestTimeline()
  timeline.add(
    TestTimeline.Process(
      launch: TestLaunch(number: 1, framework: .xctest, tests: tests.map(\.id), purpose: .run),
      spans: tests.map { test in
        TestSpan(
          id: test.id, startedAt: now + .seconds(test.start),
          endedAt: test.end.map { now + .seconds($0) })
      }, attempts: attempts))
  return timeline
}

@Suite struct LeftoverTests {
  private let repository: ScratchRepository

  init() throws {
    repository = try ScratchRepository()
    try repository.commit(
      "Begin",
      [".gitignore": "ignored\n", "known": "1", "dirty": "1", "doomed": "1", "gone": "1"])
    try repository.directory.write("2", to: "dirty")
    try repository.directory.write("1", to: "old")
    try FileManager.default.removeItem(atPath: repository.path + "/gone")
  }

  private func watch() -> LeftoverWatch {
    LeftoverWatch(checkout: repository.path, privateHome: nil, home: nil, environment: [:])
  }

  private func litter() throws {
    try repository.directory.write("2", to: "known")
    try repository.directory.write("x", to: "new folder/new")
    try repository.directory.write("x", to: "ignored")
    try repository.directory.write("x", to: ".build/product")
    try repository.directory.write("x", to: "Sub/.devtool/record")
    try FileManager.default.removeItem(atPath: repository.path + "/doomed")
  }

  @Test func seesWhatOneTestDid() throws {
    let watch = watch()
    try litter()
    #expect(
      watch.leftovers(timeline([("A.B/c", -3_600, 3_600)]))
        == Leftovers([
          .init("doomed", .deleted, in: .checkout, tests: nil),
          .init("known", .changed, in: .checkout, tests: ["A.B/c"]),
          .init("new folder/new", .added, in: .checkout, tests: ["A.B/c"]),
        ]))
  }

  @Test func seesEverybodyWhoMayHaveDoneIt() throws {
    let watch = watch()
    try repository.directory.write("x", to: "new")
    let leftovers = watch.leftovers(
      timeline([("A", -3_600, 3_600), ("B", -3_600, 3_600), ("C", -3_600, -1_800)]))
    #expect(
      leftovers == Leftovers([.init("new", .added, in: .checkout, tests: ["A", "B"])]))
  }

  @Test func doesNotBlameTestsForWhatOthersDo() throws {
    let watch = watch()
    try repository.directory.write("3", to: "dirty")
    #expect(
      watch.leftovers(timeline([("A", -3_600, -1_800)]))
        == Leftovers([.init("dirty", .changed, in: .checkout, tests: [])]))
  }

  /// A test that died ran until its process was gone, not for ever.
  @Test func knowsWhenADeadTestEnded() throws {
    let watch = watch()
    let timeline = timeline([("A", -3_600, nil), ("B", -3_600, 3_600)])
    usleep(100_000)
    try repository.directory.write("x", to: "new")
    #expect(
      watch.leftovers(timeline) == Leftovers([.init("new", .added, in: .checkout, tests: ["B"])]))
  }

  @Test func saysNothingWhenNothingHappened() throws {
    #expect(watch().leftovers(timeline([("A", -3_600, 3_600)])) == nil)
  }

  @Test func countsWhatIsTooMuchToList() throws {
    let watch = watch()
    for number in 10..<40 { try repository.directory.write("x", to: "new\(number)") }
    let leftovers = watch.leftovers(timeline([("A", -3_600, 3_600)]))
    #expect(leftovers?.files.count == 20)
    #expect(leftovers?.others == 10)
  }

  @Test func looksAtARealHomeFromAbove() throws {
    let home = try ScratchDirectory()
    try home.write("x", to: ".config/old/settings")
    try home.write("x", to: ".profile")
    let watch = LeftoverWatch(
      checkout: home.path + "/none", privateHome: nil, home: home.path, environment: [:])
    try home.write("x", to: ".config/new/settings")
    try home.write("x", to: ".bash_history")
    try home.write("x", to: ".cache/thing")
    try home.write("yy", to: ".profile")
    try home.write("x", to: "Documents/deep/down")
    #expect(
      watch.leftovers(timeline([("A", -3_600, 3_600)]))
        == Leftovers([
          .init(".config/new", .added, in: .home, tests: ["A"]),
          .init(".profile", .changed, in: .home, tests: ["A"]),
          .init("Documents", .added, in: .home, tests: ["A"]),
        ]))
  }

  /// `devtool check > check.log`
  @Test func itsOwnOutputIsNoLeftover() throws {
    let home = try ScratchDirectory()
    try home.write("x", to: "check.log")
    let file = try #require(FileHandle(forWritingAtPath: home.path + "/check.log"))
    let watch = LeftoverWatch(
      checkout: home.path + "/none", privateHome: nil, home: home.path, environment: [:],
      outputs: [file.fileDescriptor])
    try home.write("yy", to: "other.log")
    try file.write(contentsOf: Data("lines of a report\n".utf8))
    let leftovers = watch.leftovers(timeline([("A", -3_600, 3_600)]))
    #expect(leftovers?.files.map(\.path) == ["other.log"])
  }

  @Test func looksAtEverythingInAPrivateHome() throws {
    let home = try ScratchDirectory()
    let watch = LeftoverWatch(
      checkout: home.path + "/none", privateHome: home.path, home: home.path, environment: [:])
    try home.write("x", to: ".config/app/settings")
    try home.write("x", to: ".cache/thing")
    #expect(
      watch.leftovers(timeline([("A", -3_600, 3_600)]))
        == Leftovers([.init(".config/app/settings", .added, in: .privateHome, tests: ["A"])]))
  }
}
