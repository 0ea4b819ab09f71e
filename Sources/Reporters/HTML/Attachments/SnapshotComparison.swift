import CIModel

/// The images of one failed comparison.
struct SnapshotComparison {
  typealias Kind = TestAttachment.Kind

  private var images: [Kind: TestAttachment] = [:]

  /// In the order in which they stand beside each other.
  var sides: [(kind: Kind, attachment: TestAttachment)] {
    [.expected, .actual, .difference].compactMap { kind in images[kind].map { (kind, $0) } }
  }

  /// Takes images that belong together out of a list.
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
      if comparisons.contains(where: { $0.images[kind]?.path == attachment.path }) { continue }
      if kind != .expected, let last = comparisons.firstIndex(where: { $0.images[kind] == nil }) {
        comparisons[last].images[kind] = attachment
      } else {
        comparisons.append(SnapshotComparison(images: [kind: attachment]))
      }
    }
    return (comparisons, others)
  }

  /// What an image is in a comparison; `nil` when it is none in any.
  private static func role(_ attachment: TestAttachment) -> Kind? {
    guard attachment.type.isImage else { return nil }
    switch attachment.kind {
    case .expected, .actual, .difference: return attachment.kind
    case .stack, .crashLog: return nil
    case .attached: break
    }
    // As swift-snapshot-testing calls them: `reference_1.png`.
    switch attachment.name.prefix(while: { $0 != "." && $0 != "_" && $0 != "-" }) {
    case "reference": return .expected
    case "failure": return .actual
    case "difference": return .difference
    default: return nil
    }
  }
}
