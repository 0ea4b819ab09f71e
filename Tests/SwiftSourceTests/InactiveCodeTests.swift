import SwiftSource
import Testing

struct InactiveCodeTests {
  /// `X` is what no build has.
  @Test(arguments: [
    ("#if false\nX\n#endif\nA", "X"), ("#if true\nA\n#else\nX\n#endif", "X"),
    ("#if os(Linux)\nA\n#else\nA\n#endif", ""), ("#if DEBUG && false\nX\n#endif", "X"),
    ("#if !(true || DEBUG) // A\nX\n#endif", "X"), ("#if !true\nX\n#elseif A\nA\n#endif", "X"),
    ("#if false\n#if B\nX\n#else\nX\n#endif\nX\n#endif\nA", "XXX"),
    ("#if A\n#elseif true\nA\n#else\nX\n#endif", "X"), ("let a = \"\"\"\n#if false\nA\n\"\"\"", ""),
    ("  #if /* a */ false\nX", "X"), ("#if false ||\nA\n#endif", ""), ("#else\nA\n#endif\nA", ""),
    ("/*\n#if false\n*/\nA", ""), ("#if falsey\nA\n#endif", ""),
    ("#if (\nfalse\n)\nX\n#endif\nA", "X"), ("#if (true ||\nX)\nA\n#else\nX\n#endif", "X"),
    ("class B { #if false\nX\n#endif\nA }", "X"), ("let a = 1; #if false\nX\n#else\nA #endif", "X"),
    ("a(#function) #if false\nX", "X"), ("#if false #endif\nA", ""),
    ("#if swift(<1)\nX\n#endif", "X"), ("#if !swift(>=1.2)\nX\n#else\nA\n#endif", "X"),
    ("#if compiler(<5.0)\nX\n#endif", "X"), ("#if swift(>=99)\nX\n#endif", "X"),
    ("#if swift(<5)\nA\n#endif", ""), ("#if compiler(<5.9)\nA\n#endif", ""),
    ("#if swift(>=6.2)\nA\n#else\nA\n#endif", ""), ("#if swift(x)\nA\n#endif", ""),
    ("#if swift(>=9)\nX\n#endif", "X"), ("#if swift(>=7)\nA\n#endif", ""),
    ("#if os(Linux) && os(macOS)\nX\n#endif", "X"), ("#if arch(a) && arch(b)\nX\n#endif", "X"),
    ("#if os(Linux) && arch(arm64)\nA\n#endif", ""), ("#if os(A) && !os(B)\nA\n#endif", ""),
    ("#if os(A) || os(B)\nA\n#endif", ""), ("#if (os(A) || os(B)) && os(B)\nA\n#endif", ""),
    ("#if D && E && !D\nX\n#endif", "X"), ("#if !(D || !D)\nX\n#endif", "X"),
    ("#if D && !E || E && !D\nA\n#else\nA\n#endif", ""),
    ("#if !D || E || D\nA\n#else\nX\n#endif", "X"),
    ("#if false\rX\n#endif\nA", "X"), ("#if false\r\nX\r\n#endif\nA", "X"),
    ("#if (", ""), ("", ""), ("#if (\n#if false\nX\n#endif\nA", "X"),
  ])
  func noBuildHas(source: String, expected: String) {
    let bytes = Array(source.utf8)
    let code = InactiveCode(SwiftText(bytes))
    let letters = bytes.indices.filter { bytes[$0] == UInt8(ascii: "X") && code.contains($0) }
    #expect(letters.count == expected.count)
    #expect(!bytes.indices.contains { bytes[$0] == UInt8(ascii: "A") && code.contains($0) })
  }

  /// A compiler that is older than the package's tools version builds nothing of it.
  @Test(arguments: [
    ("#if compiler(<6.0)\nX\n#endif", [6, 0], 1), ("#if compiler(<6.1)\nX\n#endif", [6, 0], 0),
    ("#if compiler(>=5.9)\n#else\nX\n#endif", [5, 9], 1),
    ("#if compiler(>=5.10)\n#else\nX\n#endif", [5, 9], 0),
    ("#if swift(<6.0)\nX\n#endif", [6, 0], 0),
  ])
  func compilerIsAtLeast(source: String, oldest: [Int], expected: Int) {
    let bytes = Array(source.utf8)
    let code = InactiveCode(SwiftText(bytes), oldestCompiler: oldest)
    #expect(
      bytes.indices.count { bytes[$0] == UInt8(ascii: "X") && code.contains($0) } == expected)
  }

  /// Conditions that are not closed are read once, however many there are.
  @Test func unfinishedConditions() {
    let text = String(repeating: "#if (\n", count: 100_000) + "#if false\nX\n"
    let bytes = Array(text.utf8)
    let code = InactiveCode(SwiftText(bytes))
    #expect(code.ranges == [(bytes.count - 2)..<bytes.count])
  }
}
