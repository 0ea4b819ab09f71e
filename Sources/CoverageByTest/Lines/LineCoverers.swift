import SourceCode

/// The tests that ran each line, indexed by file, because a report asks for thousands of files.
package struct LineCoverers: Sendable {
  private let record: TestLines
  /// By file index: the indices of tests, sorted, and of the line sets that each ran.
  private let parts: [[(test: Int, lines: Int)]]

  package init(_ record: TestLines) {
    self.record = record
    var parts = [[(test: Int, lines: Int)]](repeating: [], count: record.files.count)
    for (test, content) in record.tests.enumerated() {
      for part in content.parts where parts.indices.contains(part.file) {
        parts[part.file].append((test, part.lines))
      }
    }
    self.parts = parts
  }

  /// Consecutive lines that the same tests ran.
  package struct Stretch: Hashable, Sendable {
    package var lines: ClosedRange<Int>
    package var count: Int
    /// Ids of the first tests, sorted.
    package var tests: [String]
  }

  private struct Line {
    var count = 0
    /// The sum of a hash of each test; equal for the same tests.
    var sum: UInt64 = 0
    var first: [Int] = []
  }

  /// - Parameters:
  /// - path: The path relative to the repository root.
  /// - most: The maximum number of tests to name for each stretch.
  package func stretches(of path: String, naming most: Int) -> [Stretch] {
    guard let file = record.position(of: path) else { return [] }
    let count = SwiftText.lineCount(record.files[file].text)
    var lines = [Line](repeating: Line(), count: count + 1)
    for (test, set) in parts[file] where record.lineSets.indices.contains(set) {
      let mark = (UInt64(test) &+ 1) &* 0x9E37_79B9_7F4A_7C15
      for range in record.lineSets[set] where range.lowerBound <= count {
        for line in range.clamped(to: 0...max(0, count)) {
          lines[line].count += 1
          lines[line].sum &+= mark ^ (mark >> 29)
          if lines[line].first.count < most { lines[line].first.append(test) }
        }
      }
    }
    var stretches: [Stretch] = []
    var last = Line()
    for (number, line) in lines.enumerated() {
      defer { last = line }
      guard line.count > 0, number > 0 else { continue }
      if line.count == last.count, line.sum == last.sum, let previous = stretches.last {
        stretches[stretches.count - 1].lines = previous.lines.lowerBound...number
      } else {
        stretches.append(
          Stretch(
            lines: number...number, count: line.count,
            tests: line.first.map { record.tests[$0].id }))
      }
    }
    return stretches
  }
}
