import CIModel
import SourceCode

/// Decides whether a change of sources changes code, and not only comments or layout.
enum CodeChange {
  /// Maximum number of files that are read, and of their bytes at the head; if there are more, all
  /// count as changed.
  private static let mostFiles = 100
  private static let mostBytes = 6 << 20
  /// Maximum number of bytes by which a file may shrink; one that shrinks more counts as changed.
  private static let mostRemoved = 64 << 10

  /// The files of which both versions are needed; empty when there are too many.
  static func needed(_ files: [FileChange]) -> Set<RepositoryPath> {
    let files = files.filter(mayKeepCode)
    let bytes = files.reduce(0) { min(mostBytes, $0) + min(mostBytes + 1, $1.size ?? 0) }
    return files.count > mostFiles || bytes > mostBytes ? [] : Set(files.map(\.exactPath))
  }

  /// Whether a change of a file may leave its code as it is. In other languages blanks have a
  /// meaning, or it is not known what a comment is.
  private static func mayKeepCode(_ file: FileChange) -> Bool {
    file.status == .modified && !file.standsForFolder && file.mode == file.oldMode
      && [.slashes, .swift].contains(SourceLine.Language(path: file.path))
  }

  /// Whether both versions of a file have the same code, compared token by token in Swift and line
  /// by line in other languages.
  static func keepsCode(_ file: FileChange, _ facts: Facts) -> Bool {
    if isDocumentation(file) { return true }
    guard mayKeepCode(file), let contents = facts.contents[file.exactPath], let old = contents.old,
      let new = contents.new, old.count - new.count <= mostRemoved
    else { return false }
    if SourceLine.Language(path: file.path) == .swift, let old = SwiftLayout(old),
      let new = SwiftLayout(new)
    {
      return old.code == new.code
    }
    return code(old, file.path) == code(new, file.path)
  }

  /// Whether a file is and was in a catalogue of DocC.
  private static func isDocumentation(_ file: FileChange) -> Bool {
    !file.standsForFolder && !file.wasLink
      && [file.path, file.oldPath ?? file.path].allSatisfy { SourceNames.isDocumentation($0) }
  }

  /// The lines of code, without comments and layout. In a literal, and where it is not certain what
  /// is code, white space is not layout.
  private static func code(_ bytes: [UInt8], _ path: String) -> [[UInt8]] {
    let kinds = ParsedSources.kinds(in: bytes, path: path)
    func isLayout(_ index: Int) -> Bool {
      kinds[index] == .comment || kinds[index] == .code && bytes[index] <= 0x20
    }
    var lines: [[UInt8]] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      if let first = (start..<end).first(where: { !isLayout($0) }),
        let last = (first..<end).last(where: { !isLayout($0) })
      {
        lines.append((first...last).map { kinds[$0] == .comment ? 0x20 : bytes[$0] })
      } else if lines.last?.last == UInt8(ascii: "\\") {
        // The line belongs to the one before it.
        lines.append([])
      }
      start = end
    }
    return lines
  }
}
