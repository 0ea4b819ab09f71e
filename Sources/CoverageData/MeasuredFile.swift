package import CIModel

extension String {
  /// Whether several files can have this path in the data, where bytes that are not UTF-8 are U+FFFD.
  var mayStandForOthers: Bool { unicodeScalars.contains("\u{FFFD}") }
}

/// The measurement of one file, independent of the input format.
package struct MeasuredFile: Hashable, Sendable {
  /// The path in the data: absolute, or relative to a folder.
  package var path: String
  package var hits: LineHits
  /// Lines that ran and contain a region or a branch that did not, ascending.
  package var partialLines: [Int]
  /// Lines counted as in `llvm-cov report`; `nil` when the format does not contain them.
  package var llvmLines: Coverage.Ratio?
  package var functions: Coverage.Ratio
  package var regions: Coverage.Ratio
  package var functionList: [Coverage.Function]?
  package var missedFunctions: [Coverage.Function]?

  package init(
    path: String, hits: LineHits, partialLines: [Int] = [], llvmLines: Coverage.Ratio? = nil,
    functions: Coverage.Ratio = .init(covered: 0, count: 0),
    regions: Coverage.Ratio = .init(covered: 0, count: 0)
  ) {
    self.path = path
    self.hits = hits
    self.partialLines = partialLines
    self.llvmLines = llvmLines
    self.functions = functions
    self.regions = regions
  }

  package init(_ file: ExportedFile) {
    let states = LineStates(file.segments)
    self.init(
      path: file.path, hits: states.hits, partialLines: states.partialLines,
      llvmLines: .init(covered: file.lines.covered, count: file.lines.count),
      functions: .init(covered: file.functions.covered, count: file.functions.count),
      regions: .init(covered: file.regions.covered, count: file.regions.count))
  }
}
