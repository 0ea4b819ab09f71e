package import CIModel

/// Which lines of a file can run and which of them did.
///
/// Follows `LineCoverageStats` in `llvm/lib/ProfileData/Coverage/CoverageMapping.cpp` (LLVM 21), so
/// that the mapped lines are the `DA` records of `llvm-cov export -format=lcov`.
package struct LineStates: Hashable, Sendable {
  /// Mapped lines, in ascending order; neighbours with the same state are one run.
  package private(set) var runs: [Run] = []
  /// Lines that ran and hold the beginning of a region that did not, ascending.
  package private(set) var partialLines: [Int] = []
  /// Each mapped line once.
  package private(set) var lines = Coverage.Ratio(covered: 0, count: 0)

  /// Neighbouring mapped lines that all ran or all did not.
  package struct Run: Hashable, Sendable {
    /// 1-based.
    package var first: Int
    /// Inclusive.
    package var last: Int
    package var isCovered: Bool
  }

  /// - Parameter segments: Of one file, in the order of line and column. A segment that lies before
  ///   its predecessor is passed over.
  package init(_ segments: [CoverageSegment]) {
    var index = 0
    // The last segment of the nearest earlier line that has any.
    var wrapping: CoverageSegment?
    while index < segments.count {
      let line = segments[index].line
      var end = index + 1
      while end < segments.count, segments[end].line <= line { end += 1 }
      if let wrapping, wrapping.line < line - 1, wrapping.hasCount {
        append(wrapping.line + 1, line - 1, isCovered: wrapping.count > 0)
      }
      addLine(line, segments[index..<end], wrapping)
      wrapping = segments[end - 1]
      wrapping?.line = line
      index = end
    }
  }

  /// Ranges of mapped lines that never ran, `[first, last]`.
  package var uncoveredLines: [[Int]] {
    runs.lazy.filter { !$0.isCovered }.map { [$0.first, $0.last] }
  }

  private mutating func addLine(
    _ line: Int, _ segments: ArraySlice<CoverageSegment>, _ wrapping: CoverageSegment?
  ) {
    var maximum: UInt64 = 0
    var opens = false
    var hasCountedEntry = false
    var hasEntryThatNeverRan = false
    for segment in segments where segment.hasCount && segment.isRegionEntry {
      hasCountedEntry = true
      if segment.isGap { continue }
      opens = true
      maximum = max(maximum, segment.count)
      if segment.count == 0 { hasEntryThatNeverRan = true }
    }
    let startsSkipped = segments.first.map { $0.isRegionEntry && !$0.hasCount } ?? false
    let isMapped =
      ((wrapping?.hasCount ?? false) || opens) && !startsSkipped || hasCountedEntry
    guard isMapped else { return }
    let count = max(wrapping?.count ?? 0, maximum)
    append(line, line, isCovered: count > 0)
    if count > 0, hasEntryThatNeverRan { partialLines.append(line) }
  }

  private mutating func append(_ first: Int, _ last: Int, isCovered: Bool) {
    let count = last - first + 1
    lines = lines + Coverage.Ratio(covered: isCovered ? count : 0, count: count)
    if let previous = runs.last, previous.last + 1 == first, previous.isCovered == isCovered {
      runs[runs.count - 1].last = last
    } else {
      runs.append(Run(first: first, last: last, isCovered: isCovered))
    }
  }
}
