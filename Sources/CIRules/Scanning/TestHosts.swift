import CIModel
import SwiftSource

/// The tests of one version of a file, and what decides which of its types have any.
struct TestSource {
  let path: String
  var tests: [TestVersion]
  /// The folder of the target: `Tests/CartTests`.
  let folder: String
  let typesWithoutTests: Set<String>
  /// See `DeclarationScanner`.
  let bases: [String: String]
  let hasTooManyTypes: Bool

  init(_ text: SwiftText, _ path: String, oldestCompiler: [Int]) {
    let inactive = InactiveCode(text, oldestCompiler: oldestCompiler)
    let declarations = DeclarationScanner(text)
    self.path = path
    hasTooManyTypes = declarations.hasTooManyTypes
    folder = Self.folder(of: path)
    typesWithoutTests = declarations.typesWithoutTests
    bases = declarations.bases
    tests = declarations.tests.filter { !inactive.contains($0.body.lowerBound) }.map {
      TestVersion($0, in: text, path)
    }
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
  private var known: Set<String> = []
  /// Types without tests, with the folders of the targets that declare them.
  private var others: [String: Set<String>] = [:]
  /// Types that may have had tests before the change, and have none now.
  private var silenced: Set<String> = []
  private var bases: [String: String] = [:]

  /// The last answer: tests of one class follow each other, and a chain of long names takes its time.
  private var last: (host: String, path: String, runs: Bool)?

  private static let deepest = 32

  /// Notes both versions of a changed file.
  mutating func note(_ older: TestSource, _ newer: TestSource) {
    var host: String?
    for test in older.tests where test.host != host {
      host = test.host
      if let host { known.insert(host) }
    }
    bases.merge(newer.bases) { $1 }
    for type in newer.typesWithoutTests {
      others[type, default: []].insert(newer.folder)
      if older.bases[type] != nil, !older.typesWithoutTests.contains(type) {
        silenced.insert(type)
      }
    }
  }

  /// Whether a test of the head runs.
  mutating func run(_ test: TestVersion) -> Bool {
    guard let host = test.host else { return true }
    if let last, last.host == host, last.path == test.path { return last.runs }
    let runs = hasTests(host, in: TestSource.folder(of: test.path))
    last = (host, test.path, runs)
    return runs
  }

  private func hasTests(_ host: String, in folder: String) -> Bool {
    // Of a base class with any name, the change may show what it inherits from.
    var isKnown = false
    var type: String? = host
    for _ in 0..<Self.deepest {
      guard let current = type else { break }
      let name = current.lowercased()
      isKnown = isKnown || known.contains(current) || name.contains("test") || name.contains("spec")
      if silenced.contains(current) { return false }
      // A type of another target may only have the same name.
      if let folders = others[current], !known.contains(current) || folders.contains(folder) {
        return false
      }
      type = bases[current]
    }
    return isKnown
  }
}
