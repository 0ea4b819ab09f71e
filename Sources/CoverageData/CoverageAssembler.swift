package import CIModel

/// Adds up measured files to a `Coverage`.
package struct CoverageAssembler {
  private let policy: CoveragePolicy
  private let isPartial: Bool
  private var scope: CoverageScope
  private var files: [Coverage.File] = []
  private var exclusions: [String: Coverage.Exclusion] = [:]

  package init(_ inputs: CoverageInputs) {
    policy = inputs.policy
    isPartial = inputs.isPartial
    scope = CoverageScope(inputs)
  }

  package mutating func add(_ file: ExportedFile) {
    let states = LineStates(file.segments)
    let distinct = states.lines
    let llvm = Coverage.Ratio(covered: file.lines.covered, count: file.lines.count)
    let lines = policy.metric == .distinct ? distinct : llvm
    switch scope.place(of: file.path) {
    case .source(let path, let target):
      files.append(
        Coverage.File(
          path: path, target: target, lines: lines,
          functions: Coverage.Ratio(covered: file.functions.covered, count: file.functions.count),
          regions: Coverage.Ratio(covered: file.regions.covered, count: file.regions.count),
          otherLines: policy.metric == .distinct ? llvm : distinct,
          uncoveredLines: states.uncoveredLines, partialLines: states.partialLines))
    case .excluded(let reason):
      var exclusion =
        exclusions[reason]
        ?? Coverage.Exclusion(reason: reason, files: 0, lines: Coverage.Ratio(covered: 0, count: 0))
      exclusion.files += 1
      exclusion.lines = exclusion.lines + lines
      exclusions[reason] = exclusion
    }
  }

  /// The globs of `coverage.ignore` that matched none of the files.
  package var unmatchedGlobs: [String] { scope.unusedGlobs }

  package func coverage() throws(CoverageError) -> Coverage {
    let excluded = exclusions.values.sorted { $0.reason < $1.reason }
    guard !files.isEmpty else { throw .allFilesExcluded(excluded) }
    let none = Coverage.Ratio(covered: 0, count: 0)
    var totals = Coverage.Totals(lines: none, functions: none, regions: none)
    var otherLines = none
    for file in files {
      totals.lines = totals.lines + file.lines
      totals.functions = totals.functions + file.functions
      totals.regions = totals.regions + file.regions
      otherLines = otherLines + (file.otherLines ?? none)
    }
    totals.otherLines = otherLines
    return Coverage(
      metric: policy.metric, isPartial: isPartial, totals: totals,
      files: files.sorted { $0.path < $1.path }, excluded: excluded)
  }
}
