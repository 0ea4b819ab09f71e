package import CIModel
import SourceCode

/// Flags tests that a change removes.
package struct RemovedTestsRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "removed-tests",
    summary: "Flags tests that the change removes from a file and adds nowhere else.",
    why:
      "When a test disappears unnoticed, nothing checks any more what it checked. A renamed or moved "
      + "test is not removed, and a file that is deleted as a whole is seen anyway. A test "
      + "counts as removed if nothing runs it any more: in a string, behind `#if false` or "
      + "conditions that no build satisfies together, in a file that moves out of the tests or "
      + "to a place that SwiftPM does not build, in a file that `Package.swift` leaves out, "
      + "in a class whose base class in another file is no test class any more, "
      + "in a protocol extension or in a private class of XCTest; unavailable everywhere, on macOS (also by a version that no "
      + "release has) or in every version of Swift; or with an empty list of arguments. A test "
      + "that other platforms or older systems lack is ignored, and so is one that expects to "
      + "fail, because it runs. A custom type called `XCTestCase`, or one called `Test` that is an attribute, takes the "
      + "tests from all files of a target, so it is a finding wherever it appears. Code is not run: the rule "
      + "does not judge code that changes targets after they are created, or that calls "
      + "`super.invokeTest()` under a condition. Unless `level` is set, the rule ignores a "
      + "change that adds as many tests as it removes (each literal argument counts), or that "
      + "removes more source code than it adds: those tests were rewritten, or went with the "
      + "code that they tested.",
    parameters: [TestFiles.parameter],
    isDefault: true, defaultLevel: .warning)

  private static let path = "Tests/CartTests.swift"

  private static func contents(_ old: String, _ new: String) -> [String: FileContents] {
    [path: FileContents(old: Array(old.utf8), new: Array(new.utf8))]
  }

  private static let changed = [FileChange(.modified, path, additions: 3, deletions: 3)]
  private static let add = "  func testAdd() {\n    XCTAssertEqual(sum(1, 2), 3)\n  }\n"
  private static let other = "  func testNone() {\n    XCTAssertEqual(sum(), 0)\n  }\n"

  private static let fresh = "  func testMany() {\n    checkThatManyAreAdded()\n  }\n"

  private static func suite(_ functions: String...) -> String {
    "final class CartTests: XCTestCase {\n" + functions.joined() + "}\n"
  }

  package static let examples: [RuleExample] = [
    .flagged(
      "one of two methods is removed", as: .warning, files: changed,
      contents: contents(suite(add, other), suite(other))),
    .flagged(
      "a function that is no longer a test", as: .warning, files: changed,
      contents: contents(
        "@Test func adds() { #expect(1 + 1 == 2) }\n", "func adds() { #expect(1 + 1 == 2) }\n")),
    .flagged(
      "a test that is commented out", as: .warning, files: changed,
      contents: contents(suite(add, other), suite("/*\n" + add + "*/\n", other))),
    .flagged(
      "a test that no build includes", as: .warning, files: changed,
      contents: contents(suite(add, other), suite("#if false\n" + add + "#endif\n", other))),
    .flagged(
      "a test that moves into a string", as: .warning, files: changed,
      contents: contents(
        suite(add, other), suite("  let text = \"\"\"\n" + add + "\"\"\"\n", other))),
    .flagged(
      "a file that moves out of the tests", as: .warning,
      files: [FileChange(.renamed, "old/Cart.txt", oldPath: path, similarity: 100)],
      contents: [
        "old/Cart.txt": FileContents(old: Array(suite(add).utf8), new: Array(suite(add).utf8))
      ]),
    .flagged(
      "a class that is no longer a test class", as: .warning, files: changed,
      contents: contents(suite(add), suite(add).replacing("XCTestCase", with: "Base"))),
    .clean(
      "a test that some builds include", files: changed,
      contents: contents(suite(add, other), suite("#if os(Linux)\n" + add + "#endif\n", other))),
    .clean(
      "renamed", files: changed,
      contents: contents(
        suite(add, other), suite(add.replacing("testAdd", with: "testSumOfTwo"), other))),
    .clean(
      "rewritten for Swift Testing", files: changed,
      contents: contents(
        suite(add), "struct CartTests {\n  @Test func add() { #expect(sum(1, 2) == 3) }\n}\n")),
    .clean(
      "removed with the code that it tested",
      files: changed + [FileChange(.modified, "Sources/Cart.swift", additions: 1, deletions: 9)],
      contents: contents(suite(add, other), suite(other))),
    .clean(
      "replaced by others", files: changed,
      contents: contents(suite(add, other), suite(other, fresh))),
    .clean(
      "moved to another file",
      files: changed + [FileChange(.added, "Tests/SumTests.swift", additions: 5, oldMode: nil)],
      contents: contents(suite(add, other), suite(other)).merging([
        "Tests/SumTests.swift": FileContents(
          new: Array(suite(add).replacing("CartTests", with: "SumTests").utf8))
      ]) { $1 }),
    .clean(
      "the whole file is deleted", files: [FileChange(.deleted, path, deletions: 9, mode: nil)],
      contents: [path: FileContents(old: Array(suite(add, other).utf8))]),
    .clean(
      "only the body changes", files: changed,
      contents: contents(suite(add), suite(add.replacing("3", with: "4")))),
  ]

  /// Maximum number of removed tests that a finding names; the others are counted.
  private static let mostNamed = 5

  let options: RuleOptions
  private let tests: TestFiles

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    tests = TestFiles(options)
  }

  package var id: String { options.id }

  package func neededContents(for changes: ChangeSet) -> Set<RepositoryPath> {
    let manifests = manifests(in: changes)
    let files = changes.files.filter { mayLose($0) || mayGain($0) || mayHoldHost($0) }
    if files.isEmpty { return manifests }
    // The new folder of a test may contain a package of its own.
    let moved = changes.files.filter { $0.oldPath != nil && mayLose($0) }.map(\.path).folders
    return manifests.union(files.map(\.exactPath)).union([Self.manifest])
      .union(moved.map { RepositoryPath("\($0)/Package.swift") })
  }

  package func neededFolders(
    for changes: ChangeSet, _ contents: [RepositoryPath: FileContents]
  ) -> Set<RepositoryPath> {
    let room = ConditionRoom()
    return leftOutPaths(changes, contents, room).union(hostFolders(changes, contents, room))
  }

  /// Folders that may declare the types to which changed tests newly refer and which decide whether
  /// these tests run: the folder of the file, the targets that its target depends on, and other
  /// packages of the same repository. Also folders of tests whose base class changes.
  ///
  /// These types are base classes of test classes, and types that have tests in an extension: tests
  /// in an extension of a protocol do not run.
  private func hostFolders(
    _ changes: ChangeSet, _ read: [RepositoryPath: FileContents], _ room: ConditionRoom
  ) -> Set<RepositoryPath> {
    let places = TestPlaces(read, room)
    func scan(_ bytes: [UInt8]) -> DeclarationScanner {
      DeclarationScanner(SwiftText(bytes), oldestCompiler: places.oldestCompiler, room: room)
    }
    var folders: Set<RepositoryPath> = []
    // By their folders, as two targets may have the same name.
    var targets: [[String]: PackageManifest.Target] = [:]
    for file in changes.files {
      guard let contents = read[file.exactPath], contents.old != contents.new else { continue }
      let mayLoseHost = mayLoseHost(file, contents)
      guard mayLoseHost || mayLose(file) || mayGain(file),
        [contents.old, contents.new].contains(where: { $0.map(Self.mayDeclareTypes) ?? false })
      else { continue }
      let (older, newer) = (contents.old.map(scan), scan(contents.new ?? []))
      if mayLoseHost, let old = older?.types.bases,
        old.contains(where: { newer.types.bases[$0.key] != $0.value })
      {
        folders.formUnion(places.testFolders(around: file.path))
      }
      guard mayLose(file) || mayGain(file), contents.new != nil else { continue }
      let hosts = Self.unknownTypes(newer).subtracting(older.map(Self.unknownTypes) ?? [])
      if hosts.isSubset(of: ["XCTestCase"]) { continue }
      folders.insert(RepositoryPath(TestSource.folder(of: file.path)))
      if let target = places.manifest?.target(of: file.path) { targets[target.folders] = target }
    }
    guard let needed = places.manifest?.dependencies(of: targets.values) else { return folders }
    return folders.union(needed.targets.map { RepositoryPath($0) })
      .union(needed.packages.map { RepositoryPath("\($0)/Sources") })
  }

  /// Whether a source may declare a type: whether it has the word for one, even in a comment.
  private static func mayDeclareTypes(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      wordsForTypes.contains { ByteSearch.firstOffset(of: $0, in: bytes, from: 0) != nil }
    }
  }

  private static let wordsForTypes = [
    "class", "struct", "extension", "enum", "protocol", "actor",
  ].map { Array($0.utf8) }

  static let manifest: RepositoryPath = "Package.swift"

  /// Whether a file may declare a base class of test classes, which can be anywhere.
  func mayHoldHost(_ file: FileChange) -> Bool {
    file.status != .deleted && !file.standsForFolder
      && file.path.utf8.suffix(6).elementsEqual(".swift".utf8)
  }

  /// Whether a file may declare a base class that tests in other files lose.
  private func mayLoseHost(_ file: FileChange, _ contents: FileContents) -> Bool {
    guard file.path.utf8.suffix(6).elementsEqual(".swift".utf8), options.scope.contains(file),
      let old = contents.old
    else { return false }
    return isTest(file.oldPath ?? file.path)
      || old.withUnsafeBytes { ByteSearch.firstOffset(of: Array("XCTest".utf8), in: $0, from: 0) }
        != nil
  }

  /// Whether a file may lose tests: a test can be hidden without deleted lines, and lost in a move
  /// without changed lines.
  private func mayLose(_ file: FileChange) -> Bool {
    file.status != .deleted && file.status != .added && options.scope.contains(file)
      && (isTest(file.path) || file.oldPath.map(isTest) ?? false)
  }

  func isTest(_ path: String) -> Bool {
    path.utf8.suffix(6).elementsEqual(".swift".utf8) && tests.contains(path)
  }

  /// Whether a file may gain tests; a test can also move to a file outside of the rule's scope.
  private func mayGain(_ file: FileChange) -> Bool {
    file.additions > 0 && isTest(file.path) && !TestPlaces.isLeftOut(file.path)
  }

  /// The findings for what takes tests from a build and is in no file of tests.
  func buildFindings(
    _ changes: ChangeSet, _ facts: Facts, _ places: TestPlaces, _ room: ConditionRoom
  ) -> [Finding] {
    var list = FindingList(id)
    addManifestFindings(changes, facts, room, to: &list)
    addReplacements(changes, facts, places, room, to: &list)
    return list.findings
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    let room = ConditionRoom()
    let places = TestPlaces(facts.contents, room)
    var list = FindingList(id)
    for finding in buildFindings(changes, facts, places, room) { list.add(finding) }
    var sources = ChangedTests(oldestCompiler: places.oldestCompiler, room)
    for file in changes.files where mayLose(file) {
      // A link contains no tests.
      let leavesTests = places.leavesTests(file)
      guard let contents = facts.contents[file.exactPath], let old = contents.old,
        let new = isTest(file.path) && places.compile(file) ? contents.new : [],
        new != old || leavesTests
      else { continue }
      let (before, after) = (SwiftText(old), SwiftText(new))
      // Which parts are code is uncertain, and a guess could flag a test wrongly.
      if before.isConfused { continue }
      if after.isConfused {
        list.add(unreadable(file))
        continue
      }
      sources.add(before, after, of: file, leavesTests: leavesTests)
    }
    let losesHosts = changes.files.contains { file in
      facts.contents[file.exactPath].map { mayLoseHost(file, $0) } ?? false
    }
    if sources.versions.isEmpty, !losesHosts { return list.findings }
    sources.noteOthers(in: facts.contents, changes)
    for path in sources.unclear {
      list.add(
        options.finding(
          "has too many types, tests or conditions to determine which tests run",
          at: SourceLocation(path),
          help: "Change the tests and this file in separate pull requests."))
    }
    var (lost, gained) = sources.compare()
    if lost.isEmpty { return list.findings }
    for file in changes.files where mayGain(file) && !places.isLeftOut(file.path) {
      gained += sources.gained(by: file, facts.contents)
    }
    gained = sources.distinct(gained, besides: lost)
    let isReplaced = lost.count <= gained.reduce(0) { $0 + $1.cases }
    Self.removePairs(&lost, &gained, places.manifest)
    if !options.hasLevel, isReplaced || sourcesShrink(changes) { return list.findings }
    for finding in losses(lost) { list.add(finding) }
    return list.findings
  }

  /// Types that decide which tests of a source run and that it does not declare: base classes, and
  /// types that it extends by tests or by classes with tests.
  private static func unknownTypes(_ source: DeclarationScanner) -> Set<String> {
    let tests = source.tests.filter { $0.host != nil }
    let extended = tests.filter { $0.host == $0.suite }.compactMap(\.host)
    let around = Set(tests.compactMap(\.suite)).flatMap {
      $0.split(separator: ".").dropLast().map(String.init)
    }
    return Set(source.types.bases.values).union(extended).union(around)
      .filter { !source.types.declare($0) }
  }

  private func unreadable(_ file: FileChange) -> Finding {
    options.finding(
      "can no longer be read as Swift: a string, comment or regular expression does not end",
      at: SourceLocation(file.path),
      help: "Write it in another way, such as `#/…/#` for a regular expression.")
  }

  private func losses(_ lost: [TestVersion]) -> [Finding] {
    Dictionary(grouping: lost, by: \.path).sorted { $0.key < $1.key }.map { path, tests in
      let names = tests.prefix(Self.mostNamed).map(\.name).joined(separator: ", ")
      let more = tests.count > Self.mostNamed ? " and \(tests.count - Self.mostNamed) more" : ""
      return options.finding(
        "\(counted(tests.count, "test was", plural: "tests were")) removed: \(names)\(more)",
        at: SourceLocation(path),
        help: "Bring \(tests.count == 1 ? "it" : "them") back, or say why "
          + "\(tests.count == 1 ? "it is" : "they are") not needed any more.")
    }
  }

  private func sourcesShrink(_ changes: ChangeSet) -> Bool {
    let sources = changes.files.filter {
      $0.path.utf8.suffix(6).elementsEqual(".swift".utf8) && !tests.contains($0.path)
        && !($0.oldPath.map(tests.contains) ?? false)
    }
    return sources.reduce(0) { $0 + $1.deletions } > sources.reduce(0) { $0 + $1.additions }
  }
}
