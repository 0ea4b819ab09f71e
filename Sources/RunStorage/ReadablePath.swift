import FileSystem

/// Which files a pipeline may name: what is wrong in one is shown with its lines, so a change could
/// have any file of the machine printed.
package struct ReadablePath: Sendable {
  /// The checkout; absolute.
  private let root: String

  package init(root: String) {
    self.root = root
  }

  /// Why a file is not read; `nil` when it is.
  ///
  /// What lies in the checkout may be a link to another file of it; what the kernel makes up is read
  /// nowhere.
  /// - Parameter path: Absolute, or relative to the root.
  package func refusal(_ path: String) -> String? {
    guard let real = realPath(absolute(path)) else { return nil }
    if !isInside(real), isInside(absolute(path).normalizedPath) {
      return "'\(path)' is a link that points outside the repository"
    }
    if isPrivate(real) { return "'\(path)' is not read: it may contain secrets" }
    return nil
  }

  /// Whether messages may show what a file holds.
  package func mayQuote(_ path: String) -> Bool {
    guard let real = realPath(absolute(path)) else { return true }
    return isInside(real) && refusal(path) == nil
      && (real.hasSuffix(".yml") || real.hasSuffix(".yaml"))
  }

  private func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(root)/\(path)"
  }

  /// Git and devtool keep tokens of the job in folders of their own.
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
