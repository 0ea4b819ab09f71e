/// The code of a `Package.swift` that determines the resolved dependencies, as far as its text
/// shows it.
///
/// This includes the calls of `.package(…)`, the other elements of the package's list of
/// dependencies, and the variables, functions and types that either names.
package enum ManifestDependencies {
  /// Pieces of code without white space and comments, in any order; `nil` when it is not certain
  /// what is code, or when there may be more calls than are read.
  ///
  /// - Parameter room: See `InactiveCode`.
  package static func named(
    in bytes: [UInt8], room: ConditionRoom = ConditionRoom()
  ) -> [String]? {
    guard let (text, inactive) = PackageManifest.read(bytes, room),
      let all = PackageManifest.packageCalls(in: text, inactive)
    else { return nil }
    let calls = all.filter(\.isResolved)
    let code = CodePieces(text, without: all.map(\.range))
    let list = ListedDependencies(in: text)
    let others = list.elements.map { code.text(in: $0) }.filter { !$0.isEmpty }
    let names = (calls.map(\.range) + list.elements).flatMap { code.names(in: $0) }
    let statements = ManifestStatements(text, code, inactive, without: list.packages)
    return calls.map(\.code) + others
      + statements.declaring(names + [ManifestStatements.ownList]).map { code.text(in: $0) }
  }
}

/// The code of a manifest without white space, comments and some ranges of it.
private struct CodePieces {
  private let text: SwiftText
  /// Whether each byte is left out.
  private var isOut: [Bool]

  init(_ text: SwiftText, without ranges: [Range<Int>]) {
    self.text = text
    isOut = [Bool](repeating: false, count: text.bytes.count)
    for range in ranges {
      for offset in range { isOut[offset] = true }
      // The dot before the name is left out, too.
      var offset = range.lowerBound - 1
      while offset > 0, text.kinds[offset] == .comment || text.bytes[offset] <= 0x20 {
        offset -= 1
      }
      if offset >= 0, text.bytes[offset] == UInt8(ascii: ".") { isOut[offset] = true }
    }
  }

  /// The code in a range without the parts that are left out. Commas only separate list elements
  /// and are dropped, too.
  func text(in range: Range<Int>) -> String {
    let bytes = range.filter { offset in
      switch text.kinds[offset] {
      case .code:
        !isOut[offset] && !SwiftText.isWhiteSpace(text.bytes[offset])
          && text.bytes[offset] != UInt8(ascii: ",")
      case .name, .string: !isOut[offset]
      case .comment: false
      }
    }
    return String(decoding: bytes.map { text.bytes[$0] }, as: UTF8.self)
  }

  /// Every word of the code except labels, including words in string interpolations.
  func names(in range: Range<Int>) -> [String] {
    var names: [String] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard text.hasWord(at: offset) else {
        offset += 1
        continue
      }
      let start = offset
      offset = text.endOfWord(at: start, before: range.upperBound)
      let isLabel = offset < range.upperBound && text.bytes[offset] == UInt8(ascii: ":")
      if !isLabel {
        names.append(String(decoding: text.bytes[start..<offset], as: UTF8.self))
      }
    }
    return names
  }
}

/// The elements of the list of dependencies of the package itself.
private struct ListedDependencies {
  /// Each element, or the whole argument when it is not a list literal.
  private(set) var elements: [Range<Int>] = []
  /// The calls of `Package(…)`, each from its opening parenthesis to behind its closing one.
  private(set) var packages: [Range<Int>] = []

  init(in text: SwiftText) {
    packages = Self.calls(in: text)
    for call in packages {
      let arguments = Self.parts(of: call, in: text)
      for argument in arguments {
        let isOfTraits = Self.isArgument("traits", argument, in: text)
        guard isOfTraits || Self.isArgument("dependencies", argument, in: text) else { continue }
        let label = argument.firstIndex { text.bytes[$0] == UInt8(ascii: ":") }
        let start = (label ?? argument.lowerBound) + 1
        let value = Self.trimmed(start..<max(start, argument.upperBound), in: text)
        let isList =
          !value.isEmpty && text.bytes[value.lowerBound] == UInt8(ascii: "[")
          && Self.closing(from: value.lowerBound, in: text) == value.upperBound - 1
        let parts = isList ? Self.parts(of: value, in: text) : [value]
        // A trait that is enabled, by default or with another one, can bring in a dependency.
        elements +=
          isOfTraits && isList ? parts.filter { Self.enablesTraits($0, in: text) } : parts
      }
    }
  }

