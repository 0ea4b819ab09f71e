/// The small file that Git LFS stores instead of a large one.
///
/// Format: `docs/spec.md` of git-lfs: `version https://git-lfs.github.com/spec/v1`, then keys in
/// order, among them `oid sha256:<64 digits>` and `size <bytes>`; less than 1024 bytes in all.
struct LFSPointer: Hashable {
  /// The size of the real file in bytes.
  var size: Int

  /// Parses a pointer; `nil` for any other file, and for a pointer with additional content.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count < 1024, bytes.starts(with: "version http".utf8) else { return nil }
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }[...]
    if lines.last?.isEmpty == true { lines.removeLast() }
    func value(of key: String, in line: Slice<UnsafeRawBufferPointer>?) -> String? {
      line.flatMap { line in
        line.starts(with: "\(key) ".utf8)
          ? String(decoding: line.dropFirst(key.utf8.count + 1), as: UTF8.self) : nil
      }
    }
    guard let version = value(of: "version", in: lines.popFirst()),
      Self.versions.contains(version),
      let size = value(of: "size", in: lines.popLast()).flatMap({ Int($0) }), size >= 0,
      let name = value(of: "oid", in: lines.popLast()), Self.isName(name),
      case let priorities = lines.map({ Self.priority($0) }), !priorities.contains(nil),
      zip(priorities, priorities.dropFirst()).allSatisfy({ $0 ?? 0 < $1 ?? 0 })
    else { return nil }
    self.size = size
  }

  /// The digit of an extension, `ext-0-name sha256:<64 digits>`; `nil` for any other line.
  private static func priority(_ line: Slice<UnsafeRawBufferPointer>) -> UInt8? {
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
    guard words.count == 2, isName(String(decoding: words[1], as: UTF8.self)),
      words[0].starts(with: "ext-".utf8)
    else { return nil }
    let key = words[0].dropFirst(4)
    guard let digit = key.first, 0x30...0x39 ~= digit, key.dropFirst().first == UInt8(ascii: "-"),
      case let name = key.dropFirst(2), !name.isEmpty, name.allSatisfy({ isOfWord($0) })
    else { return nil }
    return digit
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20 || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-")
  }

  /// The accepted versions, from `v1Aliases` in `lfs/pointer.go`.
  private static let versions: Set = [
    "http://git-media.io/v/2", "https://git-lfs.github.com/spec/v1",
    "https://hawser.github.com/spec/v1",
  ]

  private static func isName(_ text: String) -> Bool {
    let start = "sha256:"
    return text.hasPrefix(start) && text.utf8.count == start.utf8.count + 64
      && text.utf8.dropFirst(start.utf8.count).allSatisfy {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
      }
  }
}
