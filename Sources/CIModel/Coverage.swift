/// Which lines, functions and regions of the package the tests ran.
package struct Coverage: Codable, Hashable, Sendable {
  package var metric: LineMetric
  /// Whether data is missing because a test process died or tests were left out.
  package var isPartial: Bool
  /// Whether data is missing only because this run was for a part of the tests, by a filter on the
  /// command line, `--failed` or `--shard`: all tests together cover at least as much. `nil` means
  /// no.
  package var isSelection: Bool?
  /// Globs of files that do not count, as in `coverage.ignore`; `nil` when there are none.
  package var ignore: [String]?
  package var totals: Totals
  /// Package sources only, sorted by path.
  package var files: [File]
  /// Code that was measured and left out of the totals, by reason, sorted.
  package var excluded: [Exclusion]
  /// Coverage of the lines that the change touched; `nil` when it was not requested.
  @NullCoded package var patch: Patch?
  package var thresholds: [Threshold]
  /// The targets of the package; `nil` when the data came without a package description.
  package var targets: [Target]?

  package init(
    metric: LineMetric, isPartial: Bool, totals: Totals, files: [File], excluded: [Exclusion],
    patch: Patch? = nil, thresholds: [Threshold] = [], targets: [Target]? = nil
  ) {
    self.metric = metric
    self.isPartial = isPartial
    self.totals = totals
    self.files = files
    self.excluded = excluded
    self.patch = patch
    self.thresholds = thresholds
    self.targets = targets
  }

  /// How lines are counted.
  package enum LineMetric: String, Codable, Hashable, Sendable, CaseIterable {
    /// Each line of a file once, like LCOV's `DA` records, genhtml and diff-cover.
    case distinct
    /// Once per function that contains the line, like `llvm-cov report`.
    case llvm
  }

  /// Covered out of counted, as exact integers.
  package struct Ratio: Codable, Hashable, Sendable {
    package var covered: Int
    package var count: Int

    package init(covered: Int, count: Int) {
      self.covered = covered
      self.count = count
    }

    /// - Throws: When the numbers are impossible for a measurement: a record may be untrusted, and
    ///   its sums must not overflow.
    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      covered = try container.decode(Int.self, forKey: .covered)
      count = try container.decode(Int.self, forKey: .count)
      guard (0...(1 << 40)).contains(count), (0...count).contains(covered) else {
        throw DecodingError.dataCorruptedError(
          forKey: .covered, in: container,
          debugDescription: "\(covered) of \(count) is not a valid coverage"
        )
      }
    }

    /// Hundredths of a percent, rounded down, so that 100.00 % means that nothing is missed; `nil`
    /// when there is nothing to count.
    package var hundredthsOfPercent: Int? {
      guard count > 0 else { return nil }
      let (product, overflow) = covered.multipliedReportingOverflow(by: 10_000)
      return overflow ? covered / count * 10_000 : product / count
    }

    package var missed: Int { count - covered }

    package static func + (left: Ratio, right: Ratio) -> Ratio {
      Ratio(covered: left.covered + right.covered, count: left.count + right.count)
    }
  }

  package struct Totals: Codable, Hashable, Sendable {
    /// Lines counted by `metric`.
    package var lines: Ratio
    package var functions: Ratio
    package var regions: Ratio
    /// Lines counted by the other metric, so that a stored run can be shown either way.
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
    /// The package target of the file; `nil` when the package does not name one.
    @NullCoded package var target: String?
    package var lines: Ratio
    package var functions: Ratio
    package var regions: Ratio
    package var otherLines: Ratio?
    /// Ranges of executable lines that never ran, `[first, last]`, 1-based, inclusive and
    /// ascending.
    package var uncoveredLines: [[Int]]
    /// Lines that ran and contain a region that did not, ascending.
    package var partialLines: [Int]
    /// How often each executable line ran; `nil` in records of older versions.
    package var lineHits: LineHits?
    /// Every function in source order; `nil` when they were not requested.
    package var functionList: [Function]?
    /// The functions that never ran or ran in part, in source order; `nil` when the data contains
    /// none or `functionList` contains them.
    package var missedFunctions: [Function]?

    package init(
      path: String, target: String?, lines: Ratio, functions: Ratio, regions: Ratio,
      otherLines: Ratio? = nil, uncoveredLines: [[Int]], partialLines: [Int],
      lineHits: LineHits? = nil
    ) {
      self.path = path
      self.target = target
      self.lines = lines
      self.functions = functions
      self.regions = regions
      self.otherLines = otherLines
      self.uncoveredLines = uncoveredLines
      self.partialLines = partialLines
      self.lineHits = lineHits
    }
  }

  /// A function as it is written in the source; its generic specializations count as one.
  package struct Function: Codable, Hashable, Sendable {
    /// The demangled name.
    package var name: String
    /// The 1-based line.
    package var line: Int
    package var endLine: Int
    /// How often it was called.
    package var count: UInt64
    package var regions: Ratio

    package init(name: String, line: Int, endLine: Int, count: UInt64, regions: Ratio) {
      self.name = name
      self.line = line
      self.endLine = endLine
      self.count = count
      self.regions = regions
    }

    /// Whether the function never ran, or not all of its regions did.
    package var isMissed: Bool { count == 0 || regions.missed > 0 }
  }

  /// A target of the package that was measured.
  package struct Target: Codable, Hashable, Sendable {
    package var name: String
    /// The folder of its sources, relative to the repository root.
    package var path: String
    /// Whether its sources are tests or test helpers, which do not count.
    package var isTest: Bool
    /// `false` for plugins and snippets, which no test can link; `nil` for other targets.
    package var isTestable: Bool?

    package init(name: String, path: String, isTest: Bool) {
      self.name = name
      self.path = path
      self.isTest = isTest
    }
  }

  package struct Exclusion: Codable, Hashable, Sendable {
    /// `tests`, `dependencies`, `generated`, `ignored`, `outside`, or `comments` for lines of
    /// counted files that a comment excludes.
    package var reason: String
    package var files: Int
    /// Lines counted by `metric`.
    package var lines: Ratio
    /// Lines counted by the other metric, if that was measured.
    package var otherLines: Ratio?

    package init(reason: String, files: Int, lines: Ratio, otherLines: Ratio? = nil) {
      self.reason = reason
      self.files = files
      self.lines = lines
      self.otherLines = otherLines
    }
  }

  package struct Threshold: Codable, Hashable, Sendable {
    /// The key in `.ci.yml`: `coverage.minimum`.
    package var name: String
    /// The required percentage.
    package var required: Double
    /// The measured percentage, rounded down to two decimals; `nil` when there was nothing to
    /// count.
    @NullCoded package var actual: Double?
    package var passed: Bool
    /// The file, target or component that is checked; `nil` for the whole package.
    package var scope: String?

    package init(
      name: String, scope: String? = nil, required: Double, actual: Double?, passed: Bool
    ) {
      self.name = name
      self.scope = scope
      self.required = required
      self.actual = actual
      self.passed = passed
    }
  }
}

