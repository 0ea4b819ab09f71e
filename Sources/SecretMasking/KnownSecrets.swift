import Synchronization

/// The values of secrets that a run has encountered. They grow during the run: a step may have its
/// own file of variables, or change one.
///
/// Shared between steps, so that secrets of one step stay hidden in the output of later ones and in
/// the report.
package final class KnownSecrets: Sendable {
  private struct State {
    var values: Set<String> = []
    var mask: SecretMask?
  }

  private let state = Mutex(State())

  package init() {}

  /// A mask for everything known so far; `nil` when there are no secrets.
  package var mask: SecretMask? { state.withLock { $0.mask } }

  /// Adds values, and returns the mask.
  package func add(_ values: Set<String>) -> SecretMask? {
    state.withLock { state in
      if !values.isSubset(of: state.values) {
        state.values.formUnion(values)
        state.mask = SecretMask(state.values)
      }
      return state.mask
    }
  }
}
