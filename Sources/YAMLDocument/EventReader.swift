internal import CLibyaml

/// The events of libyaml's parser, with translated positions.
enum Event {
  case documentStart
  case alias(String)
  case scalar(Scalar, Properties)
  case sequenceStart(Properties)
  case mappingStart(Properties)
  case collectionEnd
  case streamEnd
  /// The start of the stream and the end of the document, which carry no data.
  case other

  struct Properties {
    var anchor: String?
    var tag: String?
  }
}

/// Reads events from libyaml, one at a time; memory use does not grow with the depth of the input.
struct EventReader: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let table: LineTable
  private let text: UnsafeBufferPointer<UInt8>
  /// The line of the last event, 0-based.
  private var line = 0

  /// - Parameter text: Valid UTF-8 without a byte order mark; must outlive the reader.
  init(_ text: UnsafeBufferPointer<UInt8>, table: LineTable) throws(ParseError) {
    parser = .allocate(capacity: 1)
    self.table = table
    self.text = text
    guard yaml_parser_initialize(parser) == 1 else {
      parser.deallocate()
      let top = table.position(at: 0)
      throw ParseError(.outOfMemory, at: SourceRange(top, top))
    }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, text.baseAddress, text.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  mutating func next() throws(ParseError) -> (event: Event, range: SourceRange) {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw failure() }
    defer { yaml_event_delete(&event) }
    let start = table.position(at: Int(clamping: event.start_mark.index), near: &line)
    let end = table.position(at: Int(clamping: event.end_mark.index), near: &line)
    let range = SourceRange(start, end)
    return (translate(event), range)
  }

  private func translate(_ event: yaml_event_t) -> Event {
    switch event.type {
    case YAML_DOCUMENT_START_EVENT:
      return .documentStart
    case YAML_ALIAS_EVENT:
      return .alias(string(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      return .scalar(
        Scalar(String(decoding: bytes, as: UTF8.self), style: style(scalar.style)),
        Event.Properties(anchor: string(scalar.anchor), tag: string(scalar.tag)))
    case YAML_SEQUENCE_START_EVENT:
      let start = event.data.sequence_start
      return .sequenceStart(
        Event.Properties(anchor: string(start.anchor), tag: string(start.tag)))
    case YAML_MAPPING_START_EVENT:
      let start = event.data.mapping_start
      return .mappingStart(
        Event.Properties(anchor: string(start.anchor), tag: string(start.tag)))
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      return .collectionEnd
    case YAML_STREAM_END_EVENT:
      return .streamEnd
    default:
      return .other
    }
  }

  private func style(_ style: yaml_scalar_style_t) -> Scalar.Style {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }

  private func string(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    pointer.map { String(cString: $0) }
  }

  /// libyaml counts `index` in characters, not in bytes (`SKIP` in `src/scanner.c`).
  private func position(_ mark: yaml_mark_t) -> Position {
    table.position(at: Int(clamping: mark.index))
  }

  private func failure() -> ParseError {
    let state = parser.pointee
    let problemStart = position(state.problem_mark)
    if state.error == YAML_MEMORY_ERROR {
      return ParseError(.outOfMemory, at: SourceRange(problemStart, problemStart))
    }
    let hasContext = state.context != nil
    let problemOffset = Int(clamping: state.problem_mark.index)
    let problem = SyntaxProblem(
      original: state.problem.map { String(cString: $0) } ?? "unreadable",
      context: state.context.map { String(cString: $0) } ?? "",
      contextLine: hasContext ? position(state.context_mark).line : nil,
      isKey: keyStart(before: problemOffset) != nil)
    if problem.concernsTab || isTab(at: problemOffset) {
      return ParseError(.tab, at: oneScalar(at: problemStart))
    }
    if problem.concernsKey, let keyStart = keyStart(before: problemOffset) {
      let start = table.position(at: keyStart)
      return ParseError(.syntax(problem), at: SourceRange(start, problemStart))
    }
    let place =
      problem.pointsAtContext && hasContext ? position(state.context_mark) : problemStart
    return ParseError(.syntax(problem), at: oneScalar(at: place))
  }

  private func oneScalar(at position: Position) -> SourceRange {
    SourceRange(position, Position(line: position.line, column: position.column + 1))
  }

  /// The byte offset of a Unicode scalar; `nil` after the end.
  private func byteOffset(ofScalar offset: Int) -> Int? {
    var scalars = -1
    for (index, byte) in text.enumerated() where byte & 0xC0 != 0x80 {
      scalars += 1
      if scalars == offset { return index }
    }
    return nil
  }

  /// - Parameter offset: An offset in Unicode scalars.
  private func isTab(at offset: Int) -> Bool {
    byteOffset(ofScalar: offset).map { text[$0] == UInt8(ascii: "\t") } ?? false
  }

  /// The start of the line's first word, if only that word precedes the ':' at an offset; both in
  /// Unicode scalars.
  private func keyStart(before offset: Int) -> Int? {
    guard let end = byteOffset(ofScalar: offset), text[end] == UInt8(ascii: ":") else { return nil }
    var start = end
    while start > 0, text[start - 1] > UInt8(ascii: " ") { start -= 1 }
    var lineStart = start
    while lineStart > 0, text[lineStart - 1] == UInt8(ascii: " ") { lineStart -= 1 }
    guard lineStart == 0 || text[lineStart - 1] == UInt8(ascii: "\n"), start < end else {
      return nil
    }
    return offset - text[start..<end].count { $0 & 0xC0 != 0x80 }
  }
}
