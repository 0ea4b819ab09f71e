extension TestCase {
  /// The attachments of all attempts without duplicates; those of the attempt that counts come
  /// first.
  package var allAttachments: [TestAttachment] {
    var seen: Set<TestAttachment> = []
    return ((attachments ?? []) + (attempts ?? []).flatMap { $0.attachments ?? [] })
      .filter { seen.insert($0).inserted }
  }
}

extension RunRecord {
  /// Names of the files of all attachments without duplicates; those of failed tests come first.
  package var attachmentFiles: [String] {
    let withSome = tests.lazy.map { ($0.outcome.isFailure, $0.allAttachments) }
      .filter { !$0.1.isEmpty }
    let sorted = withSome.filter(\.0) + withSome.filter { !$0.0 }
    var seen: Set<String> = []
    return sorted.flatMap { $0.1.compactMap(\.fileName) }.filter { seen.insert($0).inserted }
  }
}
