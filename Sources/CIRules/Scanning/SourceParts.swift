import CIModel
import SourceCode

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
    if isEverything { return ShownLines(whole: whole, uncommented: nil, shown: whole) }
    let found = SourceKinds.find(in: bytes, path: path)
    // By their raw values: a set is too slow for each byte.
    let isShown = [SwiftText.Kind.code, .comment, .string].map(kinds.contains)
    var shown = bytes
    var uncommented = blanksComments ? bytes : []
    for index in bytes.indices where !Self.endsLine(bytes, index) {
      if found[index].map({ isShown[Int($0.rawValue)] }) ?? includesUnsure { continue }
      shown[index] = UInt8(ascii: " ")
      if blanksComments, found[index] == .comment { uncommented[index] = UInt8(ascii: " ") }
    }
    return ShownLines(
      whole: whole,
      uncommented: blanksComments ? FileLines(uncommented, inPlaceOf: whole) : nil,
      shown: FileLines(shown, inPlaceOf: whole))
  }

  /// Whether a comment is nothing but a gap in what is looked at.
  private var blanksComments: Bool { kinds.contains(.code) && !kinds.contains(.comment) }

  /// A line of a source that is not known: as it is, and with blanks for the comments that end in it.
  func wholeReadings(of line: ArraySlice<UInt8>, path: String) -> [ArraySlice<UInt8>] {
    let language = SourceLine.Language(path: path)
    guard blanksComments, language == .swift || language == .slashes else { return [line] }
    var (read, starts): ([UInt8], [Int]) = (Array(line), [])
    var index = 0
    while index + 1 < read.count {
      let pair = (read[index], read[index + 1])
      if pair == (UInt8(ascii: "/"), UInt8(ascii: "*")), starts.isEmpty || language == .swift {
        starts.append(index)
        index += 1
      } else if pair == (UInt8(ascii: "*"), UInt8(ascii: "/")), let start = starts.popLast() {
        index += 1
        // The inside of an outer comment is blanked with it.
        if starts.isEmpty { for gap in start...index { read[gap] = UInt8(ascii: " ") } }
      }
      index += 1
    }
    return read[...] == line ? [line] : [line, read[...]]
  }

  /// Whether a byte ends its line, or begins the pair that does.
  private static func endsLine(_ bytes: [UInt8], _ index: Int) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "\n"): true
    case UInt8(ascii: "\r"): index + 1 == bytes.count || bytes[index + 1] == UInt8(ascii: "\n")
    default: false
    }
  }
}
