#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What the system says of a file without opening it.
package struct FileStatus: Sendable {
  /// The words are those of messages.
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

  /// `nil` when there is no such file.
  ///
  /// - Parameter followsLink: Whether of a link its target is looked at; at and below `.devtool` it never is.
  package init?(_ path: String, followsLink: Bool = true) {
    guard let place = try? FilePlace(path, .look),
      let status = place.status(followsLink: followsLink)
    else { return nil }
    self = status
  }

  /// What lies in an open folder; of a link itself, unless it is followed.
  init?(in folder: Int32, _ name: UnsafePointer<CChar>, followsLink: Bool = false) {
    var status = stat()
    guard fstatat(folder, name, &status, followsLink ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else {
      return nil
    }
    self.init(status)
  }

  /// Of an open file.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// What lies at a path below a folder; `nil` when there is nothing.
  ///
  /// - Throws: When a link is on the way there.
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

  /// In bytes.
  package var size: Int { Int(status.st_size) }
  /// Nine bits for owner, group and others, and the three above them.
  package var permissions: Int { Int(status.st_mode & 0o7777) }
  package var isExecutable: Bool { status.st_mode & 0o100 != 0 }
  package var owner: UInt32 { status.st_uid }
  package var isOurs: Bool { status.st_uid == geteuid() }
  package var linkCount: Int { Int(truncatingIfNeeded: status.st_nlink) }
  package var inode: Int { Int(truncatingIfNeeded: status.st_ino) }
  /// When the content was last changed.
  package var modified: FileTime { FileTime(modificationOf: status) }
  /// When anything about the file was last changed.
  package var changed: FileTime { FileTime(changeOf: status) }

  /// Whether both are of one file.
  package func isSameFile(as other: FileStatus) -> Bool {
    status.st_ino == other.status.st_ino && status.st_dev == other.status.st_dev
  }
}

/// Whether something lies at the path; of a link, at its target.
package func fileExists(_ path: String) -> Bool { FileStatus(path) != nil }

/// Whether a file lies at a path whose text need not be UTF-8; links are followed.
package func fileExists(_ path: [UInt8]) -> Bool {
  let path = path.map { CChar(bitPattern: $0) } + [0]
  return FileStatus(in: AT_FDCWD, path, followsLink: true) != nil
}

/// Whether the path leads to a regular file.
package func isFile(_ path: String) -> Bool { FileStatus(path)?.isFile == true }

/// Whether the path leads to a folder.
package func isFolder(_ path: String) -> Bool { FileStatus(path)?.isFolder == true }

/// Whether nothing lies at the path; `false` also where that cannot be found out.
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

/// Whether the user may change a file, or what is in a folder.
package func mayWrite(_ path: String) -> Bool { access(path, W_OK) == 0 }

/// Whether the user may start a file, or reach what is in a folder.
package func mayExecute(_ path: String) -> Bool { access(path, X_OK) == 0 }
