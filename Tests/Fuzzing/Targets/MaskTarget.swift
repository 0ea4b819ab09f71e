@testable import PipelineRunner
@testable import SecretMasking

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Hides a secret in a text: the first byte says how long the pieces are that the text comes in, the
/// secret ends at the first NUL.
let maskTarget = FuzzTarget(name: "mask") { input throws(Contradiction) in
  let (size, rest) = input.inPieces
  guard let end = rest.firstIndex(of: 0) else { return }
  let secret = String(decoding: rest[..<end], as: UTF8.self)
  // The replacement itself could complete a secret that holds asterisks.
  guard !secret.contains("*"), let mask = SecretMask([secret]) else { return }
  let text = UnsafeRawBufferPointer(rebasing: rest[(end + 1)...])
  let whole = masked(text, mask, pieces: .max)
  try expect(
    masked(text, mask, pieces: size) == whole, "the output depends on how the bytes are cut")
  let parts = SecretForms(secret).plain
  for part in parts {
    try expect(!holds(whole, part), "the output holds the secret")
  }
  // Longer ones wrap their base64, and a short one is the test of that, too.
  guard parts.contains(Array(secret.utf8)) else { return }
  for (name, form) in forms(of: secret) {
    let hidden = Array(mask.masked("x \(form) x").utf8)
    try expect(!holds(hidden, Array(form.utf8)), "the secret stands there as \(name)")
  }
}

private func masked(
  _ text: UnsafeRawBufferPointer, _ mask: SecretMask, pieces: Int
) -> [UInt8] {
  var stream = MaskedStream(mask)
  var output: [UInt8] = []
  text.forEachPiece(of: pieces) { piece in stream.take(piece) { output += $0 } }
  stream.finish { output += $0 }
  return output
}

private func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
  guard let first = part.first, bytes.count >= part.count else { return false }
  return (0...(bytes.count - part.count)).contains { start in
    bytes[start] == first && bytes[start..<start + part.count].elementsEqual(part)
  }
}

/// A secret as tools write it: letters, digits and what is as plain as they are stay what they are.
private func forms(of secret: String) -> [(name: String, text: String)] {
  let bytes = Array(secret.utf8)
  let json = (try? JSONEncoder().encode(secret)).map { String(decoding: $0, as: UTF8.self) }
  func escaped(but plain: String, _ escape: (UInt8) -> String) -> String {
    bytes.map { byte in
      byte.isAlphanumeric || plain.utf8.contains(byte)
        ? String(UnicodeScalar(byte)) : escape(byte)
    }.joined()
  }
  let markup = secret.unicodeScalars.map { scalar in
    let byte = UInt8(exactly: scalar.value) ?? 0
    return byte.isAlphanumeric || "-._".utf8.contains(byte) ? String(scalar) : "&#\(scalar.value);"
  }
  var forms = [
    ("JSON", json.map { String($0.unicodeScalars.dropFirst().dropLast()) } ?? secret),
    ("percent encoding", escaped(but: "-._") { "%" + number($0, radix: 16, digits: 2) }),
    ("markup", markup.joined()),
    ("a word of a shell", secret.unicodeScalars.map { $0 == "'" ? "'\\''" : "\($0)" }.joined()),
    ("octal escapes", escaped(but: "_") { "\\" + number($0, radix: 8, digits: 3) }),
  ]
  // Of a short value too few characters depend on the value alone.
  if bytes.count >= 8 { forms.append(("base64", Data(bytes).base64EncodedString())) }
  return forms
}

private func number(_ byte: UInt8, radix: Int, digits: Int) -> String {
  let text = String(byte, radix: radix)
  return String(repeating: "0", count: digits - text.count) + text
}
