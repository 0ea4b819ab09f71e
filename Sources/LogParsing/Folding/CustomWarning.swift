import CIModel
import Patterns

/// A custom runtime warning with its compiled pattern.
struct CustomWarning {
  let id: String
  private let matcher: Matcher

  init(_ custom: WarningPolicy.Custom) throws(PatternError) {
    id = custom.id
    matcher = try Pattern(custom.pattern).boundedMatcher()
  }

  /// Whether the rest of the log was not searched, because matching the pattern takes too long.
  var isSpent: Bool { matcher.isSpent }

  /// The captures of the pattern in a line.
  struct Match: Hashable {
    var shape: String
    /// The captures of the other groups.
    var identifiers: [String]
    /// From the groups `file`, `line` and `message`.
    var file: String?
    var line: Int?
    var message: String?
  }

  /// The first match in the line. The shape is the group `message`, else the whole match, without
  /// addresses and numbers.
  func match(in line: LogLine) -> Match? {
    guard let found = matcher.firstMatch(in: line.bytes) else { return nil }
    func text(_ range: Range<Int>) -> String {
      String(decoding: UnsafeRawBufferPointer(rebasing: line.bytes[range]), as: UTF8.self)
    }
    var match = Match(shape: "", identifiers: [])
    for (range, name) in zip(found.groups, matcher.pattern.groupNames) {
      guard let range, !range.isEmpty else { continue }
      let words = text(range)
      switch name {
      case "file": match.file = words
      case "line": match.line = Int(words)
      case "message": match.message = words
      default: match.identifiers.append(words)
      }
    }
    // A number without a file is no place.
    if match.file == nil { match.line = nil }
    match.shape = WarningShape.shape(of: match.message ?? text(found.range))
    if match.message == match.shape { match.message = nil }
    return match
  }
}
