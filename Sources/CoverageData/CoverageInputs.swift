package import CIModel
import FileSystem
package import SwiftPackage

/// The inputs of a coverage measurement.
package struct CoverageInputs: Hashable, Sendable {
  /// Absolute paths of `.profraw` files.
  package var profiles: [String]
  /// Absolute paths of binaries and object files; the first is the main binary.
  package var objects: [String]
  /// The absolute root of the repository.
  package var repositoryRoot: String
  /// The absolute root of the package: the repository root, or a folder in it.
  package var packageRoot: String
  /// The targets of the package; `nil` without a package description. Then files are classified by
  /// their paths.
  package var targets: [PackageTarget]?
  /// Whether data is known to be missing: a test process died, or tests were left out.
  package var isPartial: Bool
  /// Whether data is missing only because this run was for a part of the tests.
  package var isSelection: Bool
  /// Sources that differ from those of the binaries, relative to the repository root.
  package var edited: Set<String> = []
  /// The repository root on this machine, if `repositoryRoot` is that of another one; else `nil`.
  package var checkout: String?
  /// Whether the profiles may have been written by other builds of the binaries.
  package var mayBeOfOtherBuilds = false
  /// Whether all functions are listed, not only those that never ran or ran in part.
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

extension CoverageInputs {
  /// Sentences about counted targets that only tests use, or whose folder is that of the tests, with
  /// the glob that leaves each out. None if there is no other target: then they are the package.
  package func testHelpers(in coverage: Coverage) -> [String] {
    let counted = Set(coverage.files.compactMap(\.target))
    let targets = (targets ?? []).filter { counted.contains($0.name) }
    let helpers = targets.filter { $0.isOnlyForTests == true || $0.isUsedBySources == true }
    guard helpers.count < targets.count else { return [] }
    return helpers.compactMap { helper in
      let folder = "\(packageRoot)/\(helper.path)".relative(to: repositoryRoot)
      let others = targets.filter { $0.name != helper.name }.map(\.path)
      // A folder that contains the sources of another target cannot be left out.
      if others.contains(where: { $0.isInside(helper.path) }) { return nil }
      let reason =
        helper.isOnlyForTests == true
        ? "which only tests use" : "which not only tests use, although it is below `Tests`"
      return "Coverage counts the target \(helper.name), \(reason): `\(folder)/**` in "
        + "`coverage.ignore` leaves it out."
    }
  }
}

/// A coverage measurement and the remarks about it.
package struct CollectedCoverage: Hashable, Sendable {
  package var coverage: Coverage
  /// Globs of `coverage.ignore` that matched no measured file.
  package var unmatchedGlobs: [String]
  /// Findings about invalid exclusion comments, sorted.
  package var findings: [Finding] = []
  /// Warnings of `llvm-profdata` and `llvm-cov`, one line each.
  package var toolWarnings: [String]
  /// Sentences about targets that count although they seem to serve tests.
  var testHelpers: [String] = []

  /// Sentences for the reader of the report.
  package var notes: [String] {
    let shown = 3
    var notes = unmatchedGlobs.map { "coverage.ignore: `\($0)` matches no measured file." }
    notes += testHelpers.prefix(shown)
    notes += toolWarnings.prefix(shown).map { "Coverage: \($0)" }
    // Many damaged profiles are reported in one note.
    if toolWarnings.count > shown {
      notes.append("Coverage: \(toolWarnings.count - shown) more warnings like these.")
    }
    return notes
  }
}
