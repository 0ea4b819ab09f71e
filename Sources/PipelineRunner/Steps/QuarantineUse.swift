import CIModel
import FileSystem
import PipelineConfig
import ProcessExecution
import RuleExecution
import RunStorage
import TestExecution

/// The quarantine file of a run: marks the tests that it lists, and says what is wrong or out of
/// date in it.
struct QuarantineUse {
  private let path: String?
  private var list = QuarantineList()
  private var problems: [Finding] = []

  /// After so many passes in a row a test is reported as ready to leave.
  private static let passesToLeave = 10

  init(_ policy: TestPolicy, _ session: StepSession) {
    path = policy.quarantine
    guard let path else { return }
    let file = "\(session.run.environment.root)/\(path)"
    // What is wrong in it is shown.
    if session.run.environment.policy.commit == nil,
      let refusal = ReadablePath(root: session.run.environment.repositoryRoot).refusal(file)
    {
      problems = [
        Finding(.error, "tests.quarantine", refusal, help: "Put the file itself there.")
      ]
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
      self.problems = problems.map { problem in
        Finding(
          .warning, "tests.quarantine", problem.message,
          at: SourceLocation(path, line: problem.line),
          help: "Write one test a line: `Module.Class/test  # 2026-10-02: why`.")
      }
    } catch {
      problems = [
        Finding(
          .error, "tests.quarantine", error.description,
          help: "Make the file, or remove `quarantine` under `tests` in .ci.yml.")
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

  /// What is wrong with the file, which of its tests can leave, and which should have left.
  func findings(product: TestProduct, history: TestHistoryAccess, on now: Timestamp) -> [Finding] {
    guard let path else { return [] }
    let listed = Set((product.xctests + product.swiftTestingTests).map(\.text))
    var findings = problems
    for entry in list.entries {
      let place = SourceLocation(path, line: entry.line)
      guard listed.contains(entry.id) else {
        let near = nearestSpelling(of: entry.id, among: listed.sorted())
        findings.append(
          Finding(
            .warning, "tests.quarantine", "there is no test '\(entry.id)'", at: place,
            help: near.map { "Did you mean '\($0)'?" } ?? "Remove the line."))
        continue
      }
      if entry.isExpired(on: now), let until = entry.until {
        findings.append(
          Finding(
            .warning, "tests.quarantine", "the quarantine of \(entry.id) ended on \(until)",
            at: place, help: "Mend the test, and run `devtool quarantine expire`."))
      }
      let passes = history.entries[entry.id]?.passesInARow ?? 0
      if passes >= QuarantineUse.passesToLeave {
        findings.append(
          Finding(
            .note, "tests.quarantine",
            "\(entry.id) has passed \(passes) times in a row and is ready to leave", at: place,
            help: "Remove the line."))
      }
    }
    return findings
  }
}
