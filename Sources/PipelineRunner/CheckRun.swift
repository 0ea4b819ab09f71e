import CIModel
import GitHistory
package import PipelineConfig
package import RunEvents
import RunHistory
import RunStorage

/// A run: its pipeline, plan, options, environment and services. `run()` executes it in stages.
package struct CheckRun: Sendable {
  package let pipeline: Pipeline
  package let plan: Plan
  package let options: RunOptions
  package internal(set) var environment: RunEnvironment
  package internal(set) var services: RunServices
  let secrets: RunSecrets
  /// The earlier run to judge when no step runs; else `nil`.
  let judged: JudgedRun?
  private let startedAt = SuspendingClock.now

  package init(
    _ pipeline: Pipeline, plan: Plan, options: RunOptions, environment: RunEnvironment,
    services: RunServices, judging judged: JudgedRun? = nil
  ) {
    self.pipeline = pipeline
    self.plan = plan
    self.options = options
    self.environment = environment
    self.services = services
    self.judged = judged
    secrets = RunSecrets(pipeline, in: environment.variables)
  }

  /// The facts that conditions can query besides the change and the pull request.
  var surroundings: Surroundings {
    var surroundings = environment.surroundings
    surroundings.secrets = secrets.hidden
    return surroundings
  }

  /// Names of the branch that the change goes to, with and without the remote's name; empty on that
  /// branch.
  var baseBranches: Set<String> {
    let named = options.pullRequest?.base ?? options.base.baseBranch ?? options.base.base
    let names = named.map { name in
      Set([name, name.split(separator: "/").last.map(String.init) ?? name])
    }
    return (names ?? RunHistory.usualBases).subtracting([environment.surroundings.branch ?? ""])
  }

  /// Changes the record while steps run, so that an interrupted run can be reported.
  func update(_ change: (inout RunRecord) -> Void) {
    let seconds = (SuspendingClock.now - startedAt).seconds
    services.record.update { record in
      record.durationSeconds = seconds
      change(&record)
    }
  }
}
