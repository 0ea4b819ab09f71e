package import CoverageData
import FileSystem

/// Determines from the counters of a process which lines of the package it ran.
///
/// It is created once from the binaries; then evaluating a profile takes about a millisecond.
package struct LineMap: Sendable {
  /// A file with code in the binaries.
  struct MappedSource: Hashable, Sendable {
    /// The absolute path as passed to the compiler.
    var path: String
    var executableLines: [ClosedRange<Int>]
    var bodies: [TestLines.Body]
  }

  /// Sorted by path.
  let files: [MappedSource]
  private let functions: [UInt64: [Function]]

  private struct Function: Sendable {
    var mapping: CoverageMapping.Function
    /// For each region: the index in `files`, and the lines that ran when the region did.
    var lines: [(file: Int, lines: [ClosedRange<Int>])]
  }

  /// The 1-based lines that ran, by index in `files`.
  typealias Lines = [Int: Set<Int>]

  /// - Parameters:
  /// - objects: Absolute paths of binaries and object files.
  /// - isWanted: Whether the lines of a file, by its absolute path, are needed.
  package init(
    objects: [String], where isWanted: (String) -> Bool
  ) throws(CoverageError) {
    var mapping = CoverageMapping()
    for object in objects {
      let file = try WorkFiles.map(object)
      do throws(BinaryReader.Malformed) {
        try mapping.add(file.bytes, where: isWanted)
      } catch {
        throw .unreadableMap(object: object, reason: error.description)
      }
    }
    // The regions of each file, from all functions.
    var regions: [String: [(function: Int, region: Int)]] = [:]
    for (index, function) in mapping.functions.enumerated() {
      for (place, region) in function.regions.enumerated() {
        let path = function.files[region.file]
        if isWanted(path) { regions[path, default: []].append((index, place)) }
      }
    }
    var lines = mapping.functions.map { function in
      function.regions.map { _ in (file: 0, lines: [ClosedRange<Int>]()) }
    }
    var files: [MappedSource] = []
    for (path, places) in regions.sorted(by: { $0.key < $1.key }) {
      let geometry = LineGeometry(
        places.map { mapping.functions[$0.function].regions[$0.region] })
      for (index, place) in places.enumerated() {
        lines[place.function][place.region] = (files.count, geometry.linesOfRegion[index])
      }
      files.append(
        MappedSource(
          path: path, executableLines: geometry.executableLines,
          bodies: LineMap.bodies(places.map { mapping.functions[$0.function] }, in: path)))
    }
    self.files = files
    var functions: [UInt64: [Function]] = [:]
    for (index, function) in mapping.functions.enumerated() {
      functions[function.name, default: []].append(
        Function(mapping: function, lines: lines[index]))
    }
    self.functions = functions
  }

  /// The positions of functions that are not inside another function.
  private static func bodies(
    _ functions: [CoverageMapping.Function], in path: String
  ) -> [TestLines.Body] {
    var extents: Set<TestLines.Body> = []
    var last: CoverageMapping.Function?
    for function in functions where function != last {
      last = function
      let own = function.regions.filter { function.files[$0.file] == path && $0.kind == .code }
      guard let start = own.map(\.start).min(), let end = own.map(\.end).max() else { continue }
      extents.insert(
        TestLines.Body(
          startLine: start.line, startColumn: start.column, endLine: end.line,
          endColumn: end.column))
    }
    let sorted = extents.sorted { left, right in
      let a = (left.startLine, left.startColumn, -left.endLine, -left.endColumn)
      return a < (right.startLine, right.startColumn, -right.endLine, -right.endColumn)
    }
    var outermost: [TestLines.Body] = []
    for body in sorted {
      if let last = outermost.last,
        (body.startLine, body.startColumn) < (last.endLine, last.endColumn)
      {
        continue
      }
      outermost.append(body)
    }
    return outermost
  }

  /// The lines that ran according to a profile.
  ///
  /// - Parameter counters: The counters of each function by the hash of its name, summed over the
  ///   profiles of a test.
  func lines(_ counters: [UInt64: [UInt64]]) -> Lines {
    var ran: Lines = [:]
    for (name, values) in counters {
      for function in functions[name] ?? [] {
        for (index, count) in function.mapping.counts(values).enumerated() where count != 0 {
          let (file, lines) = function.lines[index]
          for range in lines { ran[file, default: []].formUnion(range) }
        }
      }
    }
    return ran
  }

  func isKnown(_ name: UInt64) -> Bool { functions[name] != nil }
}
