/// What a step does: the key of its action in `.ci.yml`.
package enum StepActionKind: String, CaseIterable, Codable, Hashable, Sendable {
  case run
  case exec
  case swiftBuild = "swift-build"
  case swiftTest = "swift-test"
  case lint

  /// The user's own command, as opposed to a tool of the toolchain that devtool calls.
  package var isCommand: Bool { [.run, .exec].contains(self) }

  /// Builds with SwiftPM, which finds out by itself what changed and lets only one use a build folder.
  package var usesSwiftPM: Bool { [.swiftBuild, .swiftTest].contains(self) }

  /// Runs the tests of the package and reports each of them.
  package var runsTests: Bool { self == .swiftTest }

  /// Checks the formatting of sources, so that its warnings are none of the compiler.
  package var checksFormatting: Bool { self == .lint }
}

extension StepResult {
  /// `nil` in a record of another version of devtool, which knows other actions.
  package var kind: StepActionKind? { StepActionKind(rawValue: action) }

  package var runsTests: Bool { kind?.runsTests ?? isImport }

  /// Whether it stands for what another tool did (`devtool import`), and no step of a pipeline.
  package var isImport: Bool { action == Self.importAction }

  package static let importAction = "import"
}
