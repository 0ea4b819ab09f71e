/// `record.json` with a seal: the last member of the object, `"seal" : "<digits>"`, is the code of
/// everything else.
package enum SealedRecord {
  private static let name = "record"
  private static let start = Array(",\n  \"seal\" : \"".utf8)
  private static let end = Array("\"\n}\n".utf8)

  /// - Parameter document: As `JSONText` writes it.
  package static func sealed(_ document: [UInt8], _ key: StateKey?) -> [UInt8] {
    guard let key, document.suffix(3) == Array("\n}\n".utf8)[...] else { return document }
    let code = document.withUnsafeBytes { key.code(name, $0) }
    return Array(document.dropLast(3)) + start + Array(code.utf8) + end
  }

  /// Whether this devtool wrote it, here.
  package static func isOwn(_ bytes: [UInt8], _ key: StateKey?) -> Bool {
    guard let key, bytes.suffix(end.count) == end[...],
      let seal = bytes.dropLast(end.count).lastIndex(of: UInt8(ascii: "\"")),
      bytes[...seal].suffix(start.count) == start[...]
    else { return false }
    let codes = bytes[(seal + 1)...].dropLast(end.count)
    let document = Array(bytes[...seal].dropLast(start.count)) + Array("\n}\n".utf8)
    return !codes.isEmpty && document.withUnsafeBytes { key.accepts(codes, name, $0) }
  }
}
