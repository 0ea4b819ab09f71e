import CIModel
import FileSystem
import PipelineConfig
import ProcessExecution
import RuleExecution
import RunStorage
import TestExecution

/// The quarantine file of a run: marks the tests that it lists, and reports its invalid and
/// outdated entries.
struct QuarantineUse {
  private var list = QuarantineList()
  private var problems: [QuarantineProblem] = []

  init(_ policy: TestPolicy, _ session: StepSession) {
    guard let path = policy.quarantine else { return }
    let file = "\(session.run.environment.root)/\(path)"
    // Messages quote invalid lines, so the file must not be an arbitrary file of the machine.
    if session.run.environment.policy.commit == nil,
      let refusal = ReadablePath(root: session.run.environment.repositoryRoot).refusal(file)
    {
      problems = [.unreadable(reason: refusal, help: "Use a regular file of the repository.")]
      return
    }
    do throws(FileError) {
      let bytes = try session.run.environment.policy.read(
        file, limit: QuarantineList.largest + 1)
      if bytes.count > QuarantineList.largest {
        throw FileError(.read, file, .hasNoEnd(limit: QuarantineList.largest))
      }
      let (list, problems) = QuarantineList.parse(String(decoding: bytes, as: UTF8.self))
      self.list = list
      self.problems = problems.map { .malformed(line: $0.line, reason: $0.message) }
    } catch {
      problems = [
        .unreadable(
          reason: error.description,
          help: "Create the file, or remove `quarantine` under `tests` in .ci.yml.")
      ]
    }
  }

  func mark(_ tests: inout [TestCase]) {
    if list.entries.isEmpty { return }
    let known = Dictionary(
      list.entries.map { ($0.id, $0.quarantine) }, uniquingKeysWith: { first, _ in first })
    for index in tests.indices {
      tests[index].quarantine = tests[index].id.flatMap { known[$0] }
    }
  }

  /// The invalid entries of the file, the tests that can leave it, and those that should have left.
  func observations(
    _ product: TestProduct, _ tests: [TestCase], _ history: TestHistoryAccess
  ) -> [StepObservation] {
    let outdated = list.outdated(among: product.ids, after: tests, on: .now()) { id in
      history.entries[id]?.passesInARow ?? 0
    }
    return (problems + outdated).map(StepObservation.quarantine)
  }
}
