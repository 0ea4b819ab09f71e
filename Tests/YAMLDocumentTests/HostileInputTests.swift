import Testing
import YAMLDocument

@Suite struct HostileInputTests {
  static let limits = Limits()

  @Test func sizeHasALimit() {
    let text = "a: " + String(repeating: "b", count: Self.limits.size)
    #expect(parse(text).errors.map(\.reason) == [.tooLarge(limit: 1 << 20)])
    let largest = "a: " + String(repeating: "b", count: Self.limits.size - 3)
    #expect(parse(largest).errors.isEmpty)
  }

  @Test(arguments: [
    ("[", "]"), ("{a: ", "}"),
  ])
  func depthHasALimit(opening: String, closing: String) {
    let deepest = String(repeating: opening, count: 64) + String(repeating: closing, count: 64)
    #expect(parse(deepest).errors.isEmpty)
    #expect(parse(opening + deepest + closing).errors.map(\.reason) == [.tooDeep(limit: 64)])
  }

  @Test(arguments: ["[", "{a: ", "{", "- ", "? ", "- - ", "[{a: ", "&a [", "!t ["])
  func twentyThousandLevels(opening: String) {
    let text = String(repeating: opening, count: 20_000)
    let document = parse(text)
    #expect(document.root == nil)
    #expect(!document.errors.isEmpty)
  }

  @Test func indentedBlocksAreCountedToo() {
    let text = (0..<500).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
    #expect(parse(text).errors.map(\.reason) == [.tooDeep(limit: 64)])
  }

  /// Depth behind an alias counts as if it were written out.
  @Test func aliasesCannotHideDepth() {
    var text = "a0: &a0 [x]\n"
    for level in 1..<100 { text += "a\(level): &a\(level) [*a\(level - 1)]\n" }
    #expect(parse(text).errors.map(\.reason) == [.tooDeep(limit: 64)])
  }

  @Test func aliasesHaveALimit() {
    let most = "a: &a 1\nb: [" + String(repeating: "*a,", count: 1000) + "]"
    #expect(parse(most).errors.isEmpty)
    let more = "a: &a 1\nb: [" + String(repeating: "*a,", count: 1001) + "]"
    #expect(parse(more).errors.map(\.reason) == [.tooManyAliases(limit: 1000)])
  }

  @Test func expandedNodesHaveALimit() {
    var bomb = "a0: &a0 [" + String(repeating: "x,", count: 9) + "]\n"
    for level in 1..<9 {
      bomb += "a\(level): &a\(level) [" + String(repeating: "*a\(level - 1),", count: 9) + "]\n"
    }
    let document = parse(bomb)
    #expect(document.root == nil)
    #expect(document.errors.map(\.reason) == [.tooManyNodes(limit: 100_000)])
    #expect(document.errors.first?.range.start.line == 6)
  }

  @Test func writtenNodesHaveALimit() {
    let text = "[" + String(repeating: "x,", count: 100_000) + "]"
    #expect(parse(text).errors.map(\.reason) == [.tooManyNodes(limit: 100_000)])
  }

  @Test func mergesCountAsMuchAsTheyBring() {
    var limits = Limits()
    limits.nodes = 30
    let text = "m: &m {a: 1, b: 2, c: 3}\nx: {<<: *m}\ny: {<<: *m}\nz: {<<: *m}\n"
    #expect(parse(text, limits: limits).errors.map(\.reason) == [.tooManyNodes(limit: 30)])
    limits.nodes = 60
    #expect(parse(text, limits: limits).errors.isEmpty)
  }

  @Test func manyKeysAreNoProblem() {
    let text = (0..<20_000).map { "k\($0): v\n" }.joined()
    #expect(parse(text).errors.isEmpty)
    #expect(parse(text + "k7: again").errors.map(\.range.start.line) == [20_001])
  }

  /// Bytes that look like YAML, so that the parser gets past the first few; always the same.
  @Test(arguments: 0..<8) func byteSoup(seed: UInt64) {
    let alphabet =
      Array("ab:- \n\n\t[]{},&*!|>'\"#?%@<~\\\r0é日\u{0}\u{85}".utf8) + [0xFF, 0xC3, 0xEF]
    var random = SplitMix(state: seed)
    for _ in 0..<1500 {
      let length = Int(random.next() % 80)
      let bytes = (0..<length).map { _ in
        alphabet[Int(random.next() % UInt64(alphabet.count))]
      }
      let document = ParsedDocument(parsing: bytes)
      #expect(document.errors.allSatisfy { $0.range.start.line >= 1 && $0.range.start.column >= 1 })
      #expect(document.errors == document.errors.sorted { $0.range < $1.range })
    }
  }

  /// Real structure with a few bytes changed, cut or doubled.
  @Test(arguments: 0..<8) func damagedFile(seed: UInt64) {
    let original = Array(
      """
      x: &x { a: 1, b: [2, 3] }
      steps:
        build: { <<: *x, run: "make \\n" }
        test:
          run: |
            make test
          needs: [build, 'lint']
      """.utf8)
    var random = SplitMix(state: seed &+ 100)
    for _ in 0..<1000 {
      var bytes = original
      for _ in 0..<(1 + random.next() % 4) {
        let index = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 3 {
        case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: index)
        default: bytes.insert(bytes[Int(random.next() % UInt64(bytes.count))], at: index)
        }
      }
      let document = ParsedDocument(parsing: bytes)
      #expect(document.root != nil || !document.errors.isEmpty)
    }
  }
}

/// A small generator of random numbers (Steele, Lea and Flood's SplitMix64).
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
