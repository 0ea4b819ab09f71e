import CIModel
import SwiftPackage
import Testing

@testable import CoverageByTest

/// A package of two libraries and their tests, as it was recorded.
private struct Recorded {
  static let source = """
    import Foundation

    struct Point {
      var x = 0
      func sum(_ y: Int = 1) -> Int {
        let z = x + y
        return z
      }
      var half: Int { x / 2 }
      var kind: some Equatable { x }
      static let all = make { 1 }
    }
    func unused() -> Int {
      let text = "}"
      return 7
    }

    """

  /// Where the braces of functions are in `source`.
  static let bodies = [
    TestLines.Body(startLine: 5, startColumn: 33, endLine: 8, endColumn: 4),
    TestLines.Body(startLine: 9, startColumn: 17, endLine: 9, endColumn: 26),
    TestLines.Body(startLine: 10, startColumn: 28, endLine: 10, endColumn: 33),
    TestLines.Body(startLine: 11, startColumn: 25, endLine: 11, endColumn: 30),
    TestLines.Body(startLine: 13, startColumn: 22, endLine: 16, endColumn: 2),
  ]

  static func file(_ path: String, _ target: String, _ text: String, isTest: Bool = false)
    -> TestLines.File
  {
    TestLines.File(path: path, target: target, isTest: isTest, text: Array(text.utf8))
  }

  static let data: TestLines = {
    var kit = file("Sources/Kit/A.swift", "Kit", source)
    kit.bodies = bodies
    kit.executableLines = [5...11, 13...16]
    var other = file("Sources/Other/O.swift", "Other", "func o() {\n}\n")
    other.bodies = [TestLines.Body(startLine: 1, startColumn: 10, endLine: 2, endColumn: 2)]
    other.executableLines = [1...2]
    var kitTests = file("Tests/KitTests/K.swift", "KitTests", "func k() {\n}\n", isTest: true)
    kitTests.bodies = other.bodies
    kitTests.executableLines = [1...2]
    var otherTests = file("Tests/OtherTests/P.swift", "OtherTests", "func p() {\n}\n", isTest: true)
    otherTests.bodies = other.bodies
    otherTests.executableLines = [1...2]
    return TestLines(
      origin: .init(
        runID: "1", measuredAt: "2026-11-21T00:00:00Z", toolchain: "6.3.1", configuration: "c"),
      files: [kit, other, kitTests, otherTests],
      others: ["Package.swift": "f1", "README.md": "f2", "Sources/C/c.c": "f3"],
      lineSets: [[5...8], [9...9], [1...2]],
      tests: [
        .init(
          id: "KitTests.K/half", parts: [.init(file: 0, lines: 1), .init(file: 2, lines: 2)],
          isComplete: true),
        .init(
          id: "KitTests.K/sum", parts: [.init(file: 0, lines: 0), .init(file: 2, lines: 2)],
          isComplete: true),
        .init(
          id: "OtherTests.P/o", parts: [.init(file: 1, lines: 2), .init(file: 3, lines: 2)],
          isComplete: true),
      ])
  }()

  static var state: AffectedTests.State {
    var state = AffectedTests.State()
    state.files = data.files.map {
      file($0.path, $0.target, String(decoding: $0.text, as: UTF8.self), isTest: $0.isTest)
    }
    state.others = data.others
    state.toolchain = "6.3.1"
    state.configuration = "c"
    state.targets = [
      PackageTarget(name: "C", kind: .library, path: "Sources/C", sources: ["c.c"]),
      PackageTarget(
        name: "Kit", kind: .library, path: "Sources/Kit", sources: ["A.swift"],
        dependencies: ["C"]),
      PackageTarget(
        name: "KitTests", kind: .test, path: "Tests/KitTests", sources: ["K.swift"],
        dependencies: ["Kit"]),
      PackageTarget(name: "Other", kind: .library, path: "Sources/Other", sources: ["O.swift"]),
      PackageTarget(
        name: "OtherTests", kind: .test, path: "Tests/OtherTests", sources: ["P.swift"],
        dependencies: ["Other"]),
    ]
    return state
  }

