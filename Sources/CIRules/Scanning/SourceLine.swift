import CIModel
import SourceCode

/// Distinguishes code, comments and strings in one line, as far as a single line shows it. A line
/// within a block comment or a multi-line string that does not look like one counts as code, and
/// bytes behind the end of one may be code, too.
struct SourceLine {
  enum Part: Hashable, Sendable {
    case code
    case comment
    case string
  }

  /// How comments begin, by the name of the file.
  enum Language: Hashable, Sendable {
    /// `//` and `/* */`: C and similar languages.
    case slashes
    /// `//` and `/* */`, with the string literals of Swift.
    case swift
    /// `#`: shell, Python, Ruby, YAML.
    case hashes
    /// Prose and data: everything counts as code.
    case none

    init(path: String) {
      if let syntax = SourceSyntax(path: path) {
        self = syntax.hasHashes ? .hashes : .slashes
        return
      }
      let name = path.lastPathName
      let suffix = name.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
      switch suffix.lowercased() {
      case "swift", "swiftinterface": self = .swift
      case "cs", "css", "dart", "gradle", "gyb", "kt", "kts", "php", "proto", "rs", "scala", "scss",
        "strings", "xcconfig":
        self = .slashes
      case let suffix where SourceNames.assembly.contains(suffix): self = .slashes
      case "cmake", "conf", "gemspec", "ini", "mk", "pl", "podspec", "rake", "rb", "toml", "zsh":
        self = .hashes
      case "makefile", "dockerfile", "gemfile", "podfile", "fastfile", "dangerfile", "rakefile",
        "appfile", "brewfile", "bsdmakefile", "gnumakefile":
        self = .hashes
      default:
        self = .none
      }
    }
  }

  private let start: Int
  /// The part of each byte when the line is read from its beginning.
  private let parts: [Part]
  /// The parts of the last bytes, if a comment or a string from an earlier line ends before them.
  private let rest: [Part]
  /// The parts if `'` and backticks begin strings, as in JavaScript; empty without any.
  private let quoted: [Part]

  init(_ bytes: ArraySlice<UInt8>, _ language: Language) {
    start = bytes.startIndex
    let lead = Self.lead(bytes, language)
    parts = lead + Self.parts(of: bytes.dropFirst(lead.count), language)
    let end = Self.outerEnd(in: bytes.dropFirst(lead.count), language)
    rest = end.map { Self.parts(of: bytes[$0...], language) } ?? []
    let hasQuotes = language == .slashes && bytes.contains { "'`".utf8.contains($0) }
    quoted =
      hasQuotes
      ? lead + Self.parts(of: bytes.dropFirst(lead.count), language, quotes: "\"'`") : []
  }

  /// The part that the byte at an index of the slice belongs to.
  func part(at index: Int) -> Part { parts[index - start] }

  /// Whether a byte belongs to a part in one of the possible readings of the line.
  func mayBe(_ part: Part, at index: Int) -> Bool {
    let offset = index - start - (parts.count - rest.count)
    return self.part(at: index) == part || offset >= 0 && rest[offset] == part
      || !quoted.isEmpty && quoted[index - start] == part
  }

  /// The first bytes of a line that belong to a construct from an earlier line.
  private static func lead(_ bytes: ArraySlice<UInt8>, _ language: Language) -> [Part] {
    guard language == .swift || language == .slashes else { return [] }
    let text = bytes.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    // A line that begins with `*` is the inside of a block comment in the usual layout.
    if text.first == UInt8(ascii: "*") {
      let end = commentEnd(in: bytes, from: text.startIndex) ?? bytes.endIndex
      return Array(repeating: .comment, count: end - bytes.startIndex)
    }
    // Nothing follows the quotation marks that begin a multi-line string, so these end one.
    if language == .swift, text.starts(with: "\"\"\"".utf8) {
      let rest = text.dropFirst(3).drop { $0 == UInt8(ascii: "#") }
      return Array(repeating: .string, count: rest.startIndex - bytes.startIndex)
    }
    return []
  }

