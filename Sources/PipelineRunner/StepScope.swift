import CIModel
import PipelineConfig
import RunEvents
import SecretMasking

/// One step of a run, with everything that is settled before it starts.
struct StepScope: Sendable {
  /// With the values of variables and outputs in the words of its commands.
  let planned: Plan.PlannedStep
  let run: CheckRun
  let caches: StepCaches
  /// What its commands find, and what of it is secret.
  let environment: StepEnvironment

  /// - Throws: Why the step cannot begin.
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
  /// Puts variables and outputs into the words of `exec`.
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
