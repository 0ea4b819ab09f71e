import CIModel

/// Text of others for a service: what a reader would not see is made visible, and more bytes than
/// `limit` are cut off behind a whole character.
func serviceText(_ text: String, limit: Int = 4_000) -> String {
  // Cut first, so that megabytes are not looked at character by character.
  cut(VisibleText.shown(cut(text, toBytes: limit + 1), tab: "\t"), toBytes: limit)
}

/// The same on one line.
func serviceLine(_ text: String, limit: Int = 4_000) -> String {
  let line = serviceText(text, limit: limit).unicodeScalars.map {
    $0 == "\n" || $0 == "\t" ? " " : $0
  }
  return String(String.UnicodeScalarView(line))
}

/// The beginning of a text, with `…` where something was cut off.
func cut(_ text: String, toBytes limit: Int) -> String {
  guard text.utf8.count > limit else { return text }
  let mark = "…"
  var room = max(0, limit - mark.utf8.count)
  var kept = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    room -= UTF8.width(scalar)
    if room < 0 { break }
    kept.append(scalar)
  }
  return String(kept) + mark
}
