import CIModel
import FileSystem

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
    return ExclusionComments(file.bytes)
  }

  init() {}

  init(_ bytes: UnsafeRawBufferPointer) {
    guard
      ByteScan.contains(bytes, "LCOV_EXCL_", rare: 4)
        || ByteScan.contains(bytes, "coverage:ignore", rare: 8)
    else { return }
    var number = 0
    var open: (line: Int, end: String)?
    var rest = bytes[...]
    while !rest.isEmpty {
      number += 1
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      let line = rest[rest.startIndex..<end]
      rest = end < rest.endIndex ? rest[(end + 1)...] : rest[end...]
      guard let (mark, standsAlone) = ExclusionComments.mark(in: line) else { continue }
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

  /// The marker of a line, and whether the line contains only the comment.
  private static func mark(in bytes: Slice<UnsafeRawBufferPointer>) -> (Mark, Bool)? {
    guard bytes.contains(UInt8(ascii: "E")) || bytes.contains(UInt8(ascii: ":")) else { return nil }
    let line = String(decoding: bytes, as: UTF8.self)
    let words: [(String, Mark)] = [
      ("LCOV_EXCL_LINE", .line), ("LCOV_EXCL_START", .start("LCOV_EXCL_STOP")),
      ("LCOV_EXCL_STOP", .end("LCOV_EXCL_STOP")),
      ("coverage:ignore-start", .start("coverage:ignore-end")),
      ("coverage:ignore-end", .end("coverage:ignore-end")),
      ("coverage:ignore-file", .file), ("coverage:ignore", .line),
    ]
    for (word, mark) in words {
      guard let range = line.firstRange(of: word) else { continue }
      let before = line[..<range.lowerBound]
      let next = line[range.upperBound...].unicodeScalars.first
      // A longer word with this prefix is not a marker.
      if let next, next.properties.isAlphabetic || next == "_" || next == "-" { continue }
      guard let comment = before.firstRange(of: "//") ?? before.firstRange(of: "/*") else {
        continue
      }
      // Documentation may mention the markers without setting them.
      if before[comment.lowerBound...].hasPrefix("///") { continue }
      // With an odd number of quotes, the slashes are in a string.
      let code = before[..<comment.lowerBound]
      if code.count(where: { $0 == "\"" }) % 2 == 1 { continue }
      return (mark, code.allSatisfy(\.isWhitespace) && word == "coverage:ignore")
    }
    return nil
  }
}
