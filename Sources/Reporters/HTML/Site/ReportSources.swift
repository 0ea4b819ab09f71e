package import CIModel
import FileSystem

/// The sources that a report shows, as they are when it is written.
package struct ReportSources: Sendable {
  /// Reads a source by its path relative to the repository root.
  package var read: @Sendable (String) -> ReportSource

  package init(read: @escaping @Sendable (String) -> ReportSource) { self.read = read }

  /// For records without a checkout.
  package static let none = ReportSources { _ in .missing("its source was not available") }

  /// The maximum size of a source in bytes.
  package static let largest = 4 << 20

  /// The sources of a checkout; no link below its top is followed.
  ///
  /// The file names in a record are untrusted, because a test may have printed them: only sources
  /// are read, and nothing in hidden folders.
  ///
  /// - Parameters:
  ///   - root: The absolute path of the top of the checkout.
  ///   - marks: Marks of the sources that the run saw (`FNV1a`), by path.
  ///   - start: When the run began: a source without a mark that was modified later is changed.
  package static func checkout(
    _ root: String, marks: [String: String], since start: Timestamp
  ) -> ReportSources {
    ReportSources { path in
      guard isReadable(path) else { return .missing("it is not a source in the checkout") }
      do throws(FileError) {
        let bytes = try readFile(path, below: root, limit: largest + 1)
        if bytes.count > largest {
          return .missing("it is larger than 4 MB")
        }
        let isChanged =
          if let mark = marks[path] {
            mark != bytes.withUnsafeBytes { FNV1a($0).hex }
          } else {
            try FileStatus.unlinked(path, below: root)
              .map { $0.modified.seconds > start.secondsSinceEpoch } ?? true
          }
        return .lines(SourceLines(bytes), isChanged: isChanged)
      } catch {
        return .missing("it cannot be read: \(error.reason)")
      }
    }
  }

  /// The paths of the sources that the pages of a record show, those of failures first.
  package func paths(of record: RunRecord) -> [String] {
    NamedSources.of(record, self).map(\.path) + (record.coverage?.files ?? []).map(\.path)
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
  /// - Parameter isChanged: Whether the source may differ from the one that the run saw.
  case lines(SourceLines, isChanged: Bool)
  /// Why the source cannot be shown: a lowercase clause.
  case missing(String)
}

/// A text, split into lines.
package struct SourceLines: Sendable {
  package let bytes: [UInt8]
  /// The offset of each line, and the end.
  private let starts: [Int]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(index + 1)
    }
    // A line break at the end does not begin another line.
    if starts.last != bytes.count { starts.append(bytes.count + 1) }
    self.starts = starts
  }

  package var count: Int { starts.count - 1 }

  /// Passes the bytes of a line, without its line break, to `body`.
  ///
  /// - Parameter number: The 1-based number of an existing line.
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
