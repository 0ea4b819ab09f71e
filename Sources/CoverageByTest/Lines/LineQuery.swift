import CIModel
import SwiftSource

/// A question for the tests that ran some lines: `FILE`, `FILE:LINE` or `FILE:FROM-TO`.
package struct LineQuery: Hashable, Sendable {
  package var file: String
  /// 1-based; `nil` is the whole file.
  package var lines: ClosedRange<Int>?

  package init(file: String, lines: ClosedRange<Int>?) {
    self.file = file
    self.lines = lines
  }

  /// `nil` when what stands behind the last colon is no line and no range of lines.
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

  /// `7`, `7-9`; `nil` for the whole file.
  package var linesText: String? {
    lines.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
  }
}

/// The tests that ran some lines.
package struct LineAnswer: Hashable, Sendable {
  package struct Test: Hashable, Sendable {
    package var id: String
    /// Of the lines in question, those that it ran; sorted.
    package var lines: [ClosedRange<Int>]
    /// Those that no other test ran; sorted.
    package var onlyHere: [ClosedRange<Int>]
  }

  package var origin: TestLines.Origin
  /// Relative to the repository root.
  package var file: String
  package var target: String
  /// The lines in question, as they were numbered when they were recorded; `nil` is the whole file.
  package var lines: ClosedRange<Int>?
  /// Of those, the ones that can run, and the ones that no test ran; sorted.
  package var executableLines: [ClosedRange<Int>]
  package var uncoveredLines: [ClosedRange<Int>]
  /// Sorted by id.
  package var tests: [Test]
  /// How many tests were recorded.
  package var testCount: Int
  /// The file has been changed since; line numbers are those of the recorded one.
  package var isOutdated: Bool
}

/// Why there is no answer.
package enum LineQueryError: Error, Hashable {
  /// - nearest: A file that may have been meant.
  case unknownFile(String, nearest: String?)
  /// - lines: How many the file had.
  case beyondEnd(file: String, lines: Int)
  /// No line in question can run; the nearest ones that can.
  case notExecutable(file: String, nearest: [Int])
  /// The lines in question were changed after they were recorded.
  case changed(file: String, recordedAt: String)
}

extension TestLines {
  /// Answers which tests ran some lines.
  ///
  /// - Parameter current: The file as it is now; `nil` when it is gone.
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

  /// Where lines of the file as it is now were when it was recorded.
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
  /// What of the ranges lies within lines; all when `lines` is `nil`.
  fileprivate func cut(to lines: ClosedRange<Int>?) -> [ClosedRange<Int>] {
    guard let lines else { return self }
    return compactMap { range in
      range.overlaps(lines) ? range.clamped(to: lines) : nil
    }
  }
}

extension SwiftText {
  /// Lines of a text; the last one need not end with a newline.
  static func lineCount(_ bytes: [UInt8]) -> Int {
    bytes.count { $0 == UInt8(ascii: "\n") } + (bytes.last == UInt8(ascii: "\n") ? 0 : 1)
  }
}
