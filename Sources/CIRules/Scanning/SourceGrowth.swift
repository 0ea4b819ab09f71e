import CIModel
import SourceCode

/// The amount by which a change makes the code of some files grow: lines with more than comments,
/// white space and imports, and functions.
///
/// Code that moves between the files, is renamed or is reformatted adds little, and rewritten
/// code adds nothing.
struct SourceGrowth: Hashable, Sendable {
  private(set) var lines = 0
  private(set) var functions = 0
  /// Whether the functions of every file are counted.
  private(set) var isCounted = true

  /// Maximum number of files that are read; in others the changed lines are counted.
  static let mostFiles = 500

  /// - Parameter isSource: Whether the code at a path counts.
  init(of files: [FileChange], in facts: Facts, where isSource: (String) -> Bool) {
    let room = ConditionRoom()
    for file in files {
      let wasSource = file.status != .added && isSource(file.oldPath ?? file.path)
      let isNowSource = file.status != .deleted && isSource(file.path)
      guard wasSource || isNowSource else { continue }
      guard let contents = facts.contents[file.exactPath], let old = Amount(contents.old, room),
        let new = Amount(contents.new, room)
      else {
        // Too many files, too large a file, or one that cannot be parsed: use the line counts of
        // git.
        lines += (isNowSource ? file.additions : 0) - (wasSource ? file.deletions : 0)
        isCounted = false
        continue
      }
      lines += (isNowSource ? new.lines : 0) - (wasSource ? old.lines : 0)
      functions += (isNowSource ? new.functions : 0) - (wasSource ? old.functions : 0)
    }
  }

  private struct Amount {
    var lines = 0
    var functions = 0

    /// `nil` when it is not certain what is code.
    init?(_ bytes: [UInt8]?, _ room: ConditionRoom) {
      guard let bytes else { return }
      let text = SwiftText(bytes)
      if text.isConfused { return nil }
      lines = text.lines.count { !Self.isImport($0.content) }
      functions = DeclarationScanner(text, room: room).functions.count
    }

    private static func isImport(_ line: [UInt8]) -> Bool {
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
      return words.prefix(3).contains { $0.elementsEqual("import".utf8) }
    }
  }
}
