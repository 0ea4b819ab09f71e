package import CIModel
import FileSystem

/// The sources that a report shows, as they are when it is written.
package struct ReportSources: Sendable {
  /// Takes a path relative to the repository root.
  package var read: @Sendable (String) -> ReportSource

  package init(read: @escaping @Sendable (String) -> ReportSource) { self.read = read }

  /// Where no checkout belongs to the record.
  package static let none = ReportSources { _ in .missing("its source was not at hand") }

  /// Files of more bytes are not shown.
  package static let largest = 4 << 20

  /// The sources of a checkout; no link is followed below its top.
  ///
  /// A record names files, and a stranger's test may have written it: only sources are read, and nothing in
  /// hidden folders.
  ///
  /// - Parameters:
  ///   - root: The top of the checkout; absolute.
  ///   - marks: What the sources were when they were measured (`FNV1a`), by path.
  package static func checkout(_ root: String, marks: [String: String]) -> ReportSources {
    ReportSources { path in
      guard isReadable(path) else { return .missing("it is no source in the checkout") }
      do throws(FileError) {
        let bytes = try readFile(path, below: root, limit: largest + 1)
        if bytes.count > largest {
          return .missing("it is larger than 4 MB")
        }
        let mark = marks[path]
        let isChanged = mark.map { $0 != bytes.withUnsafeBytes { FNV1a($0).hex } } ?? false
        return .lines(SourceLines(bytes), isChanged: isChanged)
      } catch {
        return .missing("it cannot be read: \(error.reason)")
      }
    }
  }

  /// The sources that the pages of a record show, those of failures first.
  package func all(of record: RunRecord) -> some Sequence<(String, ReportSource)> {
    let paths =
      NamedSources.of(record, self).map(\.path) + (record.coverage?.files ?? []).map(\.path)
    return paths.lazy.map { ($0, read($0)) }
  }

  private static let endings: Set<Substring> = [
    "c", "cc", "cpp", "cxx", "h", "hh", "hpp", "m", "metal", "mm", "swift",
  ]

  static func isReadable(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let name = parts.last, !parts.contains(where: { $0.isEmpty || $0.hasPrefix(".") }) else {
      return false
    }
    let pieces = name.split(separator: ".")
    return pieces.count > 1 && pieces.last.map(endings.contains) ?? false
  }
}

package enum ReportSource: Sendable {
  /// - Parameter isChanged: It is not what was measured.
  case lines(SourceLines, isChanged: Bool)
  /// Why it is not shown: a lowercase clause.
  case missing(String)
}

/// A text by its lines.
package struct SourceLines: Sendable {
  package let bytes: [UInt8]
  /// Where each line begins, and the end.
  private let starts: [Int]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(index + 1)
    }
    // A line break ends a line and begins none.
    if starts.last != bytes.count { starts.append(bytes.count + 1) }
    self.starts = starts
  }

  package var count: Int { starts.count - 1 }

  /// The bytes of a line without its end.
  ///
  /// - Parameter number: 1-based, and there is such a line.
  func withLine<Result>(_ number: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes { all in
      let start = starts[number - 1]
      var end = starts[number] - 1
      if end > start, all[end - 1] == UInt8(ascii: "\r") { end -= 1 }
      return body(UnsafeRawBufferPointer(rebasing: all[start..<end]))
    }
  }

  func text(_ number: Int) -> String {
    withLine(number) { String(decoding: $0, as: UTF8.self) }
  }
}