  private static func calls(in text: SwiftText) -> [Range<Int>] {
    let name = Array("Package".utf8)
    let initializer = Array(".init".utf8)
    let bytes = text.bytes
    var calls: [Range<Int>] = []
    var offset = 0
    while offset < bytes.count {
      defer { offset += 1 }
      guard bytes[offset] == name[0], text.kinds[offset] == .code,
        bytes[offset...].starts(with: name), offset == 0 || !SwiftText.isWord(bytes[offset - 1])
      else { continue }
      var open = offset + name.count
      if bytes[open...].starts(with: initializer) { open += initializer.count }
      open = bytes[open...].indices.first { !isSilent($0, in: text) } ?? bytes.count
      guard open < bytes.count, bytes[open] == UInt8(ascii: "(") else { continue }
      // Without a closing parenthesis here, later calls have none either.
      guard let close = closing(from: open, in: text) else { break }
      calls.append(open..<(close + 1))
      offset = close
    }
    return calls
  }

  private static func isSilent(_ offset: Int, in text: SwiftText) -> Bool {
    text.kinds[offset] == .comment
      || text.kinds[offset] == .code && SwiftText.isWhiteSpace(text.bytes[offset])
  }

  private static func trimmed(_ range: Range<Int>, in text: SwiftText) -> Range<Int> {
    let start = range.first { !isSilent($0, in: text) } ?? range.upperBound
    let end = range.last { !isSilent($0, in: text) }.map { $0 + 1 } ?? start
    return start..<max(start, end)
  }

  /// Whether an argument has the label.
  private static func isArgument(_ label: String, _ range: Range<Int>, in text: SwiftText) -> Bool {
    let range = trimmed(range, in: text)
    guard text.bytes[range].starts(with: label.utf8) else { return false }
    let end = range.dropFirst(label.utf8.count).first { !isSilent($0, in: text) }
    return end.map { text.bytes[$0] == UInt8(ascii: ":") } ?? false
  }

  private static func enablesTraits(_ element: Range<Int>, in text: SwiftText) -> Bool {
    text.words(in: element).contains("enabledTraits")
      || text.bytes[trimmed(element, in: text)].first.map { !".\"".utf8.contains($0) } ?? false
  }

  /// The comma-separated elements between the brackets that a range begins and ends with.
  private static func parts(of range: Range<Int>, in text: SwiftText) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var nesting = 0
    var start = range.lowerBound + 1
    for offset in range.dropFirst().dropLast() where text.kinds[offset] == .code {
      let byte = text.bytes[offset]
      if "([{".utf8.contains(byte) { nesting += 1 }
      if ")]}".utf8.contains(byte) { nesting -= 1 }
      if byte == UInt8(ascii: ","), nesting == 0 {
        parts.append(start..<offset)
        start = offset + 1
      }
    }
    return parts + [start..<max(start, range.upperBound - 1)]
  }

  private static func closing(from open: Int, in text: SwiftText) -> Int? {
    var nesting = 0
    for offset in open..<text.bytes.count where text.kinds[offset] == .code {
      if "([{".utf8.contains(text.bytes[offset]) { nesting += 1 }
      if ")]}".utf8.contains(text.bytes[offset]) { nesting -= 1 }
      if nesting == 0 { return offset }
    }
    return nil
  }
}

/// The top-level statements of a manifest, by the names that they declare or change.
private struct ManifestStatements {
  private var byName: [String: [Int]] = [:]
  private var statements: [(range: Range<Int>, names: [String])] = []

  /// The name recorded for a statement that changes `package.dependencies`, such as an `append(…)`.
  static let ownList = "package.dependencies"

  /// - Parameter packages: The calls of `Package(…)`, ascending. A statement that contains one is
  ///   left out.
  init(
    _ text: SwiftText, _ code: CodePieces, _ inactive: InactiveCode, without packages: [Range<Int>]
  ) {
    var packages = packages[...]
    for range in Self.ranges(in: text) {
      let isPackage = packages.first.map { range.contains($0.lowerBound) } ?? false
      packages = packages.drop { $0.lowerBound < range.upperBound }
      if isPackage || inactive.contains(range.lowerBound) { continue }
      for name in Self.declared(in: range, text) {
        byName[name, default: []].append(statements.count)
      }
      statements.append((range, code.names(in: range)))
    }
  }

