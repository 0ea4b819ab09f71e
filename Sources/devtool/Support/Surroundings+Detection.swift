import CIModel
import CIServices
import GitHistory
import PipelineRunner
import ProcessExecution

extension Workspace {
  /// The facts about this machine and CI job that conditions can use.
  func surroundings(_ ci: CIEnvironment, _ environment: [String: String]) -> Surroundings {
    var surroundings = Surroundings(
      service: ci.name, event: ci.event(environment), os: Surroundings.currentOS,
      architecture: Surroundings.currentArchitecture,
      branch: ci.headBranch ?? GitRepository.checkedOutBranch(in: repositoryRoot),
      environment: environment)
    surroundings.now = Timestamp(secondsSinceEpoch: secondsSince1970())
    return surroundings
  }
}
