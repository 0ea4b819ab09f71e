/// A condition of `#if` or `@available`, evaluated as far as its text determines the value.
package struct BuildCondition {
  private let code: [UInt8]
  private let oldestCompiler: [Int]
  private let imported: Set<String>
  private var position = 0
  private static let deepest = 64

  /// - Parameters:
  ///   - code: The condition without white space and comments.
  ///   - oldestCompiler: The parts of the oldest version of Swift that builds the code: `[6, 0]`.
  ///   - imported: Modules that the file imports under no condition.
  package init(_ code: [UInt8], oldestCompiler: [Int] = [5], imported: Set<String> = []) {
    self.code = code.filter { $0 != UInt8(ascii: "`") }
    self.oldestCompiler = oldestCompiler
    self.imported = imported
  }

  /// The value of the condition; `nil` when it depends on the build, or is too long to say.
  package mutating func value() -> Bool? {
    let formula = formula()
    // Enough for ten facts; a change can have many thousands of conditions.
    var builds = PossibleBuilds(room: 1_000)
    if builds.have([formula]) == false { return false }
    return builds.have([.opposite(formula)]) == false ? true : nil
  }

  /// The condition as a formula; an unknown flag when the condition cannot be parsed.
  mutating func formula() -> BuildFormula {
    position = 0
    let formula = either(depth: 0)
    return position == code.count ? formula : .flag("")
  }

  private mutating func either(depth: Int) -> BuildFormula {
    var parts = [both(depth: depth)]
    while skip("||") { parts.append(both(depth: depth)) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func both(depth: Int) -> BuildFormula {
    var parts = [single(depth: depth)]
    while skip("&&") { parts.append(single(depth: depth)) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func single(depth: Int) -> BuildFormula {
    var isNegated = false
    while skip("!") { isNegated.toggle() }
    let formula: BuildFormula
    if depth < Self.deepest, skip("(") {
      formula = either(depth: depth + 1)
      if !skip(")") { position = code.count + 1 }
    } else {
      formula = self.formula(of: operand())
    }
    return isNegated ? .opposite(formula) : formula
  }

  private func formula(of operand: String) -> BuildFormula {
    if operand == "true" || operand == "false" { return .constant(operand == "true") }
    guard operand.hasSuffix(")"), let open = operand.firstIndex(of: "(") else {
      return .flag(operand)
    }
    let kind = String(operand[...open])
    let argument = operand[operand.index(after: open)...].dropLast()
    switch kind {
    case "swift(", "compiler(":
      return .version(kind, argument, oldestCompiler: oldestCompiler) ?? .flag(operand)
    case "canImport(":
      let name = String(argument.prefix { $0 != "," })
      let module: BuildFormula = imported.contains(name) ? .constant(true) : .module(name)
      // swiftc ignores the version if the module names none, as `Swift` does on Linux.
      return name == argument ? module : .all([module, .flag(operand)])
    default: return .named(kind, String(argument)) ?? .flag(operand)
    }
  }

  /// Reads an operand: `DEBUG`, `os(Linux)`, `swift(>=6)`.
  private mutating func operand() -> String {
    let start = position
    var nesting = 0
    while position < code.count {
      switch code[position] {
      case UInt8(ascii: "("): nesting += 1
      case UInt8(ascii: ")") where nesting == 0: return text(from: start)
      case UInt8(ascii: ")"): nesting -= 1
      case UInt8(ascii: "&") where nesting == 0: return text(from: start)
      case UInt8(ascii: "|") where nesting == 0: return text(from: start)
      default: break
      }
      position += 1
    }
    return text(from: start)
  }

  private func text(from start: Int) -> String {
    String(decoding: code[min(start, code.count)..<min(position, code.count)], as: UTF8.self)
  }

  private mutating func skip(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard position <= code.count, code.count - position >= count,
      (0..<count).allSatisfy({ code[position + $0] == word.utf8Start[$0] })
    else { return false }
    position += count
    return true
  }
}
