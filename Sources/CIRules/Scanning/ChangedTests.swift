import CIModel
import SourceCode

/// The tests of both versions of changed files, and the declarations that decide which of them run.
struct ChangedTests {
  private(set) var versions: [(old: TestSource, new: TestSource)] = []
  /// Files with more types or tests, or more complicated conditions, than are read.
  private(set) var unclear: [String] = []
  /// Tests of files that the change leaves alone.
  private var unchanged: [TestVersion] = []
  private var oldHosts = TestHosts()
  private var hosts = TestHosts()
  private var scanned: Set<RepositoryPath> = []
  private let oldestCompiler: [Int]

  private let room: ConditionRoom
  /// Number of tests in all versions.
  private var count = 0

  /// Maximum number of tests. More are generated, or made to use up memory.
  static let mostTests = 200_000

  init(oldestCompiler: [Int], _ room: ConditionRoom) {
    self.oldestCompiler = oldestCompiler
    self.room = room
  }

  /// - Parameter leavesTests: Whether the file is now in a place where XCTest looks for no tests.
  mutating func add(
    _ before: SwiftText, _ after: SwiftText, of file: FileChange, leavesTests: Bool
  ) {
    scanned.insert(file.exactPath)
    var sources = (source(before, file.path), source(after, file.path))
    if leavesTests { sources.1.tests.removeAll { $0.host != nil } }
    note(sources.0, sources.1)
    versions.append(sources)
  }

  /// Records the declarations of other sources, both those of the change and unchanged ones.
  mutating func noteOthers(in contents: [RepositoryPath: FileContents], _ changes: ChangeSet) {
    let changed = Set(changes.files.map(\.exactPath))
    for (path, contents) in contents.sorted(by: { $0.key < $1.key }) where !scanned.contains(path) {
      guard path.bytes.suffix(6).elementsEqual(".swift".utf8), let new = contents.new else {
        continue
      }
      let newer = source(SwiftText(new), path.text)
      let isChanged = changed.contains(path)
      if !isChanged { unchanged += newer.tests.filter { $0.host != nil } }
      note(isChanged ? source(SwiftText(contents.old ?? []), path.text) : newer, newer)
    }
  }

  private mutating func note(_ older: TestSource, _ newer: TestSource) {
    if newer.isUnclear { unclear.append(newer.path) }
    oldHosts.note(older, older)
    hosts.note(older, newer)
  }

  /// Leaves out tests that do not run.
  private mutating func keepTestsThatRun() {
    for index in versions.indices {
      versions[index].old.tests.removeAll { !oldHosts.run($0) }
      versions[index].new.tests.removeAll { !hosts.run($0) }
    }
    unchanged.removeAll { !oldHosts.run($0) || hosts.run($0) }
  }

  /// The number of tests before and after the change: those of changed files, and those that other
  /// files lose with their base class.
  mutating func totals(_ places: TestPlaces) -> (base: Int, head: Int, runs: DeclaredRuns) {
    keepTestsThatRun()
    let (old, new) = (versions.flatMap(\.old.tests), versions.flatMap(\.new.tests))
    let apart = Set(versions.map(\.new.path).filter(places.isApart))
    func declared(_ test: TestVersion) -> DeclaredRuns.Test {
      var declared = test.declared
      // A run of this package does not run them.
      if apart.contains(test.path) {
        declared.folder = test.path.pathNameBytes.dropLast().joined(separator: "/".utf8).map { $0 }
      }
      return declared
    }
    let uncertain = Set(old.lazy.filter { !$0.isCertain }.map(declared))
    var displayNames: [DeclaredRuns.Test: Set<[UInt8]>] = [:]
    for test in new {
      guard let name = test.displayName else { continue }
      displayNames[declared(test), default: []].insert(DeclaredRuns.plain(name))
    }
    let runs = DeclaredRuns(
      base: Set(old.lazy.filter(\.isCertain).map(declared)).subtracting(uncertain),
      head: Set(new.map(declared)).subtracting(uncertain), displayNames: displayNames)
    return (unchanged.count + old.count, distinct(new, besides: old).count, runs)
  }

  /// The tests that only one of the two versions has, by name and file. Unchanged files lose tests
  /// with their base class.
  mutating func compare() -> (lost: [TestVersion], gained: [TestVersion]) {
    keepTestsThatRun()
    return (
      versions.flatMap { Self.surplus(of: $0.old.tests, over: $0.new.tests) } + unchanged,
      versions.flatMap { Self.surplus(of: $0.new.tests, over: $0.old.tests) }
    )
  }

  /// The tests without further ones of a name: a name counts as often as the base has it and the head
  /// lost it, and once if the base lacks it. Declarations in `#if` and `#else` exclude one another.
  func distinct(_ tests: [TestVersion], besides lost: [TestVersion]) -> [TestVersion] {
    var room: [DeclaredRuns.Test: Int] = [:]
    for version in versions {
      for test in version.old.tests { room[test.declared] = 0 }
    }
    for test in lost { room[test.declared, default: 0] += 1 }
    return tests.filter { test in
      let left = room[test.declared, default: 1]
      room[test.declared] = left - 1
      return left > 0
    }
  }

  /// The tests that a file has gained; none for a file that was passed to `add`.
  mutating func gained(
    by file: FileChange, _ contents: [RepositoryPath: FileContents]
  ) -> [TestVersion] {
    guard !scanned.contains(file.exactPath), let contents = contents[file.exactPath],
      let new = contents.new
    else { return [] }
    let known = Set(source(SwiftText(contents.old ?? []), file.path).tests.map(\.exactName))
    return source(SwiftText(new), file.path).tests.filter {
      !known.contains($0.exactName) && hosts.run($0)
    }
  }

  /// The tests whose names are missing in the others. A name counts as often as it is missing.
  private static func surplus(of tests: [TestVersion], over others: [TestVersion]) -> [TestVersion]
  {
    var left: [[UInt8]: Int] = [:]
    for other in others { left[other.exactName, default: 0] += 1 }
    return tests.filter { test in
      guard let count = left[test.exactName], count > 0 else { return true }
      left[test.exactName] = count - 1
      return false
    }
  }

  private mutating func source(_ text: SwiftText, _ path: String) -> TestSource {
    var source = TestSource(text, path, oldestCompiler: oldestCompiler, room)
    count += source.tests.count
    if count > Self.mostTests { source.leaveOutTests() }
    return source
  }
}
