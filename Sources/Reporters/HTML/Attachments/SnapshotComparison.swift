import CIModel

/// The images or texts of one failed comparison.
struct SnapshotComparison {
  typealias Kind = TestAttachment.Kind

  private var files: [Kind: TestAttachment] = [:]

  /// The files in the order in which they are shown.
  var sides: [(kind: Kind, attachment: TestAttachment)] {
    [.expected, .actual, .difference].compactMap { kind in files[kind].map { (kind, $0) } }
  }

  /// Groups files that belong together, and returns the others.
  static func all(
    _ attachments: [TestAttachment]
  ) -> (comparisons: [SnapshotComparison], others: [TestAttachment]) {
    var comparisons: [SnapshotComparison] = []
    var others: [TestAttachment] = []
    for attachment in attachments {
      guard let kind = role(attachment) else {
        others.append(attachment)
        continue
      }
      // swift-snapshot-testing both names the files and attaches them.
      if comparisons.contains(where: { $0.files[kind]?.path == attachment.path }) { continue }
      let open = comparisons.firstIndex { comparison in
        comparison.files[kind] == nil
          && comparison.files.values.allSatisfy { $0.type.isImage == attachment.type.isImage }
      }
      if kind != .expected, let open {
        comparisons[open].files[kind] = attachment
      } else {
        comparisons.append(SnapshotComparison(files: [kind: attachment]))
      }
    }
    return (comparisons, others)
  }

  /// The role of a file in a comparison; `nil` when it is not part of one.
  private static func role(_ attachment: TestAttachment) -> Kind? {
    guard attachment.type.isImage || attachment.type.isText else { return nil }
    switch attachment.kind {
    case .expected, .actual, .difference: return attachment.kind
    case .stack, .crashLog: return nil
    case .attached: break
    }
    guard attachment.type.isImage else { return nil }
    // The names of swift-snapshot-testing, such as `reference_1.png`.
    switch attachment.name.prefix(while: { $0 != "." && $0 != "_" && $0 != "-" }) {
    case "reference": return .expected
    case "failure": return .actual
    case "difference": return .difference
    default: return nil
    }
  }
}
