import FileSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads the tags of tests from the event stream that a listing writes.
///
/// Source: `_tags` in `EncodedTest.swift` of swift-testing, an experimental field.
enum TestTags {
  private struct Record: Decodable {
    var kind: String
    var payload: Payload?

    struct Payload: Decodable {
      var id: String?
      var tags: [String]?
      var _tags: [String]?
    }
  }

  /// Reads tags by test id, sorted; they include those of the enclosing suites. Empty when the
  /// stream has no tags.
  static func read(_ path: String, ids: [String]) -> [String: [String]] {
    guard let bytes = try? readFile(path) else { return [:] }
    return read(Data(bytes), ids: ids)
  }

  static func read(_ data: Data, ids: [String]) -> [String: [String]] {
    let mark = Array("tags\"".utf8)
    let decoder = JSONDecoder()
    var tagged: [(id: String, tags: [String])] = []
    for line in data.split(separator: 0x0A) where contains(line, mark) {
      guard let record = try? decoder.decode(Record.self, from: line), record.kind == "test",
        let id = record.payload?.id, let tags = record.payload?.tags ?? record.payload?._tags,
        !tags.isEmpty
      else { continue }
      tagged.append((id, tags.map { String($0.first == "." ? $0.dropFirst() : $0[...]) }))
    }
    if tagged.isEmpty { return [:] }
    var result: [String: [String]] = [:]
    for id in ids {
      var tags: Set<String> = []
      for entry in tagged {
        // The id of a suite is a prefix of its tests' ids; ids of tests in the stream end with a
        // location.
        let isOwn = entry.id == id || entry.id.hasPrefix(id + "/")
        if isOwn || id.hasPrefix(entry.id + "/") { tags.formUnion(entry.tags) }
      }
      if !tags.isEmpty { result[id] = tags.sorted() }
    }
    return result
  }

  /// Whether a line contains the mark. Most lines have no tags and need no decoding.
  private static func contains(_ line: Data, _ mark: [UInt8]) -> Bool {
    var rest = line[...]
    while let first = rest.firstIndex(of: mark[0]) {
      if rest[first...].starts(with: mark) { return true }
      rest = rest[(first + 1)...]
    }
    return false
  }
}
