import CIModel
import CIRules
import Testing

/// A file that moves away from what goes with it.
struct CompanionFileMoveTests {
  private static let docs: [String: RuleSettings.Value] = [
    "when": .text("Sources/*/**"), "require": .text("docs/$1.md"),
  ]
  private static let project: [String: RuleSettings.Value] = [
    "when": .text("Sources/**"), "require": .text("*.pbxproj"),
    "status": .list([.text("added"), .text("deleted")]),
  ]
  private static let away = FileChange.moved("Sources/Core/a.swift", "old/a.swift")
  private static let over = FileChange.moved("Sources/Core/a.swift", "Sources/UI/a.swift")
  private static let translations: [String: RuleSettings.Value] = [
    "when": .text("docs/en/**"), "require": .text("docs/de/$1"),
  ]
  private static func page(_ path: String) -> FileChange {
    FileChange(.modified, path, additions: 1)
  }

  @Test(
    arguments: [
      (docs, [away], ["Sources/Core/a.swift changes without docs/Core.md"]),
      (docs, [page("docs/Core.md"), away], []),
      // A folder of its name is no companion, unless it is meant.
      (
        docs, [page("docs/Core.md/x"), away], ["Sources/Core/a.swift changes without docs/Core.md"]
      ),
      (
        ["when": .text("Sources/*/**"), "require": .text("docs/$1/")],
        [page("docs/Core/x"), away], []
      ),
      (project, [away], ["Sources/Core/a.swift changes without *.pbxproj"]),
      (project, [over], ["Sources/Core/a.swift, Sources/UI/a.swift change without *.pbxproj"]),
      (
        docs, [over],
        [
          "Sources/Core/a.swift changes without docs/Core.md",
          "Sources/UI/a.swift changes without docs/UI.md",
        ]
      ),
      (
        project.merging(["status": .text("added")]) { $1 }, [away], []
      ),
      (
        docs.merging(["status": .text("renamed")]) { $1 }, [away],
        ["Sources/Core/a.swift changes without docs/Core.md"]
      ),
      // A companion that moves along has changed at both places.
      (
        translations,
        [
          FileChange.moved("docs/de/a.md", "docs/de/b.md"),
          FileChange.moved("docs/en/a.md", "docs/en/b.md"),
        ],
        []
      ),
      // One that only goes has not.
      (
        translations,
        [FileChange.moved("docs/de/a.md", "x"), FileChange.moved("docs/en/a.md", "y")],
        ["docs/en/a.md changes without docs/de/a.md"]
      ),
      (
        translations,
        [FileChange.moved("docs/de/a.md", "x"), FileChange.moved("docs/en/a.md", "docs/en/b.md")],
        ["docs/en/b.md changes without docs/de/b.md"]
      ),
    ] as [([String: RuleSettings.Value], [FileChange], [String])])
  func filesNeedTheirCompanionsAtBothPlaces(
    values: [String: RuleSettings.Value], files: [FileChange], expected: [String]
  ) {
    let settings = RuleSettings(id: "own", rule: "companion-files", values: values)
    #expect(messages(settings, files) == expected)
  }
}
