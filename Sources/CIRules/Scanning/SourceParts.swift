import CIModel
import SwiftSource

/// The parts of sources that a rule looks at: `in: code`.
struct SourceParts: Sendable {
  private let kinds: Set<SwiftText.Kind>

  static let words = ["code", "comments", "strings"]

  /// - Parameter words: `nil` is everything.
  init(_ words: [String]?) {
    let all: [SwiftText.Kind] = [.code, .comment, .string]
    let named = Dictionary(zip(Self.words, all)) { first, _ in first }
    kinds = Set(words?.compactMap { named[$0] } ?? all)
  }

  var isEverything: Bool { kinds.count == 3 }

  /// The lines of a file with spaces in place of what is not looked at. Swift is read as a whole, other
  /// languages line by line; prose is code.
  ///
  /// - Returns: `nil` when it is not sure what is code.
  func lines(of bytes: [UInt8], path: String) -> [[UInt8]]? {
    let newline = UInt8(ascii: "\n")
    if path.hasSuffix(".swift") {
      let text = SwiftText(bytes)
      if text.isConfused { return nil }
      var shown = bytes
      for index in bytes.indices where bytes[index] != newline && !kinds.contains(text.kinds[index])
      {
        shown[index] = UInt8(ascii: " ")
      }
      return Self.lines(of: shown)
    }
    let language = SourceLine.Language(path: path)
    return Self.lines(of: bytes).map { line in
      var source = SourceLine(line[...], language)
      return line.indices.map { index in
        let kind: SwiftText.Kind =
          switch source.part(at: index) {
          case .code: .code
          case .comment: .comment
          case .string: .string
          }
        return kinds.contains(kind) ? line[index] : UInt8(ascii: " ")
      }
    }
  }

  /// Without their terminators.
  static func lines(of bytes: [UInt8]) -> [[UInt8]] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Array($0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0) }
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines
  }
}
