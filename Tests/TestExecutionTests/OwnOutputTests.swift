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

  /// What is too long lacks its middle.
  @Test(
    arguments: [
      (32_767, 1_000, nil), (40_000, 1_000, nil), (40_000, 30_000, "5 KiB"),
      (32_768, 2_000_000, "1922 KiB"),
    ] as [(Int, Int, String?)])
  func keepsTheBeginningAndTheEnd(first: Int, second: Int, missing: String?) {
    let lines = [
      String(repeating: "x", count: first), String(repeating: "y", count: second), "end",
    ]
    let text = Self.output(lines)
    #expect(text.hasPrefix("xxx"))
    #expect(text.hasSuffix("\nend\n"))
    #expect(text.utf8.count <= 65_600)
    if let missing {
      #expect(
        text.contains("\n[\(missing) of output left out]\n"),
        "\(text.split(separator: "\n").filter { $0.hasPrefix("[") })")
    } else {
      #expect(text == lines.joined(separator: "\n") + "\n")
    }
  }
}
