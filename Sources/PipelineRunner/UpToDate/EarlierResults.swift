/// What earlier runs of a checkout left to tell what is up to date.
///
/// It is read while `.ci.yml` is, on a thread of its own. What another run leaves meanwhile is not in
/// it, which costs time and nothing else: a result is used when every file is found as it was. What was
/// seen of the files before this run had the checkout counts when no other run has used it since.
package struct EarlierResults: Sendable {
  let digests: FileDigests
  let recent: RecentResults
  /// The checkout's lock, before the first file was looked at.
  private let lock: CheckoutLock.Stamp?

  init(_ state: StateFolder) {
    lock = CheckoutLock.Stamp(root: state.root)
    digests = FileDigests.kept(in: state)
    recent = RecentResults(StepStore.kept(in: state))
  }

  /// Begins to read what is kept in the root of a pipeline, and then to look at the files.
  /// - Parameter isIdle: Waits for the time to look: when somebody else would wait for the processor,
  ///   it costs as much as it saves.
  package static func reading(
    in state: StateFolder, isIdle: @escaping @Sendable () -> Void = {}
  ) -> Background<EarlierResults> {
    Background {
      EarlierResults(state)
    } afterwards: { results in
      isIdle()
      results.digests.look()
    }
  }

  /// Takes note of the lock of the checkout. What was seen of the files holds when no other run has
  /// used the checkout since, and what is seen from now on.
  /// - Parameter before: The lock as it was when this run took it; `nil` when it did not.
  package func noteLock(_ before: CheckoutLock.Stamp?) {
    if let before, before == lock, before.isFree { digests.trustLook() } else { digests.endLook() }
  }
}
