import Synchronization

/// The values of secrets that a run has come across, which become more while it goes on: a step may have
/// a file of variables of its own, or set one anew.
///
/// Shared, so that what one step has seen stays hidden in what later ones print and in the report.
package final class KnownSecrets: Sendable {
  private struct State {
    var values: Set<String> = []
    var mask: SecretMask?
  }

  private let state = Mutex(State())

  package init() {}

  /// Hides everything known so far; `nil` when there is nothing to hide.
  package var mask: SecretMask? { state.withLock { $0.mask } }

  /// Hides these values, too.
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
