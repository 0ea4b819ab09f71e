import CIModel
import SourceCode

/// A test in one version of a file.
struct TestVersion {
  /// See `TestDeclaration`.
  var host: String?
  /// See `TestDeclaration`.
  var suite: String?
  var path: String
  var name: String
  /// The function's name in lowercase without `test`, `_` and blanks, which frameworks or styles
  /// require: `testAdd` and `add` are equal.
  var plainName: [UInt8]
  /// A hash of its code without white space and comments. The seed differs in each run, so two
  /// bodies cannot be written to collide.
  var body: Int
  /// See `TestDeclaration`.
  var cases: Int
  /// Whether nothing in its file can keep it from running on some machine.
  let isCertain: Bool
  /// See `TestDeclaration`.
  let displayName: [UInt8]?
  private let function: String
  private let range: Range<Int>
  private let text: SwiftText

  init(_ test: TestDeclaration, in text: SwiftText, _ path: String, isCertain: Bool = false) {
    self.isCertain = isCertain
    function = test.function
    displayName = test.displayName
    var plain = test.function.utf8.map {
      UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0
    }[...]
    if plain.starts(with: "test".utf8) { plain = plain.dropFirst(4) }
    host = test.host
    suite = test.suite
    cases = test.cases
    self.path = path
    name = test.name
    plainName = plain.filter { !"_ ".utf8.contains($0) }
    range = test.body
    self.text = text
    var hasher = Hasher()
    for offset in test.body where text.says(at: offset) { hasher.combine(text.bytes[offset]) }
    body = hasher.finalize()
  }

  /// The bytes of the name. A string with many accents takes long to hash.
  var exactName: [UInt8] { Array(name.utf8) }

  /// Its name in its target. Declarations of one name may exclude one another.
  var declared: DeclaredRuns.Test {
    DeclaredRuns.Test(
      folder: TestSource.folder(of: path), suite: suite, function: function,
      isSwiftTesting: host == nil)
  }

  var lines: BodyLines { BodyLines(text, range) }
}

extension SwiftText {
  /// Whether a byte is neither part of a comment nor white space in code.
  fileprivate func says(at offset: Int) -> Bool {
    switch kinds[offset] {
    case .comment: false
    case .code: !SwiftText.isWhiteSpace(bytes[offset])
    case .name, .string: true
    }
  }
}

/// The lines of a body with more than one byte of code or strings, and the number of occurrences of
/// each.
struct BodyLines {
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

  /// Number of different lines.
  var distinct: Int { counts.count }

  /// Whether two bodies are alike: they share half of the lines of the longer one, or a third if
  /// they share more than one line.
  func areLike(_ other: BodyLines) -> Bool {
    let same = counts.reduce(0) { $0 + min($1.value, other.counts[$1.key] ?? 0) }
    return same > 0 && same * (same > 1 ? 3 : 2) >= max(count, other.count)
  }
}
