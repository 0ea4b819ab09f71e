import PipelineConfig
import Synchronization

/// What the steps that have ended left for later ones.
///
/// Shared instead of handed from step to step: a step asks only for outputs of steps that it needs, and
/// these do not change any more.
final class StepOutputs: Sendable {
  private let values = Mutex<[String: [String: String]]>([:])

  func store(_ outputs: [String: String], of step: String) {
    values.withLock { $0[step] = outputs }
  }

  /// The outputs of the only step that is meant; a cell may be named by some of its values. `nil` when
  /// it did not run.
  subscript(_ selector: StepSelector) -> [String: String]? {
    values.withLock { all in
      if selector.values.isEmpty, let values = all[selector.step] { return values }
      for (id, values) in all {
        let other = StepSelector(id)
        if other.step == selector.step, selector.values.allSatisfy(other.values.contains) {
          return values
        }
      }
      return nil
    }
  }
}
