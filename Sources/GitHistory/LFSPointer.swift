/// The small file that Git LFS stores in place of a large one.
///
/// Format: `docs/spec.md` of git-lfs: `version https://git-lfs.github.com/spec/v1`, then keys in
/// order, among them `oid sha256:<64 digits>` and `size <bytes>`; less than 1024 bytes in all.
struct LFSPointer: Hashable {
  /// Bytes of the real file.
  var size: Int

  /// `nil` when the file is no pointer.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count < 1024, bytes.starts(with: "version https://".utf8) else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    func value(_ key: String) -> String? {
      lines.first { $0.starts(with: "\(key) ".utf8) }
        .map { String(decoding: $0.dropFirst(key.utf8.count + 1), as: UTF8.self) }
    }
    guard let version = value("version"),
      version.contains("git-lfs") || version.contains("hawser"),
      value("oid")?.hasPrefix("sha256:") == true, let size = value("size").flatMap({ Int($0) }),
      size >= 0
    else { return nil }
    self.size = size
  }
}
