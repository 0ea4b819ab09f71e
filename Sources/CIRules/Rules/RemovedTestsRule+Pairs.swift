import CIModel
import SourceCode

extension RemovedTestsRule {
  /// Takes out tests that have another name or place now. A test that the package compiled is replaced only by
  /// one that it compiles; a subfolder may hold a package of its own.
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

  /// The same among all tests, the surest pairs first.
  private static func removePairs(_ lost: inout [TestVersion], _ gained: inout [TestVersion]) {
    removePairs(&lost, &gained, by: \.plainName)
    removePairs(&lost, &gained, by: \.body)
    // Each is compared with each, and a stranger may have written them.
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

  /// More tests than this, on one side, are paired by their names and bodies alone.
  private static let mostCompared = 200
  /// The same holds past this many lines.
  private static let mostComparedLines = 1_000_000
}
