import SourceCode
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
    ("#if os(Linux) && arch(arm64)\nA\n#endif", ""),
    ("#if os(iOS) && !os(tvOS)\nA\n#endif", ""), ("#if os(iOS) || os(tvOS)\nA\n#endif", ""),
    ("#if (os(iOS) || os(tvOS)) && os(tvOS)\nA\n#endif", ""),
    ("#if D && E && !D\nX\n#endif", "X"), ("#if !(D || !D)\nX\n#endif", "X"),
    ("#if D && !E || E && !D\nA\n#else\nA\n#endif", ""),
    ("#if !D || E || D\nA\n#else\nX\n#endif", "X"),
    ("#if false\rX\n#endif\nA", "X"), ("#if false\r\nX\r\n#endif\nA", "X"),
    ("#if (", ""), ("", ""), ("#if (\n#if false\nX\n#endif\nA", "X"),
    // The compiler takes them for blanks.
    ("#if\u{A0}false\nX\n#endif\nA", "X"), ("#if D\u{A0}&&\u{A0}!D\nX\n#endif\nA", "X"),
    ("#if\0false\nX\n#endif\nA", "X"),
  ])
  func noBuildHas(source: String, expected: String) {
    let bytes = Array(source.utf8)
    let code = InactiveCode(SwiftText(bytes))
    let letters = bytes.indices.filter { bytes[$0] == UInt8(ascii: "X") && code.contains($0) }
    #expect(letters.count == expected.count)
    #expect(!bytes.indices.contains { bytes[$0] == UInt8(ascii: "A") && code.contains($0) })
  }

  /// `X` is what no build has, since no build fits all conditions around it.
  private static let impossibleBranches: [(String, String)] = [
    ("#if DEBUG\n#if !DEBUG\nX\n#endif\nA\n#endif", "X"),
    ("#if DEBUG\n#if D && DEBUG\nA\n#else\nA\n#endif\n#endif", ""),
    ("#if D\nA\n#elseif D && E\nX\n#elseif E\nA\n#else\n#if E\nX\n#endif\nA\n#endif", "XX"),
    ("#if os(Linux)\nA\n#else\n#if os(Linux)\nX\n#endif\n#endif", "X"),
    ("#if D || E\n#if !D\nA\n#if !E\nX\n#endif\n#endif\n#endif", "X"),
    ("#if compiler(>=6.1) && compiler(<6.1)\nX\n#endif", "X"),
    ("#if compiler(>=6.2)\nA\n#if compiler(<6.1)\nX\n#endif\n#endif", "X"),
    ("#if compiler(>=6.1) && compiler(<6.2)\nA\n#else\nA\n#endif", ""),
    ("#if swift(>=5.9) && swift(<5.9)\nX\n#endif", "X"),
    ("#if swift(>=6) && compiler(<6)\nX\n#endif", "X"),
    ("#if swift(<6) && compiler(>=6)\nA\n#endif", ""),
    ("#if os(MacOS)\nX\n#else\nA\n#endif", "X"), ("#if !os(MacOS)\nA\n#else\nX\n#endif", "X"),
    ("#if os(OSX) && !os(macOS)\nX\n#endif", "X"), ("#if os(xrOS) && os(visionOS)\nA\n#endif", ""),
    ("#if arch(z80)\nX\n#endif", "X"), ("#if arch(arm64)\nA\n#else\nA\n#endif", ""),
    ("#if targetEnvironment(nothing)\nX\n#endif", "X"),
    ("#if targetEnvironment(simulator)\nA\n#else\nA\n#endif", ""),
    ("#if targetEnvironment(simulator) && os(Linux)\nX\n#endif", "X"),
    ("#if targetEnvironment(macCatalyst) && os(iOS)\nA\n#else\nA\n#endif", ""),
    ("#if _endian(big) && _endian(little)\nX\n#endif", "X"),
    ("#if !_endian(big) && !_endian(little)\nX\n#endif", "X"),
    ("#if _pointerBitWidth(_32) && _pointerBitWidth(_64)\nX\n#endif", "X"),
    ("#if _runtime(_Native) && _runtime(_ObjC)\nX\n#endif", "X"),
    ("#if (os(Linux)) && (os(macOS))\nX\n#endif", "X"),
    ("#if ((os(Linux)) && !(D || !D))\nX\n#endif", "X"),
    ("#if os(Linux) && canImport(Darwin)\nX\n#endif", "X"),
    ("#if !os(Linux) && !canImport(Darwin)\nA\n#endif", ""),
    ("#if canImport(WinSDK) && !os(Windows)\nX\n#endif", "X"),
    ("#if canImport(Glibc) && os(macOS)\nX\n#elseif canImport(Musl)\nA\n#endif", "X"),
    ("#if os(Linux) && !canImport(Glibc)\nA\n#endif", ""),
    ("#if !canImport(Swift)\nX\n#endif", "X"),
    ("import XCTest\n#if !canImport(XCTest)\nX\n#endif", "X"),
    ("#if !canImport(B)\nX\n#endif\n@testable public import B\n", "X"),
    ("#if D\nimport B\n#endif\n#if !canImport(B)\nA\n#endif", ""),
    ("#if canImport(UIKit) && os(Linux)\nX\n#else\nA\n#endif", "X"),
    ("#if canImport(UIKit)\nA\n#elseif canImport(AppKit)\nA\n#else\nA\n#endif", ""),
    ("#if canImport(AppKit) && !targetEnvironment(macCatalyst)\nA\n#else\nA\n#endif", ""),
    ("#if canImport(UIKit) && !os(watchOS)\nA\n#elseif os(macOS)\nA\n#endif", ""),
    ("#if canImport(UIKit) && canImport(AppKit)\nA\n#if os(Linux)\nX\n#endif\n#endif", "X"),
    (
      "#if canImport(UIKit) && canImport(AppKit) && !targetEnvironment(macCatalyst)\nX\n#endif",
      "X"
    ),
    ("#if canImport(Combine) && !os(Linux)\nA\n#else\nA\n#endif", ""),
    ("#if canImport(Combine) && (os(Windows) || os(Android))\nX\n#endif", "X"),
    ("#if os(Linux) || !canImport(ObjectiveC)\nA\n#else\nA\n#endif", ""),
    ("#if os(Linux) && canImport(SwiftUI)\nX\n#else\nA\n#endif", "X"),
    ("#if canImport(os) && !os(macOS)\nA\n#endif", ""),
    ("#if canImport(WatchKit) && os(iOS)\nA\n#endif", ""),
    ("#if canImport(Swift, _version: 99)\nA\n#else\nA\n#endif", ""),
    ("#if canImport(UIKit, _version: 9000) && os(Linux)\nX\n#else\nA\n#endif", "X"),
    ("import B\n#if canImport(B, _version: 2)\nA\n#else\nA\n#endif", ""),
    ("#if _runtime(_ObjC) && os(Linux)\nX\n#elseif _runtime(_Native)\nA\n#endif", "X"),
    ("#if !_runtime(_ObjC) && os(macOS)\nX\n#elseif _runtime(_ObjC)\nA\n#endif", "X"),
    ("#if !_runtime(_ObjC) && !_runtime(_Native)\nX\n#endif", "X"),
    ("#if _runtime(_multithreaded) && _runtime(_Native)\nA\n#endif", ""),
    ("#if arch(arm64) && _pointerBitWidth(_32)\nX\n#endif", "X"),
    ("#if _pointerBitWidth(_64) && !arch(arm64) && !arch(x86_64)\nA\n#endif", ""),
    ("#if _pointerBitWidth(_64)\nA\n#elseif _pointerBitWidth(_32)\nA\n#else\nA\n#endif", ""),
    ("#if _pointerBitWidth(_8)\nX\n#endif", "X"), ("#if _endian(none)\nX\n#endif", "X"),
    ("#if arch(x86_64) && _endian(big)\nX\n#endif", "X"),
    ("#if _endian(big) && _pointerBitWidth(_32)\nA\n#elseif _endian(little)\nA\n#endif", ""),
    ("#if _ptrauth(_none) && _ptrauth(_arm64e)\nX\n#elseif _ptrauth(_arm64e)\nA\n#endif", "X"),
    ("#if `D` && !D\nX\n#endif", "X"), ("#if hasFeature(D)\nA\n#else\nA\n#endif", ""),
    (
      "#if os(Linux)\nA\n#elseif os(Windows)\nA\n#elseif canImport(Darwin)\nA\n#else\nA\n#endif", ""
    ),
  ]

  @Test(arguments: impossibleBranches)
  func noBuildHasTogether(source: String, expected: String) {
    noBuildHas(source: source, expected: expected)
  }

  /// What takes too long to find out counts as built, and it is said.
  @Test func tooManyConditions() {
    let flags = (0..<40).map { "(D\($0) || E\($0)) && !(D\($0) && E\($0))" }
    let chains = (0..<39).map { "(D\($0) && E\($0 + 1) || E\($0) && D\($0 + 1))" }
    let hard = (flags + chains + ["(D0 && D39 || E0 && E39)"]).joined(separator: " && ")
    let text = String(repeating: "#if \(hard)\nA\n#endif\n#if false\nX\n#endif\n", count: 60)
    let bytes = Array(text.utf8)
    let code = InactiveCode(SwiftText(bytes))
    #expect(bytes.indices.count { bytes[$0] == UInt8(ascii: "X") && code.contains($0) } == 60)
    let branches = String(repeating: "#elseif D\n", count: 50_000)
    let long =
      "#if false\nX\n#endif\n#if " + String(repeating: "D && ", count: 20_000) + "E\n#endif\n"
    for text in [long, "#if E\n" + branches] {
      #expect(InactiveCode(SwiftText(Array(text.utf8))).isUndecided)
    }
  }

  /// What is known of a build for the conditions around another one is not found anew.
  @Test(arguments: [
    "#if D\n", "#if D && (E || os(Linux))\n", "#if D\n#endif\n#if D\n",
    "#if E\n#elseif D\n#endif\n#if D\n", "#if E && !D\n#endif\n",
  ])
  func manyConditions(piece: String) {
    let text = String(repeating: piece, count: 4_000) + "#if !D\nX\n#else\nA\n#endif\n"
    let bytes = Array(text.utf8)
    let code = InactiveCode(SwiftText(bytes))
    #expect(!code.isUndecided)
    let sides = ["X", "A"].map { bytes.lastIndex(of: Array($0.utf8)[0]) ?? 0 }
    #expect(
      sides.map(code.contains) == [
        piece.contains("#endif\n#if D") || !piece.hasSuffix("#endif\n"), false,
      ])
  }

  /// Many texts take no longer than one.
  @Test func roomIsShared() {
    let hard = (0..<30).map { "(D\($0) || E\($0)) && !(D\($0) && E\($0))" }
    let texts = (0..<400).map { index in
      let odd = "#if \(hard.joined(separator: " && ")) && !(D0 || E0)\n\(index)\n#endif\n"
      return SwiftText(Array(odd.utf8))
    }
    let room = ConditionRoom(200_000)
    let codes = texts.map { InactiveCode($0, room: room) }
    #expect(codes.first?.isUndecided == false || codes.first?.ranges == [])
    #expect(codes.last?.isUndecided == true)
    #expect(!InactiveCode(SwiftText(Array("a".utf8)), room: room).isUndecided)
    #expect(InactiveCode(SwiftText(Array("#if false\nX\n".utf8)), room: room).ranges.count == 1)
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
