package import CIModel

/// What a tool measured of one file, whatever format it came in.
package struct MeasuredFile: Hashable, Sendable {
  /// As the data names it: absolute, or relative to something.
  package var path: String
  package var hits: LineHits
  /// Lines that ran and hold a region, or a branch, that did not, ascending.
  package var partialLines: [Int]
  /// As `llvm-cov report` counts; `nil` when the format does not tell.
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
