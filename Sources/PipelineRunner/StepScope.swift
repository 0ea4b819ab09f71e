import CIModel
import PipelineConfig
import RunEvents
import SecretMasking

/// One step of a run, with everything that is known before it starts.
struct StepScope: Sendable {
  /// The step; references to variables and outputs in its `exec` words are replaced by their
  /// values.
  let planned: Plan.PlannedStep
  let run: CheckRun
  let caches: StepCaches
  /// The environment of its commands, and the mask for its secrets.
  let environment: StepEnvironment

  /// - Throws: `StepEnvironment.Failure` when the step cannot start.
  init(
    _ planned: Plan.PlannedStep, of run: CheckRun, _ caches: StepCaches
  ) throws(StepEnvironment.Failure) {
    environment = try StepEnvironment(planned.step, run)
    self.planned = try planned.resolved(by: environment)
    self.run = run
    self.caches = caches
  }

  var step: PipelineStep { planned.step }
  var id: String { planned.step.id }
  var mask: SecretMask? { environment.mask }
}

extension Plan.PlannedStep {
  /// Replaces references to variables and outputs in the words of `exec`.
  fileprivate func resolved(
    by environment: StepEnvironment
  ) throws(StepEnvironment.Failure) -> Plan.PlannedStep {
    guard case .exec = step.action else { return self }
    var planned = self
    for index in commands.indices {
      planned.commands[index].executable = try environment.resolve(commands[index].executable)
      for word in commands[index].arguments.indices {
        planned.commands[index].arguments[word] = try environment.resolve(
          commands[index].arguments[word])
      }
    }
    return planned
  }
}
