/// Parts of what a stranger may have written, where git and services see them: between bytes.
///
/// By Character, a line feed goes with the carriage return before it, and a slash with the accent behind it.
extension StringProtocol where SubSequence == Substring {
  /// The names of a path; there are no empty ones.
  package var pathNames: [Substring] { pieces(between: UInt8(ascii: "/"), omitsEmpty: true) }

  /// The last name of a path; empty where there is none.
  package var lastPathName: Substring { pathNames.last ?? "" }

  /// Lines without the line feeds that end them, empty ones and carriage returns included.
  package var feedLines: [Substring] { pieces(between: UInt8(ascii: "\n"), omitsEmpty: false) }

  private func pieces(between separator: UInt8, omitsEmpty: Bool) -> [Substring] {
    self[...].utf8.split(separator: separator, omittingEmptySubsequences: omitsEmpty).map {
      Substring($0)
    }
  }
}
