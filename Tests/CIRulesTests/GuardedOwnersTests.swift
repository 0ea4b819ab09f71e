import Testing

@testable import CIRules

struct GuardedOwnersTests {
  private func problems(_ old: String, _ new: String) -> [Int?] {
    GuardedOwners(
      Codeowners(Array(new.utf8), matchesPaths: false, hasSections: false),
      was: Codeowners(Array(old.utf8), matchesPaths: false, hasSections: false),
      isGroup: { $0 == "@org/core" }
    ).problems(added: [], group: "@org/core").map(\.line)
  }

  /// An entry may be there several times; what does not change is no problem.
  @Test(arguments: [
    "* @org/core\n", "* @org/core\n/docs @a\n* @org/core\n",
    "/docs @a\n* @org/core\n/docs @a\n* @org/core\n/docs @a\n",
  ])
  func nothingChanges(text: String) {
    #expect(problems(text, text).isEmpty)
  }

  @Test(arguments: [
    ("/docs @a\n* @org/core\n", "* @org/core\n/docs @a\n", [2]),
    // The last of several entries counts.
    ("* @org/core\n/docs @a\n* @org/core\n", "* @org/core\n/docs @a\n", [2]),
    ("/docs @a\n* @org/core\n", "* @org/core\n/docs @a\n/docs @a\n", [2, 3]),
  ])
  func aLineOfOthersOverrides(old: String, new: String, lines: [Int]) {
    #expect(problems(old, new) == lines)
  }
}
