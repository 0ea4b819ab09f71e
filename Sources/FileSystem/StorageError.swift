#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder or file could not be made, read or written.
package struct StorageError: Error, Hashable, CustomStringConvertible {
  package var action: String
  package var path: String
  /// An `errno` value.
  package var code: Int32
  /// What is wrong in words, where the system's own would not say it.
  package var reason: String?

  package init(_ action: String, _ path: String, code: Int32 = errno, reason: String? = nil) {
    self.action = action
    self.path = path
    self.code = code
    self.reason = reason
  }

  /// Whether there is no such file or folder.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  package var description: String {
    "cannot \(action) '\(path)': \(words)"
  }

  /// What is wrong, as a fragment.
  package var words: String { reason ?? String(cString: strerror(code)) }

  static func link(_ action: String, _ path: String) -> StorageError {
    StorageError(
      action, path, code: ELOOP, reason: "it is a symbolic link, which is not followed here")
  }
}
