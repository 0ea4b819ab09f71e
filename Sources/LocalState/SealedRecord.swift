/// `record.json` with a seal: the last member of the object, `"seal" : "<digits>"`, is the code of
/// everything else and of the run's id, so that it is not valid in the folder of another run.
package enum SealedRecord {
  private static func name(_ id: String) -> String { "runs/\(id)/record.json" }
  private static let start = Array(",\n  \"seal\" : \"".utf8)
  private static let end = Array("\"\n}\n".utf8)

  /// - Parameters:
  /// - document: The JSON as `JSONText` writes it.
  /// - id: The id of the run, which is the name of its folder.
  package static func sealed(_ document: [UInt8], id: String, _ key: StateKey?) -> [UInt8] {
    guard let key, document.suffix(3) == Array("\n}\n".utf8)[...] else { return document }
    let code = document.withUnsafeBytes { key.code(name(id), $0) }
    return Array(document.dropLast(3)) + start + Array(code.utf8) + end
  }

  /// Whether this devtool wrote the record for this run.
  /// - Parameter id: The name of the folder that contains the record.
  package static func isOwn(_ bytes: [UInt8], id: String, _ key: StateKey?) -> Bool {
    guard let key, bytes.suffix(end.count) == end[...],
      let seal = bytes.dropLast(end.count).lastIndex(of: UInt8(ascii: "\"")),
      bytes[...seal].suffix(start.count) == start[...]
    else { return false }
    let codes = bytes[(seal + 1)...].dropLast(end.count)
    let document = Array(bytes[...seal].dropLast(start.count)) + Array("\n}\n".utf8)
    return !codes.isEmpty && document.withUnsafeBytes { key.accepts(codes, name(id), $0) }
  }
}
