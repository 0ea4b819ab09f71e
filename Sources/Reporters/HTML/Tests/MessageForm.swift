/// The form that messages of one cause share: the first line, without numbers, addresses and quoted
/// values.
enum MessageForm {
  static func of(_ message: String) -> String {
    var form: [UInt8] = []
    var bytes = Array(message.utf8.prefix(1_000))[...]
    if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) { bytes = bytes[..<end] }
    while let byte = bytes.first {
      if isDigit(byte), !(form.last.map(isWord) ?? false) {
        bytes = bytes.drop(while: isNumber)
        form.append(UInt8(ascii: "#"))
      } else if byte == UInt8(ascii: "\""),
        let end = bytes.dropFirst().firstIndex(of: UInt8(ascii: "\""))
      {
        bytes = bytes[(end + 1)...]
        form += "\"…\"".utf8
      } else if byte == UInt8(ascii: "'"), !(form.last.map(isWord) ?? false),
        let end = bytes.dropFirst().firstIndex(of: UInt8(ascii: "'")),
        !bytes[..<end].contains(UInt8(ascii: " "))
      {
        // A quoted name, as in compiler messages; an apostrophe is inside a word.
        bytes = bytes[(end + 1)...]
        form += "'…'".utf8
      } else {
        form.append(byte)
        bytes = bytes.dropFirst()
      }
    }
    return String(decoding: form, as: UTF8.self)
  }

  /// The title of messages of one form: their first line if it is the same for all, else the form.
  static func title(of messages: [String]) -> String {
    guard let first = messages.first else { return "" }
    let lines = Set(messages.map { Clipped($0, bytes: 300, lines: 1).text })
    return lines.count == 1 ? lines.first ?? "" : of(first)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// Whether a byte can be part of a number, including `0x1f`, `1.5` and `1e9`.
  private static func isNumber(_ byte: UInt8) -> Bool {
    isWord(byte) || byte == UInt8(ascii: ".")
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      || byte == UInt8(ascii: "_")
  }
}
