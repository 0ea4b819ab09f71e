import CIModel
import SourceCode

/// Finds tests of Swift that return before they test anything.
struct IdleTests {
  /// The 1-based lines of the statements with which such tests begin.
  let lines: Set<Int>

  /// Maximum bytes of a first statement.
  private static let longest = 1_000

  init(_ source: [UInt8], _ room: ConditionRoom) {
    let text = SwiftText(source)
    // If it is not certain what is code, a guess could accuse a test wrongly.
    let tests = text.isConfused ? [] : DeclarationScanner(text, room: room).tests
    let starts = tests.isEmpty ? [] : text.lineStarts
    lines = Set(
      tests.compactMap { test in
        let start = test.body.first {
          text.kinds[$0] != .comment && !SwiftText.isWhiteSpace(text.bytes[$0])
        }
        guard let start else { return nil }
        let code = (start..<test.body.upperBound).prefix(Self.longest)
          .filter { text.kinds[$0] != .comment }.map { text.bytes[$0] }
        return Self.endsAtOnce(code[...]) ? starts.partitioningIndex { $0 > start } : nil
      })
  }

  /// Whether code begins with a `return` without a value that has code behind it, or with one under
  /// a condition that always holds.
  private static func endsAtOnce(_ code: ArraySlice<UInt8>) -> Bool {
    let word = code.prefix(while: \.isWordByte)
    switch String(decoding: word, as: UTF8.self) {
    case "return":
      var rest = code[word.endIndex...].drop { $0 == 0x20 || $0 == 0x09 }
      for value in ["()", "Void()"] where rest.starts(with: value.utf8) {
        rest = rest.dropFirst(value.utf8.count).drop { $0 == 0x20 || $0 == 0x09 }
      }
      return rest.first.map { "\r\n;".utf8.contains($0) } ?? false
        && rest.dropFirst().contains { !SwiftText.isWhiteSpace($0) }
    case "guard": return returns(code[word.endIndex...], unless: true)
    case "if": return returns(code[word.endIndex...], unless: false)
    default: return false
    }
  }

  /// Whether `… { return` follows a condition with a constant value.
  ///
  /// - Parameter isGuard: Whether an `else` stands behind the condition, which must be false.
  private static func returns(_ code: ArraySlice<UInt8>, unless isGuard: Bool) -> Bool {
    guard let brace = code.firstIndex(of: UInt8(ascii: "{")) else { return false }
    let inside = code[(brace + 1)...].drop(while: SwiftText.isWhiteSpace)
    guard inside.prefix(while: \.isWordByte).elementsEqual("return".utf8) else { return false }
    let condition = code[..<brace].filter { !SwiftText.isWhiteSpace($0) }
    let suffix = isGuard ? 4 : 0
    guard !isGuard || condition.suffix(4).elementsEqual("else".utf8) else { return false }
    let tested = Array(condition.dropLast(suffix))
    var value = BuildCondition(tested)
    return value.value().map { $0 != isGuard } ?? ConstantCode.isConstant(tested[...])
  }
}
