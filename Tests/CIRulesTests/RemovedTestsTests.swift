import CIModel
import CIRules
import Testing

struct RemovedTestsTests {
  private func messages(
    from old: String, to new: String, level: Severity? = .warning, _ sources: FileChange...
  ) -> [String] {
    let path = "Tests/ATests/A.swift"
    var facts = makeFacts(
      sources + [FileChange(.modified, path, additions: 4, deletions: 4)])
    facts.contents = [path: FileContents(old: Array(old.utf8), new: Array(new.utf8))].byPath
    var settings = RuleSettings(id: "removed-tests")
    settings.level = level
    return RuleSet(settings: [settings], includesDefaults: false)
      .findings(in: facts).map(\.message)
  }

  private static let adds =
    "@Test func adds() {\n  #expect(sum(1, 2) == 3)\n  #expect(sum(0, 0) == 0)\n}\n"
  private static let parses =
    "@Test func parses() {\n  let tree = parse(text)\n  #expect(tree.isEmpty)\n}\n"

  /// Another test does not take the place of one that is gone; the same under another name does.
  @Test(arguments: [
    (adds, parses, ["1 test was removed: adds"]), (adds, adds + parses, []),
    (adds + parses, parses, ["1 test was removed: adds"]),
    (adds, adds.replacing("adds", with: "sumsUp"), []),
    (adds, adds.replacing("adds", with: "sumsUp") + parses, []),
    (adds, adds.replacing("adds", with: "sumsUp").replacing("0, 0", with: "0, 1"), []),
    (adds + parses, "", ["2 tests were removed: adds, parses"]),
    (add, "private " + add, ["1 test was removed: CartTests.testAdd"]),
    (add, "private enum Carts {\n\(add)}\n", ["1 test was removed: CartTests.testAdd"]),
    ("private " + add, "fileprivate " + add, []), ("private " + add, add, []),
  ])
  func looksForAnotherName(old: String, new: String, expected: [String]) {
    #expect(messages(from: old, to: new) == expected)
  }

  private static let add =
    "class CartTests: XCTestCase {\n  func testAdd() { XCTAssertEqual(1 + 1, 2) }\n}\n"

  /// What no framework finds any more.
  @Test(arguments: [
    (": XCTestCase", ": Base", true), (": XCTestCase", ": NSObject", true),
    (": XCTestCase", ": BaseTestCase", false), (": XCTestCase", ": XCTest", true),
    (": XCTestCase", ": CartTest", false),
    ("class CartTests: XCTestCase", "class Base: XCTestCase {}\nclass CartTests: Base", false),
    ("class CartTests: XCTestCase", "extension String", true),
    ("class CartTests: XCTestCase", "class Tests {}\nextension Tests", true),
    ("class CartTests: XCTestCase", "extension CartTests", false),
    (
      "class CartTests: XCTestCase",
      "class Own: XCTestCase {}\nprotocol TotalTests {}\nextension Own: TotalTests {}\nextension TotalTests",
      true
    ),
    (
      "class CartTests: XCTestCase",
      "protocol Totals {}\ntypealias TotalTests = Totals\nextension TotalTests", true
    ),
    ("class CartTests", "import class Own.XCTestCase\nclass CartTests", true),
    ("class CartTests", "typealias XCTestCase = NSObject\nclass CartTests", true),
    ("class CartTests", "typealias XCTestCase = XCTest.XCTestCase\nclass CartTests", false),
    ("class CartTests", "typealias XCTestCase = QuickSpec\nclass CartTests", true),
    (": XCTestCase", ": TestSupport", true), (": XCTestCase", ": QuickSpec", false),
    (
      "class CartTests: XCTestCase",
      "#if true\ntypealias Base = NSObject\n#else\ntypealias Base = XCTestCase\n#endif\n"
        + "class CartTests: Base", true
    ),
    (
      "class CartTests: XCTestCase",
      "#if DEBUG\ntypealias Base = NSObject\n#else\ntypealias Base = XCTestCase\n#endif\n"
        + "class CartTests: Base", false
    ),
    ("class CartTests", "struct Box<Value> {}\nextension Box { class CartTests", true),
    ("class CartTests", "struct Box {}\nextension Box { class CartTests", false),
    ("class CartTests", "typealias Void = Int\nclass CartTests", true),
    ("  func testAdd()", "  func testAdd() -> Void", false),
    (
      "  func testAdd()",
      "  #if DEBUG\n  #if !DEBUG\n  func testAdd() {}\n  #endif\n  #endif\n  func add()", true
    ),
    ("class CartTests", "import class XCTest.XCTestCase\nclass CartTests", false),
    ("  func", "  override func record(_ issue: XCTIssue) { log(issue) }\n  func", true),
    ("  func", "  override func record(_ issue: XCTIssue) { super.record(issue) }\n  func", false),
    ("CartTests:", "CartTests<T>:", true), ("class", "@available(*, unavailable) class", true),
    (
      "  func", "  override class var defaultTestSuite: XCTestSuite { .init(name: \"\") }\n  func",
      true
    ),
    ("  func", "  override func invokeTest() {}\n  func", true),
    ("  func", "  override func perform(_ run: XCTestRun) {}\n  func", true),
    ("  func", "  override func run() {}\n  func", true),
    ("  func", "  override func run() { super.run() }\n  func", false),
    ("  func", "  override func run() { a { super /* b */ . `run` () } }\n  func", false),
    ("  func", "  override func run() { _ = super.name }\n  func", true),
    ("  func", "  override func run() { super.runs() }\n  func", true),
    ("  func", "  override func invokeTest() { super.setUp() }\n  func", true),
    (
      "  func",
      "  required init(name: String, testClosure: @escaping (XCTestCase) throws -> Void) {\n"
        + "    super.init(name: name, testClosure: { _ in })\n  }\n  func", true
    ),
    (
      "  func",
      "  required init(name: String, testClosure run: @escaping (XCTestCase) throws -> Void) {\n"
        + "    super.init(name: name, testClosure: run)\n  }\n  func", false
    ),
    (
      "  func",
      "  override init(invocation: NSInvocation?) { super.init(invocation: invocation) }\n  func",
      false
    ),
    ("  func", "  override init(invocation: NSInvocation?) { super.init() }\n  func", true),
    ("  func", "  init(name: String) { super.init() }\n  func", false),
    ("  func", "  func run() {}\n  func", false), ("  func", "  @nonobjc func", true),
    (
      "class CartTests:",
      "class QuietTests {}\ntypealias Tests = QuietTests\nclass CartTests: Tests,", true
    ),
    (
      "class CartTests: XCTestCase",
      "class QuietTests: XCTestCase { override func invokeTest() {} }\nclass CartTests: QuietTests",
      true
    ),
  ])
  func testsThatRunNoMore(text: String, replacement: String, isFlagged: Bool) {
    let found = messages(from: Self.add, to: Self.add.replacing(text, with: replacement))
    #expect(found.isEmpty == !isFlagged, "\(found)")
  }

