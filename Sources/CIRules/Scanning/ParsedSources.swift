import SourceCode
import Synchronization

/// What rules read of sources, so that those which read the same file share its parse.
final class ParsedSources: Sendable {
  /// The sources of the rules that are being judged; `nil` when nothing is shared.
  @TaskLocal static var shared: ParsedSources?

  private struct File {
    var bytes: [UInt8]
    var kinds: [SwiftText.Kind?]
    var lines: [SourceParts.Selection: ShownLines] = [:]

    var size: Int {
      kinds.count + lines.values.reduce(0) { $0 + 2 * bytes.count + 8 * $1.whole.count }
    }
  }

  private struct Known {
    var files: [String: File] = [:]
    var size = 0
    var most: Int

    mutating func keep(_ file: File, at path: String) {
      let grown = size - (files[path]?.size ?? 0) + file.size
      if grown > most { return }
      files[path] = file
      size = grown
    }
  }

  private let known: Mutex<Known>

  /// - Parameter most: Maximum bytes of memory that is kept; sources of some 32 MB take about as much.
  init(most: Int = 128 << 20) { known = Mutex(Known(most: most)) }

  /// The kind of each byte of a source; see `SourceKinds.find`.
  static func kinds(in bytes: [UInt8], path: String) -> [SwiftText.Kind?] {
    guard let shared else { return SourceKinds.find(in: bytes, path: path) }
    return shared.known.withLock { known in
      let file = file(bytes, path, known)
      known.keep(file, at: path)
      return file.kinds
    }
  }

  /// The lines of a source with the selected parts, which `make` finds by the kinds of bytes.
  static func lines(
    of bytes: [UInt8], path: String, _ selection: SourceParts.Selection,
    make: ([SwiftText.Kind?]) -> ShownLines
  ) -> ShownLines {
    guard let shared else { return make(SourceKinds.find(in: bytes, path: path)) }
    return shared.known.withLock { known in
      var file = file(bytes, path, known)
      if let lines = file.lines[selection] { return lines }
      let lines = make(file.kinds)
      known.keep(file, at: path)
      file.lines[selection] = lines
      known.keep(file, at: path)
      return lines
    }
  }

  private static func file(_ bytes: [UInt8], _ path: String, _ known: Known) -> File {
    // Equal arrays mostly share their storage and are not compared byte by byte.
    if let file = known.files[path], file.bytes == bytes { return file }
    return File(bytes: bytes, kinds: SourceKinds.find(in: bytes, path: path))
  }
}
