/// Finds secrets in bytes, and replaces each by `***`.
///
/// It searches for the value itself, each of its lines, and the forms in which tools print them:
/// base64 at every alignment and on several lines, percent encoding, and the escapes of JSON, of
/// programming languages, of shells and of HTML. Invisible text such as colour sequences may occur
/// inside a secret; and a secret may occur inside invisible text, because logs and records preserve
/// it.
package struct SecretMask: Sendable {
  /// The replacement of a secret.
  package static let replacement = "***"
  /// The minimum length of values and of their lines; shorter ones are words that may occur
  /// anywhere.
  package static let shortestLength = 4

  /// One reader for each form that the values can have.
  let readers: [FormReader]
  /// The maximum number of bytes that are held back for a possible secret.
  let mostHeld: Int

  /// - Parameter values: The secrets; values that are too short are ignored.
  /// - Returns: `nil` when there is nothing to search for.
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
    // Each byte may be written as `\U000000e9`, with a colour of its own.
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

  /// Whether the bytes contain a secret.
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
