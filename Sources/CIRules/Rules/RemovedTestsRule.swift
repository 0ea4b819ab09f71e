package import CIModel
import SwiftSource

/// Names tests that a change takes away.
package struct RemovedTestsRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "removed-tests",
    summary: "Flags tests that a changed file had and that the change has nowhere any more.",
    why:
      "A test that goes in passing takes with it what it proved. One that is renamed or moved is not "
      + "gone, and a file that is deleted as a whole is seen anyway. Nothing runs what stands in a "
      + "string, behind `#if false`, in a file that is moved out of the tests or to where SwiftPM "
      + "builds none, or in one that `Package.swift` leaves out; nor what is unavailable everywhere, on macOS or in "
      + "every version of Swift, nor a test with an empty list of arguments. A test that other platforms or older "
      + "systems lack is left alone, and so is one that expects to fail, since it runs. Code is not run: what changes targets "
      + "after they are made, or calls `super.invokeTest()` under a condition, is not judged. As long as `level` is "
      + "not set, a change is left alone that adds as many tests as it takes away, or that takes more "
      + "code from the sources than it adds: those tests were rewritten, or go with what they tested.",
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
      "one of two methods", as: .warning, files: changed,
      contents: contents(suite(add, other), suite(other))),
    .flagged(
      "a function that is a test no more", as: .warning, files: changed,
      contents: contents(
        "@Test func adds() { #expect(1 + 1 == 2) }\n", "func adds() { #expect(1 + 1 == 2) }\n")),
    .flagged(
      "one that is commented out", as: .warning, files: changed,
      contents: contents(suite(add, other), suite("/*\n" + add + "*/\n", other))),
    .flagged(
      "one that no build has", as: .warning, files: changed,
      contents: contents(suite(add, other), suite("#if false\n" + add + "#endif\n", other))),
    .flagged(
      "one in a string", as: .warning, files: changed,
      contents: contents(
        suite(add, other), suite("  let text = \"\"\"\n" + add + "\"\"\"\n", other))),
    .flagged(
      "a file that moves to where no tests are", as: .warning,
      files: [FileChange(.renamed, "old/Cart.txt", oldPath: path, similarity: 100)],
      contents: [
        "old/Cart.txt": FileContents(old: Array(suite(add).utf8), new: Array(suite(add).utf8))
      ]),
    .flagged(
      "a class that is no test any more", as: .warning, files: changed,
      contents: contents(suite(add), suite(add).replacing("XCTestCase", with: "Base"))),
    .clean(
      "one that some builds have", files: changed,
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
      "with what it tested",
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
      "the whole file", files: [FileChange(.deleted, path, deletions: 9, mode: nil)],
      contents: [path: FileContents(old: Array(suite(add, other).utf8))]),
    .clean(
      "the body alone", files: changed,
      contents: contents(suite(add), suite(add.replacing("3", with: "4")))),
  ]

  /// More names than this are counted.
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
    // Without a file that could lose one, there is nothing else to look for.
    guard changes.files.contains(where: mayLose) else { return manifests }
    let files = changes.files.filter { mayLose($0) || mayGain($0) || mayHoldHost($0) }
    return manifests.union(files.map(\.exactPath)).union([Self.manifest])
  }

  static let manifest: RepositoryPath = "Package.swift"

  /// A class that tests inherit from can be anywhere.
  private func mayHoldHost(_ file: FileChange) -> Bool {
    file.status != .deleted && !file.standsForFolder
      && file.path.utf8.suffix(6).elementsEqual(".swift".utf8)
  }

  /// What hides a test need not delete a line, and what moves away need not change one.
  private func mayLose(_ file: FileChange) -> Bool {
    file.status != .deleted && file.status != .added && options.scope.contains(file)
      && (isTest(file.path) || file.oldPath.map(isTest) ?? false)
  }

  private func isTest(_ path: String) -> Bool {
    path.utf8.suffix(6).elementsEqual(".swift".utf8) && tests.contains(path)
  }

  /// Whether the tests of a file are built as they were: in a link there are none, and none where they come
  /// among files that no build takes.
  private func isCompiled(_ file: FileChange, _ manifest: PackageManifest?) -> Bool {
    let oldPath = file.oldPath ?? file.path
    let leavesPackage =
      manifest?.target(of: oldPath) != nil && manifest?.target(of: file.path) == nil
    let isLeftOut = Self.isLeftOut(file.path) && !Self.isLeftOut(oldPath)
    return isTest(file.path) && !file.standsForFolder && !isLeftOut && !leavesPackage
  }

  /// Whether a place is one of files that tests read, or one that SwiftPM passes over: hidden files
  /// (`computeContents` in `TargetSourcesBuilder.swift`) and folders that are one resource.
  private static func isLeftOut(_ path: String) -> Bool {
    let names = path.pathNames
    return records.contains(path) || names.contains { $0.utf8.first == UInt8(ascii: ".") }
      || names.dropLast().contains { name in resources.contains { name.lowercased().hasSuffix($0) }
      }
  }

  private static let resources = [
    ".bundle", ".docc", ".framework", ".lproj", ".metal", ".nib", ".playground", ".storyboard",
    ".xcassets", ".xcdatamodel", ".xcdatamodeld", ".xcframework", ".xcmappingmodel", ".xcodeproj",
    ".xcprivacy", ".xcstrings", ".xcworkspace", ".xib",
  ]
  private static let records = FileSelection(GeneratedFiles.recorded)

  /// A test can move to a file that does not concern the rule.
  private func mayGain(_ file: FileChange) -> Bool {
    file.additions > 0 && isTest(file.path) && !Self.isLeftOut(file.path)
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    var versions: [(old: TestSource, new: TestSource)] = []
    var hosts = TestHosts()
    var scanned: Set<RepositoryPath> = []
    var unread = manifestFindings(changes, facts)
    let manifest = facts.contents[Self.manifest]?.new.map(PackageManifest.init)
    for file in changes.files where mayLose(file) {
      // A link has no tests of its own.
      guard let contents = facts.contents[file.exactPath], let old = contents.old,
        let new = isCompiled(file, manifest) ? contents.new : [], new != old
      else { continue }
      let (before, after) = (SwiftText(old), SwiftText(new))
      // What is code is not sure, and a guess would accuse.
      if before.isConfused { continue }
      if after.isConfused {
        unread.append(
          options.finding(
            "cannot be read as Swift any more: a text, a comment or a regular expression does not end",
            at: SourceLocation(file.path),
            help: "Write it in another way, such as `#/…/#` for a regular expression."))
        continue
      }
      scanned.insert(file.exactPath)
      let sources = (TestSource(before, file.path), TestSource(after, file.path))
      hosts.note(sources.0, sources.1)
      versions.append(sources)
    }
    if versions.isEmpty { return unread }
    for file in changes.files where !scanned.contains(file.exactPath) {
      guard file.path.utf8.suffix(6).elementsEqual(".swift".utf8),
        let contents = facts.contents[file.exactPath], let new = contents.new
      else { continue }
      hosts.note(TestSource(contents.old ?? [], file.path), TestSource(new, file.path))
    }
    for index in versions.indices { versions[index].new.tests.removeAll { !hosts.run($0) } }
    var lost = versions.flatMap { Self.surplus(of: $0.old.tests, over: $0.new.tests) }
    if lost.isEmpty { return unread }
    var gained = versions.flatMap { Self.surplus(of: $0.new.tests, over: $0.old.tests) }
    for file in changes.files where mayGain(file) && !scanned.contains(file.exactPath) {
      guard let contents = facts.contents[file.exactPath], let new = contents.new else { continue }
      let known = Set(TestSource(contents.old ?? [], file.path).tests.map(\.exactName))
      gained += TestSource(new, file.path).tests.filter {
        !known.contains($0.exactName) && hosts.run($0)
      }
    }
    Self.removePairs(&lost, &gained, manifest)
    if !options.hasLevel, lost.count <= gained.count || sourcesShrink(changes) { return unread }
    return unread
      + Dictionary(grouping: lost, by: \.path).sorted { $0.key < $1.key }.map { path, tests in
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

  /// The tests that the others do not have by name, as often as they lack it.
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

  /// Takes out tests that have another name or place now. A test that the package compiled is replaced only by
  /// one that it compiles; a subfolder may hold a package of its own.
  private static func removePairs(
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
    lost.removeAll { test in
      let lines = test.lines
      guard
        let index = others.firstIndex(where: {
          test.path == $0.test.path && lines.areLike($0.lines)
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
}

/// A test in one version of a file.
struct TestVersion {
  /// See `TestDeclaration`.
  var host: String?
  var path: String
  var name: String
  /// Without what frameworks ask for: `testAdd` and `add` are one.
  var plainName: [UInt8]
  /// A hash of its code without white space and comments. It differs from run to run, so that nobody can
  /// write two bodies that have the same.
  var body: Int
  private let range: Range<Int>
  private let text: SwiftText

  init(_ test: TestDeclaration, in text: SwiftText, _ path: String) {
    var plain = test.function.utf8.map {
      UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0
    }[...]
    if plain.starts(with: "test".utf8) { plain = plain.dropFirst(4) }
    host = test.host
    self.path = path
    name = test.name
    plainName = plain.filter { !"_ ".utf8.contains($0) }
    range = test.body
    self.text = text
    var hasher = Hasher()
    for offset in test.body where text.says(at: offset) { hasher.combine(text.bytes[offset]) }
    body = hasher.finalize()
  }

  /// The name by its bytes: of many accents a text takes long to hash.
  fileprivate var exactName: [UInt8] { Array(name.utf8) }

  fileprivate var lines: BodyLines { BodyLines(text, range) }
}

extension SwiftText {
  /// Whether a byte is neither a part of a comment nor white space between code.
  fileprivate func says(at offset: Int) -> Bool {
    switch kinds[offset] {
    case .comment: false
    case .code: !SwiftText.isWhiteSpace(bytes[offset])
    case .string: true
    }
  }
}

/// The lines of a body that say something, and how often each does.
private struct BodyLines {
  private let counts: [[UInt8]: Int]
  private let count: Int

  init(_ text: SwiftText, _ range: Range<Int>) {
    var lines: [[UInt8]] = [[]]
    for offset in range where text.kinds[offset] != .comment {
      if text.bytes[offset] == UInt8(ascii: "\n") { lines.append([]) }
      if text.says(at: offset) { lines[lines.count - 1].append(text.bytes[offset]) }
    }
    lines.removeAll { $0.count < 2 }
    counts = lines.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    count = lines.count
  }

  /// Half of the lines of the longer body are in both; of more than one line a third is enough.
  func areLike(_ other: BodyLines) -> Bool {
    let same = counts.reduce(0) { $0 + min($1.value, other.counts[$1.key] ?? 0) }
    return same > 0 && same * (same > 1 ? 3 : 2) >= max(count, other.count)
  }
}
