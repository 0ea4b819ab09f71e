import Testing

@testable import TestExecution

@Suite struct QuarantineTextTests {
  @Test(
    arguments: [
      ("", "n # x\n"), ("\n", "\nn # x\n"), ("a # y", "a # y\nn # x\n"),
      ("a # y\r\n\r\nb", "a # y\r\n\r\nb\r\nn # x\r\n"), ("# only", "# only\nn # x\n"),
    ])
  func addsALineAtTheEnd(text: String, expected: String) {
    var edited = QuarantineText(text)
    edited.add("n # x")
    #expect(Array(edited.text.utf8) == Array(expected.utf8))
  }

  @Test(
    arguments: [
      // The line alone.
      ("a # 1\nb # 2\nc # 3\n", ["b"], "a # 1\nc # 3\n"),
      ("a # 1\r\n\r\n  b\t# 2  \r\nc", ["b"], "a # 1\r\n\r\nc"),
      ("a # 1\nb # 2", ["b"], "a # 1\n"), ("b", ["b"], ""),
      // With the comments of its own.
      ("a # 1\n# of b\n#\n b # 2\n\nc # 3\n", ["b"], "a # 1\n\nc # 3\n"),
      ("a # 1\n# of b\nb # 2\n# of c\nc # 3\n", ["b"], "a # 1\n# of c\nc # 3\n"),
      // Comments that are not its own.
      ("# of the file\na # 1\n", ["a"], "# of the file\n"),
      ("x\n# of both\na # 1\nb # 2\n", ["a"], "x\n# of both\nb # 2\n"),
      ("x\n# apart\n\na # 1\n", ["a"], "x\n# apart\n\n"),
      ("x\n# of x2\nx2\na # 1\n", ["a"], "x\n# of x2\nx2\n"),
      // Several.
      ("x\n# of both\na # 1\nb # 2\n\n# of c\nc", ["a", "b"], "x\n\n# of c\nc"),
      ("# of the file\na # 1\nb # 2\n# of c\nc", ["a", "b", "c"], "# of the file\n"),
      ("# of the file\na # 1\n# of b\nb # 2\n", ["a", "b"], "# of the file\n"),
      // One that is there twice.
      ("a # 1\nb # 2\na # 3\n", ["a"], "b # 2\n"), ("a # 1\n", ["A", "a # 1"], "a # 1\n"),
    ] as [(String, Set<String>, String)])
  func removesATestAndItsComments(text: String, ids: Set<String>, expected: String) {
    var edited = QuarantineText(text)
    let lines = edited.remove(ids)
    #expect(Array(edited.text.utf8) == Array(expected.utf8))
    #expect(
      Set(lines.map { QuarantineList.id(of: $0[...]) })
        == Set(QuarantineList.parse(text).list.entries.map(\.id).filter(ids.contains)))
  }

  @Test func removesManyInLittleTime() {
    var edited = QuarantineText(
      (0..<20_000).map { "# \($0)\nt\($0) # x\n" }.joined())
    #expect(edited.remove(Set((0..<20_000).map { "t\($0)" })).count == 20_000)
    #expect(edited.text == "# 0\n")
  }
}
