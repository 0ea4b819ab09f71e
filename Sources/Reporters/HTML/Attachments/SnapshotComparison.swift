import CIModel

/// The images or texts of one failed comparison.
struct SnapshotComparison {
  typealias Kind = TestAttachment.Kind

  private var files: [Kind: TestAttachment] = [:]

  /// In the order in which they stand beside each other.
  var sides: [(kind: Kind, attachment: TestAttachment)] {
    [.expected, .actual, .difference].compactMap { kind in files[kind].map { (kind, $0) } }
  }

  /// Takes files that belong together out of a list.
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
      // swift-snapshot-testing names the files and attaches them, too.
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

  /// What a file is in a comparison; `nil` when it is none in any.
  private static func role(_ attachment: TestAttachment) -> Kind? {
    guard attachment.type.isImage || attachment.type.isText else { return nil }
    switch attachment.kind {
    case .expected, .actual, .difference: return attachment.kind
    case .stack, .crashLog: return nil
    case .attached: break
    }
    guard attachment.type.isImage else { return nil }
    // As swift-snapshot-testing calls them: `reference_1.png`.
    switch attachment.name.prefix(while: { $0 != "." && $0 != "_" && $0 != "-" }) {
    case "reference": return .expected
    case "failure": return .actual
    case "difference": return .difference
    default: return nil
    }
  }
}
