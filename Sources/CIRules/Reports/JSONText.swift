import CIModel

/// A value of a JSON document that is decoded only on request.
///
/// A report can have tens of megabytes, most of which are not needed: the sources that ESLint adds,
/// the functions of a coverage report. Those are skipped without a copy.
struct JSONText {
  /// Positioned at the first byte of the value. The whole document is known to be valid JSON.
  private let reader: StrictJSONReader
  private let ends: JSONEnds

  private init(_ reader: StrictJSONReader, _ ends: JSONEnds) {
    var reader = reader
    reader.skipBlanks()
    self.reader = reader
    self.ends = ends
  }

  /// - Parameter bytes: The whole document, UTF-8, by RFC 8259.
  /// - Throws: `ReportProblem` when it is not valid JSON.
  static func document(_ bytes: ArraySlice<UInt8>) throws(ReportProblem) -> JSONText {
    var reader = StrictJSONReader(bytes: bytes, position: bytes.startIndex)
    var ends = JSONEnds()
    let isValue = reader.skipValue(&ends)
    reader.skipBlanks()
    guard isValue, reader.next == nil else {
      throw ReportProblem.malformed("JSON", at: reader.position, in: bytes)
    }
    ends.isComplete = true
    return JSONText(StrictJSONReader(bytes: bytes, position: bytes.startIndex), ends)
  }

  /// The member of an object, the first if there are several; `nil` when there is none or the value
  /// is not an object. It is searched from the start: build an index of `members` for an object in
  /// which each result of a report looks something up.
  subscript(name: String) -> JSONText? {
    guard reader.next == UInt8(ascii: "{") else { return nil }
    var rest = reader
    _ = rest.skip(UInt8(ascii: "{"))
    rest.skipBlanks()
    while rest.next == UInt8(ascii: "\"") {
      let isWanted = rest.skipName(name)
      rest.skipBlanks()
      guard rest.skip(UInt8(ascii: ":")) else { return nil }
      if isWanted { return JSONText(rest, ends) }
      guard rest.skipElement(ends) else { return nil }
    }
    return nil
  }

  /// The members of an object; `nil` when the value is not an object.
  var members: Members? {
    guard reader.next == UInt8(ascii: "{") else { return nil }
    var rest = reader
    _ = rest.skip(UInt8(ascii: "{"))
    return Members(rest: rest, ends: ends)
  }

  /// Members with their names. A name can be there several times.
  struct Members: Sequence, IteratorProtocol {
    fileprivate var rest: StrictJSONReader
    fileprivate let ends: JSONEnds

    mutating func next() -> (name: [UInt8], value: JSONText)? {
      rest.skipBlanks()
      guard rest.next == UInt8(ascii: "\""), let name = rest.text() else { return nil }
      rest.skipBlanks()
      guard rest.skip(UInt8(ascii: ":")) else { return nil }
      let value = JSONText(rest, ends)
      return rest.skipElement(ends) ? (name, value) : nil
    }
  }

  /// The elements of a list; `nil` when the value is not a list.
  var elements: Elements? {
    guard reader.next == UInt8(ascii: "[") else { return nil }
    var rest = reader
    _ = rest.skip(UInt8(ascii: "["))
    return Elements(rest: rest, ends: ends)
  }

  struct Elements: Sequence, IteratorProtocol {
    fileprivate var rest: StrictJSONReader
    fileprivate let ends: JSONEnds

    var first: JSONText? { first { _ in true } }

    mutating func next() -> JSONText? {
      rest.skipBlanks()
      guard let byte = rest.next, byte != UInt8(ascii: "]") else { return nil }
      let element = JSONText(rest, ends)
      return rest.skipElement(ends) ? element : nil
    }
  }

  /// A text, with `String.cuttingRunsOfMarks`.
  var text: String? {
    var reader = reader
    guard reader.next == UInt8(ascii: "\"") else { return nil }
    return reader.text().map { String(decoding: $0, as: UTF8.self).cuttingRunsOfMarks }
  }

  var boolean: Bool? {
    var reader = reader
    return reader.skip(word: "true") ? true : reader.skip(word: "false") ? false : nil
  }

  /// The value of a number without a fraction, such as `1` or `1.0`; `nil` for any other value.
  var integer: Int? {
    writtenNumber.flatMap { Int($0) ?? Double($0).flatMap { Int(exactly: $0) } }
  }

  var writtenNumber: String? {
    var end = reader
    guard reader.next != UInt8(ascii: "\""), end.skipNumber() else { return nil }
    return String(decoding: reader.bytes[reader.position..<end.position], as: UTF8.self)
  }
}

extension JSONText? {
  /// The elements of a list; empty when the value is not a list.
  var list: JSONText.Elements {
    self?.elements
      ?? JSONText.Elements(rest: StrictJSONReader(bytes: [], position: 0), ends: JSONEnds())
  }
}

extension StrictJSONReader {
  /// Checks and skips a value; `false` when there is none.
  mutating func skipValue(_ ends: inout JSONEnds, depth: Int = 0) -> Bool {
    guard depth < Self.deepest else { return false }
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"):
      return skipAll(until: UInt8(ascii: "}"), &ends) { reader, ends in
        guard reader.next == UInt8(ascii: "\""), reader.skipText() else { return false }
        reader.skipBlanks()
        return reader.skip(UInt8(ascii: ":")) && reader.skipValue(&ends, depth: depth + 1)
      }
    case UInt8(ascii: "["):
      return skipAll(until: UInt8(ascii: "]"), &ends) { $0.skipValue(&$1, depth: depth + 1) }
    case UInt8(ascii: "\""): return skipText()
    case UInt8(ascii: "t"): return skip(word: "true")
    case UInt8(ascii: "f"): return skip(word: "false")
    case UInt8(ascii: "n"): return skip(word: "null")
    default: return skipNumber()
    }
  }

  /// Skips an object or a list.
  private mutating func skipAll(
    until end: UInt8, _ ends: inout JSONEnds,
    _ skipOne: (inout StrictJSONReader, inout JSONEnds) -> Bool
  ) -> Bool {
    let (start, saved) = (position, ends.saved)
    guard let first = next, skip(first) else { return false }
    skipBlanks()
    if skip(end) { return true }
    while true {
      skipBlanks()
      guard skipOne(&self, &ends) else { return false }
      skipBlanks()
      if skip(end) {
        ends.add(start..<position, savedBefore: saved)
        return true
      }
      guard skip(UInt8(ascii: ",")) else { return false }
    }
  }

  /// Skips an element of a valid document and the comma behind it.
  fileprivate mutating func skipElement(_ ends: JSONEnds) -> Bool {
    guard skipReadable(ends) else { return false }
    _ = skip(UInt8(ascii: ","))
    skipBlanks()
    return true
  }

  /// Skips a name and returns whether it is this one.
  fileprivate mutating func skipName(_ name: String) -> Bool {
    let start = position
    guard skipText(), position - start >= 2 else { return false }
    // By offsets: a slice for each name costs more than the comparison.
    let written = (start + 1)..<(position - 1)
    if !written.contains(where: { bytes[$0] == UInt8(ascii: "\\") }) {
      return written.count == name.utf8.count
        && zip(written, name.utf8).allSatisfy { bytes[$0] == $1 }
    }
    var reader = StrictJSONReader(bytes: bytes, position: start)
    return reader.text().map { $0.elementsEqual(name.utf8) } ?? false
  }
}
