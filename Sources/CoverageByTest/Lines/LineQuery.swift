import CIModel
import SourceCode

/// A query for the tests that ran some lines: `FILE`, `FILE:LINE` or `FILE:FROM-TO`.
package struct LineQuery: Hashable, Sendable {
  package var file: String
  /// 1-based; `nil` means the whole file.
  package var lines: ClosedRange<Int>?

  package init(file: String, lines: ClosedRange<Int>?) {
    self.file = file
    self.lines = lines
  }

  /// Parses a query; `nil` when the text after the last colon is neither a line nor a range of
  /// lines.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":") else {
      self.init(file: text, lines: nil)
      return
    }
    let numbers = text[text.index(after: colon)...].split(
      separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let values = numbers.compactMap { Int($0) }
    guard values.count == numbers.count, let first = values.first, let last = values.last,
      first > 0, first <= last
    else { return nil }
    self.init(file: String(text[..<colon]), lines: first...last)
    if file.isEmpty { return nil }
  }

  /// The lines as text: `7`, `7-9`; `nil` for the whole file.
  package var linesText: String? {
    lines.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
  }
}

/// The tests that ran some lines.
package struct LineAnswer: Hashable, Sendable {
  package struct Test: Hashable, Sendable {
    package var id: String
    /// The queried lines that the test ran, sorted.
    package var lines: [ClosedRange<Int>]
    /// The lines among these that no other test ran, sorted.
    package var onlyHere: [ClosedRange<Int>]
  }

  package var origin: TestLines.Origin
  /// The path relative to the repository root.
  package var file: String
  package var target: String
  /// The queried lines by their recorded numbers; `nil` means the whole file.
  package var lines: ClosedRange<Int>?
  /// The executable lines of the query, and those of them that no test ran; sorted.
  package var executableLines: [ClosedRange<Int>]
  package var uncoveredLines: [ClosedRange<Int>]
  /// Sorted by id.
  package var tests: [Test]
  /// The number of recorded tests.
  package var testCount: Int
  /// Whether the file has changed since the recording; line numbers are the recorded ones.
  package var isOutdated: Bool
}

/// Why a query has no answer.
package enum LineQueryError: Error, Hashable {
  /// - nearest: A file with a similar name.
  case unknownFile(String, nearest: String?)
  /// - lines: The number of lines of the file.
  case beyondEnd(file: String, lines: Int)
  /// No queried line is executable; contains the nearest executable ones.
  case notExecutable(file: String, nearest: [Int])
  /// The queried lines have changed since the recording.
  case changed(file: String, recordedAt: String)
}

extension TestLines {
  /// Finds the tests that ran the queried lines.
  ///
  /// - Parameter current: The current text of the file; `nil` when it was deleted.
  package func answer(
    _ query: LineQuery, current: [UInt8]?
  ) throws(LineQueryError) -> LineAnswer {
    guard let position = position(of: query.file) else {
      throw .unknownFile(
        query.file, nearest: nearestSpelling(of: query.file, among: files.map(\.path)))
    }
    let file = files[position]
    let isOutdated = current.map { $0 != file.text } ?? true
    var lines = query.lines
    if isOutdated, let asked = lines {
      lines = try recordedLines(asked, file, current)
    }
    let count = SwiftText.lineCount(file.text)
    if let lines, lines.lowerBound > count { throw .beyondEnd(file: file.path, lines: count) }
    let executable = file.executableLines.cut(to: lines)
    if executable.isEmpty {
      throw .notExecutable(file: file.path, nearest: nearest(lines, file))
    }
    var counts: [Int: Int] = [:]
    let parts = tests.compactMap { test -> (Test, [ClosedRange<Int>])? in
      let own = self.lines(of: test, in: position).cut(to: lines)
      for line in own.joined() { counts[line, default: 0] += 1 }
      return own.isEmpty ? nil : (test, own)
    }
    return LineAnswer(
      origin: origin, file: file.path, target: file.target, lines: lines,
      executableLines: executable,
      uncoveredLines: Array(compressing: executable.joined().filter { counts[$0] == nil }),
      tests: parts.map { test, own in
        LineAnswer.Test(
          id: test.id, lines: own,
          onlyHere: Array(compressing: own.joined().filter { counts[$0] == 1 }))
      }, testCount: tests.count, isOutdated: isOutdated)
  }

  /// The recorded numbers of lines of the current file.
  private func recordedLines(
    _ lines: ClosedRange<Int>, _ file: File, _ current: [UInt8]?
  ) throws(LineQueryError) -> ClosedRange<Int> {
    let numbers =
      current.map { SourceEdits(SwiftText(file.text), SwiftText($0)).oldLineNumbers } ?? [:]
    let known = lines.compactMap { numbers[$0] }
    guard let first = known.min(), let last = known.max() else {
      throw .changed(file: file.path, recordedAt: origin.measuredAt)
    }
    return first...last
  }

  private func nearest(_ lines: ClosedRange<Int>?, _ file: File) -> [Int] {
    guard let lines else { return [] }
    let before = file.executableLines.last { $0.upperBound < lines.lowerBound }?.upperBound
    let after = file.executableLines.first { $0.lowerBound > lines.upperBound }?.lowerBound
    return [before, after].compactMap { $0 }
  }
}

extension [ClosedRange<Int>] {
  /// The ranges limited to some lines; unchanged when `lines` is `nil`.
  fileprivate func cut(to lines: ClosedRange<Int>?) -> [ClosedRange<Int>] {
    guard let lines else { return self }
    return compactMap { range in
      range.overlaps(lines) ? range.clamped(to: lines) : nil
    }
  }
}

extension SwiftText {
  /// The number of lines of a text; the last one may lack a newline.
  static func lineCount(_ bytes: [UInt8]) -> Int {
    bytes.count { $0 == UInt8(ascii: "\n") } + (bytes.last == UInt8(ascii: "\n") ? 0 : 1)
  }
}
