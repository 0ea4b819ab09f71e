import CIModel

/// The differences of two texts in a snapshot test, for places without room for the whole message.
///
///     failed - Snapshot does not match reference.
///
///     @−
///     "file:///p/__Snapshots__/ViewTests/testView.1.txt"
///     @+
///     "testView.1.txt", attached
///
///     @@ −1,4 +1,4 @@
///      Dear Ana,
///
/// Source: `AssertSnapshot.swift` and `Diff.swift` in swift-snapshot-testing 1.0 to 1.18.
struct SnapshotDifference {
  /// The first line of the message, and the lines from the first hunk on.
  let text: String

  /// - Returns: `nil` when the message does not name two files, or shows no differing lines.
  init?(_ message: String) {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.first,
      let files = lines.firstIndex(where: { $0 == "@\u{2212}" || $0 == "@-" }),
      let other = lines[files...].firstIndex(of: "@+"), other <= files + 2,
      let hunk = lines[other...].firstIndex(where: { $0.hasPrefix("@@ ") })
    else { return nil }
    text = "\(first)\n\(lines[hunk...].joined(separator: "\n"))"
  }
}
