/// Which lines, functions and regions of the package the tests ran.
package struct Coverage: Codable, Hashable, Sendable {
  package var metric: LineMetric
  /// Data is missing: a test process died, or a filter left tests out.
  package var isPartial: Bool
  package var totals: Totals
  /// Package sources only, sorted by path.
  package var files: [File]
  /// What was measured and left out of the totals, by reason, sorted.
  package var excluded: [Exclusion]
  /// Coverage of the lines that the change touched; `nil` when it was not asked for.
  @NullCoded package var patch: Patch?
  package var thresholds: [Threshold]

  package init(
    metric: LineMetric, isPartial: Bool, totals: Totals, files: [File], excluded: [Exclusion],
    patch: Patch? = nil, thresholds: [Threshold] = []
  ) {
    self.metric = metric
    self.isPartial = isPartial
    self.totals = totals
    self.files = files
    self.excluded = excluded
    self.patch = patch
    self.thresholds = thresholds
  }

  /// How lines are counted.
  package enum LineMetric: String, Codable, Hashable, Sendable, CaseIterable {
    /// Each line of a file once, as LCOV's `DA` records, genhtml and diff-cover count.
    case distinct
    /// Once per function that the line lies in, as `llvm-cov report` counts.
    case llvm
  }

  /// Covered out of counted; exact integers.
  package struct Ratio: Codable, Hashable, Sendable {
    package var covered: Int
    package var count: Int

    package init(covered: Int, count: Int) {
      self.covered = covered
      self.count = count
    }

    /// Hundredths of a percent, floored, so that 100.00 % means that nothing is missed; `nil` when
    /// there is nothing to count.
    package var hundredthsOfPercent: Int? {
      guard count > 0 else { return nil }
      let (product, overflow) = covered.multipliedReportingOverflow(by: 10_000)
      return overflow ? covered / count * 10_000 : product / count
    }

    package static func + (left: Ratio, right: Ratio) -> Ratio {
      Ratio(covered: left.covered + right.covered, count: left.count + right.count)
    }
  }

  package struct Totals: Codable, Hashable, Sendable {
    /// By `metric`.
    package var lines: Ratio
    package var functions: Ratio
    package var regions: Ratio
    /// Lines by the other metric, so that a stored run can be shown either way.
    package var otherLines: Ratio?

    package init(lines: Ratio, functions: Ratio, regions: Ratio, otherLines: Ratio? = nil) {
      self.lines = lines
      self.functions = functions
      self.regions = regions
      self.otherLines = otherLines
    }
  }

  package struct File: Codable, Hashable, Sendable {
    /// Relative to the repository root with `/`.
    package var path: String
    /// The package target that the file belongs to; `nil` when the package does not say.
    @NullCoded package var target: String?
    package var lines: Ratio
    package var functions: Ratio
    package var regions: Ratio
    package var otherLines: Ratio?
    /// Ranges of executable lines that never ran, `[first, last]`, 1-based and inclusive, ascending.
    package var uncoveredLines: [[Int]]
    /// Lines that ran and hold a region that did not, ascending.
    package var partialLines: [Int]

    package init(
      path: String, target: String?, lines: Ratio, functions: Ratio, regions: Ratio,
      otherLines: Ratio? = nil, uncoveredLines: [[Int]], partialLines: [Int]
    ) {
      self.path = path
      self.target = target
      self.lines = lines
      self.functions = functions
      self.regions = regions
      self.otherLines = otherLines
      self.uncoveredLines = uncoveredLines
      self.partialLines = partialLines
    }
  }

  package struct Exclusion: Codable, Hashable, Sendable {
    /// `tests`, `dependencies`, `generated`, `ignored` or `outside`.
    package var reason: String
    package var files: Int
    package var lines: Ratio

    package init(reason: String, files: Int, lines: Ratio) {
      self.reason = reason
      self.files = files
      self.lines = lines
    }
  }

  package struct Patch: Codable, Hashable, Sendable {
    package var lines: Ratio
    package var files: [PatchFile]

    package init(lines: Ratio, files: [PatchFile]) {
      self.lines = lines
      self.files = files
    }
  }

  package struct PatchFile: Codable, Hashable, Sendable {
    package var path: String
    package var lines: Ratio
    package var uncoveredLines: [[Int]]

    package init(path: String, lines: Ratio, uncoveredLines: [[Int]]) {
      self.path = path
      self.lines = lines
      self.uncoveredLines = uncoveredLines
    }
  }

  package struct Threshold: Codable, Hashable, Sendable {
    /// The key in `.ci.yml`: `coverage.minimum`.
    package var name: String
    /// Percent.
    package var required: Double
    /// Percent, floored to two decimals; `nil` when there was nothing to count.
    @NullCoded package var actual: Double?
    package var passed: Bool

    package init(name: String, required: Double, actual: Double?, passed: Bool) {
      self.name = name
      self.required = required
      self.actual = actual
      self.passed = passed
    }
  }
}

extension Coverage {
  /// The same coverage with lines counted the other way, as far as that was measured.
  package func counted(by metric: LineMetric) -> Coverage {
    guard metric != self.metric else { return self }
    var other = self
    other.metric = metric
    other.totals.swapLines()
    for index in other.files.indices { other.files[index].swapLines() }
    return other
  }
}

extension Coverage.Totals {
  fileprivate mutating func swapLines() {
    guard let others = otherLines else { return }
    otherLines = lines
    lines = others
  }
}

extension Coverage.File {
  fileprivate mutating func swapLines() {
    guard let others = otherLines else { return }
    otherLines = lines
    lines = others
  }
}
