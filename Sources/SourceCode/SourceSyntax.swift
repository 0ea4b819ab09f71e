import CIModel

/// The syntax of comments and strings in a language other than Swift, as far as it is certain.
package struct SourceSyntax {
  enum Family {
    /// C, C++ and Objective-C.
    case c
    case go
    case java
    /// JavaScript and TypeScript, including elements (JSX).
    case javaScript
    case python
    case shell
    case yaml
  }

  let family: Family

  /// - Returns: `nil` for a language that is not known here.
  package init?(path: String) {
    let name = path.lastPathName
    let suffix = name.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
    switch suffix.lowercased() {
    case let suffix where suffix == "modulemap" || SourceNames.c.contains(suffix): family = .c
    case "go": family = .go
    case "java": family = .java
    case "cjs", "cts", "js", "jsx", "mjs", "mts", "ts", "tsx": family = .javaScript
    case "py": family = .python
    case "bash", "sh": family = .shell
    case "yaml", "yml": family = .yaml
    default: return nil
    }
  }

  /// Whether the content of a file may differ from what its name indicates, so that nothing is
  /// certain.
  func isUnsure(_ bytes: [UInt8]) -> Bool {
    if hasOtherEncoding(bytes) { return true }
    if let interpreter = Interpreter(bytes), !interpreter.reads(family) { return true }
    // The comment above `import "C"` is compiled as C.
    guard family == .go else { return false }
    return bytes.withUnsafeBytes {
      ByteScan.contains($0, "\"C\"", rare: 1) || ByteScan.contains($0, "`C`", rare: 0)
    }
  }

  package var isC: Bool { family == .c }
  package var isJavaScript: Bool { family == .javaScript }

  /// Whether comments begin with `#`; otherwise they begin with `//` and `/*`.
  package var hasHashes: Bool { family == .python || family == .shell || family == .yaml }

  /// Maximum bytes of the two lines in which Python looks for the name of an encoding. Nothing is
  /// certain in a file with longer ones.
  private static let longestHead = 65_536

  /// Whether the first two lines name an encoding other than UTF-8, in which a comment may contain
  /// an encoded line break.
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

  /// Whether a string may continue on the next line.
  var textCrossesLines: Bool { family == .shell || family == .yaml }

  /// Byte sequences that make the rest of the source uncertain wherever they occur, even in a
  /// comment.
  var doubtsEverywhere: [[UInt8]] {
    switch family {
    // For old compilers, `??/` is a backslash and `??'` a `^`.
    case .c: [Array("??/".utf8), Array("??'".utf8)]
    // Java reads escapes before it looks for comments.
    case .java: [Array("\\u".utf8)]
    // These characters end a line: U+2028 and U+2029, and in YAML 1.1 U+0085.
    case .javaScript: [[0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9]]
    case .yaml: [[0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9], [0xC2, 0x85]]
    case .go, .python, .shell: []
    }
  }

  /// Byte sequences that make the rest of the source uncertain when they occur in code.
  var doubtsInCode: [[UInt8]] {
    let texts: [String] =
      switch family {
      case .c: ["R\""]
      case .go: []
      case .java: ["\"\"\""]
      case .javaScript: ["`", "<!--", "-->"]
      case .python: []
      // In an extended pattern and in a regular expression ` #` begins no comment, nor in the
      // string that the value of an alias has opened.
      case .shell:
        ["alias", "<<", "((", "`", "$[", "$'", "$\"", "\\\r", "+(", "@(", "?(", "*(", "!(", "=~"]
      case .yaml: [" |", " >", "\n|", "\n>", "\t|", "\t>"]
      }
    return texts.map { Array($0.utf8) }
  }

  /// Byte sequences with the same effect within double quotes, where they may begin code.
  var doubtsInText: [[UInt8]] {
    family == .shell ? ["$(", "`", "${", "$["].map { Array($0.utf8) } : []
  }

  /// Whether a comment is an instruction that a compiler or runner follows, such as the names of
  /// modules to load.
  ///
  /// Sources: Go "Compiler Directives", TypeScript "Triple-Slash Directives", "JSX" and
  /// `// @ts-nocheck`, the docblocks of Jest and Vitest, and the directives of JBang. Python's are
  /// the lines of a block (`SourceKinds.endComment`). Helm, ERB and Jinja run their tags in the
  /// comments of YAML, too.
  func isDirective(_ comment: ArraySlice<UInt8>) -> Bool {
    switch family {
    case .go: comment.starts(with: "//go:".utf8) || comment.starts(with: "//export ".utf8)
    case .java: Self.directivesOfJBang.contains { comment.starts(with: $0.utf8) }
    case .javaScript:
      comment.starts(with: "///".utf8)
        || Self.contains(["@deno-", "@jest-", "@jsx", "@ts-", "@vitest-"], in: comment)
    case .yaml: Self.contains(["<%", "{%", "{{"], in: comment)
    case .c, .python, .shell: false
    }
  }

  private static func contains(_ words: [StaticString], in comment: ArraySlice<UInt8>) -> Bool {
    comment.withUnsafeBytes { bytes in
      words.contains { ByteScan.contains(bytes, $0, rare: 0) }
    }
  }

  private static let directivesOfJBang = [
    "//COMPILE_OPTIONS ", "//DEPS ", "//FILES ", "//JAVAAGENT ", "//JAVAC_OPTIONS ",
    "//JAVA_OPTIONS ", "//MAIN ", "//MODULE ", "//REPOS ", "//RUNTIME_OPTIONS ", "//SOURCES ",
  ]

  /// Whether a `#` begins a comment after a byte of code; `nil` when it is not certain.
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
