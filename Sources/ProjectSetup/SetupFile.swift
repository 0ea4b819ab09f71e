package import FileSystem

/// A file of a project, before it is written.
package struct SetupFile: Hashable, Sendable {
  /// The absolute path of a folder; below it no link is followed.
  var folder: String
  /// The path relative to `folder`.
  var name: String
  /// The displayed path: relative to the project, or absolute.
  package var path: String
  package var text: String
  /// The purpose of the file: a fragment that follows a colon.
  package var purpose: String
  /// The text to add by hand if a file with another purpose exists.
  package var byHand: String
  /// The existing files that are accepted in its place.
  var rival = Rival.naming("devtool")
  var isExecutable = false

  /// Determines which existing file in the same place is accepted.
  enum Rival: Hashable, Sendable {
    /// Any file.
    case any
    /// A file that contains this word.
    case naming(String)
    /// No other file.
    case none
    /// A hook that `init` wrote earlier; it is updated.
    case hook
  }

  package enum State: Hashable, Sendable {
    case missing
    /// The existing file is accepted.
    case present
    /// devtool wrote the existing file in an older form.
    case outdated
    /// Another file is in its place, and stays unchanged.
    case taken
  }

  /// The state of the file in its place.
  package func state() throws(FileError) -> State {
    let place = "\(folder)/\(name)"
    guard let status = FileStatus(place, followsLink: false) else { return .missing }
    if rival == .any { return .present }
    guard status.isFile else { return .taken }
    let old = String(decoding: try readFile(place, limit: 1 << 20), as: UTF8.self)
    if old == text { return .present }
    switch rival {
    case .any: return .present
    case .naming(let word): return old.contains(word) ? .present : .taken
    case .none: return .taken
    case .hook: return GitHooks.isOurs(old) ? .outdated : .taken
    }
  }

  /// Writes the file and creates its missing folders.
  package func write() throws(FileError) {
    if !fileExists(folder) { try makeFolders(folder) }
    let bytes = Array(text.utf8)
    try writeFile(name, below: folder, permissions: isExecutable ? 0o777 : 0o666) {
      file throws(FileError) in try file.write(bytes)
    }
  }
}
