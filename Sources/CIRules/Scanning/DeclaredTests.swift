package import CIModel
import SourceCode

/// Counts the tests that both versions of a change declare, where no run says how many there are.
///
/// A test counts if `removed-tests` would miss it: only then does a build contain it.
package enum DeclaredTests {
  private static let rule = RemovedTestsRule(settings: RuleSettings(id: "removed-tests"))

  /// The files to read: those that may declare tests, base classes of tests, or test targets.
  package static func neededContents(for changes: ChangeSet) -> Set<RepositoryPath> {
    let tests = files(in: changes)
    // A new folder of tests may contain a package of its own.
    let packages = tests.filter { $0.status != .deleted }.map(\.path).folders
    return rule.neededContents(for: changes).union(tests.map(\.exactPath))
      .union(packages.map { RepositoryPath("\($0)/Package.swift") })
  }

  /// The folders whose sources to read.
  package static func neededFolders(
    for changes: ChangeSet, _ contents: [RepositoryPath: FileContents]
  ) -> Set<RepositoryPath> { rule.neededFolders(for: changes, contents) }

  /// The number of tests that the base and the head declare, or why it is not known.
  ///
  /// - Parameters:
  ///   - contents: Both versions of each file of `neededContents` and `neededFolders`.
  ///   - folders: The folders of `neededFolders`.
  package static func baseline(
    _ changes: ChangeSet, _ contents: [RepositoryPath: FileContents],
    folders: Set<RepositoryPath> = []
  ) -> TestBaseline {
    let room = ConditionRoom()
    let places = TestPlaces(contents, room)
    var facts = Facts()
    facts.contents = contents
    if let finding = rule.buildFindings(changes, facts, places, room).first {
      let path = finding.location.map { "\(displayedPath($0.file)) " } ?? ""
      return unknown("\(path)\(finding.message)")
    }
    let files = files(in: changes)
    for path in files.map(\.exactPath) + folders.sorted() where contents[path]?.isUnread == true {
      return unknown("\(displayedPath(path.text)) has more than is read")
    }
    var sources = ChangedTests(oldestCompiler: places.oldestCompiler, room)
    for file in files {
      let versions = contents[file.exactPath]
      let isBuilt =
        switch file.status {
        case .deleted: false
        case .added: places.buildTests(file)
        default: rule.isTest(file.path) && places.compile(file)
        }
      let (old, new) = (versions?.old ?? [], isBuilt ? versions?.new ?? [] : [])
      let (before, after) = (SwiftText(old), SwiftText(new))
      if after.isConfused, !before.isConfused {
        return unknown("\(displayedPath(file.path)) can no longer be read as Swift")
      }
      sources.add(before, after, of: file, leavesTests: places.leavesTests(file))
    }
    sources.noteOthers(in: contents, changes)
    if let path = sources.unclear.first {
      return unknown("\(displayedPath(path)) has too many types, tests or conditions")
    }
    let totals = sources.totals(places)
    return .declared(base: totals.base, head: totals.head, totals.runs)
  }

  /// The changed files whose tests are counted.
  private static func files(in changes: ChangeSet) -> [FileChange] {
    changes.files.filter { rule.isTest($0.path) || $0.oldPath.map(rule.isTest) ?? false }
  }

  private static func unknown(_ reason: String) -> TestBaseline {
    .missing(
      "the sources do not say how many tests the change removes, and there is no stored run of "
        + "the merge base: \(reason)",
      help: "Run `devtool check` on the merge base, or set a number: `minimum: 100`.")
  }
}
