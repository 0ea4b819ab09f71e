import SourceCode
import Testing

struct DeclarationScannerTests {
  private func tests(_ text: String) -> [String] {
    DeclarationScanner(SwiftText(Array(text.utf8))).tests.map {
      "\($0.line) \($0.name)\($0.isSwiftTesting ? "()" : "")"
    }
  }

  @Test(arguments: [
    ("@Test(\"a b\") func c() {}", "\"a b\""), ("@Test func c() {}", nil),
    ("@Test( // d\n  \"a b\", .tags(.e)) func c() {}", "\"a b\""),
    ("@Test(.tags(\"e\")) func c() {}", nil), ("@Test() func c() {}", nil),
    ("@Test(\"a\") @MainActor func c() {}", "\"a\""),
  ])
  func displayName(text: String, name: String?) {
    let tests = DeclarationScanner(SwiftText(Array(text.utf8))).tests
    #expect(tests.map(\.displayName) == [name.map { Array($0.utf8) }])
  }

  private static let declarations: [(String, [String])] = [
    (
      "final class A: XCTestCase {\n  func testB() {}\n  func testC() async throws { }\n}",
      ["2 A.testB", "3 A.testC"]
    ),
    // What is imported is declared elsewhere.
    (
      "import func B.c\nimport class B.D; import struct B.E  // e\nclass A: F { func testB() {} }",
      ["3 A.testB"]
    ),
    ("import func B.c; class A: F { func testB() {} }", ["1 A.testB"]), ("import", []),
    ("extension A {\n  @MainActor public override func testB() {}\n}", ["2 A.testB"]),
    (
      "@Test func free() {}\n@Test(\"a { name\", .tags(.a), arguments: [1, 2]) func b(_ n: Int) {}",
      ["1 free()", "2 b()"]
    ),
    (
      "struct S {\n  struct T {\n    @Test\n    static func `adds two`() async throws {}\n  }\n}",
      ["4 S.T.adds two()"]
    ),
    ("@Suite(.serialized) enum E { @Testing.Test func a() { } }", ["1 E.a()"]),
    (
      "class A<B: C>: D where B: E { func testB() {} }\nclass F: G where H: I { func testG() {} }",
      ["2 F.testG"]
    ),
    // What no framework runs.
    ("@available(*, unavailable)\nclass A: B { func testB() {} }", []),
    ("@available(*,\u{A0}unavailable\u{A0})\nclass A: B { func testB() {} }", []),
    ("@available (*, unavailable) class A: B { func testB() {} }", []),
    ("class A: B { @available\t/* b */\n(macOS 99, *) func testB() {} }", []),
    ("class A: B { @ available(*, unavailable) func testB() {}\n func testC() {} }", ["2 A.testC"]),
    ("class A: B { @/**/objc // c\n(check) func testB() {}\n func testC() {} }", ["3 A.testC"]),
    ("@Test (arguments: [Int]()) func a(_ n: Int) {}", []),
    ("@Testing.Test (arguments: [1]) func a(_ n: Int) {}", ["1 a()"]),
    ("class A: B { @available (iOS 13, *)\n func testB() {} }", ["2 A.testB"]),
    ("class A: B { private\u{A0}func testB() {}\n\u{A0}func\u{A0}testC() {} }", ["2 A.testC"]),
    (
      "class A: B { @available(*, unavailable, message: \"x\") func testB() {}\n  func testC() {} }",
      ["2 A.testC"]
    ),
    // No version of Swift, an empty list, a name that XCTest does not look for.
    ("@available(swift 99) @Test func a() {}", []),
    ("@available(swift 6) @Test func a() {}", ["1 a()"]),
    ("@available(swift, introduced: 99.1)\n@Test func a() {}", []),
    ("@available(swift, obsoleted: 4) @Test func a() {}", []),
    ("@available(swift 5.9) @Test func a() {}", ["1 a()"]),
    ("@Test(arguments: []) func a(_ n: Int) {}", []),
    ("@Test(arguments: [1], [:]) func a() {}", []),
    ("@Test(\"a\", .tags(.b), arguments: [Int]()) func a(_ n: Int) {}", []),
    ("@Test(arguments: [ ] as [Int]) func a() {}", []),
    ("@Test(arguments: Set<[Int]>()) func a() {}", []),
    ("@Test(arguments: EmptyCollection<Int>()) func a(_ n: Int) {}", []),
    ("@Test(arguments: Swift.EmptyCollection.init()) func a(_ n: Int) {}", []),
    ("@Test(arguments: \"\") func a(_ c: Character) {}", []),
    ("@Test(arguments: #\"\"# as String) func a(_ c: Character) {}", []),
    ("@Test(arguments: \"\"\"\n  \"\"\") func a(_ c: Character) {}", []),
    ("@Test(arguments: [Int].init()) func a(_ n: Int) {}", []),
    ("@Test(arguments: Set<[Int]> . init()) func a(_ n: Int) {}", []),
    ("@Test(arguments: [(Int) -> Int]()) func a(_ f: F) {}", []),
    ("@Test(arguments: String()) func a(_ c: Character) {}", []),
    ("@Test(arguments: 3..<3) func a(_ n: Int) {}", []),
    ("@Test(arguments: [1].dropFirst()) func a(_ n: Int) {}", []),
    ("@Test(arguments: [1, 2].prefix(0)) func a(_ n: Int) {}", []),
    ("@Test(arguments: [1, 2].dropLast(2)) func a(_ n: Int) {}", []),
    ("@Test(arguments: [1, 2].dropFirst()) func a(_ n: Int) {}", ["1 a()"]),
    ("@Test(arguments: [1, 2][..<0]) func a(_ n: Int) {}", []),
    ("@Test(arguments: [1, 2][..<1]) func a(_ n: Int) {}", ["1 a()"]),
    ("@Test(arguments: zip([1], [Int]())) func a(_ n: Int, m: Int) {}", []),
    ("@Test(arguments: zip(zip([1], []), [2])) func a() {}", []),
    ("@Test(arguments: ([] as [Int])) func a(_ n: Int) {}", []),
    ("@Test(arguments: Array(repeating: 1, count: 0)) func a(_ n: Int) {}", []),
    ("@Test(arguments: [Int](repeating: 1, count: 0)) func a(_ n: Int) {}", []),
    ("@Test(arguments: repeatElement(1, count: 0)) func a(_ n: Int) {}", []),
    ("@Test(arguments: [Int](0..<0)) func a(_ n: Int) {}", []),
    ("@Test(arguments: (0..<0).map { $0 }) func a(_ n: Int) {}", []),
    ("@Test(arguments: stride(from: 1, to: 1, by: 1)) func a(_ n: Int) {}", []),
    ("@Test(arguments: Set([Int]())) func a(_ n: Int) {}", []),
    ("@Test(arguments: zip([1], [] as [Int]).map(\\.0)) func a(_ n: Int) {}", []),
    ("@Test(arguments: [[Int]]().flatMap { $0 }) func a(_ n: Int) {}", []),
    ("@Test(arguments: (([])).lazy.filter { _ in true }.sorted()) func a(_ n: Int) {}", []),
    ("@Test(arguments: Set<Int>([]).sorted()) func a(_ n: Int) {}", []),
    ("@Test(arguments: ([1] as [Int])) func a(_ n: Int) {}", ["1 a()"]),
    ("@Test(arguments: Array(repeating: 1, count: 10)) func a(_ n: Int) {}", ["1 a()"]),
    ("@Test(arguments: repeatElement(1, count: n)) func a(_ n: Int) {}", ["1 a()"]),
    ("@Test(arguments: stride(from: 1, to: 2, by: 1)) func a(_ n: Int) {}", ["1 a()"]),
    ("@Test(arguments: stride(from: 1, through: 1, by: 1)) func a(_ n: Int) {}", ["1 a()"]),
    ("@Test(arguments: Array(stride(from: 2, through: 1, by: 1))) func a(_ n: Int) {}", []),
    ("@Test(arguments: Array(stride(from: 1, through: 2, by: -1))) func a(_ n: Int) {}", []),
    ("@Test(arguments: Array(stride(from: 2, through: 1, by: -1))) func a(_ n: Int) {}", ["1 a()"]),
    ("@Test(arguments: Array(stride(from: 2, to: 1, by: 0.5))) func a(_ n: Double) {}", []),
    ("@Test(arguments: Array(stride(from: 2, to: 1, by: step))) func a(_ n: Int) {}", ["1 a()"]),
    (
      "@Test(arguments: Array(stride(from: 1, through: top, by: 1))) func a(_ n: Int) {}", ["1 a()"]
    ),
    ("@Test(arguments: [Int](0..<1)) func a(_ n: Int) {}", ["1 a()"]),
    ("@Test(arguments: Set([1])) func a(_ n: Int) {}", ["1 a()"]),
    ("@Test(arguments: [].all.map { $0 }) func a(_ n: Int) {}", ["1 a()"]),
    ("@Test(arguments: f([])) func a(_ n: Int) {}", ["1 a()"]),
    ("@Test(arguments: a.Array([])) func a(_ n: Int) {}", ["1 a()"]),
    ("@Test(arguments: [] + [1].map { $0 }) func a(_ n: Int) {}", ["1 a()"]),
    ("@Test(arguments: [] .map { $0 } + [1]) func a(_ n: Int) {}", ["1 a()"]),
    ("@Test(arguments: Array([], [1])) func a(_ n: Int) {}", ["1 a()"]),
    ("@Test(arguments: ([], [1])) func a(_ n: Int) {}", ["1 a()"]),
    ("@Test(arguments: zip([1], [2])) func a(_ n: Int, m: Int) {}", ["1 a()"]),
    ("@Test(arguments: zip([1], [f([])])) func a(_ n: Int, m: Int) {}", ["1 a()"]),
    ("@Test(arguments: zip([], [1]).map(f) + zip([2], [1])) func a() {}", ["1 a()"]),
    ("@Test(arguments: \" \", [\"\"]) func a(_ c: Character) {}", ["1 a()"]),
    ("@Test(arguments: [\"a\"]) func a(_ s: String) {}", ["1 a()"]),
    ("@Test(arguments: [\"\"]) func a(_ s: String) {}", ["1 a()"]),
    ("@Test(arguments: [b: [\"a\"]], [\"\\(c)\"]) func a(_ s: String) {}", ["1 a()"]),
    ("@available(*, unavailable, message: \"a, b\") @Test func a() {}", []),
    ("@Test(arguments: \"\" + \"a\") func a(_ c: Character) {}", ["1 a()"]),
    ("@Test(\"\", arguments: [1]) func a(_ n: Int) {}", ["1 a()"]),
    ("@Test(arguments: \"\"\"\n  a\n  \"\"\") func a(_ c: Character) {}", ["3 a()"]),
    ("@Test(arguments: 3..<30, [A]().all()) func a(_ n: Int) {}", ["1 a()"]),
    ("@Test(arguments: Array<Int>(1...3), Other()) func a(_ n: Int) {}", ["1 a()"]),
    ("@Test(.tags([]), arguments: [[]], [a[0]()]) func a() {}", ["1 a()"]),
    ("@Test(arguments: [A.self][0]()) func a() {}", ["1 a()"]),
    ("class A: B { @objc(add) func testB() {}\n @objc(testD) func testC() {} }", ["2 A.testC"]),
    ("@objc(C) class A: B { @objc func testB() {} }", ["1 A.testB"]),
    ("private extension A { func testB() {}\n @Test func c() {} }", ["2 A.c()"]),
    // XCTest does not find the classes in private types; Swift Testing does.
    ("private class A: B { func testB() {}\n @Test func c() {} }", ["2 A.c()"]),
    ("fileprivate final class A: B { @objc func testB() {} }", []),
    ("final private class A: B {}\nextension A { func testB() {} }", []),
    ("extension A { func testB() {} }\nprivate class A: B {}", []),
    ("private enum A { class B: C { func testB() {} } }", []),
    ("extension A.B { func testB() {} }\nprivate enum A { class B: C {} }", []),
    ("enum A { fileprivate class B: C {} }\nextension A.B { func testB() {} }", []),
    ("private extension A { class B: C { func testB() {} } }", []),
    ("private extension A {}\nextension A { func testB() {} }", ["2 A.testB"]),
    (
      "private struct C {}\nprivate class D: E {}\nclass A: B { private var c = C()\n"
        + "func testB() {} }",
      ["4 A.testB"]
    ),
    ("private class A: B {}\nenum F { class A: B { func testB() {} } }", ["2 F.A.testB"]),
    (
      "enum A<B> { class C: D { func testE() {} } }\nenum F { class C: D { func testE() {} } }",
      ["2 F.C.testE"]
    ),
    ("class A: B { func testB() {}\n override class var testInvocations: [C] { [] } }", []),
    // What other platforms lack is there on Linux and macOS.
    ("@available(watchOS, unavailable) @Test func a() {}", ["1 a()"]),
    (
      "@available(iOSApplicationExtension, unavailable)\nclass A: B { func testB() {} }",
      ["2 A.testB"]
    ),
    ("@available(iOS, unavailable) @available(macOS, unavailable) @Test func a() {}", []),
    ("@available(macOS 13, *) class A: B { func testB() {} }", ["1 A.testB"]),
    ("@available(macOS 27.1, iOS 99, *) @Test func a() {}", ["1 a()"]),
    ("@available(iOS 99, *) @Test func a() {}", ["1 a()"]),
    ("@available(macOS 99, iOS 99, *) @Test func a() {}", []),
    ("@available(iOS 99, macOS 99.1, *)\nclass A: B { func testB() {} }", []),
    ("@available(macOS, introduced: 99999999999999999999) @Test func a() {}", []),
    ("@available(macOS, introduced: 14, deprecated: 15) @Test func a() {}", ["1 a()"]),
    ("@available(macOS, obsoleted: 10.4) @Test func a() {}", []),
    ("@available(iOS, obsoleted: 10.4) @Test func a() {}", ["1 a()"]),
    ("protocol P { func testB() {} }\nextension Array { class A: B { func testB() {} } }", []),
    ("extension Cart { class A: B { func testB() {} } }", ["1 Cart.A.testB"]),
    ("class A: B { func testB() {}\n  override func record(_ issue: C) { log(issue) } }", []),
    (
      "class A: B { func testB() {}\n  override func record(_ issue: C) { super.record(issue) } }",
      ["1 A.testB"]
    ),
    ("class A: B { func testB() {}\n  override var testRunClass: AnyClass? { C.self } }", []),
    (
      "class A: B { func testB() {}\n  override class var defaultTestSuite: C { C(name: \"\") } }",
      []
    ),
    ("class A: B { func testB() {}\n  override func invokeTest() {} }", []),
    (
      "class A: B { func testB() {}\n  override func invokeTest() { super.invokeTest() } }",
      ["1 A.testB"]
    ),
    ("class A: /* b */ Sendable, @unchecked Sendable , B { func testB() {} }", ["1 A.testB"]),
    ("class A\n  // b\n  : B { func testB() {} }", ["3 A.testB"]),
    ("class A: Sendable, Error { func testB() {} }", []), ("class A:", []), ("class", []),
    // A class without another above it is none of XCTest.
    ("class A { func testB() {} }", []),
    // Helpers, and what only looks like a test.
    (
      "class A: B {\n  private func testB() {}\n  class func testC() {}\n  func testD(_ n: Int) {}\n}",
      []
    ),
    ("class A: B { func testB( /* none */ ) {}\n  func testC(/* n */ n: Int) {} }", ["1 A.testB"]),
    ("class A: B { /* a /* nested */ comment */ func testB() {} }", ["1 A.testB"]),
    ("struct S { func testB() {} }\nfunc testC() {}", []),
    (
      "protocol P { func testB() }\nclass A: B { class var x: Int { 1 }\n  func testB() {} }",
      ["3 A.testB"]
    ),
    ("// class A { func testB() {} }\n/* @Test func b() {} */\nlet s = \"@Test func c() {}\"", []),
    (
      "class A: B {\n  func helper() {\n    func testInner() {}\n  }\n  let c = { func testD() {} }\n}",
      []
    ),
    ("@Test var notAFunction = 1\nfunc a() {}", []),
    (
      "enum Kind { case a }\nlet k = Kind.extension\nclass A: B { func testB() { if x { } } }",
      ["3 A.testB"]
    ),
    ("class A: B {\n#if os(Linux)\n  func testB() {}\n#endif\n}", ["3 A.testB"]),
    // What no build has.
    ("#if false\n@Test\n#endif\nfunc a() {}", []), ("#if D\n@Test\n#endif\nfunc a() {}", ["4 a()"]),
    ("#if false\nclass A: B {\n#else\nclass C: B {\n#endif\n  func testB() {}\n}", ["6 C.testB"]),
    ("#if os(Mac)\nclass A: B { func testB() {} }\n#endif\n", []),
    ("class A: B {\n#if false\n}\n#endif\n  func testB() {} }", ["5 A.testB"]),
    ("#if D && !D\n@available(*, unavailable)\n#endif\n@Test func a() {}", ["4 a()"]),
    // `Void` may be another type than the one of the standard library.
    ("class A: B { func testB() -> Void {} }", ["1 A.testB"]),
    ("class A: B { func testB() -> Void { 1 } }\ntypealias Void = Int", []),
    ("class A: B { func testB() -> Swift.Void {} }\nstruct Void {}", ["1 A.testB"]),
    ("class A: B { func testB() -> Void {} }\ntypealias Void = Swift.Void", ["1 A.testB"]),
    ("class A: B { func testB() -> () {}\nfunc testC() -> Int { 1 } }", ["1 A.testB"]),
    // What never ends is no test, and no crash.
    ("class A: B { func testB() {", []), ("@Test(", []), ("class", []), ("@Test func", []),
    // The words and signs of a raw identifier have no meaning.
    ("class A: B { func testB() { `}` }\nfunc testC(a: `{`) {} }", ["1 A.testB"]),
    ("class A: B { func testB() { let `a }` = 1; func testC() {} } }", ["1 A.testB"]),
    ("class A: `B c` { func testB() {}\nfunc testC(`) {`: D) {} }", ["1 A.testB"]),
    ("class A: B { let `a #if false` = 1\nfunc testB() {} }", ["2 A.testB"]),
    ("@Test(arguments: [`a, b`, `c]`]) func d() {}", ["1 d()"]),
    ("enum A { case `class`\n@Test func b() {}\n}", ["2 A.b()"]),
    ("class A: B { let b = `class`\nfunc testC() {} }", ["2 A.testC"]),
    ("@Test func `open", []), ("}}} class A: B { func testB() {} }", ["1 A.testB"]),
  ]