  /// What takes the tests of a class away may be in another file; a type of the same name elsewhere does not.
  @Test(arguments: [
    ("Tests/ATests/Base.swift", "class Base {}", true),
    ("Tests/ATests/Base.swift", "class Base: XCTestCase { override func run() {} }", true),
    ("Tests/BTests/Base.swift", "struct Base {}", false),
  ])
  func basesInOtherFiles(path: String, source: String, isFlagged: Bool) {
    let (test, suite) = ("Tests/ATests/A.swift", Self.add.replacing("XCTestCase", with: "Base"))
    var facts = makeFacts([
      FileChange(.modified, test, additions: 1, deletions: 1),
      FileChange(.added, path, additions: 1, oldMode: nil),
    ])
    facts.contents =
      [
        test: FileContents(
          old: Array(suite.utf8), new: Array(suite.replacing("1 + 1, 2", with: "2, 1 + 1").utf8)),
        path: FileContents(new: Array(source.utf8)),
      ].byPath
    var settings = RuleSettings(id: "removed-tests")
    settings.level = .warning
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.isEmpty == !isFlagged, "\(found)")
  }

  /// A class with any name can come between, where the change shows what it inherits from.
  @Test(arguments: [
    ("Tests/ATests/Base.swift", "class Base: XCTestCase {}", false),
    ("Tests/Support/Base.swift", "open class Base: XCTestCase {}", false),
    ("Tests/ATests/Base.swift", "class Base: Other {}\nclass Other: XCTestCase {}", false),
    ("Tests/ATests/Base.swift", "class Base: Other {}\nclass Other: NSObject {}", true),
    ("Tests/ATests/Base.swift", "struct Other {}", true),
  ])
  func basesThatComeBetween(path: String, source: String, isFlagged: Bool) {
    let test = "Tests/ATests/A.swift"
    var facts = makeFacts([
      FileChange(.modified, test, additions: 1, deletions: 1),
      FileChange(.added, path, additions: 1, oldMode: nil),
    ])
    facts.contents =
      [
        test: FileContents(
          old: Array(Self.add.utf8),
          new: Array(Self.add.replacing("XCTestCase", with: "Base").utf8)),
        path: FileContents(new: Array(source.utf8)),
      ].byPath
    let settings = RuleSettings(id: "removed-tests", level: .warning)
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.isEmpty == !isFlagged, "\(found)")
  }

  /// What `Package.swift` says decides which tests are built.
  @Test(arguments: [
    (
      ".testTarget(name: \"ATests\", exclude: [\"A.swift\"])",
      ["test target 'ATests' leaves out 'A.swift'"]
    ),
    (".testTarget(name: \"ATests\", exclude: [\"Fixtures\"])", []),
    (".testTarget(name: \"ATests\", exclude: [\"TestData\", \"Specs/a.yaml\"])", []),
    (
      ".testTarget(name: \"ATests\", exclude: [\"TestDataTests\"])",
      ["test target 'ATests' leaves out 'TestDataTests'"]
    ),
    (
      ".testTarget(name: \"ATests\", sources: [\"B.swift\"])",
      ["test target 'ATests' builds only some of its sources"]
    ),
    (".testTarget(name: \"BTests\")", ["test target 'ATests' is no longer built"]),
    (".testTarget(name: \"BTests\", path: \"Tests\")", []),
    (".testTarget(name: \"BTests\", path: \"Tests/ATests\")", []),
    (".testTarget(name: \"ATests\", path: \"./Tests/ATests/\")", []),
    (
      ".testTarget(name: \"ATests\", path: \"Other\")",
      ["test target 'ATests' uses another folder than its tests"]
    ),
    (".testTarget(name: \"ATests\", exclude: [\"./\"])", ["test target 'ATests' leaves out './'"]),
    (
      ".testTarget(name: \"ATests\", exclude: [\"Data/../Unit\"])",
      ["test target 'ATests' leaves out 'Data/../Unit'"]
    ),
    (
      ".testTarget(name: \"ATests\", exclude: [\"\\u{41}\"])",
      ["test target 'ATests' leaves out '\\u{41}'"]
    ),
    (
      ".testTarget(name: \"ATests\", resources: [.copy(\"A.swift\"), .process(\"Tests.bundle\")])",
      ["test target 'ATests' leaves out 'A.swift'"]
    ),
    (
      ".testTarget(name: \"ATests\", resources: [.process(\"./\")])",
      ["test target 'ATests' leaves out './'"]
    ),
    ("", ["test target 'ATests' is no longer built"]),
    (".target(name: \"ATests\")", ["test target 'ATests' is no longer built"]),
  ])
  func manifests(target: String, expected: [String]) {
    let manifest = "let package = Package(name: \"a\", targets: [@])"
    var facts = makeFacts([FileChange(.modified, "Package.swift", additions: 1, deletions: 1)])
    facts.contents =
      [
        "Package.swift": FileContents(
          old: Array(manifest.replacing("@", with: ".testTarget(name: \"ATests\")").utf8),
          new: Array(manifest.replacing("@", with: target).utf8))
      ].byPath
    let found = RuleSet(settings: [RuleSettings(id: "removed-tests")], includesDefaults: false)
      .findings(in: facts)
    #expect(found.map(\.message) == expected)
  }

  /// A type that hides one by which XCTest recognizes tests is flagged where the tests can see it.
  @Test(arguments: [
    ("Tests/ATests/B.swift", "class XCTestCase {}", 1),
    ("Tests/ATests/B.swift", "typealias\n  XCTestCase = NSObject", 1),
    ("Sources/Core/B.swift", "open class /* b */ `XCTestCase` {}", 1),
    ("Sources/Core/B.swift", "public typealias Void = Int", 1),
    ("Sources/Other/B.swift", "open class XCTestCase {}", 0),
    ("Tests/ATests/B.swift", "@globalActor actor Test { static let shared = Test() }", 1),
    ("Tests/ATests/B.swift", "@propertyWrapper\npublic struct Test<T> {}", 1),
    ("Tests/ATests/B.swift", "typealias Test = MainActor", 1),
    ("Tests/ATests/B.swift", "struct Test {}\n@globalActor actor Tests {}", 0),
    ("Tests/ATests/B.swift", "private class XCTestCase {}", 0),
    ("Tests/ATests/B.swift", "enum C { class XCTestCase {} }", 0),
    ("Tests/ATests/B.swift", "@_exported import class XCTest.XCTestCase", 0),
    ("Tests/ATests/B.swift", "typealias XCTestCase = XCTest.XCTestCase", 0),
    ("Tests/ATests/B.swift", "extension XCTestCase { func wait() -> Void {} }", 0),
    ("Tests/ATests/B.swift", "let s = \"class XCTestCase {}\" // class XCTestCase {}", 0),
    ("Tests/ATests/Fixtures/B.swift", "class XCTestCase {}", 0),
    (
      "Tests/ATests/B.swift",
      "extension C { override class var defaultTestSuite: XCTestSuite { XCTestSuite(name: \"\") } }",
      1
    ),
    (
      "Tests/ATests/B.swift",
      "class C: XCTestCase { override class var defaultTestSuite: XCTestSuite { suite() } }", 0
    ),
    ("Tests/ATests/B.swift", "extension C { override func invokeTest() {} }", 1),
    ("Tests/ATests/B.swift", "extension C { override public\n func `run`() {} }", 1),
    ("Tests/ATests/B.swift", "extension C { override func perform(_ run: XCTestRun) {} }", 1),
    ("Tests/ATests/B.swift", "extension C { override func record(_ issue: XCTIssue) {} }", 1),
    ("Tests/ATests/B.swift", "extension C { override var testRunClass: AnyClass? { A.self } }", 1),
    ("Tests/ATests/B.swift", "extension C { override func run() { super.run() } }", 0),
    ("Tests/ATests/B.swift", "extension C { override func setUp() {} }", 0),
    ("Tests/ATests/B.swift", "extension C { func run() {} }", 0),
  ])
  func typesInPlaceOfXCTests(path: String, source: String, count: Int) throws {
    let manifest =
      "let package = Package(targets: [.target(name: \"Core\"), .target(name: \"Other\"), "
      + ".testTarget(name: \"ATests\", dependencies: [\"Core\"])])"
    var facts = makeFacts([FileChange(.added, path, additions: 1, oldMode: nil)])
    facts.contents =
      [
        "Package.swift": FileContents(new: Array(manifest.utf8)),
        path: FileContents(new: Array(source.utf8)),
      ].byPath
    let rules = RuleSet(settings: [RuleSettings(id: "removed-tests")], includesDefaults: false)
    #expect(rules.neededContents(for: try #require(facts.changes)).contains(RepositoryPath(path)))
    #expect(rules.findings(in: facts).count == count)
    // Who had it keeps it.
    facts.contents[RepositoryPath(path)]?.old = Array("\(source)\n\n".utf8)
    #expect(rules.findings(in: facts).isEmpty)
  }

  /// What a target leaves out is looked at: a folder need not be called after its tests, nor hold any.
  @Test(arguments: [
    ("exclude: [\"Unit\"]", "Tests/ATests/Unit/B.swift", adds, ["Unit"]),
    ("exclude: [\"./Unit/\"]", "Tests/ATests/Unit/More/B.swift", adds, ["./Unit/"]),
    ("resources: [.copy(\"Unit\")]", "Tests/ATests/Unit/B.swift", adds, ["Unit"]),
    ("exclude: [\"Unit\"]", "Tests/ATests/Unit/B.swift", "let a = 1\n", []),
    ("exclude: [\"Unit\"]", "Tests/BTests/Unit/B.swift", adds, []),
    ("exclude: [\"Unit\"]", "Tests/ATests/Unit2/B.swift", adds, []),
    ("exclude: [\"Unit\"]", "Tests/ATests/Unit", nil, ["Unit"]),
  ])
  func whatTargetsLeaveOut(argument: String, path: String, source: String?, expected: [String])
    throws
  {
    let manifest = "let package = Package(name: \"a\", targets: [.testTarget(name: \"ATests\"@)])"
    var facts = makeFacts([FileChange(.modified, "Package.swift", additions: 1, deletions: 1)])
    facts.contents =
      [
        "Package.swift": FileContents(
          old: Array(manifest.replacing("@", with: "").utf8),
          new: Array(manifest.replacing("@", with: ", \(argument)").utf8)),
        path: FileContents(new: source.map { Array($0.utf8) }, isUnread: source == nil),
      ].byPath
    let changes = try #require(facts.changes)
    let rules = RuleSet(settings: [RuleSettings(id: "removed-tests")], includesDefaults: false)
    #expect(
      rules.findings(in: facts).map(\.message)
        == expected.map { "test target 'ATests' leaves out '\($0)'" })
    let asked = rules.neededFolders(for: changes, facts.contents)
    #expect(asked.contains("Tests/ATests/Unit"))
  }

  /// Of manifests for versions of Swift, a few are compared.
  @Test func tooManyManifests() {
    var facts = makeFacts(
      (0..<50).map { FileChange(.added, "Package@swift-6.\($0).swift", additions: 1) })
    let usual = Array("let package = Package(targets: [.testTarget(name: \"ATests\")])".utf8)
    facts.contents["Package.swift"] = FileContents(old: usual, new: usual)
    for file in facts.changes?.files ?? [] {
      facts.contents[file.exactPath] = FileContents(new: usual)
    }
    let found = RuleSet(settings: [RuleSettings(id: "removed-tests")], includesDefaults: false)
      .findings(in: facts)
    let message =
      "cannot be compared: the change touches more than 20 manifests for versions of Swift in its "
      + "folder"
    #expect(found.map(\.message) == [message])
  }

  /// A base class that the change does not touch is looked for where the tests can see it.
  @Test(arguments: [
    ("DatabaseCase", "Tests/ATests/Base.swift", "class DatabaseCase: XCTestCase {}\n", false),
    (
      "DatabaseCase", "Sources/Support/Base.swift", "open class DatabaseCase: XCTestCase {}\n",
      false
    ),
    ("TestServer", "Tests/ATests/Base.swift", "class TestServer {}\n", true),
    ("TestServer", "Sources/Support/Base.swift", "open class TestServer {}\n", true),
    ("TestServer", "Sources/Other/Base.swift", "open class TestServer: XCTestCase {}\n", false),
    ("TestCase", "Local/Kit/Sources/Kit/Base.swift", "open class TestCase {}\n", true),
    ("Case", "Local/Kit/Sources/Kit/Base.swift", "open class Case: XCTestCase {}\n", false),
  ])
  func basesThatTheChangeLeaves(base: String, path: String, source: String, isFlagged: Bool) throws
  {
    let test = "Tests/ATests/A.swift"
    let old = "class CartTests: XCTestCase { func testAdd() {} }\n"
    let manifest =
      "let package = Package(dependencies: [.package(path: \"Local/Kit\"), .package(path: \"Local/B\")], "
      + "targets: [.target(name: \"Support\"), .target(name: \"Other\"), "
      + ".testTarget(name: \"ATests\", dependencies: [\"Support\", .product(name: \"K\", package: \"Kit\")])])"
    var facts = makeFacts([FileChange(.modified, test, additions: 1, deletions: 1)])
    facts.contents =
      [
        "Package.swift": FileContents(new: Array(manifest.utf8)),
        test: FileContents(
          old: Array(old.utf8), new: Array(old.replacing("XCTestCase", with: base).utf8)),
      ].byPath
    let settings = RuleSettings(id: "removed-tests", level: .warning)
    let changes = try #require(facts.changes)
    let rules = RuleSet(settings: [settings], includesDefaults: false)
    let folders = rules.neededFolders(for: changes, facts.contents)
    #expect(folders.isSuperset(of: ["Tests/ATests", "Sources/Support", "Local/Kit/Sources"]))
    #expect(folders.isDisjoint(with: ["Sources/Other", "Local/B/Sources"]))
    facts.contents[RepositoryPath(path)] = FileContents(new: Array(source.utf8))
    #expect(rules.findings(in: facts).isEmpty == !isFlagged)
  }

  /// XCTest finds no class in an extension of a type with parameters, which a file declares that the change leaves.
  @Test(arguments: [
    ("Tests/ATests/B.swift", "struct Box<Value> {}", true),
    ("Tests/ATests/B.swift", "struct Box {}", false),
    ("Sources/Core/B.swift", "public struct Box<Value> {}", true),
  ])
  func typesAroundTests(path: String, source: String, isFlagged: Bool) throws {
    let test = "Tests/ATests/A.swift"
    var facts = makeFacts([FileChange(.modified, test, additions: 2)])
    facts.contents =
      [
        test: FileContents(
          old: Array(Self.add.utf8), new: Array("extension Box {\n\(Self.add)}\n".utf8))
      ].byPath
    let settings = RuleSettings(id: "removed-tests", level: .warning)
    let rules = RuleSet(settings: [settings], includesDefaults: false)
    let folders = rules.neededFolders(for: try #require(facts.changes), facts.contents)
    #expect(folders.contains("Tests/ATests"))
    facts.contents[RepositoryPath(path)] = FileContents(new: Array(source.utf8))
    #expect(rules.findings(in: facts).isEmpty != isFlagged)
    // Tests that had it around them keep it.
    facts.contents[RepositoryPath(test)]?.old = Array("extension Box {\n\(Self.add)\n}\n".utf8)
    #expect(rules.findings(in: facts).isEmpty)
  }

  /// Many types by chains of long names take no longer than their own length.
  @Test(.timeLimit(.minutes(1))) func longChains() {
    let names = (0..<32).map { "A\($0)" + String(repeating: "b", count: 4_000) }
    let aliases = zip(names, names.dropFirst()).map { "typealias \($0) = \($1)\n" }
    let extensions = "extension B{func testa(){}}\nextension C{func testa(){}}\n"
    let new =
      aliases.joined() + "typealias B = \(names[0])\ntypealias C = \(names[0])\n"
      + String(repeating: extensions, count: 500)
    #expect(messages(from: Self.add, to: Self.add + new).isEmpty)
  }

  /// A type that the change extends by tests may be a protocol of a file that it does not touch.
  @Test(arguments: [
    ("protocol TotalTests {}\n", true), ("class TotalTests: XCTestCase {}\n", false),
    ("class TotalTests: BaseTests {}\n", false),
  ])
  func typesThatAreExtended(source: String, isFlagged: Bool) throws {
    let (test, other) = ("Tests/ATests/A.swift", "Tests/ATests/B.swift")
    var facts = makeFacts([
      FileChange(.modified, test, additions: 1, deletions: 1),
      FileChange(.added, other, additions: 1, oldMode: nil),
    ])
    let extended = Self.add.replacing("class CartTests: XCTestCase", with: "extension TotalTests")
    facts.contents =
      [
        test: FileContents(old: Array(Self.add.utf8), new: Array("import XCTest\n".utf8)),
        other: FileContents(new: Array(extended.utf8)),
      ].byPath
    let changes = try #require(facts.changes)
    let rules = RuleSet(
      settings: [RuleSettings(id: "removed-tests", level: .error)], includesDefaults: false)
    #expect(rules.neededFolders(for: changes, facts.contents).contains("Tests/ATests"))
    facts.contents["Tests/ATests/C.swift"] = FileContents(new: Array(source.utf8))
    #expect(rules.findings(in: facts).isEmpty != isFlagged)
  }

  /// Three methods become one function with as many arguments.
  @Test(arguments: [
    ("[(\"1\", 1), (\"2\", 2), (\"-3\", -3)]", false), ("[(\"1\", 1), (\"2\", 2)]", true),
  ])
  func argumentsInPlaceOfTests(list: String, isFlagged: Bool) {
    let methods = ["One", "Two", "Minus"].map {
      "  func testParses\($0)() { XCTAssertEqual(parse(\"\($0)\"), \($0)) }\n"
    }
    let found = messages(
      from: "class CartTests: XCTestCase {\n\(methods.joined())}\n",
      to: "@Test(arguments: \(list)) func check(a: String, b: Int) { #expect(f(a) == b) }\n",
      level: nil)
    #expect(found.isEmpty != isFlagged)
  }

  /// XCTest looks for tests in test targets alone, and SwiftPM compiles nothing outside of a package.
  @Test(arguments: [
    ("Tests/Support/A.swift", "class CartTests: XCTestCase { func testAdd() {} }\n", true),
    ("Tests/Support/A.swift", adds, false),
    ("Archive/Tests/ATests/A.swift", adds, true), ("Local/Tests/ATests/A.swift", adds, false),
    ("Tests/BTests/A.swift", adds, false),
  ])
  func placesThatTestsMoveTo(path: String, source: String, isFlagged: Bool) throws {
    let old = "Tests/ATests/A.swift"
    func manifest(_ test: String) -> [UInt8] {
      Array(
        ("let package = Package(targets: [.target(name: \"Support\", path: \"Tests/Support\"), "
          + ".testTarget(name: \"\(test)\")])").utf8)
    }
    var facts = makeFacts([FileChange(.renamed, path, oldPath: old, similarity: 100)])
    facts.contents =
      [
        "Package.swift": FileContents(old: manifest("ATests"), new: manifest("BTests")),
        "Local/Package.swift": FileContents(new: manifest("ATests")),
        path: FileContents(old: Array(source.utf8), new: Array(source.utf8)),
      ].byPath
    let settings = RuleSettings(id: "removed-tests", level: .warning)
    let changes = try #require(facts.changes)
    let rules = RuleSet(settings: [settings], includesDefaults: false)
    #expect(rules.findings(in: facts).isEmpty == !isFlagged)
    #expect(
      path.hasPrefix("Local/") != true
        || rules.neededContents(for: changes).contains("Local/Package.swift"))
  }

  /// A test that is not compiled is none that the head declares.
  @Test(arguments: [("#if false\n@\n#endif\n", 0), ("#if DEBUG\n@\n#endif\n", 1), ("@", 1)])
  func testsThatAreNotCompiledAreNotDeclared(text: String, count: Int) {
    let new = text.replacing("@", with: Self.adds)
    let changes = ChangeSet(
      base: "b", head: "h", mergeBase: "b",
      files: [FileChange(.modified, "Tests/ATests/A.swift", additions: 2)], commits: [])
    let contents = [
      "Tests/ATests/A.swift": FileContents(old: Array(Self.adds.utf8), new: Array(new.utf8))
    ].byPath
    #expect(DeclaredTests.baseline(changes, contents).counts == [1, count])
  }

  /// The body of `ATests`, what its new version has, the number of tests of each, and whether a test
  /// is missing.
  @Test(arguments: [
    ("#if os(Linux)\n1#else\n1#endif\n", [2, 1], true),
    ("#if os(Linux)\n1#else\n1#endif\n2", [2, 2], false),
    ("1#if os(Linux)\n3#else\n3#endif\n", [2, 2], false), ("212", [2, 2], false),
  ])
  func declarationsThatExcludeOneAnother(text: String, counts: [Int], isRemoved: Bool) {
    func suite(_ text: String) -> [UInt8] {
      let body = ["1", "2", "3"].reduce(text) { text, name in
        text.split(separator: name, omittingEmptySubsequences: false)
          .joined(separator: "func test\(name)() {\nrun()\n}\n")
      }
      return Array("class ATests: XCTestCase {\n\(body)}\n".utf8)
    }
    let path = "Tests/ATests/A.swift"
    var facts = Facts()
    facts.changes = ChangeSet(
      base: "b", head: "h", mergeBase: "b",
      files: [FileChange(.modified, path, additions: 9, deletions: 9)], commits: [])
    facts.contents = [path: FileContents(old: suite("12"), new: suite(text))].byPath
    let count = facts.changes.map { DeclaredTests.baseline($0, facts.contents) }
    #expect(count?.counts == counts)
    let found = RuleSet(settings: [RuleSettings(id: "removed-tests")], includesDefaults: false)
      .findings(in: facts)
    #expect(found.isEmpty != isRemoved, "\(found)")
  }

  /// The tests that a run must have run, before and after the change.
  @Test(arguments: [
    ("@Test func a() {}\n", "@Test func a() {}\n", ["a"], ["a"]),
    ("@Test func a() {}\n", "#if B\n@Test func a() {}\n#endif\n", ["a"], ["a"]),
    ("#if B\n@Test func a() {}\n#endif\n@Test func c() {}\n", "@Test func a() {}\n", ["c"], []),
    (
      "@Test func a() throws { throw XCTSkip() }\n@Test func b() {}\n", "@Test func a() {}\n",
      ["b"], []
    ),
    ("@Test(.disabled()) func a() {}\n@Test func b() {}\n", "@Test func c() {}\n", [], ["c"]),
    (
      "func b() { c.cancel()\nd.enabled = available }\n@Test func a() {}\n", "@Test func a() {}\n",
      ["a"], ["a"]
    ),
    ("func b() throws { try Test.cancel() }\n@Test func a() {}\n", "@Test func a() {}\n", [], []),
    (
      "@Suite(.enabled(if: b)) struct C {\n@Test func a() {}\n}\n", "@Test func a() {}\n", [], ["a"]
    ),
  ])
  func testsThatARunMustHave(old: String, new: String, base: [String], head: [String]) throws {
    let changes = ChangeSet(
      base: "b", head: "h", mergeBase: "b",
      files: [FileChange(.modified, "Tests/ATests/A.swift", additions: 2)], commits: [])
    let contents = [
      "Tests/ATests/A.swift": FileContents(old: Array(old.utf8), new: Array(new.utf8))
    ].byPath
    guard case .declared(_, _, let runs) = DeclaredTests.baseline(changes, contents) else {
      Issue.record("no count")
      return
    }
    let names = [runs.base, runs.head].map {
      $0.map { String(decoding: $0.function, as: UTF8.self) }
    }
    #expect(names.map { $0.sorted() } == [base, head])
  }

  /// A changed file; a version that is `nil` does not exist.
  struct Taken: Sendable {
    var path: String
    var old: String?
    var new: String?

    init(_ path: String, _ old: String?, _ new: String?) {
      (self.path, self.old, self.new) = (path, old, new)
    }

    /// A base class of tests in `Heirs.swift`.
    static func base(_ old: String, _ new: String, in folder: String = "Tests/ATests") -> [Taken] {
      [Taken("\(folder)/Base.swift", "import XCTest\n\(old)\n", "import XCTest\n\(new)\n")]
    }

    var change: FileChange {
      if new == nil { return FileChange(.deleted, path, deletions: 1, mode: nil) }
      if old == nil { return FileChange(.added, path, additions: 1, oldMode: nil) }
      return old == new
        ? FileChange(.renamed, path, oldPath: "Tests/ATests/A.swift", similarity: 100)
        : FileChange(.modified, path, additions: 1, deletions: 1)
    }
  }

  private static let takenTests: [(files: [Taken], base: Int, head: Int)] = [
    ([Taken("Tests/ATests/A.swift", cases, nil)], 2, 0),
    ([Taken("Attic/A.swift.txt", cases, cases)], 2, 0),
    ([Taken("Tests/Attic/A.swift", cases, cases)], 2, 0),
    ([Taken("Tests/ATests/B.swift", cases, cases)], 2, 2),
    ([Taken("Tests/ATests/A.swift", cases, nil), Taken("Tests/ATests/B.swift", nil, cases)], 2, 2),
    ([Taken("Tests/ATests/A.swift", cases, nil), Taken("Tests/None/B.swift", nil, cases)], 2, 0),
    (Taken.base("class Base: XCTestCase {}", "class Base {}"), 2, 0),
    (Taken.base("class Base: XCTestCase {}", "class Base: Plain {}"), 2, 0),
    (Taken.base("class Base: XCTestCase {}", "class Base: AppCase {}"), 2, 0),
    (Taken.base("class Base: XCTestCase {}", "class Base: AppTestCase {}"), 0, 0),
    (Taken.base("class Base: XCTestCase {}", "class Base {}", in: "Sources/Kit"), 2, 0),
    (Taken.base("class Base {}", "class Base { let a = 1 }"), 0, 0),
  ]

  /// Tests that a move, a base class in another file or a manifest takes are not declared either.
  @Test(arguments: takenTests)
  func testsThatAreTakenAreNotDeclared(files: [Taken], base: Int, head: Int) {
    let manifest = """
      let package = Package(name: "a", targets: [
        .target(name: "Kit"), .testTarget(name: "ATests", dependencies: ["Kit"]),
      ])
      """
    let changes = ChangeSet(
      base: "b", head: "h", mergeBase: "b", files: files.map(\.change), commits: [])
    func contents(_ old: String?, _ new: String?) -> FileContents {
      FileContents(old: old.map { Array($0.utf8) }, new: new.map { Array($0.utf8) })
    }
    var facts = Facts()
    facts.changes = changes
    facts.contents["Package.swift"] = contents(manifest, manifest)
    for file in files {
      facts.contents[RepositoryPath(file.path)] = contents(file.old, file.new)
    }
    let folders = DeclaredTests.neededFolders(for: changes, facts.contents)
    let losesBase = files.contains { $0.old?.contains("Base: XCTestCase") == true }
    if losesBase {
      #expect(folders.contains("Tests/ATests"))
      let heirs = Self.cases.replacing("XCTestCase", with: "Base") + "class Plain {}\n"
      facts.contents["Tests/ATests/Heirs.swift"] = contents(nil, heirs)
    }
    let count = DeclaredTests.baseline(changes, facts.contents, folders: folders)
    #expect(count.counts == [base, head])
    let found = RuleSet(
      settings: [RuleSettings(id: "removed-tests", level: .error)], includesDefaults: false
    ).findings(in: facts)
    let isDeleted = changes.files.contains { $0.status == .deleted }
    #expect(found.isEmpty == (head == base || isDeleted), "\(found)")
  }

  private static let cases =
    "class CartTests: XCTestCase {\n  func testA() { run(1) }\n  func testB() { run(2) }\n}\n"

  /// A manifest that builds fewer tests makes their number unknown.
  @Test func manifestsThatLeaveOutTests() {
    let path: RepositoryPath = "Package@swift-6.swift"
    let manifest = "let package = Package(name: \"a\", targets: [.testTarget(name: \"ATests\")])"
    let changes = ChangeSet(
      base: "b", head: "h", mergeBase: "b",
      files: [FileChange(.added, path.text, additions: 1, oldMode: nil)], commits: [])
    var contents = [
      "Package.swift": FileContents(old: Array(manifest.utf8), new: Array(manifest.utf8))
    ].byPath
    #expect(DeclaredTests.neededContents(for: changes).isSuperset(of: ["Package.swift", path]))
    for (text, isKnown) in [
      (manifest, true), (manifest.replacing("ATests", with: "BTests"), false),
    ] {
      contents[path] = FileContents(new: Array(text.utf8))
      let count = DeclaredTests.baseline(changes, contents)
      #expect((count.counts == [0, 0]) == isKnown, "\(count)")
    }
  }

  /// What decides which tests run, and does not show it.
  @Test(arguments: [
    (FileChange(.added, "Tests/XCTMain.swift", additions: 3), true),
    (FileChange(.added, "Tests/LinuxMain.swift", additions: 3), true),
    (FileChange(.modified, "Tests/LinuxMain.swift", additions: 3), false),
    (FileChange(.typechanged, "Package.swift", mode: "120000", oldMode: "100644"), true),
    (FileChange(.added, "Package@swift-6.0.swift", mode: "120000", oldMode: nil), true),
    (FileChange(.typechanged, "Sources/A.swift", mode: "120000", oldMode: "100644"), false),
  ])
  func whatDecidesWhichTestsRun(file: FileChange, isFlagged: Bool) {
    let found = RuleSet(settings: [RuleSettings(id: "removed-tests")], includesDefaults: false)
      .findings(in: makeFacts([file]))
    #expect(found.isEmpty == !isFlagged, "\(found)")
  }

  /// What no build has, and the manifests of one version of Swift, which stand before the usual one.
  @Test(arguments: [
    ("Package.swift", "#if false\n@\n#endif\n", 1),
    ("Package.swift", "#if os(Linux)\n@\n#endif\n", 0),
    ("Package@swift-6.0.swift", "", 1), ("Package@swift-6.0.swift", "@", 0),
    ("Package@swift-6.swift", nil, 0), ("sub/Package@swift-6.swift", "", 0),
  ])
  func manifestsOfVersions(path: String, text: String?, count: Int) {
    let usual = "let package = Package(name: \"a\", targets: [.testTarget(name: \"ATests\")])"
    var facts = makeFacts([
      FileChange(path == "Package.swift" ? .modified : .added, path, additions: 1, deletions: 1)
    ])
    let old = Array(usual.utf8)
    facts.contents["Package.swift"] = FileContents(old: old, new: old)
    let new = text.map { Array($0.replacing("@", with: usual).utf8) }
    facts.contents[RepositoryPath(path)] = FileContents(
      old: path == "Package.swift" ? old : nil, new: new)
    let found = RuleSet(settings: [RuleSettings(id: "removed-tests")], includesDefaults: false)
      .findings(in: facts)
    #expect(found.count == count, "\(found)")
  }

  /// A test that moves to a folder which belongs to no target is built no more.
  @Test(arguments: [("Tests/Old/A.swift", true), ("Tests/ATests/Sub/A.swift", false)])
  func foldersWithoutTarget(path: String, isFlagged: Bool) {
    let old = "Tests/ATests/A.swift"
    var facts = makeFacts([FileChange(.renamed, path, oldPath: old, similarity: 100)])
    let contents = FileContents(old: Array(Self.add.utf8), new: Array(Self.add.utf8))
    let manifest = "let package = Package(name: \"a\", targets: [.testTarget(name: \"ATests\")])"
    facts.contents =
      [path: contents, "Package.swift": FileContents(new: Array(manifest.utf8))].byPath
    var settings = RuleSettings(id: "removed-tests")
    settings.level = .warning
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.isEmpty == !isFlagged, "\(found)")
  }

  /// A test that comes in another file is one only where the package builds that.
  @Test(arguments: [
    ("Tests/Nowhere/B.swift", true), ("Tests/B.swift", true), ("BTests.swift", true),
    ("Tests/ATests/Old/B.swift", true), ("Tests/ATests/Data/B.swift", true),
    ("Tests/ATests/Sub/B.swift", false), ("Tests/BTests/B.swift", false),
    ("Tests/BTests/Other/B.swift", true),
  ])
  func filesThatGainTests(path: String, isFlagged: Bool) {
    let old = "Tests/ATests/A.swift"
    let manifest = """
      let package = Package(name: "a", targets: [
        .testTarget(name: "ATests", exclude: ["./Old/"], resources: [.copy("Data")]),
        .testTarget(name: "BTests", sources: ["B.swift"])])
      """
    var facts = makeFacts([
      FileChange(.modified, old, additions: 1, deletions: 3),
      FileChange(.added, path, additions: 3, oldMode: nil),
    ])
    facts.contents =
      [
        old: FileContents(old: Array(Self.add.utf8), new: Array("import XCTest\n".utf8)),
        path: FileContents(new: Array(Self.add.utf8)),
        "Package.swift": FileContents(new: Array(manifest.utf8)),
      ].byPath
    let settings = RuleSettings(id: "removed-tests", level: .error)
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.isEmpty == !isFlagged, "\(found)")
  }

  /// Tools versions 5.3 to 5.5 skip folders with an extension.
  @Test(arguments: [
    ("5.5", "Tests/ATests/Old.Feature/A.swift", true), ("5.3", "Tests/ATests/a/v1.2/A.swift", true),
    ("5.5", "Tests/ATests/Listed.Feature/A.swift", false),
    ("5.5", "Tests/ATests/Old/A.swift", false),
    ("5.5", "Tests/ATests/Old./A.swift", false),
    ("5.6", "Tests/ATests/Old.Feature/A.swift", false),
    ("5.2", "Tests/ATests/Old.Feature/A.swift", false),
    ("6.4", "Tests/ATests/Old.Feature/A.swift", false),
  ])
  func foldersWithExtensions(version: String, path: String, isFlagged: Bool) throws {
    func manifest(_ version: String) -> [UInt8] {
      let text = """
        // swift-tools-version:\(version)
        let package = Package(name: "a", targets: [
          .testTarget(name: "ATests", sources: [".", "Listed.Feature"])])
        """
      return Array(text.utf8)
    }
    let settings = RuleSettings(id: "removed-tests", level: .warning)
    let rules = RuleSet(settings: [settings], includesDefaults: false)
    let bytes = Array(Self.add.utf8)
    var facts = makeFacts([
      FileChange(.renamed, path, oldPath: "Tests/ATests/A.swift", similarity: 100)
    ])
    facts.contents =
      [
        path: FileContents(old: bytes, new: bytes),
        "Package.swift": FileContents(new: manifest(version)),
      ].byPath
    #expect(rules.findings(in: facts).isEmpty != isFlagged)
    // The tests stay, and the version changes.
    facts = makeFacts([FileChange(.modified, "Package.swift", additions: 1, deletions: 1)])
    let versions = FileContents(old: manifest("5.9"), new: manifest(version))
    facts.contents = ["Package.swift": versions].byPath
    let folders = rules.neededFolders(for: try #require(facts.changes), facts.contents)
    #expect(folders.contains("Tests/ATests") == ["5.3", "5.5"].contains(version))
    facts.contents = [path: FileContents(new: bytes), "Package.swift": versions].byPath
    #expect(rules.findings(in: facts).isEmpty != isFlagged)
  }

  @Test(arguments: [
    "Tests/Fixtures/A.swift", "Tests/ATests/x.xcodeproj/A.swift", "Tests/ATests/x.XIB/A.swift",
    "Tests/ATests/.\u{301}A.swift", "Tests/ATests/x.metal/A.swift",
    "Tests/ATests/x.xcprivacy/A.swift",
  ])
  func filesThatMoveToWhereNoneAreBuilt(path: String) {
    var facts = makeFacts([
      FileChange(.renamed, path, oldPath: "Tests/ATests/A.swift", similarity: 100)
    ])
    let bytes = Array(Self.add.utf8)
    facts.contents = [path: FileContents(old: bytes, new: bytes)].byPath
    let rules = RuleSet(settings: [RuleSettings(id: "removed-tests")], includesDefaults: false)
    #expect(rules.findings(in: facts).count == 1)
  }

  /// Where nobody asked for a level, what is rewritten or goes with its code is left alone.
  @Test(arguments: [
    (adds, parses, 5, 5, false), (adds + parses, parses, 5, 5, true),
    (adds + parses, "", 5, 4, true),
    (adds + parses, parses, 4, 5, false), (adds + parses, parses, 0, 0, true),
  ])
  func isLenientByDefault(
    old: String, new: String, added: Int, deleted: Int, isFlagged: Bool
  ) {
    let source = FileChange(.modified, "Sources/A.swift", additions: added, deletions: deleted)
    #expect(messages(from: old, to: new, level: nil, source).isEmpty == !isFlagged)
    // Neither a deleted test nor a document is what a test tested.
    let others = [
      FileChange(.deleted, "Tests/BTests.swift", deletions: 90),
      FileChange(.modified, "README.md", deletions: 90),
    ]
    #expect(
      messages(from: old, to: new, level: nil, source, others[0], others[1]).isEmpty == !isFlagged)
    #expect(!messages(from: old, to: new, level: .error, source).isEmpty)
  }
}

extension TestBaseline {
  fileprivate var counts: [Int]? {
    if case .declared(let base, let head, _) = self { [base, head] } else { nil }
  }
}
