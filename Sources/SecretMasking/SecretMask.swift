/// Finds secrets in bytes, and replaces each by `***`.
///
/// Beside the value itself it knows each line of it, and the forms in which tools print one: base64
/// at every alignment and on several lines, percent encoding, and the escapes of JSON, of programming
/// languages, of shells and of HTML. What a screen does not show, such as colours, may stand inside; and
/// the value may stand inside of what a screen does not show, since logs and records keep that.
package struct SecretMask: Sendable {
  /// What a secret is replaced by.
  package static let replacement = "***"
  /// Shorter values, and lines of values, are words that may stand anywhere.
  package static let shortestLength = 4

  /// One for each form that the values can take.
  let readers: [FormReader]
  /// More bytes than this are not held back for what may become a secret.
  let mostHeld: Int

  /// - Parameter values: Those that are too short are left out.
  /// - Returns: `nil` when there is nothing to look for.
  package init?(_ values: some Sequence<String>) {
    var plain: Set<[UInt8]> = []
    var base64: Set<[UInt8]> = []
    for value in values {
      let forms = SecretForms(value)
      plain.formUnion(forms.plain)
      base64.formUnion(forms.base64)
    }
    if plain.isEmpty { return nil }
    let automaton = SecretAutomaton(plain)
    var readers = EscapeForm.needed(for: Set(plain.joined())).map { FormReader($0, automaton) }
    if !base64.isEmpty {
      let automaton = SecretAutomaton(base64, alike: SecretForms.inURLs)
      readers.append(FormReader(.base64, automaton))
    }
    self.readers = readers
    // Each byte may be written as `\U000000e9`, and in a colour of its own.
    mostHeld = 32 * automaton.longest + 16_384
  }

  package func masked(_ text: String) -> String {
    String(decoding: masked(Array(text.utf8)), as: UTF8.self)
  }

  package func masked(_ bytes: [UInt8]) -> [UInt8] {
    var stream = MaskedStream(self)
    var masked: [UInt8] = []
    masked.reserveCapacity(bytes.count)
    bytes.withUnsafeBytes { stream.take($0) { masked += $0 } }
    stream.finish { masked += $0 }
    return masked
  }

  /// Whether a secret is in there.
  package func finds(in bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      let views = [.screen] + (bytes.holdsEscape ? SequenceView.others : [])
      return readers.contains { reader in
        views.contains { view in
          var reader = reader.seeing(view)
          var found: [Range<Int>] = []
          reader.read(bytes, base: 0, isEnd: true, &found)
          return !found.isEmpty
        }
      }
    }
  }
}
