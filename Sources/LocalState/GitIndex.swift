import FileSystem

/// The paths that git tracks in a checkout, read directly from the index: opening the repository
/// would take longer than everything else in a run without new work.
///
/// Source: gitformat-index(5), versions 2 to 4. For a split index, both files are read.
struct GitIndex {
  /// The absolute root of the checkout.
  let repositoryRoot: String

  /// A tracked path at or below a path, ignoring case if the file system does; `nil` when there is
  /// none.
  ///
  /// - Parameters:
  /// - path: The path relative to the root of the checkout.
  /// - orSubmoduleAbove: Whether a submodule that contains the path counts, too.
  func trackedPath(at path: String, orSubmoduleAbove: Bool = false) -> String? {
    candidates(path, orSubmoduleAbove: orSubmoduleAbove).first(where: isSame(as: path))
  }

  /// All tracked paths at or below a path, ignoring case if the file system does; the path itself if
  /// it is a submodule, or if the index cannot be read.
  func trackedPaths(at path: String) -> [String] { candidates(path).filter(isSame(as: path)) }

  /// All tracked paths; none if the index cannot be read.
  var allPaths: [String] { candidates("") }

  /// The tracked paths that are the same as a path, or below it, in letters of any case.
  private func candidates(_ path: String, orSubmoduleAbove: Bool = false) -> [String] {
    guard let folder = gitFolder, let bytes = try? readFile("\(folder)/index") else { return [] }
    return search(bytes, Wanted(path, orSubmoduleAbove: orSubmoduleAbove), folder)
  }

  /// The folder with git's own files; `nil` outside of a checkout.
  private var gitFolder: String? {
    let path = "\(repositoryRoot)/.git"
    guard let status = FileStatus(path) else { return nil }
    if status.isFolder { return path }
    // A worktree or a submodule has a file with `gitdir: <path>`.
    guard let bytes = try? readFile(path, limit: 1 << 16), bytes.starts(with: "gitdir: ".utf8)
    else { return nil }
    let text = String(decoding: bytes.dropFirst(8).prefix { $0 != 10 && $0 != 13 }, as: UTF8.self)
    return text.hasPrefix("/") ? text : "\(repositoryRoot)/\(text)"
  }

  /// The searched path.
  private struct Wanted {
    var path: String
    var bytes: [UInt8]
    var orSubmoduleAbove: Bool

    init(_ path: String, orSubmoduleAbove: Bool) {
      self.path = path
      self.orSubmoduleAbove = orSubmoduleAbove
      bytes = Array(path.utf8)
    }
  }

  private func search(_ bytes: [UInt8], _ wanted: Wanted, _ folder: String?) -> [String] {
    // Object ids have 20 bytes (SHA-1) or 32 bytes (SHA-256).
    for hashSize in [20, 32] {
      guard let list = Entries(bytes, wanted, hashSize: hashSize) else { continue }
      if let base = list.sharedIndex, let folder,
        let shared = try? readFile("\(folder)/sharedindex.\(base)")
      {
        return list.found + search(shared, wanted, nil)
      }
      return list.found
    }
    // The index is damaged or of a later version: every path that occurs in it may be tracked.
    return wanted.bytes.isEmpty || bytes.firstRange(of: wanted.bytes) == nil ? [] : [wanted.path]
  }

  /// Whether a tracked path is at, below or above the searched one on this file system.
  private func isSame(as path: String) -> (_ found: String) -> Bool {
    { found in
      let length = min(found.utf8.count, path.utf8.count)
      let (start, end) = (found.utf8.prefix(length), path.utf8.prefix(length))
      if start.elementsEqual(end) { return true }
      guard
        let one = FileStatus("\(repositoryRoot)/\(Substring(start))", followsLink: false),
        let other = FileStatus("\(repositoryRoot)/\(Substring(end))", followsLink: false)
      else { return false }
      return one.isSameFile(as: other)
    }
  }

  /// The entries of one index file that may be at, below or above the searched path.
  private struct Entries {
    private(set) var found: [String] = []
    /// The hash of the shared index that this split index refers to.
    private(set) var sharedIndex: String?

