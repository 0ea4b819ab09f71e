import LogParsing
import Testing

@testable import TestExecution

@Suite struct OwnOutputTests {
  private static func output(_ lines: [String]) -> String {
    var output = OwnOutput()
    for line in lines {
      Array(line.utf8).withUnsafeBytes { output.add(LogLine($0)) }
    }
    return output.text
  }

  @Test func keepsLines() {
    #expect(Self.output(["one", "two"]) == "one\ntwo\n")
    #expect(Self.output(["  ", ""]) == "")
  }

  @Test(arguments: [65_535, 65_536, 65_537])
  func cutsWhatIsTooLong(length: Int) {
    let text = Self.output([String(repeating: "x", count: length), "more", "and more"])
    #expect(text.hasPrefix("xxx"))
    #expect(text.hasSuffix("[output cut after 64 KiB]\n"))
    #expect(!text.contains("more"))
  }
}
