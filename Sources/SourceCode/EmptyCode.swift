/// Recognizes the code of an empty collection, as far as literals show it.
enum EmptyCode {
  /// Whether the code is an empty collection: `[]`, `[:] as [Int: Int]`, `[Int]()`,
  /// `Set<Int>.init()`, `EmptyCollection()`, `""`, `0..<0`; or is made from one: `([] as [Int])`,
  /// `zip([], a)`, `Array([])`, `[].map(f)`.
  ///
  /// - Parameter code: The code without white space and comments; each string literal is a `"`, or
  ///   `""` when it is empty.
  static func isEmpty(_ code: ArraySlice<UInt8>, depth: Int = 0) -> Bool {
    let code = withoutModule(code)
    for literal in ["[]", "[:]", "\"\""] where code.starts(with: literal.utf8) {
      let rest = code.dropFirst(literal.utf8.count)
      if rest.isEmpty || rest.starts(with: "as".utf8) { return true }
    }
    if isEmptyRange(code) { return true }
    if isCut(code) { return true }
    return depth < deepest && (isMade(code, depth + 1) || isDerived(code, depth + 1))
  }

  /// Whether the code is an empty collection in parentheses, or one with calls that keep it empty.
  private static func isDerived(_ code: ArraySlice<UInt8>, _ depth: Int) -> Bool {
    guard var end = endOfValue(code) else { return false }
    if end == code.endIndex {
      return code.first == UInt8(ascii: "(") && isEmpty(code.dropFirst().dropLast(), depth: depth)
    }
    let value = code[..<end]
    while end < code.endIndex {
      let name = code[end...].dropFirst().prefix { SwiftText.isWord($0) }
      guard code[end] == UInt8(ascii: "."),
        keepingMethods.contains(String(decoding: name, as: UTF8.self))
      else { return false }
      end = name.endIndex
      if let next = endOfBrackets(code[end...]), next > end + 1 { end = next }
    }
    return isEmpty(value, depth: depth)
  }

  /// The end of a word or of brackets, including brackets that directly follow; `nil` without
  /// either.
  private static func endOfValue(_ code: ArraySlice<UInt8>) -> Int? {
    var rest = code.drop { SwiftText.isWord($0) }
    while let byte = rest.first, "([<".utf8.contains(byte) {
      guard let end = endOfBrackets(rest) else { return nil }
      rest = rest[end...]
    }
    return rest.startIndex == code.startIndex ? nil : rest.startIndex
  }

  /// Members whose result has no more elements than the collection that they are called on.
  private static let keepingMethods: Set<String> = [
    "compactMap", "dropFirst", "dropLast", "enumerated", "filter", "flatMap", "joined", "lazy",
    "map",
    "prefix", "reversed", "shuffled", "sorted", "suffix",
  ]

  /// Whether all elements of a literal are removed: `[1].dropFirst()`, `[1, 2].prefix(0)`,
  /// `[1, 2][..<0]`.
  private static func isCut(_ code: ArraySlice<UInt8>) -> Bool {
    guard code.first == UInt8(ascii: "["), let end = endOfBrackets(code) else { return false }
    let rest = String(decoding: code[end...].prefix(40), as: UTF8.self)
    if [".prefix(0)", ".suffix(0)", "[..<0]", "[0..<0]"].contains(rest) { return true }
    guard let call = [".dropFirst(", ".dropLast("].first(where: rest.hasPrefix), rest.hasSuffix(")")
    else { return false }
    let number = rest.dropFirst(call.count).dropLast()
    return (number.isEmpty ? 1 : Int(number) ?? 0) >= ListedCode.count(of: code[..<end])
  }

  /// Maximum nesting of calls, such as `zip` in `zip`, that is read.
  private static let deepest = 16

  private static func withoutModule(_ code: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let module = "Swift.".utf8
    return code.starts(with: module) ? code.dropFirst(module.count) : code
  }

  /// Whether the code is an empty range such as `3..<3`.
  private static func isEmptyRange(_ code: ArraySlice<UInt8>) -> Bool {
    let start = code.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    return !start.isEmpty && code.dropFirst(start.count).elementsEqual(Array("..<".utf8) + start)
  }

  /// Whether `from`, `to` or `through`, and `by` are numbers between which there is none.
  private static func isEmptyStride(_ arguments: [[UInt8]]) -> Bool {
    let parts = arguments.map { argument in
      String(decoding: argument, as: UTF8.self).split(separator: ":", maxSplits: 1)
    }
    let numbers = parts.map { $0.last.flatMap { Double($0.filter { $0 != "_" }) } }
    guard let start = numbers[0], let end = numbers[1] else { return false }
    let (includesEnd, isEqual) = (parts[1].first == "through", start == end)
    guard let step = numbers[2], !isEqual else { return isEqual && !includesEnd }
    return step > 0 ? start > end : start < end
  }

  private static let types: Set<String> = [
    "Array", "ArraySlice", "ContiguousArray", "Dictionary", "EmptyCollection", "Set", "String",
    "Substring",
  ]

  /// Whether a call creates an empty collection.
  private static func isMade(_ code: ArraySlice<UInt8>, _ depth: Int) -> Bool {
    let name = code.prefix { SwiftText.isWord($0) }
    let word = String(decoding: name, as: UTF8.self)
    var rest = code.dropFirst(name.count)
    let isType = name.isEmpty ? rest.first == UInt8(ascii: "[") : types.contains(word)
    if isType, let byte = rest.first, "[<".utf8.contains(byte), let end = endOfBrackets(rest) {
      rest = rest[end...]
    }
    if isType, rest.starts(with: ".init".utf8) { rest = rest.dropFirst(5) }
    guard rest.first == UInt8(ascii: "("), endOfBrackets(rest) == rest.endIndex else {
      return false
    }
    let arguments = parts(of: rest)
    if word == "zip" { return arguments.contains { isEmpty($0[...], depth: depth) } }
    if isType || word == "repeatElement", arguments.last == Array("count:0".utf8) { return true }
    if word == "stride", arguments.count == 3 { return isEmptyStride(arguments) }
    return isType && arguments.count == 1
      && (arguments[0].isEmpty || isEmpty(arguments[0][...], depth: depth))
  }

  /// The offset behind the bracket that closes the first one; `nil` when it is never closed.
  static func endOfBrackets(_ code: ArraySlice<UInt8>) -> Int? {
    var nesting = 0
    for (offset, byte) in zip(code.indices, code) {
      // The angle brackets of `->` and `..<` belong to operators.
      let last = code[..<offset].last
      let isOperator =
        byte == UInt8(ascii: ">") && last == UInt8(ascii: "-")
        || byte == UInt8(ascii: "<") && last == UInt8(ascii: ".")
      if "([{<".utf8.contains(byte), !isOperator { nesting += 1 }
      if ")]}>".utf8.contains(byte), !isOperator { nesting -= 1 }
      if nesting == 0 { return offset + 1 }
    }
    return nil
  }

  /// The comma-separated elements between a pair of brackets.
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
