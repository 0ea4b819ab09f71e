import PipelineConfig
import Synchronization

/// The outputs of the steps that have ended.
///
/// Shared, not passed from step to step: a step reads only outputs of steps that it needs, and
/// these do not change any more.
final class StepOutputs: Sendable {
  private let values = Mutex<[String: [String: String]]>([:])

  func store(_ outputs: [String: String], of step: String) {
    values.withLock { $0[step] = outputs }
  }

  /// The outputs of the step that the selector matches; some of its values are enough to select a
  /// matrix cell. `nil` when the step did not run.
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
