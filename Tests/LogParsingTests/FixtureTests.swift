import CIModel
import Foundation
import LogParsing
import TestSupport
import Testing

@Suite struct FixtureTests {
  /// Every log in the folder, without its extension.
  static let logs = fixtureNames(withExtension: "log")

  @Test func allFixturesAreFound() {
    #expect(Self.logs.count > 30)
  }

  @Test(arguments: logs)
  func facts(name: String) throws {
    let bytes = try fixture(name + ".log")
    expectGolden(dump(read(bytes, chunk: .max, root: fixtureRoot).facts), name + ".txt")
  }

  @Test(arguments: logs)
  func chunksMakeNoDifference(name: String) throws {
    let bytes = try fixture(name + ".log")
    let whole = read(bytes, chunk: .max, root: fixtureRoot)
    for chunk in [1, 2, 7, 64, 1000] {
      let cut = read(bytes, chunk: chunk, root: fixtureRoot)
      #expect(cut.facts == whole.facts)
      #expect(cut.events == whole.events)
    }
  }

  @Test func byteSoupIsRead() {
    var state: UInt64 = 42
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
    let words: [[UInt8]] = [
      "Test Case '", "' passed (", "0.1 seconds)", "✔ Test ", " passed after ", "\n", "\r",
      "\u{1B}[",
      "error: ", ":12:3: ", "[1/2] ", "◇ Test run started.\n", "(", "99999999999999999999", "'",
      "\"",
    ].map { Array($0.utf8) }
    for _ in 0..<200 {
      var bytes: [UInt8] = []
      for _ in 0..<200 {
        if next() % 2 == 0 {
          bytes += words[Int(next() % UInt64(words.count))]
        } else {
          bytes.append(UInt8(truncatingIfNeeded: next()))
        }
      }
      let whole = read(bytes, chunk: .max)
      let cut = read(bytes, chunk: Int(next() % 17) + 1)
      #expect(whole.facts == cut.facts)
      #expect(whole.events == cut.events)
      #expect(whole.facts.lines.unrecognized <= whole.facts.lines.total)
    }
  }
}

@Suite struct LineSplitterTests {
  private func lines(_ text: String, chunk: Int) -> [String] {
    read(Array(text.utf8), chunk: chunk).events.map(\.text)
  }

  @Test(arguments: [
    ("a\nb\n", ["a", "b"]),
    ("a\n\nb", ["a", "", "b"]),
    ("a\r\nb\r\n", ["a", "b"]),
    ("10%\r20%\rdone\n", ["10%", "20%", "done"]),
    ("\u{1B}[2K\r\u{1B}[90m◇\u{1B}[0m x\r\n", ["◇ x"]),
    ("\u{1B}]0;title\u{07}text\n", ["text"]),
    ("\r\n", [""]),
    ("\u{1B}[31", [""]),
  ])
  func cleans(text: String, expected: [String]) {
    #expect(lines(text, chunk: .max) == expected)
    #expect(lines(text, chunk: 1) == expected)
  }

  @Test func longLinesAreCutAlike() {
    let text = String(repeating: "a", count: 300_000) + "\nb\n"
    let whole = read(Array(text.utf8), chunk: .max)
    let cut = read(Array(text.utf8), chunk: 999)
    #expect(whole.events == cut.events)
    #expect(whole.events.first?.text.utf8.count == LineSplitter.headLimit)
    #expect(whole.facts.lines.total == 2)
  }

  @Test func badBytesAreKept() {
    let bytes: [UInt8] = [0x61, 0x00, 0xFF, 0x62, 0x0A]
    #expect(read(bytes, chunk: .max).events.first?.text == "a\0\u{FFFD}b")
  }
}
