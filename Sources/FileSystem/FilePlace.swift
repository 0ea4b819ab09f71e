#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The location of a file: an open folder, and a name in it.
///
/// Paths at or below a folder named `.devtool` are resolved without following symbolic links: a
/// branch may have committed a link, and the files that devtool stores and deletes must not be in
/// another place.
struct FilePlace: ~Copyable {
  /// An open folder, or `AT_FDCWD` if links are followed.
  let folder: Int32
  /// The name or path relative to `folder`.
  let name: String
  /// Whether links are not followed, including the last component.
  let isGuarded: Bool

  /// - Parameter operation: The operation for error messages.
  init(_ path: String, _ operation: FileError.Operation) throws(FileError) {
    // The system would end the path at the NUL and use a different file.
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

  /// Resolves a path below a folder without following links.
  ///
  /// - Parameters:
  /// - anchor: The folder; links in its own path are followed.
  /// - makesFolders: Whether missing folders on the way are created.
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
      // O_PATH, which does not require permission to read the folder (bits/fcntl-linux.h).
      O_DIRECTORY | O_CLOEXEC | 0o10_000_000
    #endif
  }

  private static func isLink(_ folder: Int32, _ name: String) -> Bool {
    let code = errno
    defer { errno = code }
    return FileStatus(in: folder, name)?.isLink ?? false
  }

  /// The parent folder of `.devtool`, and the rest of the path; `nil` when the path does not
  /// contain `.devtool`.
  static func guardedPart(of path: String) -> (anchor: String, parts: [Substring])? {
    // A fast check that rules out almost every path.
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

  /// The error of the last system call; reports a link if that is the cause.
  func error(_ operation: FileError.Operation, _ path: String) -> FileError {
    let error = FileError(operation, path)
    return isGuarded && FilePlace.isLink(folder, name)
      ? FileError(operation, path, .isLink) : error
  }

  // MARK: Calls

  /// Opens the file; it is closed on exec, and never becomes the terminal of this process.
  func open(
    _ flags: Int32, permissions: Int = 0o666, _ operation: FileError.Operation, _ path: String
  ) throws(FileError) -> Int32 {
    let flags = flags | O_CLOEXEC | O_NOCTTY | (isGuarded ? O_NOFOLLOW : 0)
    let descriptor = openat(folder, name, flags, mode_t(truncatingIfNeeded: permissions))
    guard descriptor >= 0 else { throw error(operation, path) }
    return descriptor
  }

  /// The status of the file; links are only followed if the place is not guarded.
  func status(followsLink: Bool = true) -> FileStatus? {
    FileStatus(in: folder, name, followsLink: !isGuarded && followsLink)
  }

  func remove(isFolder: Bool = false) -> Bool {
    unlinkat(folder, name, isFolder ? AT_REMOVEDIR : 0) == 0
  }
}
