import PipelineConfig
import PipelineRunner

/// A plan as text, for `--list` and `--dry-run`.
struct PlanText {
  private let plan: Plan
  /// What a step does beside its commands.
  private let details: (Plan.PlannedStep) -> [String]

  init(_ plan: Plan, details: @escaping (Plan.PlannedStep) -> [String] = { _ in [] }) {
    self.plan = plan
    self.details = details
  }

  /// - Parameter commands: Below each step the commands it starts.
  func render(commands: Bool) -> String {
    let width = plan.steps.map { $0.step.id.count }.max() ?? 0
    var text = ""
    for planned in plan.steps {
      let step = planned.step
      let padding = String(repeating: " ", count: width - step.id.count)
      var line = "\(step.id)\(padding)  \(step.action.keyword)"
      if !step.needs.isEmpty { line += "  needs \(step.needs.joined(separator: ", "))" }
      if planned.isSkipped { line += "  (left out)" }
      text += line + "\n"
      guard commands, !planned.isSkipped else { continue }
      for command in planned.commands { text += "  $ \(command.shellText)\n" }
      for line in details(planned) { text += "  \(line)\n" }
    }
    let checks = plan.checks.map(\.rawValue).sorted()
    if commands { text += "then judges by: \(checks.joined(separator: ", "))\n" }
    return text
  }
}
