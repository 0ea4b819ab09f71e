import CIModel
import FileSystem
import SourceCode

/// Finds the lines of a source file that comments exclude from the coverage.
///
/// The markers are listed below and explained in `docs/coverage.md`; those of LCOV are from
/// `geninfo(1)`. They count only in comments that are not documentation, so that a string or a text
/// about a marker excludes nothing.
struct ExclusionComments: Hashable {
  /// 1-based lines, ascending.
  private(set) var excluded: [ClosedRange<Int>] = []
  private(set) var problems: [Problem] = []

  struct Problem: Hashable {
    /// 1-based.
    var line: Int
    /// A lowercase fragment.
    var message: String
    var help: String
  }

  private enum Mark {
    case line
    case start(String)
    case end(String)
    case file
  }

  /// Reads a file; empty if it cannot be read, because the data may be from another machine.
  static func read(_ path: String) -> ExclusionComments {
    guard let file = try? MappedFile(path) else { return ExclusionComments() }
    return ExclusionComments(file.bytes, path: path)
  }

  init() {}

  private init(_ bytes: UnsafeRawBufferPointer, path: String) {
    guard
      ByteScan.contains(bytes, "LCOV_EXCL_", rare: 4)
        || ByteScan.contains(bytes, "coverage:ignore", rare: 8)
    else { return }
    let source = Source(bytes: Array(bytes), path: path)
    var (number, start) = (0, 0)
    var open: (line: Int, end: String)?
    while start < bytes.count {
      number += 1
      let end = ByteScan.next(UInt8(ascii: "\n"), in: bytes, from: start)
      defer { start = end + 1 }
      guard let (mark, standsAlone) = source.mark(in: start..<end) else { continue }
      switch mark {
      case .file:
        excluded = [1...Int(Int32.max)]
        return
      case .line:
        if open == nil { add(number...(standsAlone ? number + 1 : number)) }
      case .start(let end):
        if let open {
          problems.append(
            Problem(
              line: number,
              message: "an excluded block begins inside the block of line \(open.line)",
              help: "Close that block first with `\(open.end)`."))
        } else {
          open = (number, end)
        }
      case .end(let end):
        if let begun = open {
          add(begun.line...number)
          open = nil
        } else {
          problems.append(
            Problem(
              line: number, message: "`\(end)` without a beginning",
              help: "Remove it, or mark the beginning of the block."))
        }
      }
    }
    if let open {
      // A missing end marker must not exclude the rest of the file.
      problems.append(
        Problem(
          line: open.line, message: "the excluded block that begins here has no end",
          help: "Add `// \(open.end)` after the last line of the block."))
    }
  }

  private mutating func add(_ range: ClosedRange<Int>) {
    if let last = excluded.last, range.lowerBound <= last.upperBound + 1 {
      excluded[excluded.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
    } else {
      excluded.append(range)
    }
  }

  private struct Source {
    let bytes: [UInt8]
    let kinds: [SwiftText.Kind?]

    init(bytes: [UInt8], path: String) {
      self.bytes = bytes
      kinds = SourceKinds.find(in: bytes, path: path)
    }

    private static let words: [(text: String, mark: Mark)] = [
      ("LCOV_EXCL_LINE", .line), ("LCOV_EXCL_START", .start("LCOV_EXCL_STOP")),
      ("LCOV_EXCL_STOP", .end("LCOV_EXCL_STOP")),
      ("coverage:ignore-start", .start("coverage:ignore-end")),
      ("coverage:ignore-end", .end("coverage:ignore-end")),
      ("coverage:ignore-file", .file), ("coverage:ignore", .line),
    ]

    /// The marker of a line, and whether the line contains only the comment.
    func mark(in line: Range<Int>) -> (Mark, standsAlone: Bool)? {
      guard bytes[line].contains(where: { $0 == UInt8(ascii: "E") || $0 == UInt8(ascii: ":") })
      else { return nil }
      for (word, mark) in Self.words {
        guard let found = bytes[line].firstRange(of: Array(word.utf8)) else { continue }
        // A longer word with this prefix is not a marker.
        if found.upperBound < line.upperBound,
          SwiftText.isWord(bytes[found.upperBound]) || bytes[found.upperBound] == UInt8(ascii: "-")
        {
          continue
        }
        guard let start = commentStart(before: found.lowerBound, in: line) else { continue }
        // Documentation may mention the markers without setting them.
        if bytes[start...].starts(with: "///".utf8) { continue }
        let standsAlone = bytes[line.lowerBound..<start].allSatisfy(SwiftText.isWhiteSpace)
        return (mark, standsAlone && word == "coverage:ignore")
      }
      return nil
    }

    /// Where the comment begins that a marker is in; `nil` if the marker is not in a comment that begins on
    /// its line.
    private func commentStart(before marker: Int, in line: Range<Int>) -> Int? {
      guard let kind = kinds[marker] else {
        // Nothing is certain here, but with an odd number of quotes the slashes are in a string.
        let before = line.lowerBound..<marker
        guard let start = before.first(where: beginsComment) else { return nil }
        let quotes = bytes[before.lowerBound..<start].count { $0 == UInt8(ascii: "\"") }
        return quotes % 2 == 0 ? start : nil
      }
      guard kind == .comment else { return nil }
      var start = marker
      while start > line.lowerBound, kinds[start - 1] == .comment { start -= 1 }
      return beginsComment(start) ? start : nil
    }

    private func beginsComment(_ offset: Int) -> Bool {
      bytes[offset...].starts(with: "//".utf8) || bytes[offset...].starts(with: "/*".utf8)
    }
  }
}
