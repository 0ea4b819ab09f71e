/// What `.ci.yml` requires of the coverage (`coverage:`).
///
/// Percentages are in hundredths of a percent; `nil` shows the number and asks nothing.
package struct CoveragePolicy: Hashable, Sendable {
  /// The id of findings on comments that leave code out, which come of reading the sources and not of judging.
  package static let exclusionsID = "coverage.exclusions"

  /// Of all lines.
  package var minimumHundredths: Int?
  /// Of the lines of every file, with the most uncovered ones listed.
  package var fileMinimum: Int?
  /// Of the lines of every target.
  package var targetMinimum: Int?
  package var functionMinimum: Int?
  package var regionMinimum: Int?
  package var metric: Coverage.LineMetric
  /// Files to leave out, as globs on repository-relative paths.
  package var ignore: [String]
  package var patch = Patch()
  package var noDrop: NoDrop?
  package var ratchet: Ratchet?
  package var components: [Component] = []
  /// Which tests run which lines is recorded; `nil` does not.
  package var byTest: ByTest?

  /// Whether a run can fail for its coverage.
  package var asksForLines: Bool {
    let minima = [
      minimumHundredths, fileMinimum, targetMinimum, functionMinimum, regionMinimum, patch.minimum,
    ]
    return minima.contains { $0 != nil } || noDrop != nil || ratchet != nil
      || components.contains { $0.minimum != nil || $0.patch != nil }
  }

  package init(
    minimumHundredths: Int? = nil, metric: Coverage.LineMetric = .distinct, ignore: [String] = []
  ) {
    self.minimumHundredths = minimumHundredths
    self.metric = metric
    self.ignore = ignore
  }

  /// How the lines of a change are counted and what is required of them.
  package struct Patch: Hashable, Sendable {
    package var minimum: Int?
    /// Lines that differ only in white space count as unchanged, as with `git diff -w`.
    package var ignoresWhitespace = false
    /// Blank lines and lines that hold only a comment do not count, although the compiler maps
    /// them with the code around them.
    package var ignoresComments = false
    /// A line that ran and holds a region that did not counts as missed.
    package var missesPartialLines = false
    /// What a changed source without any coverage data is; `nil` is nothing.
    package var noData: Severity? = .warning

    package init(minimum: Int? = nil) {
      self.minimum = minimum
    }
  }

  /// The coverage may not be lower than that of a stored base.
  package struct NoDrop: Hashable, Sendable {
    /// A JSON document of `devtool coverage` or a run record, relative to the repository root; `nil`
    /// looks for a stored run of the merge base.
    package var baseline: String?
    /// By how much it may be lower.
    package var tolerance: Int

    package init(baseline: String? = nil, tolerance: Int = 0) {
      self.baseline = baseline
      self.tolerance = tolerance
    }
  }

  /// Floors in a file that only rise.
  package struct Ratchet: Hashable, Sendable {
    /// Relative to the repository root.
    package var file: String
    /// A floor that is lower than the coverage by more than this is slack.
    package var slack: Int

    package init(file: String, slack: Int = 100) {
      self.file = file
      self.slack = slack
    }
  }

  /// Tells which tests run which lines, by a process for each test.
  package struct ByTest: Hashable, Sendable {
    /// Globs on repository-relative paths of files that no test reads, so that a change of theirs
    /// affects none.
    package var unread: [String]

    package init(unread: [String] = []) {
      self.unread = unread
    }
  }

  /// A named part of the sources with requirements of its own.
  package struct Component: Hashable, Sendable {
    package var name: String
    /// Globs on repository-relative paths.
    package var paths: [String]
    package var minimum: Int?
    package var patch: Int?

    package init(name: String, paths: [String], minimum: Int? = nil, patch: Int? = nil) {
      self.name = name
      self.paths = paths
      self.minimum = minimum
      self.patch = patch
    }

    package func contains(_ path: String) -> Bool { globs.contains { $0.matches(path) } }

    private var globs: [PathGlob] { paths.map(PathGlob.init) }

    /// A test of membership for many paths.
    package var membership: (String) -> Bool {
      let globs = globs
      return { path in globs.contains { $0.matches(path) } }
    }
  }

  /// Whether anything at all is required.
  package var requiresAnything: Bool {
    [minimumHundredths, fileMinimum, targetMinimum, functionMinimum, regionMinimum, patch.minimum]
      .contains { $0 != nil } || noDrop != nil || ratchet != nil
      || components.contains { $0.minimum != nil || $0.patch != nil }
  }

  /// Whether a merge base is needed to judge.
  package var requiresPatch: Bool {
    patch.minimum != nil || components.contains { $0.patch != nil }
  }
}
