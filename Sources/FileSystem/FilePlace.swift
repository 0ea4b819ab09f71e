#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where a file lies: an open folder, and a name in it.
///
/// What lies at or below a folder called `.devtool` is found without following symbolic links: a branch
/// may have committed one, and what devtool keeps, empties and removes must not be somewhere else.
struct FilePlace: ~Copyable {
  /// An open folder, or `AT_FDCWD` where links are followed.
  let folder: Int32
  /// Relative to `folder`.
  let name: String
  /// Whether the last part is not followed either.
  let isGuarded: Bool

  /// - Parameter operation: For the error.
  init(_ path: String, _ operation: FileError.Operation) throws(FileError) {
    // The system would end the path there, and take another file.
    if path.withCString({ strlen($0) }) != path.utf8.count {
      throw FileError(operation, path, .invalid)
    }
    if let (anchor, parts) = FilePlace.guardedPart(of: path) {
      try self.init(anchor: anchor, parts: parts, operation)
    } else {
      self.init(folder: AT_FDCWD, name: path, isGuarded: false)
    }
  }

  private init(folder: Int32, name: String, isGuarded: Bool) {
    (self.folder, self.name, self.isGuarded) = (folder, name, isGuarded)
  }

  /// A path that is found without following links below a folder.
  ///
  /// - Parameters:
  ///   - anchor: How one gets to this folder does not matter.
  ///   - makesFolders: Whether missing folders on the way are made.
  init(
    anchor: String, parts: [Substring], makesFolders: Bool = false, _ operation: FileError.Operation
  ) throws(FileError) {
    var path = anchor
    var folder = openat(AT_FDCWD, anchor.isEmpty ? "/" : anchor, FilePlace.folderFlags)
    guard folder >= 0 else { throw FileError(operation, anchor) }
    for part in parts.dropLast() {
      let part = String(part)
      path += "/\(part)"
      var next = part == ".." ? -1 : openat(folder, part, FilePlace.folderFlags | O_NOFOLLOW)
      if next < 0, errno == ENOENT, makesFolders,
        mkdirat(folder, part, 0o777) == 0 || errno == EEXIST
      {
        next = openat(folder, part, FilePlace.folderFlags | O_NOFOLLOW)
      }
      if next < 0 {
        var error = FileError(operation, path)
        if FilePlace.isLink(folder, part) { error.reason = .isLink }
        close(folder)
        throw error
      }
      close(folder)
      folder = next
    }
    self.init(folder: folder, name: parts.last.map(String.init) ?? ".", isGuarded: true)
  }

  deinit {
    if isGuarded { close(folder) }
  }

  private static var folderFlags: Int32 {
    #if canImport(Darwin)
      O_RDONLY | O_DIRECTORY | O_CLOEXEC
    #else
      // O_PATH, which needs no right to read the folder (bits/fcntl-linux.h).
      O_DIRECTORY | O_CLOEXEC | 0o10_000_000
    #endif
  }

  private static func isLink(_ folder: Int32, _ name: String) -> Bool {
    let code = errno
    defer { errno = code }
    return FileStatus(in: folder, name)?.isLink ?? false
  }

  /// The folder that `.devtool` lies in, and the rest of the path; `nil` when there is none.
  static func guardedPart(of path: String) -> (anchor: String, parts: [Substring])? {
    // Nearly every path ends here.
    guard path.withCString({ strstr($0, "/.devtool") }) != nil else { return nil }
    var search = path.utf8[...]
    while let start = search.firstRange(of: "/.devtool".utf8) {
      let next = start.upperBound
      if next == path.endIndex || path.utf8[next] == UInt8(ascii: "/") {
        let parts = path[start.lowerBound...].split(separator: "/")
        return (String(path[..<start.lowerBound]), parts)
      }
      search = path.utf8[next...]
    }
    return nil
  }

  /// The error of the last system call, which says so when a link is the reason.
  func error(_ operation: FileError.Operation, _ path: String) -> FileError {
    let error = FileError(operation, path)
    return isGuarded && FilePlace.isLink(folder, name)
      ? FileError(operation, path, .isLink) : error
  }

  // MARK: Calls

  /// Closed on exec, and never the terminal of this process.
  func open(
    _ flags: Int32, permissions: Int = 0o666, _ operation: FileError.Operation, _ path: String
  ) throws(FileError) -> Int32 {
    let flags = flags | O_CLOEXEC | O_NOCTTY | (isGuarded ? O_NOFOLLOW : 0)
    let descriptor = openat(folder, name, flags, mode_t(truncatingIfNeeded: permissions))
    guard descriptor >= 0 else { throw error(operation, path) }
    return descriptor
  }

  /// Of the file itself where it is guarded, else of what a link leads to.
  func status(followsLink: Bool = true) -> FileStatus? {
    FileStatus(in: folder, name, followsLink: !isGuarded && followsLink)
  }

  func remove(isFolder: Bool = false) -> Bool {
    unlinkat(folder, name, isFolder ? AT_REMOVEDIR : 0) == 0
  }
}
