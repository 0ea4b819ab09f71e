/// The candidate that is most likely meant by a misspelled `word`; `nil` when none is close.
///
/// A candidate is close if at most a third of the letters are inserted, deleted, replaced or
/// swapped with their neighbour, ignoring case; otherwise the only candidate with `word` as its
/// prefix is used. The first of several equally close candidates wins.
package func nearestSpelling(of word: String, among words: [String]) -> String? {
  let written = Array(word.lowercased().unicodeScalars)
  guard !written.isEmpty, written.count <= 64 else { return nil }
  let bound = max(1, written.count / 3)
  var best: (word: String, distance: Int)?
  for candidate in words where candidate != word {
    let letters = Array(candidate.lowercased().unicodeScalars)
    guard !letters.isEmpty, abs(letters.count - written.count) <= bound else { continue }
    let distance = editDistance(written, letters)
    // A word of one or two letters is not a misspelling of an entirely different one.
    guard distance <= bound, distance < max(written.count, letters.count) else { continue }
    if distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  if let best { return best.word }
  guard written.count >= 3 else { return nil }
  let longer = words.filter { $0.lowercased().hasPrefix(word.lowercased()) && $0 != word }
  return longer.count == 1 ? longer.first : nil
}

/// A message of the argument parser about an unknown option, with a suggestion that helps: one that is
/// spelled otherwise goes, and an option that does the same in this command is named.
///
/// - Parameter help: The help of the command, which lists its options.
package func withUsefulSuggestion(_ message: String, help: @autoclosure () -> String) -> String {
  let parts = message.split(separator: "'", maxSplits: 4, omittingEmptySubsequences: false)
  func name(_ option: Substring) -> String { String(option.drop { $0 == "-" }) }
  guard parts.count > 2, parts[0].hasSuffix("Unknown option ") else { return message }
  var end = parts[2...].joined(separator: "'")
  if parts.count == 5, parts[2] == ". Did you mean ", parts[4].hasPrefix("?") {
    if nearestSpelling(of: name(parts[1]), among: [name(parts[3])]) != nil { return message }
    end = String(parts[4].dropFirst())
  }
  let twins = ["--format": "--report", "--report": "--format"]
  if let twin = twins[String(parts[1])], help().contains("  \(twin) ") {
    end = ". Did you mean '\(twin)'?" + end
  }
  return "\(parts[0])'\(parts[1])'\(end)"
}

/// The Damerau-Levenshtein distance without edits inside a swap ("optimal string alignment").
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for row in 1...left.count {
    var current = [row]
    for column in 1...right.count {
      let cost = left[row - 1] == right[column - 1] ? 0 : 1
      var value = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + cost)
      if row > 1, column > 1, left[row - 1] == right[column - 2],
        left[row - 2] == right[column - 1]
      {
        value = min(value, beforeLast[column - 2] + 1)
      }
      current.append(value)
    }
    beforeLast = last
    last = current
  }
  return last[right.count]
}

/// The next step after an unknown name, for a message: `did you mean 'json'?`, or all names.
package func spellingHint(for name: String, among names: [String]) -> String {
  nearestSpelling(of: name, among: names).map { "did you mean '\($0)'?" }
    ?? "choose one of \(names.joined(separator: ", "))"
}
