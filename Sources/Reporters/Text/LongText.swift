import CIModel

/// A text that may be too long to be shown whole: its start, its end, and what lies between.
struct LongText {
  let start: String
  /// What to say of the rest: `950 lines left out`; `nil` when `start` is the whole.
  let leftOut: String?
  let end: String
  /// Of the whole.
  let lineCount: Int

  /// Where a reader finds what is left out.
  static let whole = whole(of: nil)

  /// The same of a run as a command names it; `nil` is the last one here.
  static func whole(of run: String?) -> String { "`\(command(of: run))` has the whole" }

  /// Prints all that a run's record has.
  static func command(of run: String?) -> String {
    "devtool report\(run.map { " " + shellQuoted($0) } ?? "") --format json"
  }

  /// - Parameters:
  ///   - first: Lines of the start; none leaves the end alone.
  ///   - last: Lines of the end; the start has what it does not take.
  ///   - bytes: Of both together, of which a fifth is for the end.
  init(_ text: String, first: Int = 40, last: Int = 10, bytes: Int = 6_000) {
    var text = text
    self = text.withUTF8 { LongText($0, first: first, last: last, bytes: bytes) }
  }

  /// The text with a line in place of what is left out.
  ///
  /// - Parameter whole: Where a reader finds that.
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
    // Behind and before whole characters.
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

/// The beginning of a text for one line: as much as `limit` bytes, and how much there was.
func shortLine(_ text: String, limit: Int = 4_000) -> String {
  guard text.utf8.count > limit else { return text }
  let start = LongText(text, first: 1, last: 0, bytes: limit).start
  return start + "… (\(byteCount(text.utf8.count - start.utf8.count)) left out)"
}

private func byteCount(_ count: Int) -> String { "\(count.grouped) byte\(count == 1 ? "" : "s")" }

extension String {
  /// With ASCII characters in another form; byte by byte, which is the same in UTF-8.
  func rewriting(_ form: (UInt8) -> StaticString?) -> String {
    rewritingPairs { byte, _ in form(byte) }
  }

  /// The same by a byte and the one behind it, a line feed at the end.
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

  /// On one line.
  var onOneLine: String {
    utf8.contains(UInt8(ascii: "\n")) ? rewriting { $0 == UInt8(ascii: "\n") ? " " : nil } : self
  }
}
