/// Keeps text of others from commanding the CI service that shows the log.
///
/// Services read commands out of whatever a job prints: a commit's subject, a file's name or a test's
/// message that holds `::add-mask::` or `##vso[…]` would be obeyed. Every line that goes to a log
/// passes here; a space breaks the command, and the rest of the line stays as it is.
///
/// The forms of GitHub, Azure and TeamCity are broken everywhere: inside a container no variable tells
/// which service reads the log. Those of Buildkite and Travis are broken where they are known to read
/// it: a line of a diff begins just so, and all that such a mark does is to open a group of lines.
///
/// Sources: `ActionCommand.cs` in actions/runner (`##[name]` anywhere in a line, `::name::` behind
/// white space) and `Command.cs` in azure-pipelines-agent (`##vso[` anywhere);
/// https://www.jetbrains.com/help/teamcity/service-messages.html. What GitLab, Travis and Jenkins read
/// needs a carriage return or an escape sequence, which is taken out or made visible before.
package struct LogNeutralizer: Hashable, Sendable {
  /// Lines that begin with one of these begin a group.
  /// https://buildkite.com/docs/pipelines/configure/managing-log-output
  private let groupMarks: [[UInt8]]
  private let foldMarks: [[UInt8]]

  /// - Parameter service: As `CIEnvironment.name` has it; `nil` when none is known.
  package init(service: String?) {
    let groups = service == "buildkite" ? ["--- ", "+++ ", "~~~ ", "^^^ "] : []
    let folds = service == "travis" ? ["travis_fold:", "travis_time:"] : []
    groupMarks = groups.map { Array($0.utf8) }
    foldMarks = folds.map { Array($0.utf8) }
  }

  /// A line without its end, as the service takes it for text.
  package func neutralized(_ line: String) -> String {
    var line = line
    return line.withUTF8 { bytes in
      neutralized(UnsafeRawBufferPointer(bytes), begins: true)
    }.map { String(decoding: $0, as: UTF8.self) } ?? line
  }

  /// A line that begins with a command of ours, without others further on.
  package func neutralizedInside(_ line: String) -> String {
    var line = line
    return line.withUTF8 { bytes in
      neutralized(UnsafeRawBufferPointer(bytes), begins: false)
    }.map { String(decoding: $0, as: UTF8.self) } ?? line
  }

  /// Whether `neutralized` leaves a line as it is; fast, since most lines of a log are asked about.
  package func leaves(_ line: UnsafeRawBufferPointer) -> Bool {
    if beginsWithCommand(line) || beginsGroup(line) { return false }
    var last: UInt8 = 0
    for byte in line {
      if byte == UInt8(ascii: "#"), last == byte { return false }
      last = byte
    }
    return foldMarks.allSatisfy { position(of: $0, in: line, from: 0) == nil }
  }

  /// `nil` when the line stays as it is.
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

  /// Where `::` begins behind white space, colours and what has no width.
  ///
  /// The runner trims white space of Unicode and compares by culture, which passes over characters
  /// that have no width.
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

  /// The length of the character at a place where the runner passes over it; `nil` where it does not.
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
