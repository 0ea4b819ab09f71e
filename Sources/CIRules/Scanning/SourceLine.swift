/// Tells code from comments and strings in one line, as far as one line can tell: a line within a
/// block comment or a multi-line string that does not look like one is taken for code.
struct SourceLine {
  enum Part: Hashable, Sendable {
    case code
    case comment
    case string
  }

  /// How comments begin, by the file's name.
  enum Language: Hashable, Sendable {
    /// `//` and `/* */`: Swift, C and their relatives.
    case slashes
    /// `#`: shell, Python, Ruby, YAML.
    case hashes
    /// Prose and data: everything counts as code.
    case none

    init(path: String) {
      let name = path.split(separator: "/").last ?? ""
      let suffix = name.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
      switch suffix.lowercased() {
      case "swift", "c", "cc", "cpp", "cxx", "h", "hpp", "m", "mm", "java", "kt", "kts", "js",
        "jsx",
        "ts", "tsx", "go", "rs", "gradle", "metal", "modulemap", "swiftinterface", "css", "scss",
        "dart", "scala", "cs", "php", "gyb":
        self = .slashes
      case "sh", "bash", "zsh", "py", "rb", "yml", "yaml", "toml", "pl", "cmake", "podspec", "mk",
        "rake", "gemspec", "conf", "ini":
        self = .hashes
      case "makefile", "dockerfile", "gemfile", "podfile", "fastfile", "dangerfile", "rakefile",
        "appfile", "brewfile":
        self = .hashes
      default:
        self = .none
      }
    }
  }

  private let bytes: ArraySlice<UInt8>
  private let language: Language
  /// Up to here the line was read.
  private var position: Int
  /// The quotation mark of the string that goes on there.
  private var quote: UInt8?
  /// What lies between an index that was asked for and this one is a comment.
  private var comment: Int

  init(_ bytes: ArraySlice<UInt8>, _ language: Language) {
    self.bytes = bytes
    self.language = language
    position = bytes.startIndex
    comment = bytes.startIndex
    guard language == .slashes else { return }
    // The inside of a block comment as people write it.
    let text = bytes.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    if text.first == UInt8(ascii: "*") { comment = bytes.endIndex }
  }

  /// What the byte at an index of the slice belongs to; the indices must ascend, so that the line is read
  /// once however often it is asked.
  mutating func part(at index: Int) -> Part {
    if language == .none { return .code }
    if index < comment { return .comment }
    while position < index {
      let byte = bytes[position]
      let next = position + 1 < bytes.endIndex ? bytes[position + 1] : 0
      if let open = quote {
        if byte == UInt8(ascii: "\\") {
          position += 2
          continue
        }
        if byte == open { quote = nil }
      } else if isQuote(byte) {
        quote = byte
      } else if language == .hashes && byte == UInt8(ascii: "#")
        || language == .slashes && byte == UInt8(ascii: "/") && next == UInt8(ascii: "/")
      {
        comment = bytes.endIndex
        return .comment
      } else if language == .slashes, byte == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
        position = commentEnd(from: position + 2) ?? bytes.endIndex
        comment = position
        if index < comment { return .comment }
        continue
      }
      position += 1
    }
    if quote != nil { return .string }
    return beginsComment(at: index) ? .comment : .code
  }

  private func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || (language == .hashes && byte == UInt8(ascii: "'"))
  }

  /// Behind the `*/`.
  private func commentEnd(from start: Int) -> Int? {
    var position = start
    while position + 1 < bytes.endIndex {
      if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") {
        return position + 2
      }
      position += 1
    }
    return nil
  }

  private func beginsComment(at index: Int) -> Bool {
    guard index < bytes.endIndex else { return false }
    if language == .hashes { return bytes[index] == UInt8(ascii: "#") }
    guard bytes[index] == UInt8(ascii: "/"), index + 1 < bytes.endIndex else { return false }
    return bytes[index + 1] == UInt8(ascii: "/") || bytes[index + 1] == UInt8(ascii: "*")
  }
}

extension UInt8 {
  /// A letter, a digit or `_`; the bytes of other scripts count as letters.
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
