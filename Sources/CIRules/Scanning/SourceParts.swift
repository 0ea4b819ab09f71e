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

  /// A file with spaces in place of what is not looked at.
  ///
  /// Prose and data are code. Of a language that is not known, and behind what is not known of a language, nothing is
  /// sure.
  ///
  /// - Parameter includesUnsure: Whether that is looked at where it is not sure what it is.
  func lines(of bytes: [UInt8], path: String, includesUnsure: Bool = true) -> ShownLines {
    let whole = FileLines(bytes)
    if isEverything { return ShownLines(whole: whole, shown: whole) }
    let found = Self.kinds(of: bytes, path: path)
    // By their raw values: a set is too slow for each byte.
    let isShown = [SwiftText.Kind.code, .comment, .string].map(kinds.contains)
    var shown = bytes
    for index in bytes.indices where !Self.endsLine(bytes, index) {
      if found[index].map({ isShown[Int($0.rawValue)] }) ?? includesUnsure { continue }
      shown[index] = UInt8(ascii: " ")
    }
    return ShownLines(whole: whole, shown: FileLines(shown, inPlaceOf: whole))
  }

  /// Whether a byte ends its line, or begins the pair that does.
  private static func endsLine(_ bytes: [UInt8], _ index: Int) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "\n"): true
    case UInt8(ascii: "\r"): index + 1 == bytes.count || bytes[index + 1] == UInt8(ascii: "\n")
    default: false
    }
  }

  /// What each byte belongs to; `nil` where that is not sure.
  private static func kinds(of bytes: [UInt8], path: String) -> [SwiftText.Kind?] {
    if path.hasSuffix(".swift") || path.hasSuffix(".swiftinterface") {
      let text = SwiftText(bytes)
      if text.isUnsure { return Array(repeating: nil, count: bytes.count) }
      var kinds = text.kinds.map { Optional($0) }
      for range in text.doubts {
        for index in range { kinds[index] = nil }
      }
      return kinds
    }
    if let syntax = SourceSyntax(path: path) { return SourceKinds(bytes, syntax).kinds }
    return Array(repeating: ProseFiles.contains(path) ? .code : nil, count: bytes.count)
  }
}
