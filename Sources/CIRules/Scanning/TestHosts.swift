import CIModel
import SourceCode

/// The tests of one version of a file, and what decides which of its types have any.
struct TestSource {
  let path: String
  var tests: [TestVersion]
  /// The folder of the target: `Tests/CartTests`.
  let folder: String
  let types: DeclaredTypes
  /// Not everything is told that decides which tests run.
  private(set) var isUnclear: Bool

  init(_ text: SwiftText, _ path: String, oldestCompiler: [Int], _ room: ConditionRoom) {
    let declarations = DeclarationScanner(text, oldestCompiler: oldestCompiler, room: room)
    self.path = path
    folder = Self.folder(of: path)
    types = declarations.types
    isUnclear = declarations.types.areTooMany || declarations.isUndecided
    tests = declarations.tests.map { TestVersion($0, in: text, path) }
  }

  mutating func leaveOutTests() {
    tests = []
    isUnclear = true
  }

  static func folder(of path: String) -> String {
    path.pathNames.prefix(2).joined(separator: "/")
  }
}

/// Which types make methods tests.
///
/// That a type inherits from `XCTestCase` may be said in another file, so those count that have had tests, and
/// those that are called like tests; one that the change takes its tests from does not.
struct TestHosts {
  /// What tests had before the change.
  private var known: Set<String> = []
  private var knownSuites: Set<String> = []
  /// Types without tests, with the folders of the targets that declare them.
  private var others: [String: Set<String>] = [:]
  /// Types with parameters, in the same way.
  private var generic: [String: Set<String>] = [:]
  /// Types that may have had tests before the change, and have none now.
  private var silenced: Set<String> = []
  private var oldBases: [String: String] = [:]
  private var bases: [String: String] = [:]

  /// By folder and host: a chain of long names takes its time.
  private var answers: [String: [String: Bool]] = [:]

  private static let deepest = 32

  /// Notes both versions of a changed file.
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

  /// Whether a type around the class has parameters: XCTest finds no such class.
  private func isGeneric(_ suite: String, in folder: String) -> Bool {
    suite.split(separator: ".").dropLast().contains { name in
      guard let folders = generic[String(name)] else { return false }
      return folders.contains(folder) || others[String(name)]?.contains(folder) != true
    }
  }

  /// The end of the chain decides; on the way to it, a name says something of a type that the change leaves as it
  /// is.
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
      isKnown =
        isKnown
        || base == oldBases[type]
          && (known.contains(type) || name.contains("test") || name.contains("spec"))
      type = base
    }
    return isKnown
  }

  /// Of a type that no file declares which was read.
  private func mayHaveTests(_ type: String) -> Bool {
    let name = type.lowercased()
    return known.contains(type) || Self.endings.contains(where: name.hasSuffix)
  }

  /// How base classes of tests are called: `QuickSpec`, `SnapshotTestCase`, `CartTests`; not `TestServer`.
  private static let endings = [
    "spec", "specs", "test", "testbase", "testcase", "testcases", "tests", "testsuite",
  ]
}