  @Test(arguments: declarations)
  func finds(text: String, expected: [String]) {
    #expect(tests(text) == expected)
  }

  @Test(arguments: [
    ("struct A<B> {}\nclass C < D >: E {}\nenum F {}\nextension G<Int> {}", ["A", "C"]),
    ("class A<", ["A"]),
  ])
  func genericTypes(text: String, names: [String]) {
    #expect(DeclarationScanner(SwiftText(Array(text.utf8))).types.generic.sorted() == names)
  }

  /// The last declaration that some build has counts.
  @Test(arguments: [
    ("#if true\ntypealias A = B\n#else\ntypealias A = C\n#endif", "B"),
    ("#if D\ntypealias A = B\n#else\ntypealias A = C\n#endif", "C"),
    ("typealias A = B.C", "B.C"), ("typealias A = B.A", nil), ("typealias A = (B)", nil),
    ("class A: B {}\n#if D && !D\nclass A: C {}\n#endif", "B"),
  ])
  func bases(text: String, base: String?) {
    #expect(DeclarationScanner(SwiftText(Array(text.utf8))).types.bases["A"] == base)
  }

  @Test func longNamesAreCut() {
    let name = String(repeating: "A", count: 4_000)
    let text = "typealias \(name) = \(name)B\nclass \(name)C: \(name) { func testD() {} }"
    let scanner = DeclarationScanner(SwiftText(Array(text.utf8)))
    let types = scanner.types
    #expect((Array(types.bases.keys) + types.bases.values).allSatisfy { $0.utf8.count == 256 })
    #expect(scanner.tests.first?.host?.utf8.count == 256)
  }

