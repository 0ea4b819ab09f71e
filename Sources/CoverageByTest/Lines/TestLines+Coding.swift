extension TestLines {
  /// The version of the encoding; data with another one is not read.
  private static let format: UInt64 = 1

  /// The data in a compact form: numbers of variable length, lines as differences.
  package func encoded() -> [UInt8] {
    var writer = Writer()
    writer.add(TestLines.format)
    for text in [origin.runID, origin.measuredAt, origin.toolchain, origin.configuration] {
      writer.add(text)
    }
    writer.add(files.count)
    for file in files {
      writer.add(file.path)
      writer.add(file.target)
      writer.add(file.isTest ? 1 : 0)
      writer.add(file.text)
      writer.add(file.executableLines)
      writer.add(file.bodies.count)
      for body in file.bodies {
        for number in [body.startLine, body.startColumn, body.endLine, body.endColumn] {
          writer.add(number)
        }
      }
    }
    writer.add(others.count)
    for (path, identity) in others.sorted(by: { $0.key < $1.key }) {
      writer.add(path)
      writer.add(identity)
    }
    writer.add(lineSets.count)
    for lines in lineSets { writer.add(lines) }
    writer.add(tests.count)
    for test in tests {
      writer.add(test.id)
      writer.add(test.isComplete ? 1 : 0)
      writer.add(test.parts.count)
      for part in test.parts {
        writer.add(part.file)
        writer.add(part.lines)
      }
    }
    return writer.bytes
  }

  /// - Returns: The decoded data; `nil` when the bytes are damaged, or were written by another
  ///   version of devtool.
  package init?(encoded bytes: [UInt8]) {
    let result = bytes.withUnsafeBytes { bytes in
      try? TestLines(reading: bytes)
    }
    guard let result else { return nil }
    self = result
  }

  private init(reading bytes: UnsafeRawBufferPointer) throws(BinaryReader.Malformed) {
    var reader = BinaryReader(bytes)
    guard try reader.variableLength() == TestLines.format else {
      throw BinaryReader.Malformed(offset: 0)
    }
    origin = Origin(
      runID: try reader.text(), measuredAt: try reader.text(), toolchain: try reader.text(),
      configuration: try reader.text())
    files = []
    for _ in 0..<(try reader.length()) {
      var file = File(
        path: try reader.text(), target: try reader.text(),
        isTest: try reader.variableLength() == 1,
        text: Array(try reader.slice(try reader.length())))
      file.executableLines = try reader.lines()
      for _ in 0..<(try reader.length()) {
        let limit = Int(UInt32.max)
        file.bodies.append(
          Body(
            startLine: try reader.variableLength(upTo: limit),
            startColumn: try reader.variableLength(upTo: limit),
            endLine: try reader.variableLength(upTo: limit),
            endColumn: try reader.variableLength(upTo: limit)))
      }
      files.append(file)
    }
    others = [:]
    for _ in 0..<(try reader.length()) {
      let path = try reader.text()
      others[path] = try reader.text()
    }
    lineSets = []
    for _ in 0..<(try reader.length()) { lineSets.append(try reader.lines()) }
    tests = []
    for _ in 0..<(try reader.length()) {
      var test = Test(
        id: try reader.text(), parts: [], isComplete: try reader.variableLength() == 1)
      for _ in 0..<(try reader.length()) {
        test.parts.append(
          Part(
            file: try reader.variableLength(upTo: files.count - 1),
            lines: try reader.variableLength(upTo: lineSets.count - 1)))
      }
      tests.append(test)
    }
  }

  private struct Writer {
    var bytes: [UInt8] = []

    mutating func add(_ number: UInt64) {
      var rest = number
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }

    mutating func add(_ number: Int) { add(UInt64(max(0, number))) }

    mutating func add(_ content: [UInt8]) {
      add(content.count)
      bytes += content
    }

    mutating func add(_ text: String) { add(Array(text.utf8)) }

    mutating func add(_ lines: [ClosedRange<Int>]) {
      add(lines.count)
      var last = 0
      for range in lines {
        add(range.lowerBound - last)
        add(range.count - 1)
        last = range.upperBound
      }
    }
  }
}

extension BinaryReader {
  /// Reads a count of elements, each of which needs at least one byte.
  fileprivate mutating func length() throws(Malformed) -> Int {
    try variableLength(upTo: remaining)
  }

  fileprivate mutating func text() throws(Malformed) -> String {
    String(decoding: try slice(try length()), as: UTF8.self)
  }

  fileprivate mutating func lines() throws(Malformed) -> [ClosedRange<Int>] {
    var lines: [ClosedRange<Int>] = []
    var last = 0
    let limit = Int(UInt32.max)
    for _ in 0..<(try length()) {
      let first = last + (try variableLength(upTo: limit))
      last = first + (try variableLength(upTo: limit))
      lines.append(first...last)
    }
    return lines
  }
}
