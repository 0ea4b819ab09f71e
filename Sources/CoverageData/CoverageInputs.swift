package import CIModel
package import SwiftPackage

/// What a coverage measurement is made of.
package struct CoverageInputs: Hashable, Sendable {
  /// `.profraw` files, absolute paths.
  package var profiles: [String]
  /// Binaries and object files, absolute paths; the first is the main binary.
  package var objects: [String]
  /// Absolute.
  package var repositoryRoot: String
  /// Absolute; below the repository root or the same.
  package var packageRoot: String
  /// `nil` when the package was not described: files are then told apart by their paths.
  package var targets: [PackageTarget]?
  /// It is known that data is missing: a test process died, or tests were left out.
  package var isPartial: Bool
  /// It is missing only because this run was for a part of the tests.
  package var isSelection: Bool
  /// Sources that are not what the binaries were built from, relative to the repository root.
  package var edited: Set<String> = []
  /// The repository root on this machine, where `repositoryRoot` is that of another one; `nil` when
  /// they are the same.
  package var checkout: String?
  /// The profiles were not seen to be written by these binaries.
  package var mayBeOfOtherBuilds = false
  /// Every function is listed, and not only those that never ran or ran in part.
  package var wantsFunctions = false
  package var policy: CoveragePolicy

  package init(
    profiles: [String], objects: [String], repositoryRoot: String, packageRoot: String,
    targets: [PackageTarget]?, isPartial: Bool = false, isSelection: Bool = false,
    policy: CoveragePolicy = CoveragePolicy()
  ) {
    self.profiles = profiles
    self.objects = objects
    self.repositoryRoot = repositoryRoot
    self.packageRoot = packageRoot
    self.targets = targets
    self.isPartial = isPartial
    self.isSelection = isSelection
    self.policy = policy
  }
}

/// A coverage measurement and what there is to say about it.
package struct CollectedCoverage: Hashable, Sendable {
  package var coverage: Coverage
  /// Globs of `coverage.ignore` that matched no measured file.
  package var unmatchedGlobs: [String]
  /// Exclusion comments that are wrong, sorted.
  package var findings: [Finding] = []
  /// What `llvm-profdata` and `llvm-cov` warned of, a line each.
  package var toolWarnings: [String]

  /// Each a sentence for the reader of the report.
  package var notes: [String] {
    let shown = 3
    var notes = unmatchedGlobs.map { "coverage.ignore: `\($0)` matches no measured file." }
    notes += toolWarnings.prefix(shown).map { "Coverage: \($0)" }
    // One damaged profile is news, a hundred of them are one piece of news.
    if toolWarnings.count > shown {
      notes.append("Coverage: \(toolWarnings.count - shown) more warnings like these.")
    }
    return notes
  }
}
