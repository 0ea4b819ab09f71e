import CIModel

/// Sanitizes untrusted text for a service: invisible characters are made visible, and the middle is
/// omitted if the text is longer than `limit` bytes.
func serviceText(_ text: String, limit: Int = 4_000) -> String {
  guard text.utf8.count > limit else { return visible(text, limit: limit) }
  let lines = Int.max / 2
  let short = LongText(text, first: lines, last: lines, bytes: limit - 100)
  return visible(short.joined(), limit: limit)
}

/// Sanitizes the beginning of a text, on one line.
func serviceLine(_ text: String, limit: Int = 4_000) -> String {
  visible(text, limit: limit).rewriting { byte in
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t") ? " " : nil
  }
}

private func visible(_ text: String, limit: Int) -> String {
  // Cut first, so that megabytes are not searched character by character.
  cut(VisibleText.shown(cut(text, toBytes: limit + 1), tab: "\t"), toBytes: limit)
}

/// Truncates a text, with `…` at the end.
func cut(_ text: String, toBytes limit: Int) -> String {
  guard text.utf8.count > limit else { return text }
  let mark = "…"
  let room = max(0, limit - mark.utf8.count)
  return LongText(text, first: .max, last: 0, bytes: room).start + mark
}
