/// A file, link or folder below a folder.
package struct TreeEntry: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file
    case link(target: String)
    case folder
  }

  /// The path relative to the folder.
  package var path: String
  package var kind: Kind
  /// The permission bits.
  package var mode: UInt32
  package var time: FileTime
  /// The size in bytes; 0 for anything but a file.
  package var size: Int

  package init(path: String, kind: Kind, mode: UInt32, time: FileTime, size: Int) {
    self.path = path
    self.kind = kind
    self.mode = mode
    self.time = time
    self.size = size
  }

  /// The entry at a path; `nil` when it does not exist, or is a special file such as a pipe.
  package init?(_ path: String, at full: String) {
    guard let status = FileStatus(full, followsLink: false) else { return nil }
    let kind: Kind
    switch status.kind {
    case .file: kind = .file
    case .folder: kind = .folder
    case .link:
      guard let target = linkTarget(full) else { return nil }
      kind = .link(target: target)
    default: return nil
    }
    self.init(
      path: path, kind: kind, mode: UInt32(status.permissions & 0o777), time: status.modified,
      size: status.isFile ? status.size : 0)
  }

  /// Everything below a folder, folders before their content, sorted by name.
  ///
  /// Pipes, sockets and files that disappear meanwhile are left out.
  /// - Parameter skips: Whether to leave out a path, relative to the folder, and all below it.
  package static func list(
    _ root: String, skipping skips: (_ path: String) -> Bool = { _ in false }
  ) throws(FileError) -> [TreeEntry] {
    var entries: [TreeEntry] = []
    try list("", in: root, depth: 0, skips, &entries)
    return entries
  }

  private static let maximumDepth = 100

  private static func list(
    _ folder: String, in root: String, depth: Int, _ skips: (String) -> Bool,
    _ entries: inout [TreeEntry]
  ) throws(FileError) {
    let full = folder.isEmpty ? root : "\(root)/\(folder)"
    guard depth < maximumDepth else { throw FileError(.look, full, .tooManyLinks) }
    let names = try listFolder(full).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for name in names {
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      if skips(path) { continue }
      guard let entry = TreeEntry(path, at: "\(root)/\(path)") else { continue }
      entries.append(entry)
      if entry.kind == .folder { try list(path, in: root, depth: depth + 1, skips, &entries) }
    }
  }
}