  /// What literal lists of arguments come to.
  @Test(arguments: [
    ("@Test func a() {}", 1), ("@Test(arguments: [1, 2, 3]) func a(_ n: Int) {}", 3),
    (
      "@Test(\"a, b\", .tags(.a, .b), arguments: [(\"1, 2\", 1), (\"3\", f(1, 2)),]) func a() {}", 2
    ),
    ("@Test(arguments: [1, 2], [\"a\": 1, \"b\": 2, \"c\": 3]) func a() {}", 6),
    ("@Test(arguments: zip([1, 2], [3, 4])) func a() {}", 2),
    ("@Test(arguments: 1...5) func a() {}", 5),
    ("@Test(arguments: 0..<5) func a() {}", 5), ("@Test(arguments: all) func a() {}", 1),
    ("@Test(arguments: [1, 2] + all) func a() {}", 1),
    ("@Test(arguments: 0..<99999999) func a() {}", 1_000),
    ("@Test(arguments: 5...99999999999999999999) func a() {}", 1),
  ])
  func cases(text: String, count: Int) {
    #expect(DeclarationScanner(SwiftText(Array(text.utf8))).tests.map(\.cases) == [count])
  }

  /// Types inside of types, and names, are as many and as long as somebody likes.
  @Test(arguments: [
    (String(repeating: "struct A{", count: 16_000), String(repeating: "}", count: 16_000)),
    ("struct \(String(repeating: "A", count: 200_000)){", "}"),
    ("extension \(String(repeating: "A.", count: 100_000))B{", "}"),
  ])
  func namesOfTypesAreBounded(open: String, close: String) {
    let count = 3_000
    let text = open + String(repeating: "@Test func a(){}\n", count: count) + close
    let tests = DeclarationScanner(SwiftText(Array(text.utf8))).tests
    #expect(tests.count == count)
    #expect(tests.allSatisfy { $0.suite?.utf8.count == 256 && $0.function == "a" })
  }

  @Test func typesInOtherThingsAreNone() {
    #expect(
      tests("func f() { struct A { @Test func b() {} } }\nlet x = { class A { func testB() {} } }")
        == [])
    #expect(
      tests("struct A { var x: Int { 1 }\n struct B { @Test func c() {} }\n @Test func d() {} }")
        == ["2 A.B.c()", "3 A.d()"])
  }

  /// Declarations without a body are read once, however many there are.
  @Test(arguments: [
    "class A: ", "class A ", "class A: Error, ", "class A<B", "class A(", "class A: /**/",
  ])
  func unfinishedDeclarations(text: String) {
    let source = String(repeating: text, count: 3_000) + "\nclass B: C { func testB() {} }"
    #expect(tests(source).isEmpty || tests(source) == ["2 B.testB"])
  }
}
