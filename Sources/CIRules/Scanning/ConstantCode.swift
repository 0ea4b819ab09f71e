/// Recognizes code with the same value whenever it runs: literals, their members and operators
/// between them.
enum ConstantCode {
  /// - Parameter code: An expression without white space and comments; each string literal is a
  ///   `"`, and a blank separates words.
  static func isConstant(_ code: ArraySlice<UInt8>) -> Bool {
    if comparesWithItself(code) { return true }
    var offset = code.startIndex
    // Whether the word before is a literal or belongs to one.
    var isConstant = true
    while offset < code.endIndex {
      guard code[offset].isWordByte else {
        offset += 1
        continue
      }
      let word = code[offset...].prefix { $0.isWordByte }
      isConstant = Self.isConstant(word, in: code, behindConstant: isConstant)
      if !isConstant, !stands(word, forTypeOrLabelIn: code) { return false }
      offset = word.endIndex
    }
    return true
  }

  /// Code of Objective-C or C with the constants of Swift.
  static func inSwift(_ code: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = code[...]
    while let byte = rest.first {
      let word = byte.isWordByte ? rest.prefix { $0.isWordByte } : rest.prefix(1)
      switch String(decoding: word, as: UTF8.self) {
      case "YES", "TRUE": result += "true".utf8
      case "NO", "FALSE": result += "false".utf8
      default: result += word
      }
      rest = rest[word.endIndex...]
    }
    return result
  }

  /// Whether an expression is compared with itself: `self == self` or `a.b != a.b`. A call is
  /// excluded, as it may return a different value each time.
  private static func comparesWithItself(_ code: ArraySlice<UInt8>) -> Bool {
    ["===", "!==", "==", "!=", "<=", ">=", "<", ">"].contains { sign in
      guard code.count % 2 == sign.utf8.count % 2, code.count > sign.utf8.count else {
        return false
      }
      let count = (code.count - sign.utf8.count) / 2
      let left = code.prefix(count)
      return code.dropFirst(count).starts(with: sign.utf8) && left.elementsEqual(code.suffix(count))
        && left.allSatisfy { $0.isWordByte || $0 == UInt8(ascii: ".") }
    }
  }

  private static func isConstant(
    _ word: ArraySlice<UInt8>, in code: ArraySlice<UInt8>, behindConstant: Bool
  ) -> Bool {
    if let first = word.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= first { return true }
    let name = String(decoding: word, as: UTF8.self)
    if word.startIndex > code.startIndex, code[word.startIndex - 1] == UInt8(ascii: "#") {
      return places.contains(name)
    }
    if name == "random", isOneValue(code[word.endIndex...]) { return true }
    if let before = baseOfMember(word, in: code) {
      // `Int.self` and `MemoryLayout<Int>.size` are constant; other types were rejected before.
      if name == "self", code[before].isWordByte { return true }
      if sizes.contains(name), code[before] == UInt8(ascii: ">") { return true }
      // The content of brackets is checked on its own.
      return code[before].isWordByte ? behindConstant : "\")]}".utf8.contains(code[before])
    }
    return literals.contains(name)
  }

  /// Whether a random number comes from a range of one value: `(in: 0...0)`.
  private static func isOneValue(_ arguments: ArraySlice<UInt8>) -> Bool {
    let label = "(in:".utf8
    guard arguments.starts(with: label) else { return false }
    let range = arguments.dropFirst(label.count)
    let value = range.prefix { $0.isWordByte }
    return !value.isEmpty
      && range.dropFirst(value.count).starts(with: Array("...".utf8) + value + Array(")".utf8))
  }

  /// Index of the last byte of the expression that a word is a member of; `nil` when it is not a
  /// member.
  private static func baseOfMember(_ word: ArraySlice<UInt8>, in code: ArraySlice<UInt8>) -> Int? {
    var before = word.startIndex - 1
    guard before > code.startIndex, code[before] == UInt8(ascii: ".") else { return nil }
    before -= 1
    while before > code.startIndex, "?!".utf8.contains(code[before]) { before -= 1 }
    return before
  }

  private static let literals: Set<String> = ["false", "nil", "true"]
  /// Names behind a `#`.
  private static let places: Set<String> = [
    "column", "file", "fileID", "filePath", "function", "line",
  ]
  private static let sizes: Set<String> = ["alignment", "size", "stride"]

  /// Whether a word does not affect the value: a type, a keyword, or the label of an argument.
  private static func stands(
    _ word: ArraySlice<UInt8>, forTypeOrLabelIn code: ArraySlice<UInt8>
  ) -> Bool {
    if silent.contains(String(decoding: word, as: UTF8.self)) { return true }
    guard word.startIndex > code.startIndex, word.endIndex < code.endIndex else { return false }
    return code[word.endIndex] == UInt8(ascii: ":")
      && "(,".utf8.contains(code[word.startIndex - 1])
  }

  private static let silent: Set<String> = [
    "Array", "BOOL", "Bool", "Character", "Dictionary", "Double", "Int", "MemoryLayout", "Optional",
    "Set",
    "String", "Swift", "as",
    "init", "is",
  ]
}
