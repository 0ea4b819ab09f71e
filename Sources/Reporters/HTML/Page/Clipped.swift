import CIModel

/// The part of a long text that a page shows.
struct Clipped {
  var text: String
  /// A description of the rest: `12 lines left out`; `nil` when the text is complete.
  var rest: String?

  enum Part { case start, end }

  /// - Parameters:
  ///   - bytes: The maximum number of bytes.
  ///   - lines: The maximum number of lines.
  init(_ whole: String, _ part: Part = .start, bytes: Int, lines: Int) {
    var content = Substring(whole)
    while content.last?.isNewline ?? false { content.removeLast() }
    let size = content.utf8.count
    if size > bytes {
      let kept = part == .start ? content.utf8.prefix(bytes) : content.utf8.suffix(bytes)
      content = Substring(String(decoding: Array(kept), as: UTF8.self))
    }
    var rows = content.split(separator: "\n", maxSplits: 1 << 20, omittingEmptySubsequences: false)
    let all = rows.count
    rows = Array(part == .start ? rows.prefix(lines) : rows.suffix(lines))
    text = rows.joined(separator: "\n")
    if size > bytes {
      rest = "\((size - text.utf8.count).grouped) of \(size.grouped) bytes are left out"
    } else if all > lines {
      rest = "\(counted(all - lines, "line")) left out"
    }
  }
}

extension Int {
  /// The number with separators: `12,345`.
  var grouped: String {
    var digits = Array(String(magnitude))
    var index = digits.count - 3
    while index > 0 {
      digits.insert(",", at: index)
      index -= 3
    }
    return (self < 0 ? "-" : "") + String(digits)
  }
}
