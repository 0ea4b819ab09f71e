import CIModel
import Foundation
import Testing

@testable import LogParsing

@Suite struct LinePrefixTests {
  @Test(arguments: [
    ("2024-05-02T09:14:01.1234567Z [1/4] Compiling", "[1/4] Compiling"),
    ("\u{FEFF}2024-05-02T09:14:01.1234567Z text", "text"),
    ("2024-05-02T09:14:01.1234567Z ", ""), ("2024-05-02T09:14:01.1234567Z", ""),
    ("2024-05-02T09:14:01.123456Z 00O text", "text"),
    ("2024-05-02T09:14:01.123456Z 01E+text", "text"),
    ("[2025-06-09T18:38:36.970Z] ◇ Test x() started.", "◇ Test x() started."),
    ("[15:49:02]: ▸ Testing failed:", "Testing failed:"),
    ("[15:49:02]: ▸ \tindented", "\tindented"),
    ("build\tRun swift test\t2024-05-02T09:14:01.1234567Z text", "text"),
    (
      "2025-10-21T13:54:18+0200 info codes.vapor: GET /",
      "2025-10-21T13:54:18+0200 info codes.vapor: GET /"
    ),
    ("2025-10-21T13:54:18.123Z info own logger", "2025-10-21T13:54:18.123Z info own logger"),
    ("2024-11-09 22:03:31.547 xcodebuild[1:2] x", "2024-11-09 22:03:31.547 xcodebuild[1:2] x"),
    ("[15:49:02]: words", "[15:49:02]: words"), ("[5/17] Compiling", "[5/17] Compiling"),
    ("a\tb\tc", "a\tb\tc"), ("\t\t\t", "\t\t\t"), ("2", "2"), ("[", "["),
  ])
  func strips(line: String, expected: String) {
    let text = Array(line.utf8).withUnsafeBytes {
      String(decoding: LinePrefix.strip($0), as: UTF8.self)
    }
    #expect(text == expected)
  }

  @Test func theServiceMakesNoDifference() throws {
    let log = String(decoding: try fixture("github-actions.log"), as: UTF8.self)
    let lines: [String] = log.split(separator: "\n").map { String($0) }
    let bare: [String] = lines.map { String($0.dropFirst(29)) }
    let downloaded: [String] = lines.map { "test\tRun\t" + $0 }
    let expected = read(bare.joined(separator: "\n"))
    #expect(expected.counts.xctest == XCTestCounts(passed: 1, failed: 1))
    #expect(read(lines.joined(separator: "\n")) == expected)
    #expect(read(downloaded.joined(separator: "\n")) == expected)
  }

  /// Forms that programs print, too, so that a log has to begin with them.
  @Test(arguments: [
    "21:21:01  ", "21:21:01\t", "00:00:01.234  ", "Nov 27 21:21:01 ", "Nov  7 21:21:01 ",
    "2026-11-27 21:21:01 ", "2026-11-27T21:21:01+0100 ", "[2026-11-27 21:21:01,123] ",
    "[21:21:01]: ", "#12 0.123 ",
  ])
  func stampsMakeNoDifference(stamp: String) throws {
    let log = String(decoding: try fixture("github-actions.log"), as: UTF8.self)
    let lines = log.split(separator: "\n").map { String($0.dropFirst(29)) }
    let expected = read(lines.joined(separator: "\n"))
    var options = LogReader.Options()
    options.mayHaveStamps = true
    func counts(_ lines: [String]) -> LogFacts {
      var reader = LogReader(options: options)
      Array(lines.joined(separator: "\n").utf8).withUnsafeBytes { reader.read($0) }
      return reader.finish()
    }
    let stamped = lines.map { stamp + $0 }
    #expect(counts(stamped) == expected)
    #expect(counts(lines) == expected)
    #expect(read(stamped.joined(separator: "\n")) != expected)
    // A service's own lines come first.
    let head = ["Started by Ada", "[Pipeline] sh"] + (0..<12).map { stamp + "line \($0)" }
    #expect(counts(head + stamped).counts == expected.counts)
    // A program that prints such lines itself.
    let own = lines + (0..<12).map { _ in stamp + "error: no problem" }
    #expect(counts(own) == read(own.joined(separator: "\n")))
  }

  @Test func theIndentationBehindAStampStays() {
    var stamps = LineStamps()
    func strip(_ text: String) -> String {
      Array(text.utf8).withUnsafeBytes {
        String(decoding: stamps.strip($0, mayBegin: true), as: UTF8.self)
      }
    }
    let lines = [
      "21:21:01 a", "21:21:02   b", "21:21:03", "c", "Nov 27 21:21:01 d", "21:21:04 12:00:00 e",
    ]
    #expect(lines.map(strip) == ["a", "  b", "", "c", "Nov 27 21:21:01 d", "12:00:00 e"])
  }

  @Test(arguments: [
    (
      "##[error]Process completed with exit code 1.",
      LogEvent.failureWrapper("Process completed with exit code 1.")
    ),
    ("ERROR: Job failed: exit code 1", .failureWrapper("ERROR: Job failed: exit code 1")),
    ("##[group]Run swift test", .notice), ("::endgroup::", .notice),
    ("section_end:1714640452:step_script", .notice), ("##teamcity[progress]", .notice),
    (
      "\u{1F6A8} Error: The command exited with status 1",
      .failureWrapper("\u{1F6A8} Error: The command exited with status 1")
    ),
    ("script returned exit code 1", .failureWrapper("script returned exit code 1")),
    ("ERROR: script returned exit code 2", .failureWrapper("ERROR: script returned exit code 2")),
    (
      "The command \"swift test\" exited with 1.",
      .failureWrapper("The command \"swift test\" exited with 1.")
    ),
    ("The command \"swift test\" exited with 0.", .notice),
    ("The command \"swift test\" exited with grace", nil), ("script returned", nil),
    ("\u{1F6A8} Error: none", nil), ("ERROR: script", nil), ("The command", nil),
    ("## A heading", nil), (":: x", nil), ("ERROR: no", nil), ("section", nil),
  ])
  func serviceCommands(line: String, expected: LogEvent?) {
    #expect(event(line, by: ServiceCommand()) == expected)
  }

  @Test(arguments: [
    (
      "//Tests:T      FAILED in 0.6s",
      LogEvent.buildEnded(action: "test //Tests:T", succeeded: false, seconds: nil)
    ),
    (
      "//Tests:T  (cached) PASSED in 1.2s",
      .buildEnded(action: "test //Tests:T", succeeded: true, seconds: nil)
    ),
    ("Executed 2 out of 2 tests: 1 test passes and 1 fails locally.", .notice),
    ("INFO: Elapsed time: 1.4s", .notice), ("INFO: hello", nil), ("// a comment", nil),
    ("Executed 11 tests, with 0 failures (0 unexpected) in 1.6 (1.6) seconds", nil),
  ])
  func bazel(line: String, expected: LogEvent?) {
    #expect(event(line, by: BazelLine()) == expected)
  }
}