  /// The statements that declare or change one of the names, or a name that such a statement uses.
  func declaring(_ names: [String]) -> [Range<Int>] {
    // The package is not a dependency of itself.
    var known = Set(names + ["package"])
    var open = Array(known.subtracting(["package"]))
    var found: Set<Int> = []
    while let name = open.popLast() {
      for index in byName[name] ?? [] where found.insert(index).inserted {
        open += statements[index].names.filter { known.insert($0).inserted }
      }
    }
    return found.sorted().map { statements[$0].range }
  }

  private static let openers: Set<String> = [
    "class", "enum", "extension", "fileprivate", "final", "for", "func", "guard", "if", "import",
    "let", "package", "private", "public", "struct", "switch", "typealias", "var", "while",
  ]

  /// The ranges of the statements. A statement ends before the next line that begins one, outside
  /// of all brackets.
  private static func ranges(in text: SwiftText) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var (nesting, start, isFirst) = (0, 0, true)
    for offset in text.bytes.indices where text.kinds[offset] != .comment {
      let byte = text.bytes[offset]
      if text.kinds[offset] != .code {
        isFirst = false
        continue
      }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: ";") { isFirst = true }
      if byte <= 0x20 || byte == UInt8(ascii: ";") { continue }
      if isFirst, nesting == 0, begins(at: offset, text), offset > start {
        ranges.append(start..<offset)
        start = offset
      }
      isFirst = false
      if "([{".utf8.contains(byte) { nesting += 1 }
      if ")]}".utf8.contains(byte) { nesting -= 1 }
    }
    return ranges + [start..<text.bytes.count]
  }

  /// Whether a statement begins here: with a keyword, or with a name that the code changes.
  private static func begins(at offset: Int, _ text: SwiftText) -> Bool {
    let word = word(at: offset, text)
    if word.isEmpty { return false }
    return openers.contains(String(decoding: word, as: UTF8.self))
      || changes(behind: offset + word.count, text)
  }

  private static func word(at offset: Int, _ text: SwiftText) -> ArraySlice<UInt8> {
    text.bytes[offset...].prefix { SwiftText.isWord($0) }
  }

  private static let changing = ["append", "insert", "remove"].map { Array($0.utf8) }

  /// Maximum number of members between a name and its change, as in
  /// `package.dependencies.append(b)`.
  private static let deepest = 3

  /// Whether a change follows: `= b`, `+= b` or `.append(b)`.
  private static func changes(behind end: Int, _ text: SwiftText, depth: Int = 0) -> Bool {
    let rest = text.bytes[end...].drop { $0 == 0x20 || $0 == UInt8(ascii: "`") }
    if rest.starts(with: "+=".utf8) { return true }
    if rest.first == UInt8(ascii: "=") { return rest.dropFirst().first != UInt8(ascii: "=") }
    guard rest.first == UInt8(ascii: "."), depth < deepest else { return false }
    let member = rest.dropFirst().prefix { SwiftText.isWord($0) }
    return changing.contains { member.starts(with: $0) }
      || changes(behind: member.endIndex, text, depth: depth + 1)
  }

  private static let declaring: Set<String> = [
    "case", "class", "enum", "extension", "func", "let", "struct", "typealias", "var",
  ]

  /// The names that a statement declares or changes, including those inside of it.
  private static func declared(in range: Range<Int>, _ text: SwiftText) -> Set<String> {
    var declared: Set<String> = []
    var offset = range.lowerBound
    var isDeclared = false
    // The sign before the word: `:` precedes a type, and `.` a member.
    var sign: UInt8?
    while offset < range.upperBound {
      let byte = text.bytes[offset]
      guard text.hasWord(at: offset) else {
        if text.kinds[offset] != .comment, byte > 0x20 { sign = byte }
        offset += 1
        continue
      }
      let word = word(at: offset, text)
      let name = String(decoding: word, as: UTF8.self)
      let end = offset + word.count
      let isOwn = sign != UInt8(ascii: ":") && sign != UInt8(ascii: ".")
      if isDeclared || isOwn && changes(behind: end, text) { declared.insert(name) }
      if name == "package", text.bytes[end...].starts(with: ".dependencies".utf8) {
        declared.insert(ownList)
      }
      isDeclared = declaring.contains(name)
      sign = nil
      offset = end
    }
    return declared
  }
}
