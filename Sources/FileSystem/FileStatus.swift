#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The status of a file that the system reports without opening it.
package struct FileStatus: Sendable {
  /// The kind of a file; the raw values are used in messages.
  package enum Kind: String, Sendable {
    case file
    case folder
    case link
    case fifo = "FIFO"
    case socket
    case device
    case other = "special file"
  }

  private let status: stat

  init(_ status: stat) { self.status = status }

  /// The status at a path; `nil` when there is no such file.
  ///
  /// - Parameter followsLink: Whether to return the status of a link's target; at and below
  ///   `.devtool`, links are never followed.
  package init?(_ path: String, followsLink: Bool = true) {
    guard let place = try? FilePlace(path, .look),
      let status = place.status(followsLink: followsLink)
    else { return nil }
    self = status
  }

  /// The status at a path that need not be UTF-8; links are followed.
  package init?(bytes path: [UInt8]) {
    self.init(in: AT_FDCWD, path.map { CChar(bitPattern: $0) } + [0], followsLink: true)
  }

  /// The status of an entry of an open folder; of a link itself, unless it is followed.
  init?(in folder: Int32, _ name: UnsafePointer<CChar>, followsLink: Bool = false) {
    var status = stat()
    guard fstatat(folder, name, &status, followsLink ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else {
      return nil
    }
    self.init(status)
  }

  /// The status of an open file.
  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The status at a path below a folder; `nil` when nothing exists there.
  ///
  /// - Throws: When a component of the path is a link.
  package static func unlinked(
    _ path: String, below folder: String
  ) throws(FileError) -> FileStatus? {
    try FilePlace(anchor: folder, parts: path.split(separator: "/"), .look).status()
  }

  package var kind: Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .link
    case S_IFIFO: .fifo
    case S_IFSOCK: .socket
    case S_IFCHR, S_IFBLK: .device
    default: .other
    }
  }

  package var isFile: Bool { status.st_mode & S_IFMT == S_IFREG }
  package var isFolder: Bool { status.st_mode & S_IFMT == S_IFDIR }
  package var isLink: Bool { status.st_mode & S_IFMT == S_IFLNK }

  /// The size in bytes.
  package var size: Int { Int(status.st_size) }
  /// The nine permission bits for owner, group and others, and the three bits above them.
  package var permissions: Int { Int(status.st_mode & 0o7777) }
  package var isExecutable: Bool { status.st_mode & 0o100 != 0 }
  package var owner: UInt32 { status.st_uid }
  package var isOurs: Bool { status.st_uid == geteuid() }
  package var linkCount: Int { Int(truncatingIfNeeded: status.st_nlink) }
  package var inode: Int { Int(truncatingIfNeeded: status.st_ino) }
  /// The time of the last change of the content.
  package var modified: FileTime { FileTime(modificationOf: status) }
  /// The time of the last change of the content or the status.
  package var changed: FileTime { FileTime(changeOf: status) }

  /// Whether both describe the same file.
  package func isSameFile(as other: FileStatus) -> Bool {
    status.st_ino == other.status.st_ino && status.st_dev == other.status.st_dev
  }
}

/// Whether the path exists; links are followed.
package func fileExists(_ path: String) -> Bool { FileStatus(path) != nil }

/// Whether a path exists that need not be UTF-8; links are followed.
package func fileExists(_ path: [UInt8]) -> Bool { FileStatus(bytes: path) != nil }

/// Whether the path leads to a regular file.
package func isFile(_ path: String) -> Bool { FileStatus(path)?.isFile == true }

/// Whether the path leads to a folder.
package func isFolder(_ path: String) -> Bool { FileStatus(path)?.isFolder == true }

/// Whether the path certainly does not exist; `false` also when this cannot be determined.
package func isMissing(_ path: String) -> Bool {
  do throws(FileError) {
    let place = try FilePlace(path, .look)
    return place.status() == nil && errno == ENOENT
  } catch {
    return error.reason == .noSuchFile
  }
}

/// Whether the user may read a file, or list a folder.
package func mayRead(_ path: String) -> Bool { access(path, R_OK) == 0 }

/// Whether the user may change a file, or the entries of a folder.
package func mayWrite(_ path: String) -> Bool { access(path, W_OK) == 0 }

/// Whether the user may execute a file, or access the entries of a folder.
package func mayExecute(_ path: String) -> Bool { access(path, X_OK) == 0 }
