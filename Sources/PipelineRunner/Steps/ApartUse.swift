import CIModel
import PipelineConfig
import RunStorage
import TestExecution

/// Which tests of a step run apart from the others: those that `tests.serial` names, and those that
/// failed among others in earlier runs.
struct ApartUse {
  /// `nil` when the history is not ours, and none can be begun.
  private let store: HistoryStore?
  private let scope: String
  private let policy: TestPolicy
  private let known: [String: InterferenceHistory.Entry]

  /// - Parameter directory: Where the package of the step is; `nil` is the root.
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

  /// What the reader should know of it: sentences.
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
      notes.append("\(counted(serial, "test")) of `tests.serial` ran one after the other.")
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

  /// Patterns that no test matches.
  func observations(_ product: TestProduct) -> [StepObservation] {
    ((try? tests.unused(in: product)) ?? []).map(StepObservation.unusedSerialPattern)
  }

  /// Tests to keep apart from now on, and whether each needs a process of its own: those that failed
  /// among others, and the tests of the same suite beside them, which are likely to share what they
  /// fell out over and to be the next to fail.
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

  /// Remembers what this run found out.
  func add(
    _ plan: TestPlan, _ tests: [TestCase], _ product: TestProduct, to writes: DeferredWrites,
    step: String
  ) {
    let caught = Self.caught(tests)
    let passed = Set(
      tests.filter { $0.outcome == .passed && $0.interference == nil }.compactMap(\.id)
    ).filter { known[$0]?.isApart == true }
    let listed = Set((product.xctests + product.swiftTestingTests).map(\.text))
    let gone = Set(known.keys).subtracting(listed)
    guard let store, !caught.isEmpty || !passed.isEmpty || !gone.isEmpty else { return }
    writes.add { [scope, caught, passed] in
      store.note(caught: caught, passedApart: passed, gone: gone, scope: scope).map {
        "Step \(step): \($0)"
      }
    }
  }
}
