import CIModel

/// Whether a change of sources is one of code, and not of comments or layout alone.
enum CodeChange {
  /// More files are not read, and count as changed.
  private static let mostFiles = 100
  /// The same of files with more bytes: other rules read whole files, too, and all have one bound.
  private static let largest = 64 << 10

  /// The files of which both versions have to be known; none where they are too many.
  static func needed(_ files: [FileChange]) -> Set<RepositoryPath> {
    let files = files.filter(mayKeepCode)
    return files.count > mostFiles ? [] : Set(files.map(\.exactPath))
  }

  /// Of other languages blanks say something, or it is not known what a comment is.
  private static func mayKeepCode(_ file: FileChange) -> Bool {
    file.status == .modified && !file.standsForFolder && file.mode == file.oldMode
      && file.size ?? 0 <= largest
      && [.slashes, .swift].contains(SourceLine.Language(path: file.path))
  }

  /// Whether both versions of a file have the same code: of Swift sign by sign, of other languages line by line.
  static func keepsCode(_ file: FileChange, _ facts: Facts) -> Bool {
    guard mayKeepCode(file), let contents = facts.contents[file.exactPath], let old = contents.old,
      let new = contents.new
    else { return false }
    if SourceLine.Language(path: file.path) == .swift, let old = SwiftLayout(old),
      let new = SwiftLayout(new)
    {
      return old.code == new.code
    }
    return code(old, file.path) == code(new, file.path)
  }

  private static func code(_ bytes: [UInt8], _ path: String) -> [ArraySlice<UInt8>] {
    let lines = SourceParts(["code", "strings"]).lines(of: bytes, path: path).shown
    return (0..<lines.count).compactMap { index in
      let line = lines[index].withoutTrailingBlanks.drop { $0 <= 0x20 }
      return line.isEmpty ? nil : line
    }
  }
}
