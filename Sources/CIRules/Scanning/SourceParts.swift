import CIModel
import SourceCode

/// The parts of sources that a rule examines: `in: code`.
struct SourceParts: Sendable {
  private let kinds: Set<SwiftText.Kind>

  static let words = ["code", "comments", "strings"]

  /// - Parameter words: The names of the parts; `nil` means all of them.
  init(_ words: [String]?) {
    let all: [SwiftText.Kind] = [.code, .comment, .string]
    let named = Dictionary(zip(Self.words, all)) { first, _ in first }
    kinds = Set(words?.compactMap { named[$0] } ?? all)
  }

  var isEverything: Bool { kinds.count == 3 }

  /// Which bytes of a source are examined.
  struct Selection: Hashable {
    var kinds: Set<SwiftText.Kind>
    var includesUnsure: Bool
  }

  /// A file with spaces in place of the parts that are not examined.
  ///
  /// Prose and data are code. Nothing is certain in a language that is not known, or behind a
  /// construct that is not known.
  ///
  /// - Parameter includesUnsure: Whether bytes of which the kind is not certain are examined.
  func lines(of bytes: [UInt8], path: String, includesUnsure: Bool = true) -> ShownLines {
    if isEverything {
      let whole = FileLines(bytes)
      return ShownLines(whole: whole, uncommented: nil, shown: whole)
    }
    let selection = Selection(kinds: kinds, includesUnsure: includesUnsure)
    return ParsedSources.lines(of: bytes, path: path, selection) { found in
      lines(of: bytes, found, includesUnsure: includesUnsure)
    }
  }

  private func lines(
    of bytes: [UInt8], _ found: [SwiftText.Kind?], includesUnsure: Bool
  ) -> ShownLines {
    let whole = FileLines(bytes)
    // Indexed by raw value, because a set is too slow for each byte.
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

  /// Whether comments are only gaps between the examined parts.
  private var blanksComments: Bool { kinds.contains(.code) && !kinds.contains(.comment) }

  /// The possible readings of a line whose file is not known: as it is, and with blanks in place of
  /// the comments that end in it.
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
        // Comments inside of an outer comment are blanked with it.
        if starts.isEmpty { for gap in start...index { read[gap] = UInt8(ascii: " ") } }
      }
      index += 1
    }
    return read[...] == line ? [line] : [line, read[...]]
  }

  /// Whether a byte ends its line, or begins a line break of two bytes.
  private static func endsLine(_ bytes: [UInt8], _ index: Int) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "\n"): true
    case UInt8(ascii: "\r"): index + 1 == bytes.count || bytes[index + 1] == UInt8(ascii: "\n")
    default: false
    }
  }
}
