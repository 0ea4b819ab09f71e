#if canImport(Glibc)
  package import Glibc
#elseif canImport(Darwin)
  package import Darwin
#endif

/// Where a file lies: an open folder, and a name in it.
///
/// What lies at or below a folder called `.devtool` is found without following symbolic links: a branch
/// may have committed one, and what devtool keeps, empties and removes must not be somewhere else.
package struct FilePlace: ~Copyable {
  /// An open folder, or `AT_FDCWD` where links are followed.
  package let folder: Int32
  /// Relative to `folder`.
  package let name: String
  /// Whether the last part is not followed either.
  package let isGuarded: Bool

  package static let guardedName = ".devtool"

  /// - Parameter action: For the error: `write`.
  package init(_ path: String, _ action: String) throws(StorageError) {
    if let (anchor, parts) = FilePlace.guardedPart(of: path) {
      try self.init(anchor: anchor, parts: parts, action)
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
  package init(
    anchor: String, parts: [Substring], makesFolders: Bool = false, _ action: String
  ) throws(StorageError) {
    var path = anchor
    var folder = openat(AT_FDCWD, anchor.isEmpty ? "/" : anchor, FilePlace.folderFlags)
    guard folder >= 0 else { throw StorageError(action, anchor) }
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
        var error = StorageError(action, path)
        if FilePlace.isLink(folder, part) { error = .link(action, path) }
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
    #if canImport(Glibc)
      // O_PATH, which needs no right to read the folder (bits/fcntl-linux.h).
      O_DIRECTORY | O_CLOEXEC | 0o10_000_000
    #else
      O_RDONLY | O_DIRECTORY | O_CLOEXEC
    #endif
  }

  private static func isLink(_ folder: Int32, _ name: String) -> Bool {
    var status = stat()
    let code = errno
    defer { errno = code }
    return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
      && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The folder that `.devtool` lies in, and the rest of the path; `nil` when there is none.
  static func guardedPart(of path: String) -> (anchor: String, parts: [Substring])? {
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

  /// Says of an error that a link is the reason, when it is.
  private func error(_ action: String, _ path: String) -> StorageError {
    let error = StorageError(action, path)
    return isGuarded && FilePlace.isLink(folder, name) ? .link(action, path) : error
  }

  // MARK: Calls

  package func open(
    _ flags: Int32, mode: mode_t = 0o666, _ action: String, _ path: String
  ) throws(StorageError) -> Int32 {
    let flags = flags | O_CLOEXEC | O_NOCTTY | (isGuarded ? O_NOFOLLOW : 0)
    let descriptor = openFile(folder, name, flags, mode)
    guard descriptor >= 0 else { throw error(action, path) }
    return descriptor
  }

  /// Of the file itself where it is guarded, else of what a link leads to.
  package func status(followsLink: Bool = true) -> stat? {
    var status = stat()
    let flags = isGuarded || !followsLink ? AT_SYMLINK_NOFOLLOW : 0
    return fstatat(folder, name, &status, flags) == 0 ? status : nil
  }

  package func makeFolder(mode: mode_t) -> Bool { mkdirat(folder, name, mode) == 0 }

  package func remove(isFolder: Bool = false) -> Bool {
    unlinkat(folder, name, isFolder ? AT_REMOVEDIR : 0) == 0
  }
}

/// openat(2), under a name that no method hides.
private func openFile(_ folder: Int32, _ name: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  openat(folder, name, flags, mode)
}
