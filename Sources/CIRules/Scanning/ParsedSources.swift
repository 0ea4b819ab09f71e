import SourceCode
import Synchronization

/// The kinds of bytes of sources, so that rules which read the same file share its parse.
final class ParsedSources: Sendable {
  /// The sources of the rules that are being judged; `nil` when nothing is shared.
  @TaskLocal static var shared: ParsedSources?

  /// Maximum bytes of all files that are kept, about as many as a change may have.
  private static let most = 64 << 20

  private struct Known {
    var files: [String: (bytes: [UInt8], kinds: [SwiftText.Kind?])] = [:]
    var size = 0
  }

  private let known = Mutex(Known())

  /// The kind of each byte of a source; see `SourceKinds.find`.
  static func kinds(in bytes: [UInt8], path: String) -> [SwiftText.Kind?] {
    shared?.kinds(in: bytes, path: path) ?? SourceKinds.find(in: bytes, path: path)
  }

  private func kinds(in bytes: [UInt8], path: String) -> [SwiftText.Kind?] {
    known.withLock { known in
      // Equal arrays mostly share their storage and are not compared byte by byte.
      if let file = known.files[path], file.bytes == bytes { return file.kinds }
      let kinds = SourceKinds.find(in: bytes, path: path)
      let size = known.size - (known.files[path]?.bytes.count ?? 0) + bytes.count
      if size <= Self.most {
        known.files[path] = (bytes, kinds)
        known.size = size
      }
      return kinds
    }
  }
}
