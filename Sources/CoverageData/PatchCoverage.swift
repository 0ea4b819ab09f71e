package import CIModel

/// Computes the coverage of the lines that a change touched.
///
/// Each line counts once, whatever the metric, because the result describes which of the changed
/// lines ran, not how many functions contain them.
package struct PatchCoverage {
  private let coverage: Coverage
  private let policy: CoveragePolicy
  private let ignored: [PathGlob]
  private let commentLines: (String) -> [ClosedRange<Int>]
  private let functionLines: (String) -> LineHits
  private let isTracked: (_ path: String, _ folder: String) -> Bool
  private let wasEdited: (String) -> Bool
  private let measuredOverLinks: () -> [RepositoryPath: [RepositoryPath]]

  /// - Parameters:
  /// - commentLines: The blank and comment lines of a file of the checkout; called only if the
  ///   policy leaves them out.
  /// - functionLines: The lines of functions that a build can leave out: in Swift those behind
  ///   `#if`, in C all, with another count for each function and each branch of an `#if` in it; without
  ///   excluded ones.
  /// - isTracked: Whether git tracks a file in a folder with a name that builds use.
  /// - wasEdited: Whether a file has changed since the measurement.
  /// - measuredOverLinks: Paths in the data by those of the files that links point to; called once.
  package init(
    _ coverage: Coverage, policy: CoveragePolicy,
    commentLines: @escaping (String) -> [ClosedRange<Int>] = { _ in [] },
    functionLines: @escaping (String) -> LineHits = { _ in LineHits() },
    isTracked: @escaping (_ path: String, _ folder: String) -> Bool = { _, _ in true },
    wasEdited: @escaping (String) -> Bool = { _ in false },
    measuredOverLinks: @escaping () -> [RepositoryPath: [RepositoryPath]] = { [:] }
  ) {
    self.coverage = coverage
    self.policy = policy
    self.commentLines = commentLines
    self.functionLines = functionLines
    self.isTracked = isTracked
    self.wasEdited = wasEdited
    self.measuredOverLinks = measuredOverLinks
    ignored = policy.ignore.map(PathGlob.init)
  }

  /// - Parameter sources: The files of the measured checkout.
  package init(_ coverage: Coverage, policy: CoveragePolicy, sources: CheckoutSources) {
    var tracked = sources.trackedPaths
    self.init(
      coverage, policy: policy, commentLines: sources.commentLines,
      functionLines: sources.functionLines, isTracked: { tracked.contain($0, in: $1) },
      wasEdited: sources.wasEdited,
      measuredOverLinks: { sources.measuredOverLinks(coverage) })
  }

  private struct Sum {
    var files: [Coverage.PatchFile] = []
    var notCounted: [String: Coverage.Exclusion] = [:]
    var unmeasured: [Coverage.UnmeasuredFile] = []
    var addedLines = 0
    /// The number of changed sources of the package that should be in the data.
    var expected = 0
    var found = 0
    var stale: [String] = []
    var beyond: [String] = []
    var unclear: [String] = []
    /// The files that the data cannot name.
    var unnamed: [String] = []

    mutating func leaveOut(_ lines: Int, _ reason: String) {
      guard lines > 0 else { return }
      var group =
        notCounted[reason]
        ?? Coverage.Exclusion(reason: reason, files: 0, lines: .init(covered: 0, count: 0))
      group.files += 1
      group.lines.count += lines
      notCounted[reason] = group
    }
  }

  /// - Parameters:
  /// - changes: Every file that has or may have added lines; in any order.
  /// - base: The name of the ref that the change is compared with, for the reader.
  package func patch(of changes: [LineChange], base: String? = nil) -> Coverage.Patch {
    let files = Dictionary(coverage.files.map { (RepositoryPath($0.path), $0) }) { $1 }
    var sum = Sum()
    lazy var links = measuredOverLinks()
    lazy var respelled = respelledFiles(changes)
    for change in changes.sorted(by: { $0.path < $1.path }) {
      sum.addedLines += change.addedCount
      sum.leaveOut(change.whitespaceOnly, "whitespace")
      let path = RepositoryPath(change.path)
      let measured = ([path] + (links[path] ?? [])).compactMap { files[$0] }
      if let file = worst(of: measured) ?? respelled[change.path] {
        sum.expected += 1
        sum.found += 1
        if !change.path.mayStandForOthers {
          count(change, file, isEdited: measured.contains { wasEdited($0.path) }, &sum)
        } else if !change.added.isEmpty || change.isUnclear {
          sum.unnamed.append(change.path)
        }
      } else {
        classify(change, &sum)
      }
    }
    let none = Coverage.Ratio(covered: 0, count: 0)
    var patch = Coverage.Patch(
      lines: sum.files.reduce(none) { $0 + $1.lines }, files: sum.files)
    patch.base = base
    patch.addedLines = sum.addedLines
    patch.notCounted = sum.notCounted.values.sorted { $0.reason < $1.reason }
    patch.unmeasured = sum.unmeasured
    explain(&patch, sum, changes)
    return patch
  }

  /// The measured files that no change names by its bytes. Strings are equal in every Unicode
  /// normalization, and Macs may report another one than git stores.
  private func respelledFiles(_ changes: [LineChange]) -> [String: Coverage.File] {
    let changed = Set(changes.map { RepositoryPath($0.path) })
    let others = coverage.files.filter {
      !$0.path.utf8.allSatisfy { $0 < 0x80 } && !changed.contains(RepositoryPath($0.path))
    }
    return Dictionary(grouping: others, by: \.path).compactMapValues {
      $0.count == 1 ? $0.first : nil
    }
  }

  /// One file that several targets build over links: each line is as in the target that ran it least.
  private func worst(of files: [Coverage.File]) -> Coverage.File? {
    guard var worst = files.first else { return nil }
    for file in files.dropFirst() {
      guard let hits = worst.lineHits else { break }
      worst.lineHits = file.lineHits.map { hits.merging($0) { min($0, $1) } }
      worst.partialLines = Set(worst.partialLines + file.partialLines).sorted()
    }
    return worst
  }

  private func count(
    _ change: LineChange, _ file: Coverage.File, isEdited: Bool, _ sum: inout Sum
  ) {
    if change.isUnclear, !change.added.isEmpty || change.lineCount == 0 {
      sum.unclear.append(change.path)
    }
    guard !change.added.isEmpty else { return }
    guard let counts = file.lineHits else {
      sum.stale.append(change.path)
      return
    }
    if isEdited || wasEdited(file.path) { sum.stale.append(change.path) }
    if counts.lastLine > change.lineCount { sum.beyond.append(change.path) }
    var changed = counts.within(change.added)
    let mapped = changed.ratio.count
    let leftOut = noteLeftOut(change, counts, &sum)
    sum.leaveOut(change.addedCount - mapped - leftOut, "no code")
    if policy.patch.ignoresComments {
      changed = changed.without(commentLines(change.path))
      sum.leaveOut(mapped - changed.ratio.count, "comments")
    }
    let partial = file.partialLines.filter { line in
      change.added.contains { $0.contains(line) } && changed[line] != nil
    }
    if policy.patch.missesPartialLines {
      var missed = LineHits()
      for line in partial { missed.append(line, line, count: 0) }
      changed = changed.merging(missed) { min($0, $1) }
    }
    let lines = changed.ratio
    guard lines.count > 0 else { return }
    sum.files.append(
      Coverage.PatchFile(
        path: change.path, lines: lines, uncoveredLines: changed.uncovered,
        partialLines: partial))
  }

  /// Notes added lines of functions that the measured build left out; returns their number.
  private func noteLeftOut(_ change: LineChange, _ counts: LineHits, _ sum: inout Sum) -> Int {
    let functions = functionLines(change.path)
    let data = counts.runs.map { $0.first...$0.last }
    var lines = functions.within(change.added).without(data)
    if !change.path.hasSuffix(".swift") {
      // In C, a function or a branch with data was built, although some of its lines may have none.
      let built = Set(functions.within(data).runs.map(\.count))
      lines = lines.without(
        functions.runs.filter { built.contains($0.count) }.map { $0.first...$0.last })
    }
    let count = lines.ratio.count
    if count > 0 {
      sum.unmeasured.append(
        Coverage.UnmeasuredFile(path: change.path, addedLines: count, reason: .leftOut))
      sum.leaveOut(count, "not built")
    }
    return count
  }

  /// Determines why a changed file has no data.
  private func classify(_ change: LineChange, _ sum: inout Sum) {
    let path = change.path
    guard change.addedCount > 0 else { return }
    let isHeader = ChangedSources.isHeader(path)
    let lines = isHeader ? functionLines(path).within(change.added).ratio.count : change.addedCount
    let target = target(of: path)
    // SwiftPM leaves out the manifest beside a target of the whole package.
    let isInTarget = target.map { !$0.path.isEmpty } ?? false
    guard
      isHeader
        ? lines > 0 || path.mayStandForOthers
        : ChangedSources.isSource(path, isInTarget: isInTarget)
    else {
      sum.leaveOut(change.addedCount, "no sources")
      return
    }
    if target?.isTest ?? CoverageScope.looksLikeTest(path) {
      sum.leaveOut(change.addedCount, "tests")
    } else if target.map({ $0.isTestable == false })
      ?? (coverage.targets != nil && path.hasPrefix("Plugins/"))
    {
      // Like a manifest, it is never a part of a tested binary.
      sum.leaveOut(change.addedCount, "no sources")
    } else if ignored.contains(where: { $0.matches(path) }) {
      sum.leaveOut(change.addedCount, "ignored")
    } else if let (reason, folder) = CoverageScope.reasonByPath(path), !isTracked(path, folder) {
      sum.leaveOut(change.addedCount, reason)
    } else {
      if path.mayStandForOthers { sum.unnamed.append(path) }
      let reason: Coverage.UnmeasuredFile.Reason
      if let target {
        let isMeasured = coverage.files.contains { $0.target == target.name }
        // Protocols and plain types of Swift do not occur in the data.
        reason = !isMeasured ? .notBuilt : path.hasSuffix(".swift") ? .noCode : .unknown
        sum.expected += isHeader && !isMeasured ? 0 : 1
        if isMeasured { sum.found += 1 }
      } else if coverage.targets != nil {
        reason = .noTarget
      } else {
        reason = .unknown
        sum.expected += isHeader ? 0 : 1
      }
      let leftOut = reason == .noCode ? noteLeftOut(change, LineHits(), &sum) : 0
      if leftOut == 0 {
        sum.unmeasured.append(
          Coverage.UnmeasuredFile(path: path, addedLines: lines, reason: reason))
      }
      sum.leaveOut(change.addedCount - leftOut, "no data")
    }
  }

  private func target(of path: String) -> Coverage.Target? {
    coverage.targets?.filter { $0.path.isEmpty || path.hasPrefix($0.path + "/") }
      .max { $0.path.utf8.count < $1.path.utf8.count }
  }

  // MARK: Explaining

  private func explain(_ patch: inout Coverage.Patch, _ sum: Sum, _ changes: [LineChange]) {
    if let path = sum.unnamed.first {
      patch.problem =
        "the coverage data cannot tell \(path)\(more(sum.unnamed)) from others: the name is not UTF-8"
      patch.help = "Rename it."
    } else if let path = sum.unclear.first {
      patch.problem = "git and compilers can find different lines in \(path)\(more(sum.unclear))"
      patch.help = "Remove NULs, and line ends other than line feeds and CRLF, from it."
    } else if let path = sum.beyond.first {
      patch.problem =
        "the coverage data is from other sources: it has lines beyond the end of \(path)"
        + more(sum.beyond)
      patch.help = "Measure the coverage of the current sources."
    } else if let path = sum.stale.first {
      patch.problem = "\(path)\(more(sum.stale)) was edited after the coverage was measured"
      patch.help = "Run `devtool check` again."
    } else if sum.expected > 0, sum.found == 0 {
      patch.problem =
        "the coverage data and the change have no source file in common "
        + "(the change has \(example(changes)), the data "
        + (coverage.files.first.map { "has \($0.path)" } ?? "has none") + ")"
      patch.help =
        "Check that the data was measured in this checkout, and that the changed sources are built"
        + (changesSwift(changes) ? "." : "; the native build system measures only Swift.")
    }
    guard patch.lines.count == 0 else { return }
    if changes.allSatisfy({ $0.isUnclear && $0.lineCount == 0 }) {
      patch.explanation = "the change touches no text files"
    } else if sum.addedLines == 0, sum.notCounted["whitespace"] == nil {
      patch.explanation = "the change adds no lines"
    } else {
      let isLeftOut = sum.notCounted["not built"] != nil
      patch.explanation =
        (isLeftOut ? "no changed line was measured" : "no executable line changed")
        + (patch.notCountedWords.map { ": \($0)" } ?? "")
    }
  }

  private func changesSwift(_ changes: [LineChange]) -> Bool {
    changes.contains { ChangedSources.isSource($0.path) && $0.path.hasSuffix(".swift") }
  }

  private func example(_ changes: [LineChange]) -> String {
    changes.first { ChangedSources.isSource($0.path) && !CoverageScope.looksLikeTest($0.path) }?
      .path ?? "none"
  }

  private func more(_ paths: [String]) -> String {
    paths.count > 1 ? " and \(counted(paths.count - 1, "other file"))" : ""
  }
}
