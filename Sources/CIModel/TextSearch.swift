extension String {
  /// Whether the string contains a part, compared by characters or by bytes: `é` is found in either
  /// encoding, and `e` is found in an `e` with a combining accent.
  ///
  /// Takes linear time; `contains` of the standard library is quadratic in a run of flag emoji.
  package func includes(_ part: String) -> Bool {
    if part.isEmpty { return true }
    if holds(Array(part.utf8), in: Array(utf8)) { return true }
    let isASCII = utf8.allSatisfy { $0 < 0x80 } || part.utf8.allSatisfy { $0 < 0x80 }
    return !isASCII && holds(Array(part), in: Array(self))
  }

  private func holds<Element: Equatable>(_ part: [Element], in text: [Element]) -> Bool {
    guard let first = part.first else { return true }
    return text.indices.dropLast(part.count - 1).contains { start in
      text[start] == first && text[start..<(start + part.count)].elementsEqual(part)
    }
  }
}
