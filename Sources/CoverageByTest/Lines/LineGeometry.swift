/// Determines which regions of a file decide whether a line ran.
///
/// llvm-cov counts a line by segments that it creates from the counts of one run. Here the segments
/// are created once and refer to their regions, so that many runs can be evaluated quickly: a line
/// ran when one of its regions did. The rules are those of `SegmentBuilder` and `LineCoverageStats`
/// in `CoverageMapping.cpp`, LLVM 21.
struct LineGeometry {
  typealias Region = CoverageMapping.Region

  /// The 1-based lines that ran when a region did, by the index of the region in the input.
  private(set) var linesOfRegion: [[ClosedRange<Int>]]
  /// All executable lines, sorted.
  private(set) var executableLines: [ClosedRange<Int>] = []

  fileprivate struct Segment {
    var start: CoverageMapping.Position
    /// An index in `areas`; `nil` has no count.
    var area: Int?
    var isEntry: Bool
    var isGap: Bool
  }

  /// Regions with the same range.
  fileprivate struct Area {
    var kind: Region.Kind
    var start: CoverageMapping.Position
    var end: CoverageMapping.Position
    var regions: [Int]
  }

  /// - Parameter regions: The regions of one file, from all its functions.
  init(_ regions: [Region]) {
    linesOfRegion = [[ClosedRange<Int>]](repeating: [], count: regions.count)
    let areas = LineGeometry.areas(regions)
    let segments = SegmentBuilder(areas).segments
    guard let first = segments.first?.start.line, let last = segments.last?.start.line else {
      return
    }
    var wrapping: Segment?
    var next = 0
    var line = first
    while line <= last {
      let start = next
      while next < segments.count, segments[next].start.line == line { next += 1 }
      let own = segments[start..<next]
      let opening = own.filter { $0.isEntry && $0.area != nil && !$0.isGap }
      let startsSkipped = own.first.map { $0.isEntry && $0.area == nil } ?? false
      let isMapped =
        ((wrapping?.area != nil || !opening.isEmpty) && !startsSkipped)
        || own.contains { $0.isEntry && $0.area != nil }
      // Lines without a segment are equal up to the next line with segments.
      let end = own.isEmpty && next < segments.count ? segments[next].start.line - 1 : line
      if isMapped {
        let deciding = ([wrapping?.area] + opening.map(\.area)).compactMap { $0 }
        for area in Set(deciding) {
          for region in areas[area].regions { linesOfRegion[region].add(line...end) }
        }
        executableLines.add(line...end)
      }
      if let last = own.last { wrapping = last }
      line = end + 1
    }
  }

  private static func areas(_ regions: [Region]) -> [Area] {
    let order = regions.indices.sorted { left, right in
      let (a, b) = (regions[left], regions[right])
      if a.start != b.start { return a.start < b.start }
      if a.end != b.end { return b.end < a.end }
      return a.kind.rawValue < b.kind.rawValue
    }
    var areas: [Area] = []
    for index in order {
      let region = regions[index]
      if let last = areas.last, last.start == region.start, last.end == region.end {
        if last.kind == region.kind { areas[areas.count - 1].regions.append(index) }
        continue
      }
      areas.append(
        Area(kind: region.kind, start: region.start, end: region.end, regions: [index]))
    }
    return areas
  }
}

/// Cuts nested areas into the segments between their borders.
private struct SegmentBuilder {
  private let areas: [LineGeometry.Area]
  private(set) var segments: [LineGeometry.Segment] = []
  /// The open areas, innermost last.
  private var active: [Int] = []

  /// - Parameter areas: Sorted by start, larger ones first.
  init(_ areas: [LineGeometry.Area]) {
    self.areas = areas
    for index in areas.indices { add(index) }
    if !active.isEmpty { complete(nil, 0) }
  }

  private mutating func add(_ index: Int) {
    let area = areas[index]
    let open = active.filter { areas[$0].end > area.start }
    if open.count < active.count {
      active = open + active.filter { areas[$0].end <= area.start }
      complete(area.start, open.count)
    }
    let isGap = area.kind == .gap
    if area.start == area.end {
      let isSkipped = index + 1 == areas.count || area.kind == .skipped
      start(active.last ?? index, area.start, isEntry: !isGap, isSkipped: isSkipped)
      if isSkipped, let last = active.last { start(last, area.start, isEntry: false) }
      return
    }
    if index + 1 == areas.count || area.start != areas[index + 1].start {
      start(index, area.start, isEntry: !isGap)
    }
    active.append(index)
  }

  private mutating func start(
    _ area: Int, _ position: CoverageMapping.Position, isEntry: Bool, isSkipped: Bool = false
  ) {
    let hasCount = !isSkipped && areas[area].kind != .skipped
    segments.append(
      LineGeometry.Segment(
        start: position, area: hasCount ? area : nil, isEntry: isEntry,
        isGap: hasCount && areas[area].kind == .gap))
  }

  /// Ends the active areas from index `first` on; `position` is the start of the next area.
  private mutating func complete(_ position: CoverageMapping.Position?, _ first: Int) {
    let sorted = active[first...].enumerated().sorted {
      let (a, b) = (areas[$0.element].end, areas[$1.element].end)
      return a == b ? $0.offset < $1.offset : a < b
    }.map(\.element)
    active.replaceSubrange(first..., with: sorted)
    var index = first + 1
    while index < active.count {
      defer { index += 1 }
      let previousEnd = areas[active[index - 1]].end
      if previousEnd == position { break }
      var completed = active[index]
      if previousEnd == areas[completed].end { continue }
      for other in active[(index + 1)...] where areas[other].end == areas[completed].end {
        completed = other
      }
      start(completed, previousEnd, isEntry: false)
    }
    guard let last = active.last else { return }
    if first > 0, areas[last].end != position {
      start(active[first - 1], areas[last].end, isEntry: false)
    } else if first == 0, position == nil || position != areas[last].end {
      start(last, areas[last].end, isEntry: false, isSkipped: true)
    }
    active.removeSubrange(first...)
  }
}

extension [ClosedRange<Int>] {
  /// Adds lines after the last ones, and merges adjacent ranges.
  fileprivate mutating func add(_ lines: ClosedRange<Int>) {
    if let last, last.upperBound + 1 == lines.lowerBound {
      self[count - 1] = last.lowerBound...lines.upperBound
    } else {
      append(lines)
    }
  }
}
