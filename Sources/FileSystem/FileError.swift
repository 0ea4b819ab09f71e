#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An error when creating, reading or writing a file or folder.
package struct FileError: Error, Hashable, CustomStringConvertible {
  /// The failed operation, in the words of the message.
  package enum Operation: String, Sendable {
    case link
    case lock
    case look = "inspect"
    case makeFolder = "create the folder"
    case makeFolderIn = "create a folder in"
    case open
    case read
    case remove
    case setMode = "set the mode of"
    case setTime = "set the time of"
    case touch
    case verify
    case write
  }

  /// The cause of the error.
  package enum Reason: Hashable, Sendable {
    /// An error of the system, with its `errno` value.
    case system(Int32)
    case notAFile(FileStatus.Kind)
    case hasSecondName
    case isLink
    case leadsOutOfCheckout
    case belongsToGit
    case belongsToDevtool
    /// The file has more bytes than this limit, or is endless.
    case hasNoEnd(limit: Int)
    case cancelled

    /// The error of this thread's last system call.
    static var lastError: Reason { .system(errno) }

    package static let isFolder = Reason.system(EISDIR)
    package static let noSuchFile = Reason.system(ENOENT)
    package static let notAFolder = Reason.system(ENOTDIR)
    package static let invalid = Reason.system(EINVAL)
    /// The file is changed by something else at the same time.
    package static let changing = Reason.system(EAGAIN)
    /// The content is damaged.
    package static let damaged = Reason.system(EBADMSG)
    package static let brokenDevice = Reason.system(EIO)
    package static let tooManyLinks = Reason.system(ELOOP)
    package static let diskFull = Reason.system(ENOSPC)
  }

  package var operation: Operation
  package var path: String
  package var reason: Reason

  package init(_ operation: Operation, _ path: String, _ reason: Reason) {
    (self.operation, self.path, self.reason) = (operation, path, reason)
  }

  /// The error of the last system call.
  init(_ operation: Operation, _ path: String) {
    self.init(operation, path, .lastError)
  }

  /// Whether the file or folder does not exist.
  package var isMissing: Bool { reason == .noSuchFile || reason == .notAFolder }

  /// A message such as `cannot read 'Sources': it is a folder, not a file`.
  package var description: String { "cannot \(operation.rawValue) '\(path)': \(reason)" }
}

extension FileError.Reason: CustomStringConvertible {
  /// A fragment.
  package var description: String {
    switch self {
    case .system(let code): String(cString: strerror(code))
    case .notAFile(let kind): "it is a \(kind.rawValue), not a file"
    case .hasSecondName: "it has a second name (a hard link); remove it"
    case .isLink: "it is a symbolic link, which is not followed here"
    case .leadsOutOfCheckout: "a symbolic link on the way leads out of the checkout"
    case .belongsToGit: "files in .git belong to git"
    case .belongsToDevtool: "files in .devtool belong to devtool"
    case .hasNoEnd(let limit): "it is endless or larger than \(limit >> 20) MiB"
    case .cancelled: "the run is being cancelled"
    }
  }
}
