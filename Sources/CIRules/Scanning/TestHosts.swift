import CIModel
import SourceCode

/// The tests of one version of a file, and the declarations that decide which of its types have
/// tests.
struct TestSource {
  let path: String
  var tests: [TestVersion]
  /// The folder of the target: `Tests/CartTests`.
  let folder: String
  let types: DeclaredTypes
  /// Some of the declarations that decide which tests run are not known.
  private(set) var isUnclear: Bool

  init(_ text: SwiftText, _ path: String, oldestCompiler: [Int], _ room: ConditionRoom) {
    let declarations = DeclarationScanner(text, oldestCompiler: oldestCompiler, room: room)
    self.path = path
    folder = Self.folder(of: path)
    types = declarations.types
    isUnclear = declarations.types.areTooMany || declarations.isUndecided
    let skips = PossibleSkips(in: text, of: declarations.tests)
    tests = declarations.tests.map {
      TestVersion($0, in: text, path, isCertain: !skips.concern($0))
    }
  }

  mutating func leaveOutTests() {
    tests = []
    isUnclear = true
  }

  static func folder(of path: String) -> String {
    path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 2).prefix(2).map { Substring($0) }
      .joined(separator: "/")
  }
}

/// Decides which types make methods tests.
///
/// A type may inherit from `XCTestCase` in another file. So types count that had tests before, and
/// types that are named like tests; a type from which the change takes its tests does not count.
struct TestHosts {
  /// Hosts of tests before the change.
  private var known: Set<String> = []
  private var knownSuites: Set<String> = []
  /// Types without tests, with the target folders that declare them.
  private var others: [String: Set<String>] = [:]
  /// Generic types, with the target folders that declare them.
  private var generic: [String: Set<String>] = [:]
  /// Types that may have had tests before the change, and have none now.
  private var silenced: Set<String> = []
  private var oldBases: [String: String] = [:]
  private var bases: [String: String] = [:]

  /// Cached answers by folder and host, as a chain of long names takes time.
  private var answers: [String: [String: Bool]] = [:]

  private static let deepest = 32

  /// Records both versions of a file.
  mutating func note(_ older: TestSource, _ newer: TestSource) {
    answers = [:]
    for test in older.tests where test.host != nil {
      known.formUnion([test.host].compactMap { $0 })
      knownSuites.formUnion([test.suite].compactMap { $0 })
    }
    oldBases.merge(older.types.bases) { $1 }
    bases.merge(newer.types.bases) { $1 }
    for type in newer.types.generic { generic[type, default: []].insert(newer.folder) }
    for type in newer.types.withoutTests {
      others[type, default: []].insert(newer.folder)
      if older.types.bases[type] != nil, !older.types.withoutTests.contains(type) {
        silenced.insert(type)
      }
    }
  }

  /// Whether a test of the head runs.
  mutating func run(_ test: TestVersion) -> Bool {
    guard let host = test.host else { return true }
    let folder = TestSource.folder(of: test.path)
    if let suite = test.suite, !knownSuites.contains(suite), isGeneric(suite, in: folder) {
      return false
    }
    if let answer = answers[folder]?[host] { return answer }
    let runs = hasTests(host, in: folder)
    answers[folder, default: [:]][host] = runs
    return runs
  }

  /// Whether a type around the class is generic. XCTest does not find such a class.
  private func isGeneric(_ suite: String, in folder: String) -> Bool {
    suite.split(separator: ".").dropLast().contains { name in
      guard let folders = generic[String(name)] else { return false }
      return folders.contains(folder) || others[String(name)]?.contains(folder) != true
    }
  }

  /// Whether methods of a host are tests. The end of the chain of base types decides; on the way to
  /// it, the name of a type counts if the change leaves its base as it is.
  private func hasTests(_ host: String, in folder: String) -> Bool {
    var isKnown = false
    var type = host
    for _ in 0..<Self.deepest {
      if silenced.contains(type) { return false }
      // A type of another target may only have the same name.
      if let folders = others[type], !known.contains(type) || folders.contains(folder) {
        return false
      }
      guard let base = bases[type] else { return isKnown || mayHaveTests(type) }
      let name = type.lowercased()
      // What comes behind another base than before is not known.
      if let before = oldBases[type], before != base { isKnown = false }
      isKnown =
        isKnown
        || base == oldBases[type]
          && (known.contains(type) || name.contains("test") || name.contains("spec"))
      type = base
    }
    return isKnown
  }

  /// Whether a type may have tests that is declared in no file that was read.
  private func mayHaveTests(_ type: String) -> Bool {
    // The superclass of `XCTestCase`, whose subclasses have no tests.
    if type == "XCTest" { return false }
    let name = type.lowercased()
    return known.contains(type) || Self.endings.contains(where: name.hasSuffix)
  }

  /// Endings of the names of base classes of tests: `QuickSpec`, `SnapshotTestCase`, `CartTests`;
  /// not `TestServer`.
  private static let endings = [
    "spec", "specs", "test", "testbase", "testcase", "testcases", "tests", "testsuite",
  ]
}
