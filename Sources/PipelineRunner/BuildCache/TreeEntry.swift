import FileSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A point in time as file systems keep it: seconds since 1970 and nanoseconds.
struct FileTime: Hashable, Comparable, Sendable {
  var seconds: Int
  /// 0..<1_000_000_000.
  var nanoseconds: Int

  init(seconds: Int, nanoseconds: Int) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// When the file was last changed.
  init(_ status: stat) {
    #if canImport(Darwin)
      self.init(seconds: status.st_mtimespec.tv_sec, nanoseconds: status.st_mtimespec.tv_nsec)
    #else
      self.init(seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
    #endif
  }

  /// `1763750000.000000042`; the number of digits behind the point does not matter to us.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".")
    guard parts.count == 2, let seconds = Int(parts[0]), let nanoseconds = Int(parts[1]),
      (0..<1_000_000_000).contains(nanoseconds)
    else { return nil }
    self.init(seconds: seconds, nanoseconds: nanoseconds)
  }

  /// Without leading zeros behind the point: for ourselves.
  var text: String { "\(seconds).\(nanoseconds)" }

  static var now: FileTime {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return FileTime(seconds: now.tv_sec, nanoseconds: now.tv_nsec)
  }

  static func < (one: FileTime, other: FileTime) -> Bool {
    (one.seconds, one.nanoseconds) < (other.seconds, other.nanoseconds)
  }

  /// Gives it to a file, or to a link itself.
  func apply(to path: String) throws(StorageError) {
    #if canImport(Darwin)
      let omitted = timespec(tv_sec: 0, tv_nsec: Int(UTIME_OMIT))
    #else
      // UTIME_OMIT, which is no simple constant for Swift (bits/stat.h).
      let omitted = timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2)
    #endif
    let times = [omitted, timespec(tv_sec: seconds, tv_nsec: nanoseconds)]
    let place = try FilePlace(path, "set the time of")
    guard utimensat(place.folder, place.name, times, AT_SYMLINK_NOFOLLOW) == 0 else {
      throw StorageError("set the time of", path)
    }
  }
}

/// A file, link or folder below a folder.
struct TreeEntry: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case file
    case link(target: String)
    case folder
  }

  /// Relative to the folder.
  var path: String
  var kind: Kind
  /// Permission bits.
  var mode: UInt32
  var time: FileTime
  /// In bytes; 0 for anything but a file.
  var size: Int

  init(path: String, kind: Kind, mode: UInt32, time: FileTime, size: Int) {
    self.path = path
    self.kind = kind
    self.mode = mode
    self.time = time
    self.size = size
  }

  /// `nil` when there is no such file, or it is a pipe or the like.
  init?(_ path: String, at full: String) {
    guard let place = try? FilePlace(full, "read"), let status = place.status(followsLink: false)
    else { return nil }
    let kind: Kind
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    case S_IFLNK:
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = buffer.withUnsafeMutableBytes { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          characters.baseAddress.map {
            readlinkat(place.folder, place.name, $0, characters.count)
          } ?? -1
        }
      }
      guard count >= 0 else { return nil }
      kind = .link(target: String(decoding: buffer[..<count], as: UTF8.self))
    default: return nil
    }
    self.init(
      path: path, kind: kind, mode: UInt32(status.st_mode & 0o777), time: FileTime(status),
      size: kind == .file ? Int(status.st_size) : 0)
  }

  /// Everything below a folder, folders before what is in them, in the order of their names.
  ///
  /// Pipes, sockets and what disappears meanwhile are left out.
  /// - Parameter skips: Whether to leave out a path, relative to the folder, and all below it.
  static func list(
    _ root: String, skipping skips: (_ path: String) -> Bool = { _ in false }
  ) throws(StorageError) -> [TreeEntry] {
    var entries: [TreeEntry] = []
    try list("", in: root, depth: 0, skips, &entries)
    return entries
  }

  private static let maximumDepth = 100

  private static func list(
    _ folder: String, in root: String, depth: Int, _ skips: (String) -> Bool,
    _ entries: inout [TreeEntry]
  ) throws(StorageError) {
    let full = folder.isEmpty ? root : "\(root)/\(folder)"
    guard depth < maximumDepth else { throw StorageError("look into", full, code: ELOOP) }
    let place = try FilePlace(full, "look into")
    guard faccessat(place.folder, place.name, R_OK | X_OK, 0) == 0 else {
      throw StorageError("look into", full)
    }
    for name in folderContents(full).sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      if skips(path) { continue }
      guard let entry = TreeEntry(path, at: "\(root)/\(path)") else { continue }
      entries.append(entry)
      if entry.kind == .folder { try list(path, in: root, depth: depth + 1, skips, &entries) }
    }
  }
}
