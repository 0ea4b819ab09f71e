import CIModel

/// Decides whether a change of sources changes code, and not only comments or layout.
enum CodeChange {
  /// Maximum number of files that are read; if there are more, all count as changed.
  private static let mostFiles = 100
  /// Maximum bytes of a file; a larger one is not read and counts as changed. Other rules read
  /// whole files, too, and all share one limit.
  private static let largest = 64 << 10

  /// The files of which both versions are needed; empty when there are too many.
  static func needed(_ files: [FileChange]) -> Set<RepositoryPath> {
    let files = files.filter(mayKeepCode)
    return files.count > mostFiles ? [] : Set(files.map(\.exactPath))
  }

  /// Whether a change of a file may leave its code as it is. In other languages blanks have a
  /// meaning, or it is not known what a comment is.
  private static func mayKeepCode(_ file: FileChange) -> Bool {
    file.status == .modified && !file.standsForFolder && file.mode == file.oldMode
      && file.size ?? 0 <= largest
      && [.slashes, .swift].contains(SourceLine.Language(path: file.path))
  }

  /// Whether both versions of a file have the same code, compared token by token in Swift and line
  /// by line in other languages.
  static func keepsCode(_ file: FileChange, _ facts: Facts) -> Bool {
    if isDocumentation(file) { return true }
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

  /// Whether a file is and was in a catalogue of DocC, which SwiftPM does not compile.
  private static func isDocumentation(_ file: FileChange) -> Bool {
    !file.standsForFolder && !file.wasLink
      && [file.path, file.oldPath ?? file.path].allSatisfy { path in
        path.pathNames.dropLast().contains { $0.hasSuffix(".docc") }
      }
  }

  private static func code(_ bytes: [UInt8], _ path: String) -> [ArraySlice<UInt8>] {
    let lines = SourceParts(["code", "strings"]).lines(of: bytes, path: path).shown
    return (0..<lines.count).compactMap { index in
      let line = lines[index].withoutTrailingBlanks.drop { $0 <= 0x20 }
      return line.isEmpty ? nil : line
    }
  }
}