    /// Reads the file; `nil` when it is not a valid index with this hash size.
    init?(_ bytes: [UInt8], _ wanted: Wanted, hashSize: Int) {
      let isIndex = bytes.withUnsafeBytes { read($0, wanted, hashSize) }
      if !isIndex { return nil }
    }

    private mutating func read(
      _ bytes: UnsafeRawBufferPointer, _ wanted: Wanted, _ hashSize: Int
    ) -> Bool {
      func number(_ offset: Int) -> Int {
        Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
      }
      guard bytes.count >= 12 + hashSize, bytes.starts(with: "DIRC".utf8),
        (2...4).contains(number(4))
      else { return false }
      let version = number(4)
      var offset = 12
      var last: [UInt8] = []
      for _ in 0..<number(8) {
        // Times, device, inode, mode, owner and size; then the hash and the flags.
        let start = offset
        offset += 40 + hashSize
        guard offset + 4 < bytes.count else { return false }
        // An entry of type 0xE is the commit of a submodule.
        let isSubmodule = number(start + 24) >> 12 & 0xF == 0xE
        let isExtended = bytes[offset] & 0x40 != 0
        offset += isExtended ? 4 : 2
        if version == 4 {
          guard let stripped = Entries.variableNumber(bytes, &offset), stripped <= last.count else {
            return false
          }
          last.removeLast(stripped)
        } else {
          last.removeAll(keepingCapacity: true)
        }
        guard let end = bytes[offset...].firstIndex(of: 0) else { return false }
        let name = UnsafeRawBufferPointer(rebasing: bytes[offset..<end])
        if version == 4 {
          last += name
          offset = end + 1
          last.withUnsafeBytes { note($0, wanted, isSubmodule) }
        } else {
          note(name, wanted, isSubmodule)
          // One to eight zeros pad an entry to a multiple of eight bytes.
          offset = start + (end - start) / 8 * 8 + 8
        }
      }
      // Only extensions and the hash of the file may follow.
      while offset + 8 + hashSize <= bytes.count {
        let size = number(offset + 4)
        if bytes[offset...].starts(with: "link".utf8), size >= hashSize,
          offset + 8 + hashSize <= bytes.count
        {
          sharedIndex = bytes[offset + 8..<offset + 8 + hashSize].map { byte in
            String(byte / 16, radix: 16) + String(byte % 16, radix: 16)
          }.joined()
        }
        offset += 8 + size
      }
      return offset + hashSize == bytes.count
    }

    private mutating func note(
      _ name: UnsafeRawBufferPointer, _ wanted: Wanted, _ isSubmodule: Bool
    ) {
      let count = min(name.count, wanted.bytes.count)
      if wanted.bytes.isEmpty {
        found.append(String(decoding: name, as: UTF8.self))
        return
      }
      if name.count < wanted.bytes.count {
        guard isSubmodule, wanted.orSubmoduleAbove, wanted.bytes[count] == UInt8(ascii: "/")
        else { return }
      } else if name.count > count, name[count] != UInt8(ascii: "/") {
        return
      }
      for index in (0..<count).reversed() where name[index] != wanted.bytes[index] {
        // Only letters may differ, and only in case.
        let letter = wanted.bytes[index] | 0x20
        guard (97...122).contains(letter), name[index] | 0x20 == letter else { return }
      }
      found.append(String(decoding: name, as: UTF8.self))
    }

    /// A number in the format of pack offsets (gitformat-pack(5)): each further byte adds one.
    private static func variableNumber(
      _ bytes: UnsafeRawBufferPointer, _ offset: inout Int
    ) -> Int? {
      var value = 0
      var isFirst = true
      while offset < bytes.count {
        let byte = bytes[offset]
        offset += 1
        if !isFirst { value += 1 }
        isFirst = false
        guard value < 1 << 40 else { return nil }
        value = value << 7 | Int(byte & 0x7F)
        if byte & 0x80 == 0 { return value }
      }
      return nil
    }
  }
}
