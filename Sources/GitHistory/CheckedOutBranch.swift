import FileSystem

extension GitRepository {
  /// The branch that `HEAD` refers to; `nil` when it is detached.
  ///
  /// Source: gitrepository-layout(5); in a worktree, `.git` is a file with the path of the folder.
  ///
  /// - Parameter checkout: The absolute root of the checkout.
  package static func checkedOutBranch(in checkout: String) -> String? {
    func firstLine(_ path: String) -> String? {
      guard let bytes = try? readFile(path, limit: 4096) else { return nil }
      return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
    func rest(of line: String?, behind prefix: String) -> String? {
      guard let line, line.hasPrefix(prefix) else { return nil }
      return String(line.dropFirst(prefix.count))
    }
    var folder = "\(checkout)/.git"
    if let named = rest(of: firstLine(folder), behind: "gitdir: ") {
      folder = named.hasPrefix("/") ? named : "\(checkout)/\(named)"
    }
    return rest(of: firstLine("\(folder)/HEAD"), behind: "ref: refs/heads/")
  }
}
