import CIModel

/// Parses the failures of snapshot tests.
///
///     failed - Snapshot "dark" does not match reference.
///
///     @−
///     "file:///p/__Snapshots__/ViewTests/testView.dark.png"
///     @+
///     "file:///tmp/ViewTests/testView.dark.png"
///
///     Newly-taken snapshot does not match reference.
///
/// Nimble-Snapshots and Expecta+Snapshots print `expected a matching snapshot in NAME`, and
/// `snapshot NAME successfully recorded, replace recordSnapshot with a check` when they recorded a
/// new one.
///
/// FBSnapshotTestCase prints `Snapshot comparison failed: Error Domain=… "Images different" …`, and
/// the paths before it. Source: `AssertSnapshot.swift` in swift-snapshot-testing 1.0 to 1.18,
/// `AssertInlineSnapshot.swift` there; `FBSnapshotTestCase.m`; `HaveValidSnapshot.swift` in
/// Nimble-Snapshots 1 to 9; `EXPMatchers+FBSnapshotTest.m`.
enum SnapshotFailure {
  /// Whether the message continues in further lines.
  static func opens(_ message: String) -> Bool {
    kind(of: message) != nil && !message.holds(anyOf: oneLiners.map(\.words))
  }

  static func warning(in message: String) -> IssueWarning? {
    guard let kind = kind(of: message) else { return nil }
    let images = images(in: message)
    return IssueWarning(
      category: RuntimeWarningCategory.snapshot, shape: kind,
      identifiers: images?.fileNames ?? [], message: images?.words)
  }

  /// The files of the two images, or of the one that was recorded.
  static func images(in message: String) -> SnapshotImages? {
    var quoted: [String] = []
    var isInDiff = false
    for line in message.split(separator: "\n") {
      if line == "@\u{2212}" || line == "@-" || line == "@+" {
        isInDiff = true
        continue
      }
      if line.hasPrefix("open \"") {
        return SnapshotImages(reference: paths(in: line).first, actual: nil)
      }
      let paths = paths(in: line)
      // A diff tool's command names both in one line.
      if paths.count == 2, !isInDiff, line.first != "\"" {
        return SnapshotImages(reference: paths[0], actual: paths[1])
      }
      if isInDiff { quoted += paths }
      if quoted.count == 2 { break }
    }
    guard !quoted.isEmpty else { return nil }
    return SnapshotImages(reference: quoted[0], actual: quoted.count > 1 ? quoted[1] : nil)
  }

  /// The message without the advice about diff tools in the messages of swift-snapshot-testing.
  ///
  /// Source: `SnapshotTestingConfiguration.DiffTool.default` there.
  static func withoutAdvice(_ message: String) -> String {
    let lines = message.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0.starts(with: advice.utf8) }),
      let end = lines[start...].firstIndex(where: { $0.last == UInt8(ascii: "}") })
    else { return message }
    // Also removes the empty lines after it.
    let rest = lines[(end + 1)...].drop(while: \.isEmpty)
    return (lines[..<start] + rest).map { String(Substring($0)) }.joined(separator: "\n")
  }

  private static let advice = "To configure output for a custom diff tool"

  private static func kind(of message: String) -> String? {
    var message = message
    return message.withUTF8 { kind(of: ByteCursor(UnsafeRawBufferPointer($0))) }
  }

  private static func kind(of message: ByteCursor) -> String? {
    // The search ends here for nearly every other failure.
    guard
      message.contains("napshot") || message.contains("reference was found")
        || message.contains("ecord mode")
    else { return nil }
    for (words, kind) in oneLiners where message.contains(words) { return kind }
    for (words, kind) in kinds where message.contains(words) { return kind }
    if message.contains("napshot"), message.contains(" does not match reference") {
      return "Snapshot does not match reference"
    }
    var rest = message
    guard rest.take(upTo: "Snapshot comparison failed: ") != nil else { return nil }
    guard rest.take(upTo: "\"") != nil, let reason = rest.take(upTo: "\"") else {
      return "Snapshot comparison failed"
    }
    return "Snapshot comparison failed: \(reason.text)"
  }

  /// Messages of Nimble-Snapshots and Expecta+Snapshots, always a single line.
  private static let oneLiners: [(words: StaticString, kind: String)] = [
    ("expected a matching snapshot", "Snapshot does not match reference"),
    ("expected to not have a matching snapshot", "Snapshot matches reference"),
    ("expected: not to have a matching snapshot", "Snapshot matches reference"),
    ("expected to record a snapshot", "Snapshot could not be recorded"),
    (" successfully recorded, replace recordSnapshot with a check", "Record mode is on"),
  ]

  private static let kinds: [(StaticString, String)] = [
    ("Snapshot did not match", "Inline snapshot does not match"),
    ("No reference was found on disk", "No reference was found on disk"),
    ("Record mode is on", "Record mode is on"),
    ("Test ran in record mode", "Record mode is on"),
    ("Automatically recorded a new snapshot", "No reference was recorded"),
    ("waiting for snapshot", "Snapshot was not ready in time"),
    ("Couldn't snapshot value", "Value could not be snapshotted"),
  ]

  /// The paths in double quotes, without `file://`.
  private static func paths(in line: Substring) -> [String] {
    let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.enumerated().compactMap { index, part in
      guard !index.isMultiple(of: 2) else { return nil }
      let path = part.hasPrefix("file://") ? part.dropFirst(7) : part
      return path.hasPrefix("/") ? String(path) : nil
    }
  }
}

extension SnapshotImages {
  /// Names of the files without their folders; sorted, without duplicates.
  var fileNames: [String] {
    Set([reference, actual].compactMap { $0?.lastPathComponent }).sorted()
  }

  /// `reference /p/a.png, actual /tmp/a.png`
  var words: String {
    [reference.map { "reference \($0)" }, actual.map { "actual \($0)" }]
      .compactMap { $0 }.joined(separator: ", ")
  }
}

extension String {
  fileprivate var lastPathComponent: String {
    lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? self
  }
}
