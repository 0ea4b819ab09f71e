import CIModel
import SourceCode

extension RemovedTestsRule {
  /// Removes pairs of lost and gained tests that are the same test with another name or path. A
  /// lost test that the package compiled is paired only with one that it compiles; a subfolder may
  /// contain a package of its own.
  static func removePairs(
    _ lost: inout [TestVersion], _ gained: inout [TestVersion], _ manifest: PackageManifest?
  ) {
    guard let manifest, manifest.targets.contains(where: \.isTest) else {
      return removePairs(&lost, &gained)
    }
    let targets = TestTargets(manifest)
    let paths = Set((lost + gained).map(\.path)).filter(targets.build)
    var built = lost.filter { paths.contains($0.path) }
    var building = gained.filter { paths.contains($0.path) }
    lost.removeAll { paths.contains($0.path) }
    gained.removeAll { paths.contains($0.path) }
    removePairs(&built, &building)
    gained += building
    removePairs(&lost, &gained)
    lost += built
  }

  /// Pairs all tests, the most certain pairs first.
  private static func removePairs(_ lost: inout [TestVersion], _ gained: inout [TestVersion]) {
    removePairs(&lost, &gained, by: \.plainName)
    removePairs(&lost, &gained, by: \.body)
    // Each test is compared with each, and untrusted changes may have many.
    if lost.count > mostCompared || gained.count > mostCompared { return }
    var others = gained.map { (test: $0, lines: $0.lines) }
    var linesLeft = mostComparedLines
    lost.removeAll { test in
      let lines = test.lines
      guard
        let index = others.firstIndex(where: { other in
          guard test.path == other.test.path, linesLeft > 0 else { return false }
          linesLeft -= lines.distinct
          return lines.areLike(other.lines)
        })
      else { return false }
      others.remove(at: index)
      return true
    }
    gained = others.map(\.test)
  }

  private static func removePairs<Key: Hashable>(
    _ lost: inout [TestVersion], _ gained: inout [TestVersion], by key: (TestVersion) -> Key
  ) {
    var left: [Key: Int] = [:]
    for test in gained { left[key(test), default: 0] += 1 }
    var paired: [Key: Int] = [:]
    lost.removeAll { test in
      guard let count = left[key(test)], count > 0 else { return false }
      left[key(test)] = count - 1
      paired[key(test), default: 0] += 1
      return true
    }
    gained.removeAll { test in
      guard let count = paired[key(test)], count > 0 else { return false }
      paired[key(test)] = count - 1
      return true
    }
  }

  /// Maximum number of tests on one side; more are paired only by name and body.
  private static let mostCompared = 200
  /// Maximum number of lines to compare; the remaining tests are paired only by name and body.
  private static let mostComparedLines = 1_000_000
}
