extension TestCase {
  /// The attachments of all attempts, each once; those of the attempt that counts first.
  package var allAttachments: [TestAttachment] {
    var seen: Set<TestAttachment> = []
    return ((attachments ?? []) + (attempts ?? []).flatMap { $0.attachments ?? [] })
      .filter { seen.insert($0).inserted }
  }
}

extension RunRecord {
  /// Names of the files that hold attachments, each once; those of failed tests first.
  package var attachmentFiles: [String] {
    let withSome = tests.lazy.map { ($0.outcome.isFailure, $0.allAttachments) }
      .filter { !$0.1.isEmpty }
    let sorted = withSome.filter(\.0) + withSome.filter { !$0.0 }
    var seen: Set<String> = []
    return sorted.flatMap { $0.1.compactMap(\.fileName) }.filter { seen.insert($0).inserted }
  }
}
