import CIModel

/// How a language that is not Swift writes comments and text, as far as that is needed to be sure.
struct SourceSyntax {
  enum Family {
    /// C, C++ and Objective-C.
    case c
    case go
    case java
    /// JavaScript and TypeScript, with elements in the source (JSX).
    case javaScript
    case python
    case shell
    case yaml
  }

  let family: Family

  /// - Returns: `nil` for a language of which nothing is sure here.
  init?(path: String) {
    let name = path.lastPathName
    let suffix = name.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
    switch suffix.lowercased() {
    case "c", "c++", "cc", "cpp", "cxx", "h", "h++", "hh", "hpp", "hxx", "m", "mm", "metal",
      "modulemap":
      family = .c
    case "go": family = .go
    case "java": family = .java
    case "cjs", "cts", "js", "jsx", "mjs", "mts", "ts", "tsx": family = .javaScript
    case "py": family = .python
    case "bash", "sh": family = .shell
    case "yaml", "yml": family = .yaml
    default: return nil
    }
  }

  /// Whether all of a file may be something else than its name says.
  func isUnsure(_ bytes: [UInt8]) -> Bool {
    if hasOtherEncoding(bytes) { return true }
    if let interpreter = Interpreter(bytes), !interpreter.reads(family) { return true }
    // The comment above `import "C"` is compiled as C.
    guard family == .go else { return false }
    return bytes.withUnsafeBytes {
      ByteScan.contains($0, "\"C\"", rare: 1) || ByteScan.contains($0, "`C`", rare: 0)
    }
  }

  /// Whether comments begin with `#`, and else with `//` and `/*`.
  var hasHashes: Bool { family == .python || family == .shell || family == .yaml }

  /// Bytes of the two lines in which Python looks for the name of an encoding; of longer ones nothing is sure.
  private static let longestHead = 65_536

  /// Whether the first lines name another encoding, in which a comment may hold the end of its line.
  private func hasOtherEncoding(_ bytes: [UInt8]) -> Bool {
    guard family == .python else { return false }
    let head = bytes.prefix(Self.longestHead).split(
      separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
    if head.count < 3, bytes.count > Self.longestHead { return true }
    return head.prefix(2).contains { line in
      let text = String(decoding: line, as: UTF8.self).lowercased()
      return text.contains("coding") && !text.contains("coding: utf-8")
        && !text.contains("coding=utf-8")
        || text.split(separator: "coding", omittingEmptySubsequences: false).count > 2
    }
  }

  /// Whether a text goes on over the end of its line.
  var textCrossesLines: Bool { family == .shell || family == .yaml }

  /// What makes everything unsure wherever it stands, also in a comment.
  var doubtsEverywhere: [[UInt8]] {
    switch family {
    // `??/` is a backslash for old compilers.
    case .c: [Array("??/".utf8)]
    // Java reads escapes before it looks for comments.
    case .java: [Array("\\u".utf8)]
    // These end a line: U+2028 and U+2029, and U+0085 as YAML 1.1 has it.
    case .javaScript: [[0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9]]
    case .yaml: [[0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9], [0xC2, 0x85]]
    case .go, .python, .shell: []
    }
  }

  /// What makes everything behind it unsure where code stands.
  var doubtsInCode: [[UInt8]] {
    let texts: [String] =
      switch family {
      case .c: ["R\""]
      case .go: []
      case .java: ["\"\"\""]
      case .javaScript: ["`", "<!--", "-->"]
      case .python: []
      // In an extended pattern and in a regular expression ` #` is no comment.
      case .shell:
        ["<<", "((", "`", "$[", "$'", "$\"", "\\\r", "+(", "@(", "?(", "*(", "!(", "=~"]
      case .yaml: [" |", " >", "\n|", "\n>", "\t|", "\t>"]
      }
    return texts.map { Array($0.utf8) }
  }

  /// The same in a text between double quotes, where code may stand again.
  var doubtsInText: [[UInt8]] {
    family == .shell ? ["$(", "`", "${", "$["].map { Array($0.utf8) } : []
  }

  /// Whether a `#` that code comes before begins a comment; `nil` when it is not sure.
  func beginsComment(behind before: UInt8?) -> Bool? {
    guard let before else { return true }
    let isBlank = " \t\n".utf8.contains(before)
    switch family {
    case .python: return true
    case .yaml: return isBlank
    default:
      if isBlank || before == UInt8(ascii: ";") { return true }
      return "&|()<>".utf8.contains(before) ? nil : false
    }
  }
}
