package import CIModel

/// The action of a step, with its options.
package enum StepAction: Hashable, Sendable {
  case run(ScriptOptions)
  case exec(ExecOptions)
  // Stored indirectly, so that the many steps that are commands stay small.
  indirect case swiftBuild(SwiftBuildOptions)
  indirect case swiftTest(SwiftTestOptions)
  indirect case lint(LintOptions)

  package var options: any ActionOptions {
    switch self {
    case .run(let options): options
    case .exec(let options): options
    case .swiftBuild(let options): options
    case .swiftTest(let options): options
    case .lint(let options): options
    }
  }

  package var kind: StepActionKind { type(of: options).kind }

  /// The keys of the actions.
  static let keys = [
    ScriptOptions.key, ExecOptions.key, SwiftBuildOptions.key, SwiftTestOptions.key,
    LintOptions.key,
  ]

  /// The action that a key's value describes; `nil` when the value is invalid, which is reported.
  static func read(
    _ kind: StepActionKind, _ value: Checked, _ checker: inout Checker
  ) -> StepAction? {
    switch kind {
    case .run: ScriptOptions(value, &checker).map(run)
    case .exec: ExecOptions(value, &checker).map(exec)
    case .swiftBuild: SwiftBuildOptions(value, &checker).map(swiftBuild)
    case .swiftTest: SwiftTestOptions(value, &checker).map(swiftTest)
    case .lint: LintOptions(value, &checker).map(lint)
    }
  }
}
