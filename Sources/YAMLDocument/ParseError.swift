/// Why a file cannot be read as a document.
package struct ParseError: Error, Hashable, Sendable {
  package var reason: Reason
  package var range: SourceRange

  package init(_ reason: Reason, at range: SourceRange) {
    self.reason = reason
    self.range = range
  }

  package enum Reason: Hashable, Sendable {
    /// The limit is in bytes.
    case tooLarge(limit: Int)
    case tooDeep(limit: Int)
    case tooManyAliases(limit: Int)
    case tooManyNodes(limit: Int)
    case utf16
    case invalidUTF8(byte: UInt8)
    case controlCharacter(UInt32)
    case tab
    /// A violation of the grammar.
    case syntax(SyntaxProblem)
    case duplicateKey(String, first: Position)
    case severalDocuments
    case tag(String)
    case complexKey
    case undefinedAlias(String)
    case recursiveAlias(String)
    /// The value of `<<` is neither a mapping nor a list of mappings.
    case badMerge
    case outOfMemory
  }

  /// A lowercase fragment without a full stop that describes the problem.
  package var message: String {
    switch reason {
    case .tooLarge(let limit): "the file is larger than \(limit / 1024) KiB"
    case .tooDeep(let limit): "nested more than \(limit) levels deep"
    case .tooManyAliases(let limit): "more than \(limit) aliases"
    case .tooManyNodes(let limit):
      "more than \(limit) values after the aliases are expanded"
    case .utf16: "the file is UTF-16 or UTF-32, not UTF-8"
    case .invalidUTF8(let byte): "byte 0x\(hex(byte, 2)) is not valid UTF-8"
    case .controlCharacter(let value): "control character U+\(hex(value, 4))"
    case .tab: "a tab cannot indent YAML"
    case .syntax(let problem): problem.message
    case .duplicateKey(let key, let first):
      "duplicate key '\(key)', already on line \(first.line)"
    case .severalDocuments: "a second document begins here"
    case .tag(let tag): "tag '\(tag)' is not supported"
    case .complexKey: "a key must be text, not a list or a mapping"
    case .undefinedAlias(let name): "alias '*\(name)' has no anchor before it"
    case .recursiveAlias(let name): "alias '*\(name)' is inside its own anchor"
    case .badMerge: "'<<' must be a mapping or a list of mappings"
    case .outOfMemory: "not enough memory to read the file"
    }
  }

  /// Whether the error concerns the whole file rather than a position in it.
  package var concernsWholeFile: Bool {
    switch reason {
    case .tooLarge, .utf16, .outOfMemory: true
    default: false
    }
  }

  /// The suggested fix: one sentence.
  package var help: String {
    switch reason {
    case .tooLarge: "move long scripts into files of their own and run those"
    case .tooDeep: "flatten the structure"
    case .tooManyAliases, .tooManyNodes: "use fewer anchors and aliases"
    case .utf16, .invalidUTF8: "save the file as UTF-8"
    case .controlCharacter: "delete it, or write it as an escape in double quotes"
    case .tab: "indent with spaces"
    case .syntax(let problem): problem.help
    case .duplicateKey("<<", _): "merge several mappings with a list: `<<: [*first, *second]`"
    case .duplicateKey: "keep one of the two"
    case .severalDocuments: "keep one document per file: remove this '---' and everything after it"
    case .tag: "remove the tag: the key determines the type of its value"
    case .complexKey: "put quotes around text that begins with '{' or '['"
    case .undefinedAlias(let name):
      "define it first with '&\(name)', or put quotes around text that begins with '*'"
    case .recursiveAlias: "move the anchor to something that does not contain the alias"
    case .badMerge: "name the anchor of a mapping: `<<: *name`"
    case .outOfMemory: "free some memory and try again"
    }
  }

  private func hex(_ value: some BinaryInteger, _ digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
