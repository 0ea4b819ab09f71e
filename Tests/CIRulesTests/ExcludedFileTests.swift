import CIModel
import CIRules
import Testing

struct ExcludedFileTests {
  /// A file that moves into what is left out is gone from what is looked at.
  @Test(
    arguments: [
      ("changelog", [:], true), ("require", ["require": .text("docs/**")], true),
      ("limit", ["lines": .integer(10)], true), ("limit", ["files": .integer(0)], true),
      ("if", ["if": .text("count(commits) == 0")], true),
      ("exists", ["exists": .text("a")], true),
      ("pr-size", ["warn": .integer(10)], true),
      (
        "companion-files", ["when": .text("Sources/**"), "require": .text("docs/a.md")], true
      ),
      ("areas", ["areas": .list([.text("Sources/**"), .text("z")])], true),
      // Nothing of the text is where they look.
      ("file-names", ["pattern": .text("^x$")], false),
    ] as [(String, [String: RuleSettings.Value], Bool)])
  func filesThatMoveIntoWhatIsExcludedCount(
    rule: String, values: [String: RuleSettings.Value], isFlagged: Bool
  ) {
    var settings = RuleSettings(id: "own", rule: rule, values: values)
    settings.paths = ["Sources/**", "z"]
    settings.exclude = ["Sources/Generated/**"]
    let into = FileChange.moved(
      "Sources/Core/a.swift", "Sources/Generated/a.swift", similarity: 60, lines: 15)
    let within = FileChange.moved(
      "Sources/Generated/b.swift", "Sources/Generated/a.swift", similarity: 60, lines: 15)
    let other = rule == "areas" ? [FileChange(.modified, "z", additions: 1)] : []
    #expect(messages(settings, [into] + other).isEmpty != isFlagged, "\(rule)")
    #expect(messages(settings, [within]).isEmpty, "\(rule)")
    // From elsewhere, it is nothing of the rule's.
    let elsewhere = FileChange.moved("b.swift", "Sources/Generated/a.swift", lines: 15)
    #expect(messages(settings, [elsewhere]).isEmpty, "\(rule)")
  }
}