  /// `source` with one text in the place of another, which must be there.
  static func changed(_ old: String, _ new: String) throws -> AffectedTests.State {
    let parts = source.split(separator: old, omittingEmptySubsequences: false)
    try #require(parts.count == 2, "'\(old)' is there \(parts.count - 1) times")
    var state = state
    state.files[0].text = Array((parts[0] + new + parts[1]).utf8)
    return state
  }
}

private let all = ["KitTests.K/half", "KitTests.K/sum", "OtherTests.P/o"]
private let half = "KitTests.K/half"
private let sum = "KitTests.K/sum"
private let other = "OtherTests.P/o"

@Suite struct AffectedTestsTests {
  private func chosen(
    _ state: AffectedTests.State, failed: Set<String> = [], listed: [String] = all,
    unread: Set<String> = []
  ) -> AffectedTests.Selection {
    AffectedTests.selection(
      Recorded.data, state, listed: listed, failed: failed, isUnread: unread.contains)
  }

  private func ids(_ selection: AffectedTests.Selection) -> [String]? {
    guard case .some(let reasons) = selection else { return nil }
    return reasons.keys.sorted()
  }

  @Test func nothingChangedNothingRuns() {
    #expect(chosen(Recorded.state) == .some([:]))
  }

  /// What is replaced, what takes its place, and the tests that have to run.
  @Test(
    arguments: [
      // Inside of a body: those who ran it.
      ("let z = x + y", "let z = x - y", [sum]),
      ("x / 2", "x / 3", [half]),
      ("return 7", "return 8", []),
      ("    return z\n", "", [sum]),
      ("return z", "if z > 3 { return 1 }\n    return z", [sum]),
      ("\"}\"", "\"{}}\"", []),
      // Comments, blank lines and indentation.
      ("struct Point", "/// Where.\nstruct Point", []),
      ("  var x = 0", "\n    var x = 0 // none", []),
      // Declarations: everything that is built with the target.
      ("var x = 0", "var x = 1", [half, sum]),
      ("_ y: Int = 1", "_ y: Int = 2", [half, sum]),
      ("import Foundation", "import Dispatch", [half, sum]),
      ("func unused", "@inlinable func unused", [half, sum]),
      ("func unused() -> Int {", "func unused() -> Int { 3 }\nfunc more() -> Int {", [half, sum]),
      ("return 7", "return 7 }\nfunc more() { print(8)", [half, sum]),
      ("return 7", "#if DEBUG\n  return 7", [half, sum]),
      // The body decides the type.
      ("{ x }", "{ x + 1 }", [half, sum]),
      ("make { 1 }", "make { 2 }", [half, sum]),
      // What cannot be read.
      ("return 7", "return 7 /* ", [half, sum]),
    ] as [(String, String, [String])])
  func choosesByTheEdit(old: String, new: String, expected: [String]) throws {
    #expect(ids(chosen(try Recorded.changed(old, new))) == expected)
  }

  @Test func saysWhy() throws {
    guard case .some(let reasons) = chosen(try Recorded.changed("x + y", "x * y")) else {
      Issue.record("all were chosen")
      return
    }
    #expect(reasons == [sum: "runs Sources/Kit/A.swift:6, which changed"])
  }

  @Test func ownFileIsOwn() {
    var state = Recorded.state
    state.files[2].text = Array("func k() {\n  print(1)\n}\n".utf8)
    #expect(ids(chosen(state)) == [half, sum])
    state = Recorded.state
    state.files[3].text = Array("import Other\nfunc p() {\n}\n".utf8)
    #expect(ids(chosen(state)) == [other])
  }

  @Test func filesThatComeAndGo() {
    var state = Recorded.state
    state.files.append(Recorded.file("Sources/Other/New.swift", "Other", "let n = 1\n"))
    #expect(ids(chosen(state)) == [other])
    state = Recorded.state
    state.files.remove(at: 0)
    #expect(ids(chosen(state)) == [half, sum])
  }

  @Test func codeInCReachesWhoIsBuiltWithIt() {
    var state = Recorded.state
    state.others["Sources/C/c.c"] = "f9"
    #expect(ids(chosen(state)) == [half, sum])
    state.others["Sources/C/data.bin"] = "f9"
    #expect(ids(chosen(state)) == nil)
  }

