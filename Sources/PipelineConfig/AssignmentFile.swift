/// Parses the file that a step writes as `$DEVTOOL_OUTPUT`: lines `name=value`, and multi-line
/// values such as
///
///     name<<END
///     first line
///     second line
///     END
package struct AssignmentFile {
  /// Values by name; the last value of a name counts.
  package let values: [String: String]

  /// An invalid line.
  package struct Failure: Error, Hashable, CustomStringConvertible {
    /// 1-based.
    var line: Int
    var reason: String

    package var description: String { "line \(line) of its outputs \(reason)" }
  }

  package init(_ text: String) throws(Failure) {
    var values: [String: String] = [:]
    // `Character` treats CRLF as a single line break.
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
    while let line = lines.first {
      let number = lines.startIndex + 1
      lines.removeFirst()
      if line.allSatisfy(\.isWhitespace) { continue }
      let equals = line.firstIndex(of: "=")
      if let here = line.firstRange(of: "<<"), equals.map({ here.lowerBound < $0 }) ?? true {
        let name = try AssignmentFile.name(line[..<here.lowerBound], number)
        let end = line[here.upperBound...]
        guard !end.isEmpty else {
          throw Failure(line: number, reason: "has no end marker after '<<'")
        }
        guard let last = lines.firstIndex(of: end) else {
          throw Failure(line: number, reason: "is not followed by a line '\(end)'")
        }
        values[name] = lines[..<last].joined(separator: "\n")
        lines = lines[(last + 1)...]
      } else if let equals {
        let name = try AssignmentFile.name(line[..<equals], number)
        values[name] = String(line[line.index(after: equals)...])
      } else {
        throw Failure(line: number, reason: "is neither name=value nor name<<END")
      }
    }
    self.values = values
  }

  private static func name(_ text: Substring, _ line: Int) throws(Failure) -> String {
    let isValid =
      text.utf8.first.map { ($0 | 0x20) >= 97 && ($0 | 0x20) <= 122 || $0 == 95 } == true
      && text.utf8.allSatisfy { byte in
        (97...122).contains(byte | 0x20) || (48...57).contains(byte) || "_-".utf8.contains(byte)
      }
    guard isValid else {
      throw Failure(
        line: line, reason: "does not begin with a name of letters, digits, '_' and '-'")
    }
    return String(text)
  }
}
