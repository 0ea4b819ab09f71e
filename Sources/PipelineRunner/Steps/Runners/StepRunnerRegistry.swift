import CIModel

/// The runner of each action.
enum StepRunnerRegistry {
  /// Sorted by their kinds, each once.
  static let all: [any StepRunner.Type] = [
    ExecRunner.self, LintRunner.self, ScriptRunner.self, SwiftBuildRunner.self,
    SwiftTestRunner.self,
  ]

  static func runner(of kind: StepActionKind) -> (any StepRunner.Type)? {
    all.first { $0.kind == kind }
  }
}
