import CIModel

extension JUnitCase {
  /// Adds the attachments of a test, relative to the root of the repository, or in the folder that was named.
  mutating func addAttachments(
    of test: TestCase, in record: RunRecord, _ place: TerminalStyle.Attachments
  ) {
    attachments = test.allAttachments.compactMap { record.path(of: $0, place) }
  }
}

extension RunRecord {
  /// How a file names an attachment; `nil` where there is none to be found.
  func path(of attachment: TestAttachment, _ place: TerminalStyle.Attachments) -> String? {
    guard let name = attachment.fileName else { return nil }
    switch place {
    case .withTheRun: return attachmentFolder.map { "\($0)/\(name)" }
    case .folder(let folder, let names): return names.contains(name) ? "\(folder)/\(name)" : nil
    case .nowhere: return nil
    }
  }

  /// Relative to the root of the repository; `nil` where the record, which may be a stranger's, does not lead to the
  /// folder of a run.
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
