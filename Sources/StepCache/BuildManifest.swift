import FileSystem

/// The contents of a stored build folder: its files in order, and the chunks that contain their
/// bytes.
///
///     devtool.build-folder/1
///     run      20261121T163111.925Z-316
///     sources  <hash of the sources it was built from>
///     folder   <mode> <time> <path>
///     link     <time> <path> <target>
///     file     <mode> <time> <path> <size>
///     chunk    <hash> <size>
///     end      <hash of the lines above>
///
/// with tabs between the fields. A chunk contains several consecutive files: one blob per file
/// would mean thousands of small ones, and a single blob would be rewritten with each change.
struct BuildManifest: Hashable, Sendable {
  static let version = "devtool.build-folder/1"

  struct Chunk: Hashable, Sendable {
    /// SHA-256.
    var digest: String
    /// The total size of its files, in bytes.
    var size: Int
    /// The files whose contents it consists of, in order.
    var files: [TreeEntry]
  }

  /// The run that produced the folder.
  var runID: String
  /// The hash of all sources that it was built from.
  var sources: String
  var folders: [TreeEntry] = []
  var links: [TreeEntry] = []
  var chunks: [Chunk] = []

  var size: Int { chunks.reduce(0) { $0 + $1.size } }
  var fileCount: Int { chunks.reduce(0) { $0 + $1.files.count } }

  // MARK: Chunks

  /// The size in bytes at which a chunk ends after the current file.
  private static let fullSize = 4 << 20
  /// The size in bytes at which a chunk ends with the current folder, so that a change in one
  /// folder does not move the borders of later chunks.
  private static let sufficientSize = 256 << 10

  /// Divides the files of a listing, in order, into one group per chunk.
  static func groups(_ files: [TreeEntry]) -> [[TreeEntry]] {
    var groups: [[TreeEntry]] = []
    var group: [TreeEntry] = []
    var size = 0
    for file in files {
      if let last = group.last,
        size >= fullSize || file.size >= fullSize
          || (size >= sufficientSize && folder(of: last.path) != folder(of: file.path))
      {
        groups.append(group)
        (group, size) = ([], 0)
      }
      group.append(file)
      size += file.size
    }
    if !group.isEmpty { groups.append(group) }
    return groups
  }

  private static func folder(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[..<$0] } ?? ""
  }

  // MARK: Text

  /// The limit for a plausible size in bytes.
  private static let largestSize = 1 << 50

  init(runID: String, sources: String) {
    self.runID = runID
    self.sources = sources
  }

  var bytes: [UInt8] {
    var text = "\(Self.version)\n"
    text += TextFields.line("run", runID) + TextFields.line("sources", sources)
    for folder in folders {
      text += TextFields.line(
        "folder", String(folder.mode, radix: 8), folder.time.text, folder.path)
    }
    for link in links {
      guard case .link(let target) = link.kind else { continue }
      text += TextFields.line("link", link.time.text, link.path, target)
    }
    for chunk in chunks {
      for file in chunk.files {
        text += TextFields.line(
          "file", String(file.mode, radix: 8), file.time.text, file.path, String(file.size))
      }
      text += TextFields.line("chunk", chunk.digest, String(chunk.size))
    }
    return SealedText.bytes(text)
  }

  /// `nil` when the manifest is damaged, of another version, or names a path outside of the folder.
  init?(_ bytes: [UInt8]) {
    guard let lines = SealedText.lines(bytes),
      lines.first.map({ String(decoding: $0, as: UTF8.self) }) == Self.version
    else { return nil }
    self.init(runID: "", sources: "")
    var files: [TreeEntry] = []
    var total = 0
    for line in lines.dropFirst() {
      let fields = TextFields.fields(line)
      switch (fields[0], fields.count) {
      case ("run", 2): runID = fields[1]
      case ("sources", 2): sources = fields[1]
      case ("folder", 4):
        guard let folder = Self.entry(.folder, fields[1], fields[2], fields[3]) else { return nil }
        folders.append(folder)
      case ("link", 4):
        guard let link = Self.entry(.link(target: fields[3]), "777", fields[1], fields[2]) else {
          return nil
        }
        links.append(link)
      case ("file", 5):
        guard var file = Self.entry(.file, fields[1], fields[2], fields[3]),
          let size = Int(fields[4]), size >= 0
        else { return nil }
        file.size = size
        files.append(file)
      case ("chunk", 3):
        guard Self.isDigest(fields[1]), let size = Int(fields[2]),
          (0...Self.largestSize).contains(size)
        else { return nil }
        var rest = size
        for file in files {
          guard file.size <= rest else { return nil }
          rest -= file.size
        }
        total += size
        guard rest == 0, total <= Self.largestSize else { return nil }
        chunks.append(Chunk(digest: fields[1], size: size, files: files))
        files = []
      default: return nil
      }
    }
    guard files.isEmpty else { return nil }
  }

  private static func entry(
    _ kind: TreeEntry.Kind, _ mode: String, _ time: String, _ path: String
  ) -> TreeEntry? {
    guard let mode = UInt32(mode, radix: 8), mode <= 0o777, let time = FileTime(time),
      isInside(path)
    else { return nil }
    return TreeEntry(path: path, kind: kind, mode: mode, time: time, size: 0)
  }

  /// Whether a relative path stays inside its folder.
  static func isInside(_ path: String) -> Bool {
    !path.isEmpty && !path.utf8.contains(0)
      && path.split(separator: "/", omittingEmptySubsequences: false)
        .allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
  }

  static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}
