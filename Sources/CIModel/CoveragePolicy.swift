/// The coverage requirements of `.ci.yml` (`coverage:`).
///
/// Percentages are in hundredths of a percent; `nil` reports the number without requiring anything.
package struct CoveragePolicy: Hashable, Sendable {
  /// The id of findings on comments that exclude code. They come from reading the sources, not from
  /// the policy.
  package static let exclusionsID = "coverage.exclusions"

  /// The required coverage of all lines.
  package var minimumHundredths: Int?
  /// The required coverage of the lines of every file; the report lists the files with the most
  /// uncovered lines.
  package var fileMinimum: Int?
  /// The required coverage of the lines of every target.
  package var targetMinimum: Int?
  package var functionMinimum: Int?
  package var regionMinimum: Int?
  package var metric: Coverage.LineMetric
  /// Globs of files to leave out, on repository-relative paths.
  package var ignore: [String]
  package var patch = Patch()
  package var noDrop: NoDrop?
  package var ratchet: Ratchet?
  package var components: [Component] = []
  /// How to record which tests run which lines; `nil` does not record it.
  package var byTest: ByTest?

  /// Whether a run can fail because of its coverage.
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

  /// How the lines of a change are counted and which coverage they need.
  package struct Patch: Hashable, Sendable {
    package var minimum: Int?
    /// Whether lines that differ only in white space count as unchanged, as with `git diff -w`.
    package var ignoresWhitespace = false
    /// Whether blank lines and lines with nothing but a comment are left out, although the compiler
    /// maps them with the code around them.
    package var ignoresComments = false
    /// Whether a line that ran and contains a region that did not counts as missed.
    package var missesPartialLines = false
    /// The severity of a changed source without coverage data; `nil` reports nothing.
    package var noData: Severity? = .warning

    package init(minimum: Int? = nil) {
      self.minimum = minimum
    }
  }

  /// A requirement that the coverage is not lower than that of a stored base.
  package struct NoDrop: Hashable, Sendable {
    /// A JSON document of `devtool coverage` or a run record, relative to the repository root;
    /// `nil` uses a stored run of the merge base.
    package var baseline: String?
    /// The accepted loss.
    package var tolerance: Int

    package init(baseline: String? = nil, tolerance: Int = 0) {
      self.baseline = baseline
      self.tolerance = tolerance
    }
  }

  /// Minimum percentages in a file that only rise.
  package struct Ratchet: Hashable, Sendable {
    /// The file, relative to the repository root.
    package var file: String
    /// The distance between a floor and the coverage above which the floor is reported as too low.
    package var slack: Int

    package init(file: String, slack: Int = 100) {
      self.file = file
      self.slack = slack
    }
  }

  /// Records which tests run which lines, with one process for each test.
  package struct ByTest: Hashable, Sendable {
    /// Globs of files that no test reads, on repository-relative paths; changes to them affect no
    /// test.
    package var unread: [String]

    package init(unread: [String] = []) {
      self.unread = unread
    }
  }

  /// A named part of the sources with its own requirements.
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

    /// A membership test that is efficient for many paths.
    package var membership: (String) -> Bool {
      let globs = globs
      return { path in globs.contains { $0.matches(path) } }
    }
  }

  /// Whether the policy has any requirement.
  package var requiresAnything: Bool {
    [minimumHundredths, fileMinimum, targetMinimum, functionMinimum, regionMinimum, patch.minimum]
      .contains { $0 != nil } || noDrop != nil || ratchet != nil
      || components.contains { $0.minimum != nil || $0.patch != nil }
  }

  /// Whether the policy needs a merge base.
  package var requiresPatch: Bool {
    patch.minimum != nil || components.contains { $0.patch != nil }
  }
}
