import CIModel

extension JUnitCase {
  /// Adds the attachments of a test, as paths relative to the root of the repository or in the
  /// named folder.
  mutating func addAttachments(
    of test: TestCase, in record: RunRecord, _ place: TerminalStyle.Attachments
  ) {
    attachments = test.allAttachments.compactMap { record.path(of: $0, place) }
  }
}

extension RunRecord {
  /// The path of an attachment in a report file; `nil` when readers cannot find it.
  func path(of attachment: TestAttachment, _ place: TerminalStyle.Attachments) -> String? {
    guard let name = attachment.fileName else { return nil }
    switch place {
    case .withTheRun: return attachmentFolder.map { "\($0)/\(name)" }
    case .folder(let folder, let names): return names.contains(name) ? "\(folder)/\(name)" : nil
    case .nowhere: return nil
    }
  }

  /// The folder relative to the root of the repository; `nil` when the record, which is untrusted,
  /// does not lead to the folder of a run.
  private var attachmentFolder: String? {
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
