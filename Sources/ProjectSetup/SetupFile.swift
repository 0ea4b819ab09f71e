package import FileSystem

/// A file of a project, before it is written.
package struct SetupFile: Hashable, Sendable {
  /// Absolute; below it no link is followed.
  var folder: String
  /// Relative to `folder`.
  var name: String
  /// As it is shown: relative to the project, or absolute.
  package var path: String
  package var text: String
  /// What it is for: a fragment that follows a colon.
  package var purpose: String
  /// What to add by hand to a file that is there and serves something else.
  package var byHand: String
  /// Who else may stand in its place.
  var rival = Rival.naming("devtool")
  var isExecutable = false

  /// Which file in the same place serves as well.
  enum Rival: Hashable, Sendable {
    /// Whatever it holds.
    case any
    /// One with this word in it.
    case naming(String)
    /// None.
    case none
    /// One that `init` wrote earlier, which is brought up to date.
    case hook
  }

  package enum State: Hashable, Sendable {
    case missing
    /// It serves already, whatever else it holds.
    case present
    /// devtool wrote it, in an older form.
    case outdated
    /// Something else is in its place, and stays.
    case taken
  }

  /// What there is in its place now.
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

  /// Writes it with the folders that it needs.
  package func write() throws(FileError) {
    if !fileExists(folder) { try makeFolders(folder) }
    let bytes = Array(text.utf8)
    try writeFile(name, below: folder, permissions: isExecutable ? 0o777 : 0o666) {
      file throws(FileError) in try file.write(bytes)
    }
  }
}
