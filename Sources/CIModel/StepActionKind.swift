/// The action of a step, by its key in `.ci.yml`.
package enum StepActionKind: String, CaseIterable, Codable, Hashable, Sendable {
  case run
  case exec
  case swiftBuild = "swift-build"
  case swiftTest = "swift-test"
  case lint

  /// Whether the action runs the user's own command, not a tool of the toolchain.
  package var isCommand: Bool { [.run, .exec].contains(self) }

  /// Whether the action uses SwiftPM, which detects changes itself and locks its build folder.
  package var usesSwiftPM: Bool { [.swiftBuild, .swiftTest].contains(self) }

  /// Whether the action runs the tests of the package and reports each of them.
  package var runsTests: Bool { self == .swiftTest }

  /// Whether the action checks the formatting of sources; its warnings are not compiler warnings.
  package var checksFormatting: Bool { self == .lint }
}

extension StepResult {
  /// The action; `nil` in the record of a version of devtool with other actions.
  package var kind: StepActionKind? { StepActionKind(rawValue: action) }

  package var runsTests: Bool { kind?.runsTests ?? isImport }

  /// Whether the result was imported from another tool (`devtool import`) and is not a step of a
  /// pipeline.
  package var isImport: Bool { action == Self.importAction }

  package static let importAction = "import"
}
