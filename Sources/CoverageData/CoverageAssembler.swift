package import CIModel
import SwiftPackage

/// Assembles measured files into a `Coverage`.
package struct CoverageAssembler {
  private let inputs: CoverageInputs
  private let policy: CoveragePolicy
  private var scope: CoverageScope
  private var files: [Coverage.File] = []
  private var positions: [RepositoryPath: Int] = [:]
  private var exclusions: [String: Coverage.Exclusion] = [:]
  /// Findings about invalid exclusion comments, in the order of the files.
  package private(set) var findings: [Finding] = []

  /// The excluded lines of each file that has any.
  private var excludedLines: [RepositoryPath: [ClosedRange<Int>]] = [:]
  private let combine: (UInt64, UInt64) -> UInt64

  /// - Parameter combine: Combines two counts of the same line: the larger one if a file was
  ///   compiled into two binaries, the sum if two runs are merged.
  package init(
    _ inputs: CoverageInputs, combine: @escaping (UInt64, UInt64) -> UInt64 = { max($0, $1) }
  ) {
    self.inputs = inputs
    self.combine = combine
    policy = inputs.policy
    scope = CoverageScope(inputs)
  }

  package mutating func add(_ file: ExportedFile) { add(MeasuredFile(file)) }

  package mutating func add(_ file: MeasuredFile) {
    switch scope.place(of: file.path) {
    case .source(let path, let target):
      add(file, path: path, target: target)
    case .excluded(let reason):
      let distinct = file.hits.ratio
      let llvm = file.llvmLines ?? distinct
      exclude(
        policy.metric == .distinct
          ? .init(reason: reason, files: 1, lines: distinct, otherLines: llvm)
          : .init(reason: reason, files: 1, lines: llvm, otherLines: distinct))
    }
  }

  private mutating func exclude(_ exclusion: Coverage.Exclusion) {
    guard exclusions[exclusion.reason] != nil else {
      exclusions[exclusion.reason] = exclusion
      return
    }
    exclusions[exclusion.reason]?.add(exclusion)
  }

  private mutating func add(_ file: MeasuredFile, path: String, target: String?) {
    var file = file
    let exactPath = RepositoryPath(path)
    if let position = positions[exactPath] {
      // A line that either measurement maps is mapped.
      if let excluded = excludedLines[exactPath] { file.leaveOut(excluded) }
      file.merge(files[position], combine)
      files[position] = entry(file, path: path, target: files[position].target)
      return
    }
    let comments = ExclusionComments.read(
      "\(inputs.checkout ?? inputs.repositoryRoot)/\(path)")
    for problem in comments.problems {
      findings.append(
        Finding(
          .error, CoveragePolicy.exclusionsID, problem.message,
          at: SourceLocation(path, line: problem.line), help: problem.help))
    }
    if !comments.excluded.isEmpty {
      excludedLines[exactPath] = comments.excluded
      let before = file.hits.ratio
      file.leaveOut(comments.excluded)
      let after = file.hits.ratio
      if before != after {
        // The group counts distinct lines, because the llvm metric still counts these lines.
        let lines = Coverage.Ratio(
          covered: before.covered - after.covered, count: before.count - after.count)
        exclude(.init(reason: "comments", files: 1, lines: lines))
      }
      // A file without remaining lines is left out.
      if after.count == 0, before.count > 0 { return }
    }
    if !path.mayStandForOthers { positions[exactPath] = files.count }
    files.append(entry(file, path: path, target: target))
  }

  private func entry(_ file: MeasuredFile, path: String, target: String?) -> Coverage.File {
    let distinct = file.hits.ratio
    let llvm = file.llvmLines ?? distinct
    var entry = Coverage.File(
      path: path, target: target, lines: policy.metric == .distinct ? distinct : llvm,
      functions: file.functions, regions: file.regions,
      otherLines: policy.metric == .distinct ? llvm : distinct,
      uncoveredLines: file.hits.uncovered, partialLines: file.partialLines,
      lineHits: file.hits)
    entry.functionList = file.functionList
    entry.missedFunctions = file.missedFunctions
    return entry
  }

  /// The globs of `coverage.ignore` that matched no file.
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
    var coverage = Coverage(
      metric: policy.metric, isPartial: inputs.isPartial, totals: totals,
      files: files.sorted { $0.path < $1.path }, excluded: excluded, targets: targets)
    if !policy.ignore.isEmpty { coverage.ignore = policy.ignore }
    if inputs.isPartial, inputs.isSelection { coverage.isSelection = true }
    return coverage
  }

  /// The targets with paths relative to the repository root.
  private var targets: [Coverage.Target]? {
    var prefix = ""
    if inputs.packageRoot.hasPrefix(inputs.repositoryRoot + "/") {
      prefix = inputs.packageRoot.dropFirst(inputs.repositoryRoot.count + 1) + "/"
    }
    return inputs.targets?.filter { $0.kind != .other }.map { target in
      var measured = Coverage.Target(
        name: target.name,
        path: target.path == "." ? String(prefix.dropLast()) : prefix + target.path,
        isTest: target.isTest)
      if !target.isTestable { measured.isTestable = false }
      return measured
    }.sorted { $0.path < $1.path }
  }
}

extension MeasuredFile {
  fileprivate mutating func leaveOut(_ lines: [ClosedRange<Int>]) {
    hits = hits.without(lines)
    partialLines.removeAll { line in lines.contains { $0.contains(line) } }
  }

  /// Merges the measurement of the same file by another binary or run.
  mutating func merge(
    _ other: Coverage.File, _ combine: (UInt64, UInt64) -> UInt64
  ) {
    let before = hits
    if let others = other.lineHits { hits = hits.merging(others, combine) }
    let own = Set(partialLines)
    let others = Set(other.partialLines)
    // A line stays partial if some run covers a part of it and none covers all of it.
    partialLines = own.union(others).sorted().filter { line in
      (own.contains(line) || before[line] ?? 0 == 0)
        && (others.contains(line) || other.lineHits?[line] ?? 0 == 0)
    }
    functions = .init(
      covered: max(functions.covered, other.functions.covered),
      count: max(functions.count, other.functions.count))
    regions = .init(
      covered: max(regions.covered, other.regions.covered),
      count: max(regions.count, other.regions.count))
    llvmLines = nil
  }
}
