/// A file that devtool writes at a path from `.ci.yml`, a command line or a stored result.
///
/// A path whose text lies in the checkout must not leave it: a branch may have committed a folder
/// that is a link to another place. A path outside of the checkout can only come from a person, and
/// is used as it is.
package struct CheckoutFile {
  /// The absolute path as it was given.
  private let given: String
  /// The path without `.` and `..`.
  private let path: String
  /// The absolute root of the checkout.
  private let checkout: String

  /// - Parameters:
  /// - path: An absolute path, or one relative to `root`.
  /// - root: An absolute path.
  /// - checkout: The absolute root of the checkout.
  package init(_ path: String, root: String, checkout: String) {
    given = path.hasPrefix("/") ? path : "\(root)/\(path)"
    self.path = given.normalizedPath
    self.checkout = checkout
  }

  /// Writes the whole file atomically.
  ///
  /// - Parameters:
  /// - makesFolders: Whether missing parent folders are created.
  /// - isDurable: As in `writeFile`.
  package func write(
    _ bytes: [UInt8], makesFolders: Bool = true, isDurable: Bool = true
  ) throws(FileError) {
    try write(makesFolders: makesFolders, isDurable: isDurable) { file throws(FileError) in
      try file.write(bytes)
    }
  }

  /// Writes the whole file atomically, in pieces; to a pipe or device outside of the checkout, such
  /// as `/dev/stdout`, as it is made.
  ///
  /// - Parameter content: Writes the content; if it throws, no file changes.
  package func write(
    makesFolders: Bool = true, isDurable: Bool = true,
    _ content: (borrowing OpenFile) throws(FileError) -> Void
  ) throws(FileError) {
    guard let parts = partsInside else {
      if isStream { return try content(OpenFile(given, to: .append)) }
      if makesFolders { makeFolder(of: given) }
      return try FilePlace(given, .write).replace(given, isDurable: isDurable, content)
    }
    try place(parts, makesFolders: makesFolders).replace(path, isDurable: isDurable, content)
  }

  /// Whether a path outside of the checkout is a pipe, a device or an open file.
  private var isStream: Bool {
    let kind = FileStatus(given)?.kind
    return kind == .fifo || kind == .device || FilePlace.namesOpenFile(path)
  }

  /// Opens the file for writing from the beginning; its folder must exist.
  package func openToWrite() throws(FileError) -> OpenFile {
    guard let parts = partsInside else { return try OpenFile(given, to: .overwrite) }
    return try OpenFile(place(parts, makesFolders: false), path, to: .overwrite, .write)
  }

  /// The components of the path below the checkout; `nil` outside of it.
  private var partsInside: [Substring]? {
    let prefix = checkout == "/" ? "/" : checkout + "/"
    guard path.hasPrefix(prefix) else { return nil }
    return path.dropFirst(prefix.count).split(separator: "/")
  }

  private func place(_ parts: [Substring], makesFolders: Bool) throws(FileError) -> FilePlace {
    if parts.isEmpty { throw FileError(.write, path, .isFolder) }
    if parts.contains(where: Self.isGitFolder) { throw FileError(.write, path, .belongsToGit) }
    if parts.contains(where: Self.isStateFolder) {
      throw FileError(.write, path, .belongsToDevtool)
    }
    do throws(FileError) {
      return try FilePlace(anchor: checkout, parts: parts, makesFolders: makesFolders, .write)
    } catch {
      guard error.reason == .isLink || error.reason == .tooManyLinks else {
        throw FileError(.write, given, error.reason)
      }
    }
    // A link that stays in the checkout is harmless.
    guard let top = realPath(checkout), let inside = resolvedParts(parts, top) else {
      throw FileError(.write, path, .leadsOutOfCheckout)
    }
    return try FilePlace(anchor: top, parts: inside, makesFolders: makesFolders, .write)
  }

  /// The components with links resolved, as far as they exist; `nil` when they lead out of the
  /// checkout, or into a folder of git or devtool.
  private func resolvedParts(_ parts: [Substring], _ top: String) -> [Substring]? {
    for count in (1..<parts.count).reversed() {
      guard let folder = realPath("\(checkout)/\(parts[..<count].joined(separator: "/"))") else {
        continue
      }
      guard folder.isInside(top) else { return nil }
      let found = folder.dropFirst(top.count).split(separator: "/") + parts[count...]
      let isTaken = found.contains { Self.isGitFolder($0) || Self.isStateFolder($0) }
      return isTaken ? nil : found
    }
    return nil
  }

  /// The name of devtool's own folder in a checkout.
  package static let stateFolder = ".devtool"

  /// Whether a component of a path is git's folder on any file system.
  package static func isGitFolder(_ part: some StringProtocol) -> Bool {
    part.utf8.count == 4 && part.lowercased() == ".git"
  }

  /// Whether a component of a path is devtool's own folder on any file system.
  package static func isStateFolder(_ part: some StringProtocol) -> Bool {
    part.utf8.count == stateFolder.utf8.count && part.lowercased() == stateFolder
  }
}
