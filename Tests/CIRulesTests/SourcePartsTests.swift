import Testing

@testable import CIRules

struct SourcePartsTests {
  /// What ends a line is no part of it, so that `$` of a pattern stands at the same place in every part.
  @Test(arguments: [
    ("a.c", "f(); // x\r\ng();\r\n", ["code"], ["f();     ", "g();"]),
    ("a.c", "f(); // x\r\ng();\r\n", ["comments"], ["     // x", "    "]),
    ("a.c", "f(); // x\r", ["code"], ["f();     "]),
    ("a.swift", "f() // x\r\ng()\n", ["code"], ["f()     ", "g()"]),
  ])
  func keepsTheLengthOfLines(path: String, text: String, parts: [String], expected: [String]) {
    let lines = SourceParts(parts).lines(of: Array(text.utf8), path: path)
    #expect(
      (0..<lines.shown.count).map { String(decoding: lines.shown[$0], as: UTF8.self) } == expected)
  }
}
