package import CIModel

/// `lint`: checks the formatting of sources.
package struct LintOptions: ActionOptions {
  package static let kind = StepActionKind.lint
  static let key = KeySpec(
    "lint", .options(section), "Checks the formatting of the package's sources.",
    example: "{ strict: true }", synonyms: ["format", "swift-format"])

  /// Whether findings fail the step.
  package var strict = false
  /// Files and folders, relative to the repository root; empty means the package's own
  /// (`Package.swift`, `Sources`, `Tests` and the like, and the folders of its targets).
  package var paths: [String] = []

  package init() {}

  init?(_ value: Checked, _ checker: inout Checker) {
    guard let mapping = value.mapping else { return nil }
    strict = mapping["strict"]?.boolean ?? strict
    paths = mapping["paths"]?.texts ?? []
  }

  private static let section = Section(
    "'lint'",
    [
      KeySpec("strict", .boolean, "Fails the step when there are findings.", example: "true"),
      KeySpec(
        "paths", .oneOrMore(.path), "Checks these files and folders.",
        example: "[Sources, Tests]"),
      .later("only-changed", "Checks only the files that the change touches."),
      .later("config", "Reads another configuration than '.swift-format'."),
    ])
}
