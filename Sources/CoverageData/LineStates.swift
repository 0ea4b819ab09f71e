package import CIModel

/// The executable lines of a file, and which of them ran.
///
/// Follows `LineCoverageStats` in `llvm/lib/ProfileData/Coverage/CoverageMapping.cpp` (LLVM 21), so
/// that the mapped lines equal the `DA` records of `llvm-cov export -format=lcov`.
package struct LineStates: Hashable, Sendable {
  /// Counts of the mapped lines; all other lines are not executable.
  package private(set) var hits = LineHits()
  /// Lines that ran and contain the start of a region that did not, ascending.
  package private(set) var partialLines: [Int] = []

  /// - Parameter segments: The segments of one file, sorted by line and column. A segment that lies
  ///   before its predecessor is ignored.
  package init(_ segments: [CoverageSegment]) {
    var index = 0
    // The last segment of the nearest earlier line with segments.
    var wrapping: CoverageSegment?
    while index < segments.count {
      let line = segments[index].line
      var end = index + 1
      while end < segments.count, segments[end].line <= line { end += 1 }
      if let wrapping, wrapping.line < line - 1, wrapping.hasCount {
        hits.append(wrapping.line + 1, line - 1, count: wrapping.count)
      }
      addLine(line, segments[index..<end], wrapping)
      wrapping = segments[end - 1]
      wrapping?.line = line
      index = end
    }
  }

  /// Ranges of mapped lines that never ran, as `[first, last]`.
  package var uncoveredLines: [[Int]] { hits.uncovered }
  package var lines: Coverage.Ratio { hits.ratio }

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
    hits.append(line, line, count: count)
    if count > 0, hasEntryThatNeverRan { partialLines.append(line) }
  }
}
