import CIModel

extension LiveView.State {
  /// Whether a step shows the output of its command.
  func streams(_ id: String) -> Bool { streamingSteps.contains(id) }

  /// Adds output of one of several steps, and returns the complete lines, each prefixed with its
  /// step.
  mutating func prefixedLines(of id: String, _ bytes: UnsafeRawBufferPointer) -> [String] {
    var lines: [String] = []
    var part = prefixedParts[id] ?? []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        lines.append(prefixed(id, part))
        part.removeAll(keepingCapacity: true)
      } else if part.count < Self.longestLine {
        part.append(byte)
      }
    }
    prefixedParts[id] = part
    return lines
  }

  /// Returns the last line if it is unfinished.
  mutating func endPrefixed(_ id: String) -> [String] {
    guard let part = prefixedParts.removeValue(forKey: id), !part.isEmpty else { return [] }
    return [prefixed(id, part)]
  }

  private func prefixed(_ id: String, _ line: [UInt8]) -> String {
    let padding = String(repeating: " ", count: max(0, prefixWidth - id.count))
    return presentation.presented(
      style.dim("\(id)\(padding) \(style.unicode ? "│" : "|")") + " "
        + PrintableText.line(line, keepsColor: style.color))
  }
}
