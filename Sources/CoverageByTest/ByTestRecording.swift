import CIModel
package import CoverageData
import FileSystem
import ProcessExecution
import RunStorage
package import SwiftPackage
import Synchronization
package import TestExecution

/// Records which tests run which lines while the tests of a step run, each in its own process.
package struct ByTestRecording {
  private let recorder: TestLinesRecorder
  private let before: CheckoutState
  private let scope: ByTestScope
  private let profiles: String

  /// Reads the lines of the binaries and the state of the checkout.
  package init(
    _ package: BuiltPackage, _ scope: ByTestScope, profiles: String
  ) throws(CoverageError) {
    self.scope = scope
    self.profiles = profiles
    before = CheckoutState(scope, package.description)
    let root = scope.repositoryRoot
    let wanted = Set(before.files.map { "\(root)/\($0.path)" })
    let resolved = realPath(root) ?? root
    recorder = TestLinesRecorder(
      try LineMap(objects: try package.products.objects()) { path in
        wanted.contains(path)
          || path.path(below: resolved).map { wanted.contains("\(root)/\($0)") } ?? false
      })
  }

  /// Reads the profiles of each process after its end.
  package var hook: TestLaunchHook {
    // A program that a test starts without devtool's environment writes its profile here.
    let stray = "\(scope.packageRoot)/default.profraw"
    let before = Mutex<[Int: String]>([:])
    return TestLaunchHook(
      prepare: { invocation, launch in
        let stamp = fileStamp(stray)
        before.withLock { $0[launch.number] = stamp }
        return invocation
      },
      observe: { [recorder, profiles] launch, _, _ in
        guard !launch.tests.isEmpty else { return }
        let own = folderContents(profiles).filter { $0.hasPrefix(launch.profilePrefix) }
        recorder.record(tests: launch.tests, profiles: own.sorted().map { "\(profiles)/\($0)" })
        let stamp = before.withLock { $0.removeValue(forKey: launch.number) }
        if stamp != fileStamp(stray) { recorder.noteLoss(tests: launch.tests) }
      })
  }

  /// Writes the sums of all profiles for the total coverage; returns a sentence about a failure, or
  /// `nil`.
  package func writeSums() -> String? {
    do throws(CoverageError) {
      try recorder.writeSums(to: profiles)
      return nil
    } catch {
      return "The coverage is not complete: \(error.description)."
    }
  }

  /// Stores the recorded data in the history.
  ///
  /// - Parameters:
  /// - newer: A source that was changed after the tests were built.
  /// - Returns: Sentences for the reader.
  package func keep(
    _ tests: TestExecutionResult, _ package: BuiltPackage, newer: String?
  ) -> [String] {
    let refusal = "Coverage by test was not recorded: "
    if tests.wasCancelled || tests.timedOut || tests.stoppedEarly {
      return [refusal + "not all tests ran."]
    }
    let after = CheckoutState(scope, package.description)
    if let newer { return [refusal + "\(newer) was changed after the tests were built."] }
    if let changed = changedFile(after) {
      return [refusal + "\(changed) was changed while the tests ran."]
    }
    var notes = recorder.problem.map { ["Coverage by test: \($0)."] } ?? []
    let ran = tests.tests.filter { $0.outcome != .notRun && $0.outcome != .unfinished }
    let died = tests.tests.filter { $0.outcome == .crashed || $0.outcome == .timedOut }
    let data = recorder.testLines(
      origin: scope.origin, sources: before.files, others: before.others,
      repositoryRoot: scope.repositoryRoot, testIDs: ran.compactMap(\.id),
      incomplete: Set(tests.withoutCoverage + died.compactMap(\.id)))
    do throws(HistoryError) {
      try scope.history?.replace(data.encoded(), scope: scope.name)
    } catch {
      notes.append(refusal + "\(error).")
    }
    return notes
  }

  private func changedFile(_ after: CheckoutState) -> String? {
    let texts = Dictionary(after.files.map { ($0.path, $0.text) }, uniquingKeysWith: { $1 })
    return before.files.first { texts[$0.path] != $0.text }?.path
  }
}

/// A value that identifies the state of a file; empty when it does not exist.
private func fileStamp(_ path: String) -> String {
  guard let status = FileStatus(path, followsLink: false) else { return "" }
  return "\(status.inode) \(status.size) \(status.modified.text)"
}
