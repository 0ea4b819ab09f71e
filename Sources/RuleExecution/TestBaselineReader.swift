import CIModel
import FileSystem
import LocalState
import RunStorage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Determines the test count of the merge base: from a stored run of it, else from the sources.
struct TestBaselineReader {
  /// The absolute path of the folder that contains `.devtool/runs`.
  let root: String
  let key: StateKey?

  /// The parts of a record that are read.
  private struct Document: Decodable {
    var verdict: RunRecord.Verdict
    var judgedRun: String?
    var changes: Head?
    var checkout: Checkout?
    var steps: [Step]
    var tests: [Test]

    struct Head: Decodable {
      var head: String
    }

    struct Checkout: Decodable {
      var isModified: Bool
    }

    struct Step: Decodable {
      var suite: SuiteResult?
      var shard: StepShard?
    }

    struct Test: Decodable {
      var outcome: TestOutcome
    }

    /// Whether the run executed all tests, with no shard and no selection.
    var isWhole: Bool {
      steps.allSatisfy { $0.suite?.isPart != true && $0.shard == nil }
    }
  }

  /// - Parameters:
  ///   - commit: The full id of the merge base.
  ///   - run: The run that is judged; it is skipped.
  ///   - declared: The count according to the sources.
  func baseline(
    of commit: String?, except run: String?, declared: TestBaseline?
  ) -> TestBaseline {
    guard let commit else {
      return .missing(
        "there is no merge base to compare the tests with",
        help: "Name the target branch of the change with `--base BRANCH`.")
    }
    for id in RunDirectory.all(root: root).reversed() where id != run {
      guard let bytes = try? readFile("\(RunDirectory.runsPath(root: root))/\(id)/record.json"),
        SealedRecord.isOwn(bytes, id: id, key),
        let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)),
        document.changes?.head == commit, document.checkout?.isModified == false,
        document.judgedRun == nil, document.isWhole,
        document.verdict == .passed || document.verdict == .failed, !document.tests.isEmpty
      else { continue }
      let ran = document.tests.count { $0.outcome.hasRun }
      return .ran(ran, source: "run \(id) of the merge base \(commit.prefix(12))")
    }
    return declared
      ?? .missing(
        "no stored run without uncommitted files contains the tests of the merge base "
          + "\(commit.prefix(12))",
        help: "Run `devtool check` on that commit, or set a number: `minimum: 100`.")
  }
}
