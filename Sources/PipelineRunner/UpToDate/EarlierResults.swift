import ProcessExecution

/// What earlier runs of a checkout left to tell what is up to date.
///
/// It is read while `.ci.yml` is, on a thread of its own. What another run leaves meanwhile is not in
/// it, which costs time and nothing else: every file is looked at again before a result is used.
package struct EarlierResults: Sendable {
  let digests: FileDigests
  let recent: RecentResults
  /// The checkout's lock, before the first file was looked at.
  private let lock: CheckoutLock.Trace?

  init(root: String) {
    lock = CheckoutLock.Trace(root: root)
    digests = FileDigests.kept(in: root)
    recent = RecentResults(StepStore.kept(in: root))
  }

  /// Begins to read what is kept in the root of a pipeline, and then to look at the files.
  /// - Parameter isIdle: Waits for the time to look: when somebody else would wait for the processor,
  ///   it costs as much as it saves.
  package static func reading(
    in root: String, isIdle: @escaping @Sendable () -> Void = {}
  ) -> Background<EarlierResults> {
    Background {
      let results = EarlierResults(root: root)
      startThread {
        isIdle()
        results.digests.look()
      }
      return results
    }
  }

  /// Ends the look at the files; what it saw holds when no other run has used the checkout since.
  /// - Parameter lock: The lock as it was when this run took it; `nil` when it did not.
  package func endLook(_ lock: CheckoutLock.Trace?) {
    digests.endLook(isTrusted: lock != nil && lock == self.lock && lock?.isFree == true)
  }
}
