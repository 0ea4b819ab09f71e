import CIModel

/// A text that may be too long to be shown: its start, its end, and a description of the rest.
struct LongText {
  let start: String
  /// A description of the omitted part: `950 lines left out`; `nil` when `start` is the whole text.
  let leftOut: String?
  let end: String
  /// The number of lines of the whole text.
  let lineCount: Int

  /// Names the report that contains omitted text.
  static let whole = whole(of: nil)

  /// Names the report of a run that contains omitted text; `nil` is the last run.
  static func whole(of run: String?) -> String { "`\(command(of: run))` has all of it" }

  /// The command that prints the whole record of a run.
  static func command(of run: String?) -> String {
    "devtool report\(run.map { " " + shellQuoted($0) } ?? "") --format json"
  }

  /// - Parameters:
  ///   - first: The maximum number of lines of the start; 0 keeps only the end.
  ///   - last: The maximum number of lines of the end, which is taken from the rest.
  ///   - bytes: The maximum size of both together, of which a fifth is for the end.
  init(_ text: String, first: Int = 40, last: Int = 10, bytes: Int = 6_000) {
    var text = text
    self = text.withUTF8 { LongText($0, first: first, last: last, bytes: bytes) }
  }

  /// Returns the text with a line in place of the omitted part.
  ///
  /// - Parameter whole: Names the report that contains the omitted part.
  func joined(whole: String = LongText.whole) -> String {
    guard let leftOut else { return start }
    return "\(start)\n… \(leftOut); \(whole)" + (end.isEmpty ? "" : "\n\(end)")
  }

  private init(_ all: UnsafeBufferPointer<UInt8>, first: Int, last: Int, bytes: Int) {
    func isNewline(_ index: Int) -> Bool { all[index] == UInt8(ascii: "\n") }
    func text(_ range: Range<Int>) -> String {
      String(decoding: UnsafeBufferPointer(rebasing: all[range]), as: UTF8.self)
    }
    var size = all.count
    while size > 0, all[size - 1] == UInt8(ascii: " ") || 0x09...0x0D ~= all[size - 1] { size -= 1 }
    lineCount = all[..<size].count { $0 == UInt8(ascii: "\n") } + 1
    guard size > bytes || lineCount > first + last else {
      start = text(0..<size)
      leftOut = nil
      end = ""
      return
    }
    let room = first == 0 ? 0 : last == 0 ? bytes : bytes / 5 * 4
    var head = 0
    var lines = 0
    while head < min(room, size) {
      if isNewline(head) { lines += 1 }
      if lines == first { break }
      head += 1
    }
    var tail = size
    lines = 0
    while tail > max(head, size - (bytes - room)) {
      if isNewline(tail - 1) { lines += 1 }
      if lines == last { break }
      tail -= 1
    }
    // Cut only at character boundaries.
    while head > 0, head < size, all[head] & 0xC0 == 0x80 { head -= 1 }
    while tail < size, all[tail] & 0xC0 == 0x80 { tail += 1 }
    start = text(0..<head)
    end = text(tail..<size)
    let isWholeLines = (head == 0 || isNewline(head)) && (tail == size || isNewline(tail - 1))
    let gone = lineCount - (head == 0 ? 0 : first) - last
    leftOut =
      (isWholeLines && gone > 0
        ? counted(gone, "line") : byteCount(tail - head)) + " left out"
  }
}

/// Truncates a text for one line to `limit` bytes, with a note about the omitted size.
func shortLine(_ text: String, limit: Int = 4_000) -> String {
  guard text.utf8.count > limit else { return text }
  let start = LongText(text, first: 1, last: 0, bytes: limit).start
  return start + "… (\(byteCount(text.utf8.count - start.utf8.count)) left out)"
}

private func byteCount(_ count: Int) -> String { "\(count.grouped) byte\(count == 1 ? "" : "s")" }

extension String {
  /// Replaces ASCII characters; works on bytes, which is the same in UTF-8.
  func rewriting(_ form: (UInt8) -> StaticString?) -> String {
    rewritingPairs { byte, _ in form(byte) }
  }

  /// Replaces a byte depending on the next one, which is a line feed at the end.
  func rewritingPairs(_ form: (UInt8, _ next: UInt8) -> StaticString?) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(utf8.count + 16)
    var rest = utf8.dropFirst().makeIterator()
    for byte in utf8 {
      if let written = form(byte, rest.next() ?? UInt8(ascii: "\n")) {
        result += UnsafeBufferPointer(start: written.utf8Start, count: written.utf8CodeUnitCount)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The text on one line.
  var onOneLine: String {
    utf8.contains(UInt8(ascii: "\n")) ? rewriting { $0 == UInt8(ascii: "\n") ? " " : nil } : self
  }
}
