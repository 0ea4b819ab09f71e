import CIModel
import Testing

@testable import CoverageData

struct ConditionalLinesTests {
  @Test(arguments: [
    ("#if A\nfunc a() {\n  b()\n\n  // c\n}\n#else\nlet a = 1\n#endif\n", [[2, 3], [6, 6]]),
    ("func a() {\n#if A\n  b()\n#elseif B\n  c()\n#endif\n  d()\n}\n", [[3, 3], [5, 5]]),
    ("#if A\nimport class B.C\nfunc a()\n{\n}\n#endif\n", [[4, 5]]),
    (
      "#if A\nimport A\ntypealias B = C\nlet d = e()\nprotocol P { func f()\n var g: Int { get } }\n#endif",
      []
    ),
    (
      "#if A\nclass B {\n  let c: Int\n  class func d() {\n  }\n  var e: Int {\n    1 }\n}\n#endif",
      [[4, 5], [7, 7]]
    ),
    (
      "#if A\nstruct B {\n  init(actor a: Int) {\n  }\n  func f(_ g: struct) { h() }\n}\n#endif",
      [[3, 5]]
    ),
    ("#if A\nlet actor = {\n  1\n}()\nlet b = c(d: { e })\nenum F { case g }\n#endif", [[2, 5]]),
    ("#if A\nlet a = \"\"\"\n{\n\"\"\"\n#Preview {\n  b()\n}\nfunc c() {}\n#endif", [[8, 8]]),
    (
      "#if A\nextension B {\n#if C\n  func d() { e() }\n#endif\n}\n#endif\nfunc f() {}\n", [[4, 4]]
    ),
    (
      "#if A\nvar a: Int {\n  get { 1 }\n  set {\n  }\n}\nvar b: Int { 2 }\nvar c: Int {\n  3\n}\n#endif",
      [[3, 5], [7, 7], [9, 10]]
    ),
    // Attributes begin a getter or a closure as well as an accessor.
    ("#if A\nvar a: B {\n  @C(d: (e)) var f = g\n  h()\n}\n#endif", [[3, 5]]),
    ("#if A\nvar a: B {\n  @C(d: (e)) @F // g\n  get {\n    h()\n  }\n}\n#endif", [[4, 6]]),
    ("#if A\nvar a: B = { @C in\n  d()\n}\n#endif", [[2, 4]]),
    ("#if A\nvar a = /* b */ { didSet in\n  d()\n}\n#endif", [[2, 4]]),
    ("#if A\nvar a = b { get in\n  d()\n}\n#endif", [[2, 4]]),
    ("#if A\nvar a = 1 {\n  @B didSet {\n    c()\n  }\n}\n#endif", [[3, 5]]),
    ("#if A\nvar a: B {\n  @\n#endif", [[3, 3]]),
    // What is inside of an attribute begins no property.
    ("#if A\nvar a: B {\n  @C(d { e }) get {\n    f()\n  }\n}\n#endif", [[3, 5]]),
    // A keyword behind `func` is a name, and a comment is none.
    ("#if A\nfunc actor /**/ () {\n  b()\n}\n#endif", [[2, 4]]),
    ("#if A\nfunc actor\n  c() {\n}\nfunc + () {}\nclass D {\n}\n#endif", [[3, 5]]),
    ("#if A\nactor /**/ B {\n}\nlet actor // c\n= {\n  1\n}()\n#endif", [[5, 7]]),
    // The words and signs of a raw identifier have no meaning.
    (
      "struct A {\n#if B\n  func `adds a class member`() {\n    c()\n  }\n#endif\n}", [[3, 5]]
    ),
    ("#if A\nfunc `ends } #endif {`() {\n  b()\n}\n#endif", [[2, 4]]),
    ("#if A\nvar a: B {\n  @`c ()` get {\n    d()\n  }\n}\n#endif", [[3, 5]]),
    ("#if A\nvar `class a`: B {\n  `get it` + `class`\n}\n#endif", [[3, 4]]),
    // A macro in the head of a function, or in a value, leaves what comes behind it.
    (
      "#if A\nfunc a(file: String = #fileID, b: C = #d(#line)) {\n  e()\n}\n"
        + "init(f: Selector = #selector(g)) {\n  h()\n}\n#endif", [[2, 7]]
    ),
    ("#if A\nvar a: Int = #line {\n  didSet {\n    b()\n  }\n}\n#endif", [[3, 5]]),
    ("#if A\nlet a = #b(1) + {\n  c()\n}()\n#endif", [[2, 4]]),
    ("#if A\nfunc a(b: C = #d { e }) {\n  f()\n}\n#endif", [[2, 4]]),
    // The closure of a macro is no function.
    (
      "#if A\nlet a = #Predicate<B<C>> /* d */ {\n  $0.e }\nlet f = g(#h(\"i\") {\n  j })\n#endif",
      []
    ),
    ("func a() {}\n", []), ("}}#endif\n#if A\nfunc b() {}", [[3, 3]]), ("", []),
  ])
  func find(text: String, lines: [[Int]]) {
    #expect(ConditionalLines.find(in: Array(text.utf8), path: "A.swift").uncovered == lines)
  }

  /// Statements of `main.swift` are code, unlike its declarations.
  @Test(arguments: [
    ("#if A\nimport B\nlet a = b()\na.c(\n  1)\n#endif\nd()\n", [[3, 5]]),
    (
      "#if A\n@B(c)\nprivate func a(\n  b: C\n) -> D\n  where E: F\n{\n  g()\n}\ntypealias H = I\nj()\n#endif",
      [[7, 9], [11, 11]]
    ),
    (
      "#!/usr/bin/swift\n#if A\nif #available(macOS 10, *) {\n  b()\n}\nwhile #c() {\n  d(\n"
        + "    #line,\n    e)\n}\n#Preview {\n  f()\n}\n#endif", [[3, 10]]
    ),
    (
      "#if A\nfinal class B:\n  C\n{\n  let d = 1\n}\n#warning(\"e\")\nif f {\n}\n#endif", [[8, 9]]
    ),
  ])
  func script(text: String, lines: [[Int]]) {
    let bytes = Array(text.utf8)
    #expect(ConditionalLines.find(in: bytes, path: "Sources/A/main.swift").uncovered == lines)
  }
}
