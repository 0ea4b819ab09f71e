import CIModel

extension JUnitCase {
  /// Names the attachments of a test in its output, as GitLab and Jenkins read them: `[[ATTACHMENT|PATH]]`, relative
  /// to the root of the repository.
  ///
  /// Source: `ATTACHMENT_TAG_REGEX` in `lib/gitlab/ci/parsers/test/junit.rb` of GitLab; the JUnit Attachments
  /// plugin of Jenkins.
  mutating func addAttachments(of test: TestCase, in record: RunRecord) {
    let names = test.allAttachments.compactMap(\.fileName)
    guard !names.isEmpty, let folder = record.attachmentFolder else { return }
    if !output.isEmpty, output.last != "\n" { output += "\n" }
    output += names.map { "[[ATTACHMENT|\(folder)/\($0)]]\n" }.joined()
  }
}

extension RunRecord {
  /// Relative to the root of the repository; `nil` where the record, which may be a stranger's, does not lead to the
  /// folder of a run.
  var attachmentFolder: String? {
    let run = ".devtool/runs/\(id)"
    let paths = steps.lazy.compactMap(\.logPath).compactMap { path in
      path.firstRange(of: "\(run)/logs/").map { path[..<$0.lowerBound] }
    }
    let folder = "\(paths.first ?? "")\(run)/\(TestAttachment.folder)"
    let parts = folder.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = folder.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"[]|<>\\".utf8.contains($0) }
    return isPlain && !id.isEmpty && !parts.contains { $0.isEmpty || $0 == ".." } ? folder : nil
  }
}
