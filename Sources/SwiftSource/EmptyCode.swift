/// Code of a collection without elements, as far as it says so itself.
enum EmptyCode {
  /// `[]`, `[:] as [Int: Int]`, `[Int]()`, `Set<Int>.init()`, `EmptyCollection()`, `""`, `0..<0`, and `zip` with one
  /// of them.
  ///
  /// - Parameter code: Without white space and comments, with a `"` for each text, or `""` for an empty one.
  static func isEmpty(_ code: ArraySlice<UInt8>, depth: Int = 0) -> Bool {
    let code = withoutModule(code)
    for literal in ["[]", "[:]", "\"\""] where code.starts(with: literal.utf8) {
      let rest = code.dropFirst(literal.utf8.count)
      if rest.isEmpty || rest.starts(with: "as".utf8) { return true }
    }
    if isEmptyRange(code) { return true }
    if depth < deepest, code.starts(with: "zip(".utf8) {
      let list = code.dropFirst(3)
      return endOfBrackets(list) == list.endIndex
        && parts(of: list).contains { isEmpty($0[...], depth: depth + 1) }
    }
    return isMade(code) || isCut(code)
  }

  /// A literal of which nothing is left: `[1].dropFirst()`, `[1, 2].prefix(0)`.
  private static func isCut(_ code: ArraySlice<UInt8>) -> Bool {
    guard code.first == UInt8(ascii: "["), let end = endOfBrackets(code) else { return false }
    let rest = String(decoding: code[end...].prefix(40), as: UTF8.self)
    if [".prefix(0)", ".suffix(0)"].contains(rest) { return true }
    guard let call = [".dropFirst(", ".dropLast("].first(where: rest.hasPrefix), rest.hasSuffix(")")
    else { return false }
    let number = rest.dropFirst(call.count).dropLast()
    return (number.isEmpty ? 1 : Int(number) ?? 0) >= ListedCode.count(of: code[..<end])
  }

  /// How many `zip` inside of each other are read.
  private static let deepest = 16

  private static func withoutModule(_ code: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let module = "Swift.".utf8
    return code.starts(with: module) ? code.dropFirst(module.count) : code
  }

  /// `3..<3`.
  private static func isEmptyRange(_ code: ArraySlice<UInt8>) -> Bool {
    let start = code.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    return !start.isEmpty && code.dropFirst(start.count).elementsEqual(Array("..<".utf8) + start)
  }

  private static let types: Set<String> = [
    "Array", "ArraySlice", "ContiguousArray", "Dictionary", "EmptyCollection", "Set", "String",
    "Substring",
  ]

  /// Whether an initializer without arguments makes a collection.
  private static func isMade(_ code: ArraySlice<UInt8>) -> Bool {
    guard code.suffix(2).elementsEqual("()".utf8) else { return false }
    let call = code.dropLast(2)
    let type = call.suffix(5).elementsEqual(".init".utf8) ? call.dropLast(5) : call
    if type.first == UInt8(ascii: "[") { return endOfBrackets(type) == type.endIndex }
    let name = type.prefix { SwiftText.isWord($0) }
    let rest = type.dropFirst(name.count)
    return types.contains(String(decoding: name, as: UTF8.self))
      && (rest.isEmpty || rest.first == UInt8(ascii: "<") && endOfBrackets(rest) == rest.endIndex)
  }

  /// Behind the bracket that closes the first one.
  static func endOfBrackets(_ code: ArraySlice<UInt8>) -> Int? {
    var nesting = 0
    for (offset, byte) in zip(code.indices, code) {
      let isArrow = byte == UInt8(ascii: ">") && code[..<offset].last == UInt8(ascii: "-")
      if "([{<".utf8.contains(byte) { nesting += 1 }
      if ")]}>".utf8.contains(byte), !isArrow { nesting -= 1 }
      if nesting == 0 { return offset + 1 }
    }
    return nil
  }

  /// What commas part in brackets.
  static func parts(of list: ArraySlice<UInt8>) -> [[UInt8]] {
    var parts: [[UInt8]] = [[]]
    var nesting = 0
    for byte in list.dropFirst().dropLast() {
      if "([{".utf8.contains(byte) { nesting += 1 }
      if ")]}".utf8.contains(byte) { nesting -= 1 }
      if byte == UInt8(ascii: ","), nesting == 0 {
        parts.append([])
      } else {
        parts[parts.count - 1].append(byte)
      }
    }
    return parts
  }
}