extension Coverage {
  /// Fills `functionList` with the functions that are not fully covered, for readers who request
  /// functions.
  ///
  /// - Returns: Whether the data contains functions.
  package mutating func listMissedFunctions() -> Bool {
    guard files.contains(where: { $0.missedFunctions != nil }) else { return false }
    for index in files.indices { files[index].functionList = files[index].missedFunctions }
    return true
  }

  /// The same coverage with lines counted by another metric, as far as that was measured.
  package func counted(by metric: LineMetric) -> Coverage {
    guard metric != self.metric else { return self }
    var other = self
    other.metric = metric
    other.totals.swapLines()
    for index in other.files.indices { other.files[index].swapLines() }
    for index in other.excluded.indices { other.excluded[index].swapLines() }
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

extension Coverage.Exclusion {
  fileprivate mutating func swapLines() {
    guard let others = otherLines else { return }
    otherLines = lines
    lines = others
  }

  /// Adds the numbers of another group with the same reason.
  package mutating func add(_ other: Coverage.Exclusion) {
    files += other.files
    if otherLines != nil || other.otherLines != nil {
      otherLines = (otherLines ?? lines) + (other.otherLines ?? other.lines)
    }
    lines = lines + other.lines
  }
}

extension Coverage.File {
  /// The functions that never ran or ran in part, from either list.
  package var functionsToCover: [Coverage.Function]? {
    missedFunctions ?? functionList?.filter(\.isMissed)
  }

  fileprivate mutating func swapLines() {
    guard let others = otherLines else { return }
    otherLines = lines
    lines = others
  }
}
