import FileSystem

/// Decides which files a pipeline may name. Errors quote lines of a file, so a change could
/// otherwise print any file of the machine.
package struct ReadablePath: Sendable {
  /// The absolute path of the checkout.
  private let root: String

  package init(root: String) {
    self.root = root
  }

  /// Why a file must not be read; `nil` when it may be read.
  ///
  /// A link in the checkout may lead to another file of the checkout only. Files that the kernel
  /// generates are never read.
  /// - Parameter path: Absolute, or relative to the root.
  package func refusal(_ path: String) -> String? {
    guard let real = realPath(absolute(path)) else { return nil }
    if !isInside(real), isInside(absolute(path).normalizedPath) {
      return "'\(path)' is a link that points outside the repository"
    }
    if isPrivate(real) { return "'\(path)' is not read: it may contain secrets" }
    return nil
  }

  /// Whether messages may quote the file.
  package func mayQuote(_ path: String) -> Bool {
    guard let real = realPath(absolute(path)) else { return true }
    return isInside(real) && refusal(path) == nil
      && (real.hasSuffix(".yml") || real.hasSuffix(".yaml"))
  }

  private func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(root)/\(path)"
  }

  /// Whether the path is private: Git and devtool keep tokens of the job in their folders.
  private func isPrivate(_ real: String) -> Bool {
    if ["/proc", "/dev", "/sys"].contains(where: real.isInside) {
      return true
    }
    let top = realPath(root) ?? root
    let parts = (isInside(real) ? real.dropFirst(top.utf8.count) : real[...]).split(separator: "/")
    return parts.contains(".git") || parts.contains(".devtool")
  }

  private func isInside(_ path: String) -> Bool {
    [root, realPath(root) ?? root].contains { path.path(below: $0) != nil }
  }
}
