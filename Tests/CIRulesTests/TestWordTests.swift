import CIModel
import CIRules
import Testing

/// Words that rules on tests look for, in all the ways in which Swift lets a call be written.
struct TestWordTests {
  private func messages(_ rule: String, _ lines: [String]) -> [String] {
    let path = "Tests/ATests.swift"
    var facts = makeFacts([FileChange(.modified, path, additions: lines.count)])
    facts.addedText = [
      AddedText(
        path: path,
        lines: lines.enumerated().map { AddedLine(path, line: $0.offset + 1, text: $0.element) })
    ]
    return RuleSet(settings: [RuleSettings(id: rule)], includesDefaults: false)
      .findings(in: facts).map(\.message)
  }

  @Test(arguments: [
    "fit(\"a\") {", "fit (\"a\") {", "fit/* a */(\"a\") {", "`fit`(\"a\") {", "Quick.fit(\"a\") {",
    "Quick . fit(\"a\") {", "/* func */ fit(\"a\") {", "describe(\"func\") { fit(\"a\") {",
  ])
  func focusedTests(line: String) {
    #expect(messages("focused-tests", [line]) == ["focused test: fit(…)"])
  }

  @Test(arguments: [
    "func fit(_ a: Int) {", "func  `fit`(_ a: Int) {", "box.fit(size)", "fit.count", "profit (1)",
    "let fit = (1)", "Layout.fit(1)",
  ])
  func otherUses(line: String) {
    #expect(messages("focused-tests", [line]) == [])
  }

  @Test func memberInTheNextLine() {
    #expect(messages("focused-tests", ["box", "  .fit(size)"]) == [])
    #expect(messages("focused-tests", ["Quick", "  .fit(\"a\") {"]) == ["focused test: fit(…)"])
  }

  @Test(arguments: [
    "Foundation.sleep(5)", "Foundation.Thread.sleep(forTimeInterval: 1)", "/* func */ sleep(5)",
    "try await Task<Never, Never>.sleep(nanoseconds: 5)",
  ])
  func waits(line: String) {
    #expect(messages("test-waits", [line]).count == 1)
  }

  @Test(
    arguments: [
      ("@Test(.enabled(if: 1 > 2)) func a() {}", true),
      ("@Test(.disabled(if: 0 == 0)) func a() {}", true),
      ("@Test(.enabled(if: Bool())) func a() {}", true),
      ("@Test(.disabled /* a */ ()) func a() {}", true), ("throw XCTSkip.init()", true),
      ("throw XCTSkip . init()", false), ("@Test(.enabled(if: version > 2)) func a() {}", false),
      ("@Test(.disabled(if: isCI)) func a() {}", false),
    ])
  func disabledTests(line: String, isFlagged: Bool) {
    #expect(messages("disabled-tests", [line]).isEmpty == !isFlagged)
  }
}