  /// Offset behind the first `*/` that ends no comment of this line. Comments in Swift can be
  /// nested. In languages with `#` it is that behind the first `"""` or `'''`.
  private static func outerEnd(in bytes: ArraySlice<UInt8>, _ language: Language) -> Int? {
    if language == .none { return nil }
    if language == .hashes {
      return bytes.indices.dropFirst(2).first { index in
        "\"'".utf8.contains(bytes[index])
          && bytes[(index - 2)..<index].allSatisfy { $0 == bytes[index] }
      }.map { $0 + 1 }
    }
    var depth = 0
    var position = bytes.startIndex
    while position + 1 < bytes.endIndex {
      let pair = (bytes[position], bytes[position + 1])
      position += 1
      if pair == (UInt8(ascii: "*"), UInt8(ascii: "/")) {
        position += 1
        if depth == 0 { return position }
        depth -= 1
      } else if language == .swift, pair == (UInt8(ascii: "/"), UInt8(ascii: "*")) {
        position += 1
        depth += 1
      }
    }
    return nil
  }

  /// - Parameter quotes: The marks that begin a string; `nil` means those of the language.
  private static func parts(
    of bytes: ArraySlice<UInt8>, _ language: Language, quotes: String? = nil
  ) -> [Part] {
    switch language {
    case .none: return Array(repeating: .code, count: bytes.count)
    case .swift: return swiftParts(of: bytes)
    case .hashes, .slashes: break
    }
    var parts: [Part] = []
    var quote: UInt8?
    var position = bytes.startIndex
    let namesHeader = language == .slashes && Self.includesHeader(bytes)
    // Without another one, it is an apostrophe.
    let lastQuote = bytes.lastIndex(of: UInt8(ascii: "'")) ?? position
    let marks = Array((quotes ?? (language == .hashes ? "\"'" : "\"")).utf8)
    while position < bytes.endIndex {
      let byte = bytes[position]
      var (part, end) = (quote == nil ? Part.code : .string, position + 1)
      if let open = quote {
        if byte == UInt8(ascii: "\\") { end += 1 }
        if byte == open { quote = nil }
      } else if marks.contains(byte),
        byte == UInt8(ascii: "\"")
          ? !namesHeader : byte != UInt8(ascii: "'") || position < lastQuote
      {
        quote = byte
      } else if byte == UInt8(ascii: "\\"), language == .hashes {
        // In a shell, the next byte begins neither a string nor a comment.
        end += 1
      } else if beginsComment(bytes[position...], language) {
        (part, end) = (.comment, bytes.endIndex)
        if language == .slashes, bytes[position + 1] == UInt8(ascii: "*") {
          end = commentEnd(in: bytes, from: position + 2) ?? bytes.endIndex
        }
      }
      end = min(end, bytes.endIndex)
      parts += repeatElement(part, count: end - position)
      position = end
    }
    return parts
  }

  /// Where a `/` can be read in two ways, a string counts as code.
  private static func swiftParts(of bytes: ArraySlice<UInt8>) -> [Part] {
    // Because of the blank, `#!` begins no comment.
    let text = SwiftText([UInt8(ascii: " ")] + bytes)
    var parts = text.kinds.map { kind -> Part in
      switch kind {
      case .code, .name: .code
      case .comment: .comment
      case .string: .string
      }
    }
    for range in text.doubts {
      for index in range where parts[index] == .string { parts[index] = .code }
    }
    return Array(parts.dropFirst())
  }

  /// Whether a line names a header, which is code, in quotation marks or not.
  private static func includesHeader(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.drop { $0 <= 0x20 }
    guard text.first == UInt8(ascii: "#") else { return false }
    let directive = text.dropFirst().drop { $0 <= 0x20 }
    return directive.starts(with: "include".utf8) || directive.starts(with: "import".utf8)
  }

  /// Offset behind the first `*/`; `nil` when there is none.
  private static func commentEnd(in bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
    var position = start
    while position + 1 < bytes.endIndex {
      if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") {
        return position + 2
      }
      position += 1
    }
    return nil
  }

  private static func beginsComment(_ rest: ArraySlice<UInt8>, _ language: Language) -> Bool {
    if language == .hashes { return rest.first == UInt8(ascii: "#") }
    return rest.starts(with: "//".utf8) || rest.starts(with: "/*".utf8)
  }
}

extension UInt8 {
  /// Whether the byte is a letter, a digit or `_`; bytes of other scripts count as letters.
  var isWordByte: Bool { isASCIIAlphanumeric || self == UInt8(ascii: "_") || self >= 0x80 }

  var isASCIIAlphanumeric: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
