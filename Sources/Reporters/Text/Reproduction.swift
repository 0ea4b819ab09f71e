import CIModel

extension TestCase {
  /// The command that runs this test alone; `nil` when its module is not known.
  var reproduction: String? {
    guard let id else { return nil }
    // XCTest's identifiers end with the name; Swift Testing's go on with `/file:line:column`.
    let end = framework == .xctest ? "$" : ""
    return "swift test --filter " + Reproduction.shellQuoted("^\(Reproduction.escaped(id))\(end)")
  }
}

enum Reproduction {
  /// A regular expression that matches this text and no other.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if "\\^$.|?*+()[]{}".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }

  /// In single quotes, for a POSIX shell.
  static func shellQuoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
