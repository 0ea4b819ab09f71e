import CIModel
import CIRules
import Testing

/// A manifest that moves away from its lock file.
struct LockFileMoveTests {
  private static let lost = [
    "site/package.json is at a new path without its lock file web/package-lock.json"
  ]

  @Test(
    arguments: [
      (
        "the lock file is deleted",
        [
          FileChange.moved("web/package.json", "site/package.json", similarity: 90, lines: 1),
          FileChange.gone("web/package-lock.json"),
        ], ["site/package.json"], lost
      ),
      (
        "it moves to where it is none",
        [
          FileChange.moved("web/package-lock.json", "site/old.json"),
          FileChange.moved("web/package.json", "site/package.json"),
        ], ["site/package.json"], lost
      ),
      (
        "it moves to another folder",
        [
          FileChange.moved("web/package-lock.json", "b/package-lock.json"),
          FileChange.moved("web/package.json", "site/package.json"),
        ], ["b/package-lock.json", "site/package.json"], lost
      ),
      (
        "a link takes its place",
        [
          FileChange(.added, "site/package-lock.json", mode: "120000", oldMode: nil),
          FileChange.moved("web/package.json", "site/package.json"),
          FileChange.gone("web/package-lock.json"),
        ], ["site/package-lock.json", "site/package.json"], lost
      ),
      (
        "it becomes one on the way",
        [
          FileChange(
            .renamed, "site/package-lock.json", oldPath: "web/package-lock.json", mode: "120000"),
          FileChange.moved("web/package.json", "site/package.json"),
        ], ["site/package-lock.json", "site/package.json"], lost
      ),
      (
        "it moves along",
        [
          FileChange.moved("web/package-lock.json", "site/package-lock.json"),
          FileChange.moved("web/package.json", "site/package.json"),
        ], ["site/package-lock.json", "site/package.json"], []
      ),
      (
        "there was none", [FileChange.moved("web/package.json", "site/package.json")],
        ["site/package.json"],
        []
      ),
      (
        "both go", [FileChange.gone("web/package-lock.json"), FileChange.gone("web/package.json")],
        [], []
      ),
      (
        "the manifest is too different to be taken for the same",
        [
          FileChange(.added, "site/package.json", additions: 9, oldMode: nil),
          FileChange.gone("web/package-lock.json"), FileChange.gone("web/package.json"),
        ], ["site/package.json"], lost
      ),
      (
        "another one is new, and the first keeps its lock file",
        [
          FileChange(.added, "b/package.json", additions: 9, oldMode: nil),
          FileChange.moved("web/package-lock.json", "site/package-lock.json"),
          FileChange.moved("web/package.json", "site/package.json"),
        ], ["b/package.json", "site/package-lock.json", "site/package.json"], []
      ),
    ] as [(String, [FileChange], [String], [String])])
  func manifestsThatMoveKeepTheirLockFile(
    _ title: String, files: [FileChange], there: [String], expected: [String]
  ) {
    #expect(messages(RuleSettings(id: "lock-files"), files, there: there) == expected, "\(title)")
  }
}
