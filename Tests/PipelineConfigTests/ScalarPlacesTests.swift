import Testing
import YAMLDocument

@testable import PipelineConfig

/// Every character of a scalar is found where it stands in the file, whatever its style.
@Suite struct ScalarPlacesTests {
  @Test(arguments: [
    "k: plain text here",
    "k:   spaced   out   # comment",
    "k: 'it''s \"quoted\"'",
    "k: \"say \\\"hi\\\" \\x41 \\u00e9 end\"",
    "k: &anchor plain",
    "k: &anchor 'quoted'",
    "k: plain over\n   two lines\n   and three",
    "k: 'quoted over\n\n   two  lines'",
    "k: \"double over\n   lines \\\n   joined\"",
    "k: |\n  literal text\n    indented\n  last",
    "k: |-  # comment\n  literal\n\n  after blank",
    "k: >\n  folded text\n  goes on\n\n  paragraph",
    "k: >-\n\n  leading blank\n  line",
    "k: {a: b}\nl: [x, 'été && \"n\"']",
    "- 'é wide 日本 text'",
    "k: \"tab\\tand\\nline\"",
  ])
  func everyCharacterIsFound(yaml: String) throws {
    let lines = SourceExcerpts.lines(of: Array(yaml.utf8)).map {
      Array(String(decoding: $0, as: UTF8.self).unicodeScalars)
    }
    let root = try #require(ParsedDocument(parsing: Array(yaml.utf8)).root)
    var scalars: [(Scalar, SourceRange)] = []
    collect(root, &scalars)
    #expect(!scalars.isEmpty)
    for (scalar, range) in scalars {
      let places = ScalarPlaces(of: scalar, at: range, in: lines)
      for (offset, character) in scalar.text.unicodeScalars.enumerated()
      where !character.properties.isWhitespace {
        let start = places.range(offset..<offset + 1).start
        let line = lines[start.line - 1]
        let found = line.indices.contains(start.column - 1) ? line[start.column - 1] : " "
        let isEscaped = found == "\\"
        #expect(
          found == character || isEscaped,
          "\(character) at \(offset) in \(scalar.text.debugDescription)")
      }
    }
  }

  @Test func rangesEndBehindTheirLastCharacter() {
    let yaml = "k: >\n  one two\n  three"
    let lines = SourceExcerpts.lines(of: Array(yaml.utf8)).map {
      Array(String(decoding: $0, as: UTF8.self).unicodeScalars)
    }
    let range = SourceRange(Position(line: 1, column: 4), Position(line: 3, column: 8))
    let places = ScalarPlaces(of: Scalar("one two three", style: .folded), at: range, in: lines)
    #expect(
      places.range(4..<7)
        == SourceRange(Position(line: 2, column: 7), Position(line: 2, column: 10)))
    #expect(
      places.range(8..<13)
        == SourceRange(Position(line: 3, column: 3), Position(line: 3, column: 8)))
    #expect(places.range(13..<13).start == Position(line: 3, column: 8))
    #expect(places.range(900..<901).start.line == 3)
  }

  private func collect(_ node: Node, _ scalars: inout [(Scalar, SourceRange)]) {
    switch node.content {
    case .scalar(let scalar): scalars.append((scalar, node.range))
    case .sequence(let nodes): for node in nodes { collect(node, &scalars) }
    case .mapping(let entries): for entry in entries { collect(entry.value, &scalars) }
    case .unresolved: break
    }
  }
}
