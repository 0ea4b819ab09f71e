/// Prevents text in the log from being executed as commands of the CI service.
///
/// Services execute commands in anything that a job prints: a commit's subject, a file's name or a
/// test's message with `::add-mask::` or `##vso[…]` would be obeyed. Every line for a log is passed
/// through this type; it inserts a space that disables the command and leaves the rest of the line
/// unchanged.
///
/// Commands of GitHub, Azure and TeamCity are always disabled, because inside a container no
/// variable shows which service reads the log. Those of Buildkite and Travis are only disabled on
/// these services: lines of a diff begin the same way, and such a command only opens a group of
/// lines.
///
/// Sources: `ActionCommand.cs` in actions/runner (`##[name]` anywhere in a line, `::name::` after
/// white space) and `Command.cs` in azure-pipelines-agent (`##vso[` anywhere);
/// https://www.jetbrains.com/help/teamcity/service-messages.html. Commands of GitLab, Travis and
/// Jenkins need a carriage return or an escape sequence, which were removed or made visible before.
package struct LogNeutralizer: Hashable, Sendable {
  /// The prefixes of lines that open a group:
  /// https://buildkite.com/docs/pipelines/configure/managing-log-output
  private let groupMarks: [[UInt8]]
  private let foldMarks: [[UInt8]]

  /// - Parameter service: A name as in `CIEnvironment.name`; `nil` when none is known.
  package init(service: String?) {
    let groups = service == "buildkite" ? ["--- ", "+++ ", "~~~ ", "^^^ "] : []
    let folds = service == "travis" ? ["travis_fold:", "travis_time:"] : []
    groupMarks = groups.map { Array($0.utf8) }
    foldMarks = folds.map { Array($0.utf8) }
  }

  /// A line without its terminator in which all commands are disabled.
  package func neutralized(_ line: String) -> String {
    var line = line
    return line.withUTF8 { bytes in
      neutralized(UnsafeRawBufferPointer(bytes), begins: true)
    }.map { String(decoding: $0, as: UTF8.self) } ?? line
  }

  /// A line that begins with a command by devtool; all further commands in it are disabled.
  package func neutralizedInside(_ line: String) -> String {
    var line = line
    return line.withUTF8 { bytes in
      neutralized(UnsafeRawBufferPointer(bytes), begins: false)
    }.map { String(decoding: $0, as: UTF8.self) } ?? line
  }

  /// Whether `neutralized` leaves a line unchanged; fast, because it is called for most lines of a
  /// log.
  package func leaves(_ line: UnsafeRawBufferPointer) -> Bool {
    if beginsWithCommand(line) || beginsGroup(line) { return false }
    var last: UInt8 = 0
    for byte in line {
      if byte == UInt8(ascii: "#"), last == byte { return false }
      last = byte
    }
    return foldMarks.allSatisfy { position(of: $0, in: line, from: 0) == nil }
  }

  /// The line with disabled commands; `nil` when it stays unchanged.
  private func neutralized(_ line: UnsafeRawBufferPointer, begins: Bool) -> [UInt8]? {
    var breaks: [Int] = []
    if begins {
      if beginsGroup(line) { breaks.append(0) }
      if let start = commandStart(line) { breaks.append(start + 1) }
    }
    var index = 0
    while index + 1 < line.count {
      if line[index] == UInt8(ascii: "#"), line[index + 1] == UInt8(ascii: "#") {
        var end = index + 2
        while end < line.count, isLetter(line[end]) { end += 1 }
        if end < line.count, line[end] == UInt8(ascii: "[") { breaks.append(index + 2) }
      }
      index += 1
    }
    for mark in foldMarks {
      var from = 0
      while let found = position(of: mark, in: line, from: from) {
        from = found + mark.count
        breaks.append(from - 1)
      }
    }
    if breaks.isEmpty { return nil }
    var result: [UInt8] = []
    var start = 0
    for position in breaks.sorted() {
      result += line[start..<position]
      result.append(UInt8(ascii: " "))
      start = position
    }
    return result + line[start...]
  }

  private func isLetter(_ byte: UInt8) -> Bool { 97...122 ~= byte | 0x20 }

  private func beginsWithCommand(_ line: UnsafeRawBufferPointer) -> Bool {
    commandStart(line) != nil
  }

  private func beginsGroup(_ line: UnsafeRawBufferPointer) -> Bool {
    groupMarks.contains { line.starts(with: $0) }
  }

  /// The offset of a `::` that follows only white space, colours and characters without a width.
  ///
  /// The runner trims Unicode white space and compares by culture, which ignores characters without
  /// a width.
  private func commandStart(_ line: UnsafeRawBufferPointer) -> Int? {
    var index = 0
    while index < line.count {
      let byte = line[index]
      if byte == UInt8(ascii: ":") {
        var next = index + 1
        while let length = lengthOfUnseen(line, at: next) { next += length }
        return next < line.count && line[next] == byte ? index : nil
      }
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
        index += 1
      } else if byte == 0x1B {
        index += 1
        while index < line.count, !isLetter(line[index]) { index += 1 }
        index += 1
      } else if byte >= 0x80 || byte < 0x20 {
        guard let length = lengthOfUnseen(line, at: index) else { return nil }
        index += length
      } else {
        return nil
      }
    }
    return nil
  }

  /// The length of a character that the runner ignores; `nil` for any other character.
  private func lengthOfUnseen(_ line: UnsafeRawBufferPointer, at index: Int) -> Int? {
    guard index < line.count, line[index] >= 0x80 || line[index] < 0x20 else { return nil }
    let (scalar, length) = scalar(in: line, at: index)
    let properties = scalar.properties
    return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
      || properties.generalCategory == .control || properties.generalCategory == .format
      || properties.generalCategory == .nonspacingMark ? length : nil
  }

  private func scalar(
    in line: UnsafeRawBufferPointer, at index: Int
  ) -> (Unicode.Scalar, length: Int) {
    var decoder = UTF8()
    var bytes = line[index...].prefix(4).makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return ("\u{FFFD}", 1) }
    return (scalar, UTF8.width(scalar))
  }

  private func position(
    of mark: [UInt8], in line: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    var index = start
    while index + mark.count <= line.count {
      if line[index] == mark[0], line[index...].starts(with: mark) { return index }
      index += 1
    }
    return nil
  }
}
