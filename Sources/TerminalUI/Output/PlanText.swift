import CIModel
import Expressions
import PipelineConfig
import PipelineRunner
package import RunEvents

/// A plan as text, for `--list` and `--dry-run`.
package struct PlanText {
  private let plan: Plan
  /// Returns what a step does apart from its commands.
  private let details: (Plan.PlannedStep) -> [String]
  private var groups: [String: String] = [:]
  private var members: [String: [String]] = [:]

  package init(_ plan: Plan, details: @escaping (Plan.PlannedStep) -> [String] = { _ in [] }) {
    self.plan = plan
    self.details = details
    if plan.steps.allSatisfy({ $0.step.needs.isEmpty }) { return }
    for planned in plan.steps {
      groups[planned.step.id] = planned.step.group
      members[planned.step.group, default: []].append(planned.step.id)
    }
  }

  /// - Parameter commands: Whether to list the commands of each step below it.
  package func render(commands: Bool) -> String {
    let width = plan.steps.map { $0.step.id.count }.max() ?? 0
    var text = ""
    for planned in plan.steps {
      let step = planned.step
      let padding = String(repeating: " ", count: width - step.id.count)
      var line = "\(step.id)\(padding)  \(step.action.kind.rawValue)"
      if step.runsLast {
        line += "  after all others"
      } else if !step.needs.isEmpty {
        line += "  needs \(needs(of: step).joined(separator: ", "))"
      }
      if planned.isSkipped { line += "  (left out)" }
      text += line + "\n"
      guard commands, !planned.isSkipped else { continue }
      for condition in step.guards { text += "  if \(condition.text)\n" }
      for command in planned.commands { text += "  $ \(command.shellText)\n" }
      for line in details(planned) { text += "  \(line)\n" }
    }
    let checks = plan.checks.map(\.rawValue).sorted()
    if commands { text += "then checks: \(checks.joined(separator: ", "))\n" }
    return text
  }

  /// The needs of a step; a matrix is named once when the step needs all of its cells.
  private func needs(of step: PipelineStep) -> [String] {
    var names: [String] = []
    for need in step.needs {
      guard let group = groups[need], let cells = members[group], cells.count > 1,
        cells.allSatisfy(step.needs.contains)
      else {
        names.append(need)
        continue
      }
      if !names.contains(group) { names.append(group) }
    }
    return names
  }
}
