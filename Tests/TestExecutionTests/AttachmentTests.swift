import CIModel
import FileSystem
import Foundation
import LogParsing
import ProcessExecution
import Synchronization
import TestSupport
import Testing

@testable import TestExecution

/// Which attempt at which test an attachment belongs to, and what becomes of files that are none.
@Suite struct AttachmentTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  /// Keeps nothing but the names and contents.
  private final class Keeper: Sendable {
    let released = Mutex<[String]>([])

    var live: AttachmentKeeper {
      AttachmentKeeper(
        keepFile: { path, folder, name, kind in
          guard let bytes = try? readFile(path, below: folder, limit: 100) else {
            return TestAttachment(name, kind, size: 0, leftOut: "it cannot be read")
          }
          return TestAttachment(
            "\(name)=\(String(decoding: bytes, as: UTF8.self))", kind, .png, size: 0, digest: "1")
        },
        keepBytes: { bytes, name, kind in
          TestAttachment(
            "\(name)=\(String(decoding: bytes, as: UTF8.self))", kind, size: 0, leftOut: "played")
        },
        release: { attachments in
          self.released.withLock { $0 += attachments.map(\.name) }
        }, limits: "a run keeps 9")
    }
  }

  private static func stream(_ name: String, _ events: [String]) -> String {
    let id = "M.S/\(name)/T.swift:1:2"
    func event(_ kind: String, _ more: String = "") -> String {
      """
      {"kind":"event","payload":{"kind":"\(kind)","testID":"\(id)","instant":{"absolute":1},"messages":[\
      {"symbol":"default","text":""}]\(more)},"version":"6.3.0"}

      """
    }
    return """
      {"kind":"test","payload":{"kind":"function","id":"\(id)","name":"\(name)","isParameterized":false},"version":"6.3.0"}

      """ + event("testStarted")
        + events.map { event("valueAttached", ",\"attachment\":{\"path\":\"\($0)\"}") }.joined()
  }

  private static func end(_ name: String, fails: Bool) -> String {
    """
    {"kind":"event","payload":{"kind":"testEnded","testID":"M.S/\(name)/T.swift:1:2","instant":{"absolute":2},"messages":[\
    {"symbol":"\(fails ? "fail" : "pass")","text":""}]},"version":"6.3.0"}

    """
  }

  private func run(
    _ keeper: AttachmentKeeper?, _ settings: TestSettings = TestSettings(),
    _ play:
      @escaping @Sendable (_ number: Int, _ folder: String?) throws -> (
        stream: String, printed: String, Termination
      )
  ) throws -> TestExecutionResult {
    let count = Mutex(0)
    let launcher = ProcessLauncher { invocation, onOutput throws(LaunchError) in
      let number = count.withLock { count in
        count += 1
        return count
      }
      func value(_ name: String) -> String? {
        invocation.arguments.firstIndex(of: name).map { invocation.arguments[$0 + 1] }
      }
      let folder = value("--attachments-path")
      guard let played = try? play(number, folder), let path = value("--event-stream-output-path"),
        (try? writeFile(path, Array(played.stream.utf8))) != nil
      else { return .exited(70) }
      var text = played.printed
      text.withUTF8 { onOutput(.standardError, UnsafeRawBufferPointer($0)) }
      return played.2
    }
    var product = TestProduct(path: "/product")
    product.swiftTestingTests = [TestID("M.S/a()")]
    var context = TestExecutionContext(
      launcher: launcher, environment: ["TMPDIR": scratch.path + "/tmp"], directory: "/",
      repositoryRoot: scratch.path + "/repo", scratchDirectory: scratch.path,
      profileDirectory: nil, eventStreamVersion: "6.3", customWarnings: [], deadline: nil,
      onOutput: { _ in }, onEvent: { _ in })
    context.attachments = keeper
    return try TestExecutor(
      product: product, plan: TestPlan(product, settings: settings), context: context
    ).run()
  }

  @Test func eachBelongsToItsAttempt() throws {
    let keeper = Keeper()
    var settings = TestSettings()
    settings.retries = 1
    let result = try run(keeper.live, settings) { number, folder in
      let folder = try #require(folder)
      #expect(folderContents(folder) == [])
      try writeFile("\(folder)/note.txt", Array("\(number)".utf8))
      return (
        Self.stream("a()", ["\(folder)/note.txt"]) + Self.end("a()", fails: number == 1), "",
        .exited(number == 1 ? 1 : 0)
      )
    }
    let test = try #require(result.tests.first)
    #expect(test.isFlaky == true)
    #expect(test.attempts?.map { $0.attachments?.map(\.name) } == [["note.txt=1"], ["note.txt=2"]])
    #expect(test.attachments?.map(\.name) == ["note.txt=2"])
    // The folders are gone.
    #expect(folderContents(scratch.path).filter { $0.hasPrefix("attachments") } == [])
    #expect(keeper.released.withLock { $0 } == [])
  }

  @Test func repeatedRunsTakeBackWhatTheyDoNotTell() throws {
    let keeper = Keeper()
    var settings = TestSettings()
    settings.repetitions = 4
    let result = try run(keeper.live, settings) { number, folder in
      let folder = try #require(folder)
      try writeFile("\(folder)/n", Array("\(number)".utf8))
      return (
        Self.stream("a()", ["\(folder)/n"]) + Self.end("a()", fails: number == 2), "",
        .exited(number == 2 ? 1 : 0)
      )
    }
    #expect(result.tests.first?.attachments?.map(\.name) == ["n=2"])
    #expect(keeper.released.withLock { $0 } == ["n=1", "n=3"])
  }

  @Test func nothingOutsideOfTheFolderIsTouched() throws {
    try scratch.write("secret", to: "outside")
    let outside = scratch.path + "/outside"
    let result = try run(Keeper().live) { _, folder in
      let folder = try #require(folder)
      try makeLink("\(folder)/link", to: outside)
      try makeFolders("\(folder)/folder")
      let paths = [
        outside, "\(folder)/../outside", "\(folder)/link", "\(folder)/folder", "\(folder)/..",
        "\(folder)", "\(folder)/missing", "", "\(folder)/folder/../../outside",
      ]
      return (Self.stream("a()", paths) + Self.end("a()", fails: false), "", .exited(0))
    }
    let names = result.tests.first?.attachments?.map { ($0.name, $0.leftOut) } ?? []
    #expect(names.count == 9)
    #expect(!names.contains { $0.0.contains("=") })
    #expect(try readFile(outside) == Array("secret".utf8))
  }

  @Test func whereNoFolderCanBeMadeTheReaderIsTold() throws {
    let scratch = try ScratchDirectory()
    try scratch.write("in the way", to: "file")
    let keeper = AttachmentKeeper(
      keepFile: { _, _, _, _ in nil }, keepBytes: { _, _, _ in nil }, release: { _ in }, limits: "")
    #expect(throws: FileError.self) { try AttachmentIntake("\(scratch.path)/file/a", keeper) }
    var result = TestExecutionResult()
    var other = TestExecutionResult()
    other.notices = ["Attachments of tests are not kept: their folder could not be created."]
    for _ in 0..<3 { result.append(other) }
    #expect(result.notices == other.notices)
  }

  @Test func moreThanATestMayHaveIsCounted() throws {
    let result = try run(Keeper().live) { _, folder in
      let folder = try #require(folder)
      let paths = (0..<250).map { "\(folder)/\($0)" }
      for path in paths { try writeFile(path, [], isDurable: false) }
      return (Self.stream("a()", paths) + Self.end("a()", fails: false), "", .exited(0))
    }
    #expect(result.tests.first?.attachments?.count == 100)
    #expect(
      result.notices == [
        "150 attachments of tests were left out: a test attempt keeps at most 100, and a run "
          + "keeps 9."
      ])
  }

  @Test func aCrashLeavesTheEndOfTheOutput() throws {
    let result = try run(Keeper().live) { _, folder in
      let folder = try #require(folder)
      try writeFile("\(folder)/before", Array("b".utf8))
      return (
        Self.stream("a()", ["\(folder)/before"]),
        String(repeating: "line of noise\n", count: 30_000) + "Fatal error: no\n", .signaled(4)
      )
    }
    let test = try #require(result.tests.first)
    #expect(test.outcome == .crashed)
    #expect(test.attachments?.map(\.kind) == [.attached, .crashLog])
    let log = try #require(test.attachments?.last?.name)
    #expect(log.hasPrefix("crash.txt=line of noise\n") && log.hasSuffix("Fatal error: no\n"))
    #expect(log.utf8.count <= 64 << 10 + 10)
  }

  @Test func aHangLeavesTheStacks() throws {
    var context = TestExecutionContext(
      launcher: .playing { _ in ("", .exited(0)) }, environment: [:], directory: "/",
      repositoryRoot: "/repo", scratchDirectory: scratch.path, profileDirectory: nil,
      eventStreamVersion: "6.3", customWarnings: [], deadline: nil, onOutput: { _ in },
      onEvent: { _ in })
    context.attachments = Keeper().live
    let product = TestProduct(path: "/product")
    var session = ExecutionSession(
      product: product, plan: try TestPlan(product, settings: TestSettings()), context: context)
    var ending = TestProcess.Ending(facts: LogFacts(), termination: .timedOut, notices: [])
    ending.hang = TestProcess.Hang(log: "#0 main ()")
    var outcome = ProcessOutcome()
    outcome.result.tests = [TestOutcome.passed, .timedOut, .unfinished].map {
      TestCase(name: "a", framework: .xctest, function: "a", outcome: $0)
    }
    session.attachLogs(to: &outcome, ending)
    #expect(
      outcome.result.tests.map { $0.attachments?.map(\.name) } == [
        nil, ["stacks.txt=#0 main ()"], ["stacks.txt=#0 main ()"],
      ])
    #expect(outcome.result.tests[1].attachments?.map(\.kind) == [.stack])
  }

  @Test func withoutAKeeperNothingIsWritten() throws {
    let result = try run(nil) { _, folder in
      #expect(folder == nil)
      return (Self.stream("a()", ["/x"]) + Self.end("a()", fails: false), "", .exited(0))
    }
    #expect(result.tests.first?.attachments == nil)
    #expect(result.notices == [])
  }

  // MARK: Snapshots

  /// - Parameter words: What the message says then of the actual image.
  private func snapshot(
    _ reference: String?, _ actual: String?, saying words: String? = nil
  ) -> [String] {
    var issue = TestIssue("@+\n\"file://\(actual ?? "")\"")
    issue.snapshot = SnapshotImages(reference: reference, actual: actual)
    var tests = [
      TestCase(
        name: "a", framework: .xctest, function: "a", outcome: .failed, issues: [issue])
    ]
    let files = SnapshotFiles(
      checkout: scratch.path + "/repo", temporaryFolder: scratch.path + "/tmp",
      keeper: Keeper().live)
    #expect(files.keep(for: &tests) == 0)
    #expect(tests[0].issues[0].message == words.map { "@+\n\($0)" } ?? issue.message)
    return tests[0].attachments?.map { "\($0.kind.rawValue) \($0.name)" } ?? []
  }

  @Test func snapshotsAreFoundInTheFoldersOfTheirLibraries() throws {
    try scratch.write("e", to: "repo/Tests/__Snapshots__/CartTests/testCart.1.png")
    try scratch.write("a", to: "tmp/CartTests/testCart.1.png")
    #expect(
      snapshot(
        scratch.path + "/repo/Tests/__Snapshots__/CartTests/testCart.1.png",
        scratch.path + "/tmp/CartTests/testCart.1.png",
        saying: "\"testCart.1.png\", attached") == [
          "expected testCart.1.png=e", "actual testCart.1.png=a",
        ])
    for (name, text) in [("reference", "e"), ("failed", "a"), ("diff", "d")] {
      try scratch.write(text, to: "repo/FailureDiffs/Cart/\(name)_testCart@2x.png")
    }
    let folder = scratch.path + "/repo/FailureDiffs/Cart"
    #expect(
      snapshot("\(folder)/reference_testCart@2x.png", "\(folder)/failed_testCart@2x.png") == [
        "expected reference_testCart@2x.png=e", "actual failed_testCart@2x.png=a",
        "difference diff_testCart@2x.png=d",
      ])
  }

  @Test func snapshotsNameNothingElse() throws {
    try scratch.write("secret", to: "outside")
    try scratch.write("secret", to: "repo/.git/config")
    try makeLink(scratch.path + "/repo/link", to: "../outside")
    try makeFolders(scratch.path + "/tmp")
    for path in [
      "/etc/passwd", "\(scratch.path)/outside", "\(scratch.path)/repo/.git/config",
      "\(scratch.path)/repo/link", "\(scratch.path)/tmp/../outside", "\(scratch.path)/repo", "x",
      "", "\(scratch.path)/repo/missing",
    ] {
      #expect(snapshot(path, path) == [], "\(path)")
    }
  }
}
