import CIModel
import CIRules
import Testing

struct RemovedTestsTests {
  private func messages(from old: String, to new: String) -> [String] {
    let path = "Tests/ATests/A.swift"
    var facts = makeFacts([FileChange(.modified, path, additions: 4, deletions: 4)])
    facts.contents = [path: FileContents(old: Array(old.utf8), new: Array(new.utf8))].byPath
    return RuleSet(settings: [RuleSettings(id: "removed-tests")], includesDefaults: false)
      .findings(in: facts).map(\.message)
  }

  private static let adds =
    "@Test func adds() {\n  #expect(sum(1, 2) == 3)\n  #expect(sum(0, 0) == 0)\n}\n"
  private static let parses =
    "@Test func parses() {\n  let tree = parse(text)\n  #expect(tree.isEmpty)\n}\n"

  /// Another test does not take the place of one that is gone; the same under another name does.
  @Test(arguments: [
    (adds, parses, ["1 test was removed: adds"]), (adds, adds + parses, []),
    (adds + parses, parses, ["1 test was removed: adds"]),
    (adds, adds.replacing("adds", with: "sumsUp"), []),
    (adds, adds.replacing("adds", with: "sumsUp") + parses, []),
    (adds, adds.replacing("adds", with: "sumsUp").replacing("0, 0", with: "0, 1"), []),
    (adds + parses, "", ["2 tests were removed: adds, parses"]),
  ])
  func looksForAnotherName(old: String, new: String, expected: [String]) {
    #expect(messages(from: old, to: new) == expected)
  }
}
