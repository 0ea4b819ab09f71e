import Testing

@testable import CIRules

struct GuardedOwnersTests {
  private func problems(_ old: String, _ new: String, hasSections: Bool = false) -> [Int?] {
    GuardedOwners(
      Codeowners(Array(new.utf8), matchesPaths: false, for: hasSections ? .gitLab : .gitHub),
      was: Codeowners(Array(old.utf8), matchesPaths: false, for: hasSections ? .gitLab : .gitHub),
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

  /// In sections, as GitLab reads them.
  @Test(
    arguments: [
      // The lines of two sections come into one.
      ("[A]\n/s @org/core\n[B]\n/s @b\n", "[A]\n/s @org/core\n/s @b\n", [3]),
      ("[A]\n/s @org/core\n[B]\n/s @b\n", "[A]\n/s @org/core\n[a]\n/s @b\n", [4]),
      ("[A]\n/s @org/core\n[B]\n/t @b\n", "[A]\n/s @org/core\n/t @b\n", [3]),
      // A section loses what another one has, too.
      ("[A]\n* @b\n[B]\n* @org/core\n", "[A]\n* @b\n[B]\n/d @org/core\n", [nil]),
      ("[A]\n* @b\n[B]\n* @org/core\n", "[A]\n* @b\n", [nil]),
      ("[A]\n* @b\n* @org/core\n", "[A]\n* @b\n", [nil]),
      (
        "[A][2] @org/core\n/s\n[B] @org/core\n/s\n", "[A] @org/core\n/s\n[B] @org/core\n/s\n",
        [2]
      ),
      // A pattern moves from one of two sections that have it to a new one.
      (
        "[A][2] @org/core\n/s\n/t\n[B] @org/core\n/s\n",
        "[A][2] @org/core\n/t\n[B] @org/core\n/s\n[C] @org/core\n/s\n", [6]
      ),
      (
        "[A][2] @org/core\n/s\n[B] @org/core\n/s\n",
        "[C] @org/core\n/s\n[D][2] @org/core\n/s\n", []
      ),
      (
        "[A][2] @org/core\n/s\n[B] @org/core\n/s\n", "[C] @org/core\n/s\n[D] @org/core\n/s\n",
        [2]
      ),
      // A section more takes nothing from those that are there.
      ("[A][2] @org/core\n/s\n", "[A][2] @org/core\n/s\n[B] @org/core\n/s\n", []),
      // In another section a line of others comes behind it.
      ("[A]\n/s @org/core\n[B]\n* @b\n", "[A]\n/x @org/core\n[B]\n/s @org/core @c\n* @b\n", [nil]),
      // Another name, a section of its own, another order of sections.
      ("[A]\n* @org/core\n/d @a\n", "[C]\n* @org/core\n/d @a\n", []),
      ("/d @a\n* @org/core\n", "/d @a\n[Core]\n* @org/core\n", []),
      ("* @org/core\n", "[Core]\n* @org/core\n", []),
      ("[A]\n* @a\n[B]\n* @org/core\n", "[B]\n* @org/core\n[A]\n* @a\n", []),
    ] as [(String, String, [Int?])])
  func sections(old: String, new: String, lines: [Int?]) {
    #expect(problems(old, new, hasSections: true) == lines)
  }

  /// A backslash makes a sign of a wildcard, and belongs to the pattern.
  @Test(arguments: [
    ("* @org/core\n", #"\* @org/core"#), ("/src/** @org/core\n", #"/src/\** @org/core"#),
    ("/src/ @org/core\n", #"\/src/ @org/core"#), ("/s?c/ @org/core\n", #"/s\?c/ @org/core"#),
  ])
  func aBackslashBelongsToThePattern(old: String, new: String) {
    #expect(problems(old, new) == [nil])
    #expect(problems(new, new).isEmpty)
  }

  /// What one service takes for an owner puts the line out of force for another.
  @Test(
    arguments: [
      ("@ada", [.gitHub, .gitLab]), ("@Ada-L_x", [.gitHub, .gitLab]),
      ("@org/all", [.gitHub, .gitLab]), ("ada.l+x@lovelace.co.uk", [.gitHub, .gitLab]),
      ("@@developers", [.gitLab]), ("@@Owner", [.gitLab]), ("@org/all/x", [.gitLab]),
      ("@ada.l", [.gitLab]), ("@", []), ("@@", []), ("@@nobody", []), ("@@@owner", []),
      ("@org/", []), ("@/all", []), ("@org//all", []), ("@\u{430}da", []), ("@ad\u{E1}", []),
      ("@ada!", []), ("ada", []), ("ada@", []), ("ada@x", []), ("ada@x.", []), ("ada@.x", []),
      ("@x.org", [.gitLab]), ("a@b@x.org", []), ("ada@x..org", []), ("a..b@x.org", []),
      ("ada@x_y.org", []),
    ] as [(String, [Codeowners.Service])])
  func ownersOfEachService(owner: String, services: [Codeowners.Service]) {
    let content = Array("* \(owner)\n".utf8)
    let known = [Codeowners.Service.gitHub, .gitLab].filter {
      Codeowners(content, matchesPaths: false, for: $0).problems.isEmpty
    }
    #expect(known == services)
    #expect(Codeowners(content).isForGitLab == (services == [.gitLab]))
  }

  @Test func backslashesOfALine() {
    #expect(Codeowners(Array("/a\\ b\\#c @a\\".utf8)).problems.map(\.line) == [1])
    #expect(Codeowners(Array("/a\\ b\\#c @a".utf8)).entries.map(\.pattern) == ["/a b#c"])
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