  @Test(arguments: ["Package.swift", "Package.resolved", "README.md", "Tests/KitTests/data.json"])
  func otherFilesMeanEverything(path: String) {
    var state = Recorded.state
    state.others[path] = "f9"
    guard case .everything(let reason) = chosen(state, unread: ["LICENSE"]) else {
      Issue.record("not all were chosen")
      return
    }
    #expect(reason.hasPrefix(path))
  }

  @Test func unreadFilesMeanNothing() {
    var state = Recorded.state
    state.others["README.md"] = "f9"
    state.others["docs/new.md"] = "f9"
    #expect(ids(chosen(state, unread: ["README.md", "docs/new.md"])) == [])
  }

  @Test func anotherToolchainMeansEverything() {
    var state = Recorded.state
    state.toolchain = "6.4"
    #expect(ids(chosen(state)) == nil)
    state = Recorded.state
    state.configuration = "d"
    #expect(ids(chosen(state)) == nil)
  }

  @Test func testsThatAreNewOrFailedRun() {
    #expect(
      chosen(Recorded.state, failed: [half], listed: all + ["KitTests.K/new"])
        == .some([half: "failed last time", "KitTests.K/new": "is new"]))
  }

  @Test func testsWithLostCountsRun() {
    var data = Recorded.data
    data.tests[2].isComplete = false
    let selection = AffectedTests.selection(data, Recorded.state, listed: all, failed: [])
    #expect(ids(selection) == [other])
  }

  @Test func exitTestsRun() {
    var data = Recorded.data
    var state = Recorded.state
    let text = Array("func p() {\n  #expect(processExitsWith: .failure) {}\n}\n".utf8)
    data.files[3].text = text
    state.files[3].text = text
    #expect(ids(AffectedTests.selection(data, state, listed: all, failed: [])) == [other])
  }

  @Test func programsThatNobodyMeasuredMeanEverything() throws {
    var state = try Recorded.changed("var x = 0", "var x = 1")
    state.targets.append(
      PackageTarget(
        name: "tool", kind: .executable, path: "Sources/tool", sources: ["main.swift"],
        dependencies: ["Kit"]))
    #expect(ids(chosen(state)) == nil)
  }

  @Test func macrosReadWhatTheyAreAttachedTo() throws {
    var state = try Recorded.changed("return 7", "return 8")
    state.usesMacros = true
    #expect(ids(chosen(state)) == [])
    state = try Recorded.changed("struct Point", "@Wonder struct Point")
    state.files[0].text = Array(
      String(decoding: state.files[0].text, as: UTF8.self).replacing("return 7", with: "return 8")
        .utf8)
    state.usesMacros = true
    #expect(ids(chosen(state)) == [half, sum])
  }

  @Test func changesOfTheBranchRunAgain() {
    var state = Recorded.state
    // What was recorded is the branch; at the merge base, another sum was returned.
    let path = "Sources/Kit/A.swift"
    state.baseTexts[path] = Array(Recorded.source.replacing("x + y", with: "x - y").utf8)
    #expect(chosen(state) == .some([sum: "runs \(path):6, which the branch changed"]))
    state.baseTexts[path] = Array(Recorded.source.replacing("var x = 0", with: "var x = 1").utf8)
    let outside = "runs \(path), which the branch changed at 4, outside of functions"
    #expect(chosen(state) == .some([half: outside, sum: outside]))
    state.baseTexts = ["Tests/KitTests/K.swift": Array("func l() {\n}\n".utf8)]
    let test = "runs Tests/KitTests/K.swift, which the branch changed at 1"
    #expect(chosen(state) == .some([half: test, sum: test]))
    state.baseTexts = ["Sources/Other/O.swift": nil]
    #expect(ids(chosen(state)) == [other])
  }

  @Test func linesThatCountThemselves() throws {
    var state = try Recorded.changed("return 7", "_ = #line\n  return 8")
    #expect(ids(chosen(state)) == [half, sum])
    state = try Recorded.changed("return 7", "return #line")
    #expect(ids(chosen(state)) == [])
  }
}
