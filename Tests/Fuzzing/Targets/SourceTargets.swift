import CIModel
import SourceCode

@testable import CIRules

/// Takes a Swift source apart.
let swiftTarget = FuzzTarget(name: "swift") { input throws(Contradiction) in
  let bytes = Array(input)
  let text = SwiftText(bytes)
  try expect(text.kinds.count == bytes.count, "a byte has no kind")
  try expect(SwiftText(bytes).kinds == text.kinds, "the second reading says something else")
  try expect(
    zip(text.doubts, text.doubts.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound },
    "doubts do not ascend")
  try expect(
    text.doubts.allSatisfy { $0.upperBound <= bytes.count }, "a doubt lies behind the source")
  let lines = text.lines
  try expect(
    zip(lines, lines.dropFirst()).allSatisfy { $0.number < $1.number }, "lines do not ascend")
  // What only comments were added to says the same.
  if !text.isUnsure, text.doubts.isEmpty {
    let more = SwiftText(bytes + Array("\n// end\n".utf8))
    try expect(
      more.isUnsure || more.kinds.starts(with: text.kinds), "a comment changes what is before")
  }
  _ = (text.words(in: 0..<bytes.count), InactiveCode(text))
  _ = (DeclarationScanner(text).functions, PackageManifest(bytes))
}

/// Tells code from comments in sources that are not Swift; the first byte of the input chooses the
/// language.
let sourcesTarget = FuzzTarget(name: "sources") { input throws(Contradiction) in
  let paths = ["a.c", "a.go", "a.java", "a.js", "a.py", "a.sh", "a.yml", "a.swift", "a.rb", "a.md"]
  let (choice, rest) = input.inPieces
  let (path, bytes) = (paths[choice % paths.count], Array(rest))
  let kinds = SourceKinds.find(in: bytes, path: path)
  try expect(kinds.count == bytes.count, "a byte has no kind")
  // What is not certain stays so up to the end, whatever comes; Swift has doubts that end with their line.
  if path != "a.swift", let unsure = kinds.firstIndex(of: nil) {
    try expect(kinds[unsure...].allSatisfy { $0 == nil }, "something is certain after a doubt")
  }
  try expectWords(in: bytes, path)
  var shown: [FileLines] = []
  for part in SourceParts.words {
    shown.append(SourceParts([part]).lines(of: bytes, path: path).shown)
    let sure = SourceParts([part]).lines(of: bytes, path: path, includesUnsure: false).shown
    try expect(sure.count == shown[0].count, "what is sure has other lines")
  }
  let whole = FileLines(bytes)
  for line in 0..<whole.count {
    let bytes = whole[line]
    try expect(
      shown.allSatisfy { $0[line].indices == bytes.indices },
      "parts have other lines than the whole")
    // Each byte is shown by one of the parts.
    for index in bytes.indices {
      try expect(shown.contains { $0[line][index] == bytes[index] }, "a byte is in no part")
    }
  }
}

/// Words are looked for backwards over whatever stands before them.
private func expectWords(in bytes: [UInt8], _ path: String) throws(Contradiction) {
  var text = AddedText(path: path)
  let lines = FileLines(bytes)
  for line in 0..<lines.count { lines[line].withUnsafeBytes { text.append($0, number: line + 1) } }
  var room = SearchRoom()
  let finder = WordFinder(["fit(", "Task.sleep", "func test*", ".disabled("])
  for part in [SourceLine.Part.code, .comment] {
    let hits = finder.hits(in: text, part: part, room: &room)
    try expect(
      hits.allSatisfy { $0.range.upperBound <= text.bytes.count }, "a word ends behind the text")
  }
}
