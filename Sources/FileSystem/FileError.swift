#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file or folder could not be made, read or written.
package struct FileError: Error, Hashable, CustomStringConvertible {
  /// What was tried, in the words of the message.
  package enum Operation: String, Sendable {
    case link
    case lock
    case look = "look into"
    case makeFolder = "make the folder"
    case makeFolderIn = "make a folder in"
    case open
    case read
    case remove
    case setMode = "set the mode of"
    case setTime = "set the time of"
    case touch
    case verify
    case write
  }

  /// Why it failed.
  package enum Reason: Hashable, Sendable {
    /// The system refused it, with an `errno` value.
    case system(Int32)
    case notAFile(FileStatus.Kind)
    case hasSecondName
    case isLink
    case leadsOutOfCheckout
    case belongsToGit
    case belongsToDevtool
    /// It holds more bytes than this, or does not end at all.
    case hasNoEnd(limit: Int)
    case cancelled

    /// What the last system call of this thread said.
    static var lastError: Reason { .system(errno) }

    package static let isFolder = Reason.system(EISDIR)
    package static let noSuchFile = Reason.system(ENOENT)
    package static let notAFolder = Reason.system(ENOTDIR)
    package static let invalid = Reason.system(EINVAL)
    /// Something else changes the file at the same time.
    package static let changing = Reason.system(EAGAIN)
    /// The content is not what it should be.
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

  /// The failure of the last system call.
  init(_ operation: Operation, _ path: String) {
    self.init(operation, path, .lastError)
  }

  /// Whether there is no such file or folder.
  package var isMissing: Bool { reason == .noSuchFile || reason == .notAFolder }

  /// `cannot read 'Sources': it is a folder, not a file`
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
    case .belongsToGit: "what lies in .git belongs to git"
    case .belongsToDevtool: "what lies in .devtool belongs to devtool itself"
    case .hasNoEnd(let limit): "it has no end, or more than \(limit >> 20) MiB"
    case .cancelled: "the run is being cancelled"
    }
  }
}
