extension String {
  /// Whether a part stands in it, by characters or by bytes: `é` is found however it is written, and so is an `e`
  /// that somebody put an accent on.
  ///
  /// In time that is in proportion to the text: the standard library goes back over flags at each place.
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
