import CIModel
internal import FileSystem

/// The files of a run apart from its record: the logs of its steps and the attachments of its
/// tests.
package struct ReportFiles: Sendable {
  /// Returns the log of a step by id; `nil` when it has none.
  private let log: @Sendable (String) -> Tail?
  /// Returns an attachment by file name (`TestAttachment.fileName`); `nil` when it is not stored.
  let attachment: @Sendable (String) -> [UInt8]?

  package init(
    log: @escaping @Sendable (String) -> Tail?,
    attachment: @escaping @Sendable (String) -> [UInt8]?
  ) {
    (self.log, self.attachment) = (log, attachment)
  }

  /// The end of a log.
  package struct Tail: Sendable {
    var bytes: ArraySlice<UInt8>
    /// The size of the whole log in bytes.
    var size: Int

    package init(of log: [UInt8]) { (bytes, size) = (log.suffix(ReportFiles.largest), log.count) }

    fileprivate init?(_ path: String, below folder: String) {
      guard let file = try? OpenFile(reading: path, below: folder), let status = file.status else {
        return nil
      }
      size = status.size
      let start = max(0, size - ReportFiles.largest)
      var bytes = [UInt8](repeating: 0, count: min(size, ReportFiles.largest))
      let count = try? bytes.withUnsafeMutableBytes { try file.read(into: $0, at: start) }
      self.bytes = bytes.prefix(count ?? 0)
    }
  }

  package static let none = ReportFiles(log: { _ in nil }, attachment: { _ in nil })

  /// The files in the folder of a run.
  package static func folder(_ folder: String) -> ReportFiles {
    ReportFiles(
      log: { step in
        let name = FileSystem.fileName(of: step)
        return Tail("logs/\(name).log", below: folder)
      },
      attachment: { name in
        try? readFile(
          "\(TestAttachment.folder)/\(name)", below: folder, limit: largestAttachment)
      })
  }

  /// The limit for attachments in bytes; an attachment of a test has at most a quarter of it.
  private static let largestAttachment = 64 << 20

  /// The maximum size of a log that is shown, in bytes; its end shows why a step failed.
  private static let largest = 2 << 20
  private static let most = 500

  /// The logs as text without colours and control characters, those of failed steps first.
  func logPages(of record: RunRecord) -> [(step: String, name: String, text: [UInt8])] {
    let steps = record.steps.filter { $0.logPath != nil }
    let sorted = steps.filter { $0.status != .passed } + steps.filter { $0.status == .passed }
    return sorted.prefix(Self.most).compactMap { step in
      guard let tail = log(step.id) else { return nil }
      var text: [UInt8] = []
      if tail.bytes.count < tail.size {
        text += "The last \(tail.bytes.count) of \(tail.size) bytes:\n".utf8
      }
      for line in tail.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      {
        if !text.isEmpty { text.append(UInt8(ascii: "\n")) }
        text += PrintableText.line(line, keepsColor: false).utf8
      }
      return (step.id, "\(FileSystem.fileName(of: step.id)).txt", text)
    }
  }
}
