/// The prefix that a CI service or a wrapper adds to every line of a log.
///
///     2024-05-02T09:14:01.1234567Z text            GitHub Actions, Azure Pipelines
///     2024-05-02T09:14:01.123456Z 00O text         GitLab
///     [2025-06-09T18:38:36.970Z] text              Jenkins
///     [15:49:02]: ▸ text                           fastlane
///     test⇥Run swift test⇥2024-05-02T09:14:01.1234567Z text     gh run view --log
///
/// Source: logs of these services as they are downloaded.
enum LinePrefix {
  /// The line without such a prefix and without a byte order mark.
  static func strip(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    guard let first = line.first else { return line }
    switch first {
    case UInt8(ascii: "1")...UInt8(ascii: "2"):
      return timestamp(line, at: 0).map { rest(line, $0) } ?? line
    case UInt8(ascii: "["):
      return bracketed(line) ?? line
    case 0xEF where line.count > 2 && line[1] == 0xBB && line[2] == 0xBF:
      return strip(rest(line, 3))
    case UInt8(ascii: "X"):
      // Xcode's separator between the output of two programs, without a line feed.
      var content = ByteCursor(line)
      return content.skip("XCTestOutputBarrier") ? content.bytes : line
    default:
      return job(line) ?? line
    }
  }

  private static func rest(
    _ line: UnsafeRawBufferPointer, _ offset: Int
  ) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: line[offset...])
  }

  /// The offset after `2024-05-02T09:14:01.1234567Z ` and after GitLab's `00O `. Requires at least
  /// six digits of a second, so that lines of a program's own logger are not changed.
  private static func timestamp(_ line: UnsafeRawBufferPointer, at start: Int) -> Int? {
    guard line.count >= start + 27, isDate(line, at: start), line[start + 19] == 0x2E else {
      return nil
    }
    var index = start + 20
    while index < line.count, line[index] &- 0x30 < 10 { index += 1 }
    guard (6...9).contains(index - start - 20), index < line.count, line[index] == 0x5A else {
      return nil
    }
    index += 1
    guard index < line.count, line[index] == 0x20 else { return index == line.count ? index : nil }
    return gitLab(line, at: index + 1) ?? index + 1
  }

  /// The offset after the number and kind of GitLab's stream: `00O `, `01E+`.
  private static func gitLab(_ line: UnsafeRawBufferPointer, at start: Int) -> Int? {
    guard line.count > start + 3, line[start] &- 0x30 < 10, line[start + 1] &- 0x30 < 10,
      line[start + 2] == UInt8(ascii: "O") || line[start + 2] == UInt8(ascii: "E"),
      line[start + 3] == 0x20 || line[start + 3] == UInt8(ascii: "+")
    else { return nil }
    return start + 4
  }

  /// `2024-05-02T09:14:01`
  private static func isDate(_ line: UnsafeRawBufferPointer, at start: Int) -> Bool {
    guard line.count >= start + 19, line[start + 10] == UInt8(ascii: "T"),
      line[start + 4] == 0x2D, line[start + 7] == 0x2D, line[start + 13] == 0x3A,
      line[start + 16] == 0x3A
    else { return false }
    return line[start] &- 0x30 < 10 && line[start + 18] &- 0x30 < 10
  }

  private static func bracketed(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    if isDate(line, at: 1), line.count > 26, line[20] == 0x2E, line[24] == 0x5A,
      line[25] == UInt8(ascii: "]"), line[26] == 0x20
    {
      return rest(line, 27)
    }
    guard line.count > 10, line[1] &- 0x30 < 10, line[3] == 0x3A, line[6] == 0x3A,
      line[9] == UInt8(ascii: "]")
    else { return nil }
    var cursor = ByteCursor(line).dropFirst(10)
    guard cursor.skip(": "),
      cursor.skip("\u{25B8} ") || cursor.isEmpty || cursor.starts(with: "$ ")
    else { return nil }
    return rest(line, line.count - cursor.count)
  }

  /// Removes `job⇥step⇥timestamp `; the names contain no tab.
  private static func job(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    // The search ends here for most lines: they have no tab near their beginning.
    guard line[0] != 0x09, line[0] != 0x20 else { return nil }
    let head = ByteCursor(line).prefix(160)
    guard let first = head.offset(of: UInt8(0x09)),
      let step = head.dropFirst(first + 1).offset(of: UInt8(0x09)), step > 0
    else { return nil }
    let start = first + step + 2
    let mark = line.count > start + 2 && line[start] == 0xEF ? start + 3 : start
    return timestamp(line, at: mark).map { rest(line, $0) }
  }
}
