import CIModel
import PipelineConfig
import RunStorage
import TestExecution

/// The tests of a step that run apart from the others: those that `tests.serial` names, and those
/// that failed in earlier runs while other tests ran.
struct ApartUse {
  /// `nil` when the history is not devtool's own and none can be started.
  private let store: HistoryStore?
  private let scope: String
  private let policy: TestPolicy
  private let known: [String: InterferenceHistory.Entry]

  /// - Parameter directory: The folder of the step's package, relative to the root; `nil` is the
  ///   root.
  init(_ store: HistoryStore?, directory: String?, _ policy: TestPolicy) {
    self.store = store
    self.policy = policy
    scope = directory ?? "."
    known = store?.apart(scope: scope) ?? [:]
  }

  var tests: ApartTests {
    ApartTests(
      patterns: policy.serial.map(TestSelection.Pattern.init),
      remembered: known.filter(\.value.isApart)
        .mapValues { $0.needsOwnProcess ? .alone : .together })
  }

  /// Notes for the user about these tests, each a sentence.
  func notes(_ plan: TestPlan, _ tests: [TestCase]) -> [String] {
    let remembered = plan.tests.filter { known[$0.id.text]?.isApart == true }.map(\.id.text)
    let serial = plan.tests.count { $0.apart != nil } - remembered.count
    var notes: [String] = []
    if !remembered.isEmpty {
      notes.append(
        "\(counted(remembered.count, "test")) ran apart, because "
          + "\(remembered.count == 1 ? "it" : "each") failed among others in an earlier run: "
          + "\(namesText(remembered)).")
    }
    if serial > 0 {
      notes.append("\(counted(serial, "test")) of `tests.serial` ran one at a time.")
    }
    let caught = Self.caught(tests).keys.sorted()
    if !caught.isEmpty, store != nil {
      notes.append(
        caught.count == 1
          ? "From now on, \(caught[0]) runs apart from the others."
          : "From now on, these tests run apart from the others: \(namesText(caught)).")
    }
    return notes
  }

  /// Observations of `tests.serial` patterns that match no test.
  func observations(_ product: TestProduct) -> [StepObservation] {
    ((try? tests.unused(in: product)) ?? []).map(StepObservation.unusedSerialPattern)
  }

  /// Ids of the tests to keep apart from now on, and whether each needs its own process: tests that
  /// failed only while others ran, and tests of the same suite that ran beside them, which probably
  /// share the state that caused the failure and may fail next.
  static func caught(_ tests: [TestCase]) -> [String: Bool] {
    var caught: [String: Bool] = [:]
    for test in tests {
      guard let id = test.id, let interference = test.interference else { continue }
      caught[id] = !interference.after.isEmpty
      guard let suite = id.lastIndex(of: "/").map({ id[...$0] }) else { continue }
      for other in interference.beside where other.hasPrefix(suite) {
        caught[other] = caught[other] ?? false
      }
    }
    return caught
  }

  /// Stores what this run found about tests that run apart.
  func add(
    _ plan: TestPlan, _ tests: [TestCase], _ product: TestProduct, to writes: DeferredWrites,
    step: String
  ) {
    let caught = Self.caught(tests)
    let passed = Set(
      tests.filter { $0.outcome == .passed && $0.interference == nil }.compactMap(\.id)
    ).filter { known[$0]?.isApart == true }
    let listed = Set(product.ids)
    let gone = Set(known.keys).subtracting(listed)
    guard let store, !caught.isEmpty || !passed.isEmpty || !gone.isEmpty else { return }
    writes.add { [scope, caught, passed] in
      store.note(caught: caught, passedApart: passed, gone: gone, scope: scope).map {
        "Step \(step): \($0)"
      }
    }
  }
}
