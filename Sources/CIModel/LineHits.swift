/// How often each line of a file ran.
///
/// Lines without executable code are missing. In JSON it is one string, so that the record of a
/// large package stays small: `3-7:12 8:0` means that lines 3 to 7 ran 12 times and line 8 never.
package struct LineHits: Hashable, Sendable {
  /// Ascending; adjacent lines with the same count form one run.
  package private(set) var runs: [Run] = []

  package struct Run: Hashable, Sendable {
    /// The first line, 1-based.
    package var first: Int
    /// The last line, inclusive.
    package var last: Int
    package var count: UInt64

    package init(first: Int, last: Int, count: UInt64) {
      self.first = first
      self.last = last
      self.count = count
    }

    package var isCovered: Bool { count > 0 }
    package var length: Int { last - first + 1 }
  }

  package init() {}

  /// Adds lines after all others.
  package mutating func append(_ first: Int, _ last: Int, count: UInt64) {
    guard first <= last else { return }
    if let previous = runs.last, previous.last + 1 == first, previous.count == count {
      runs[runs.count - 1].last = last
    } else {
      runs.append(Run(first: first, last: last, count: count))
    }
  }

  package mutating func append(_ run: Run) { append(run.first, run.last, count: run.count) }

  /// Covered lines out of all lines, each counted once.
  package var ratio: Coverage.Ratio {
    var ratio = Coverage.Ratio(covered: 0, count: 0)
    for run in runs {
      ratio.count += run.length
      if run.isCovered { ratio.covered += run.length }
    }
    return ratio
  }

  /// Ranges of lines that never ran, as `[first, last]`.
  package var uncovered: [[Int]] {
    runs.lazy.filter { !$0.isCovered }.map { [$0.first, $0.last] }
  }

  package var lastLine: Int { runs.last?.last ?? 0 }

  package subscript(line: Int) -> UInt64? {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].last < line { low = middle + 1 } else { high = middle }
    }
    guard low < runs.count, runs[low].first <= line else { return nil }
    return runs[low].count
  }

  /// The runs restricted to ascending ranges of lines.
  package func within(_ ranges: [ClosedRange<Int>]) -> LineHits {
    var result = LineHits()
    var index = 0
    for range in ranges {
      while index < runs.count, runs[index].last < range.lowerBound { index += 1 }
      var position = index
      while position < runs.count, runs[position].first <= range.upperBound {
        let run = runs[position]
        result.append(
          max(run.first, range.lowerBound), min(run.last, range.upperBound), count: run.count)
        position += 1
      }
    }
    return result
  }

  /// The runs without the lines of ascending ranges.
  package func without(_ ranges: [ClosedRange<Int>]) -> LineHits {
    var result = LineHits()
    var index = 0
    for run in runs {
      while index < ranges.count, ranges[index].upperBound < run.first { index += 1 }
      var first = run.first
      var position = index
      while position < ranges.count, ranges[position].lowerBound <= run.last, first <= run.last {
        result.append(first, ranges[position].lowerBound - 1, count: run.count)
        first = max(first, ranges[position].upperBound + 1)
        position += 1
      }
      result.append(first, run.last, count: run.count)
    }
    return result
  }

  /// The union of two measurements of one file: a line counts when either measurement maps it. The
  /// counts are added, or the larger one is used.
  package func merging(
    _ other: LineHits, _ combine: (UInt64, UInt64) -> UInt64
  ) -> LineHits {
    var result = LineHits()
    var left = runs[...]
    var right = other.runs[...]
    while let a = left.first, let b = right.first {
      let first = min(a.first, b.first)
      if a.first > first {
        let last = min(b.last, a.first - 1)
        result.append(first, last, count: b.count)
        LineHits.drop(to: last, &right)
      } else if b.first > first {
        let last = min(a.last, b.first - 1)
        result.append(first, last, count: a.count)
        LineHits.drop(to: last, &left)
      } else {
        let last = min(a.last, b.last)
        result.append(first, last, count: combine(a.count, b.count))
        LineHits.drop(to: last, &left)
        LineHits.drop(to: last, &right)
      }
    }
    for run in left { result.append(run) }
    for run in right { result.append(run) }
    return result
  }

  private static func drop(to last: Int, _ runs: inout ArraySlice<Run>) {
    guard let run = runs.first else { return }
    if run.last <= last {
      runs.removeFirst()
    } else {
      runs[runs.startIndex].first = last + 1
    }
  }
}

extension LineHits: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    for word in text.utf8.split(separator: UInt8(ascii: " ")) {
      let parts = word.split(separator: UInt8(ascii: ":"))
      let lines = parts.first?.split(separator: UInt8(ascii: "-")) ?? []
      guard parts.count == 2, let first = lines.first.flatMap({ Int(Substring($0)) }),
        let last = lines.last.flatMap({ Int(Substring($0)) }),
        let count = UInt64(Substring(parts[1])),
        first > 0, first <= last, first > lastLine, last < 1 << 40
      else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: "'\(Substring(word))' is not a range of lines with a count")
      }
      append(first, last, count: count)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var text = ""
    for run in runs {
      if !text.isEmpty { text += " " }
      text += run.first == run.last ? "\(run.first)" : "\(run.first)-\(run.last)"
      text += ":\(run.count)"
    }
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
