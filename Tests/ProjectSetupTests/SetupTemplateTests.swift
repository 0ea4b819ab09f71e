import Testing

@testable import ProjectSetup

struct SetupTemplateTests {
  private let template = SetupTemplate(values: ["A": "1", "LONG_NAME": "2"], conditions: ["lint"])

  @Test(arguments: [
    ("a\n", "a\n"), ("a", "a\n"), ("x __A__-__A__ y\n", "x 1-1 y\n"), ("__LONG_NAME__\n", "2\n"),
    ("__init__ a__b _A_ ____\n", "__init__ a__b _A_ ____\n"),
    ("a\n#if lint\nb\n#end\nc\n", "a\nb\nc\n"), ("a\n#if comment\nb\n#end\nc\n", "a\nc\n"),
    ("#unless lint\na\n#end\n#unless packages\nb\n#end\n", "b\n"),
    ("#if comment\n#if lint\na\n#end\n#end\n#if lint\n#unless comment\nb\n#end\n#end\n", "b\n"),
    (" #if lint\n#endif\n", " #if lint\n#endif\n"), ("${{ a }} $(B)\n", "${{ a }} $(B)\n"),
    ("\ta é\n", "\ta é\n"),
  ])
  func fills(text: String, expected: String) throws {
    #expect(try template.fill(text).text == expected)
  }

  @Test(arguments: [
    ("a\nb\n", "a\nb\n"), ("a\n#by-hand\nb\n#if comment\nc\n#end\n#end\nd\n", "b\n"),
  ])
  func marksWhatIsAddedByHand(text: String, expected: String) throws {
    #expect(try template.fill(text).byHand == expected)
  }

  @Test(arguments: [
    ("__OTHER__\n", TemplateProblem.unknownName("OTHER")),
    ("#if other\n", .unknownCondition("other")),
    ("a\n\u{1B}[2Jb\n", .hiddenCharacter(line: 2)), ("\u{202E}a\n", .hiddenCharacter(line: 1)),
    ("a\n#if lint\n", .unclosed(line: 2)), ("a\n#end\n", .endTooMuch(line: 2)),
  ])
  func refuses(text: String, problem: TemplateProblem) {
    #expect(throws: problem) { try template.fill(text) }
  }
}
