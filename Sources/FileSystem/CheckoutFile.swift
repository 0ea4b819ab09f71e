/// A file that devtool writes at a path that `.ci.yml`, a command line or a kept result names.
///
/// What lies in the checkout by its name stays there: a branch may have committed a folder that is a link to
/// somewhere else. A path outside of the checkout is only ever typed by a person, and taken as it is.
package struct CheckoutFile {
  /// Absolute, as it was given.
  private let given: String
  /// The same without `.` and `..`.
  private let path: String
  /// The top of the checkout; absolute.
  private let checkout: String

  /// - Parameters:
  ///   - path: Absolute, or relative to `root`.
  ///   - root: Absolute.
  ///   - checkout: The top of the checkout; absolute.
  package init(_ path: String, root: String, checkout: String) {
    given = path.hasPrefix("/") ? path : "\(root)/\(path)"
    self.path = given.normalizedPath
    self.checkout = checkout
  }

  /// Writes the file, whole or not at all.
  ///
  /// - Parameters:
  ///   - makesFolders: Whether the folders it lies in are made.
  ///   - isDurable: As for `writeFile`.
  package func write(
    _ bytes: [UInt8], makesFolders: Bool = true, isDurable: Bool = true
  ) throws(FileError) {
    try write(makesFolders: makesFolders, isDurable: isDurable) { file throws(FileError) in
      try file.write(bytes)
    }
  }

  /// The same, piece by piece.
  ///
  /// - Parameter content: Writes it; what it throws leaves everything as it was.
  package func write(
    makesFolders: Bool = true, isDurable: Bool = true,
    _ content: (borrowing OpenFile) throws(FileError) -> Void
  ) throws(FileError) {
    guard let parts = partsInside else {
      if makesFolders { makeFolder(of: given) }
      return try FilePlace(given, .write).replace(given, isDurable: isDurable, content)
    }
    try place(parts, makesFolders: makesFolders).replace(path, isDurable: isDurable, content)
  }

  /// Opens the file to write it from the beginning; its folder has to be there.
  package func openToWrite() throws(FileError) -> OpenFile {
    guard let parts = partsInside else { return try OpenFile(given, to: .overwrite) }
    return try OpenFile(place(parts, makesFolders: false), path, to: .overwrite, .write)
  }

  /// Below the checkout; `nil` outside of it.
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
    // A link that stays in the checkout does no harm.
    guard let top = realPath(checkout), let inside = resolvedParts(parts, top) else {
      throw FileError(.write, path, .leadsOutOfCheckout)
    }
    return try FilePlace(anchor: top, parts: inside, makesFolders: makesFolders, .write)
  }

  /// The parts without links, as far as they exist; `nil` when they lead out of the checkout, or to what is
  /// git's or devtool's own.
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

  /// devtool's own folder in a checkout.
  package static let stateFolder = ".devtool"

  /// Whether a part of a path is git's folder on some file system.
  package static func isGitFolder(_ part: some StringProtocol) -> Bool {
    part.utf8.count == 4 && part.lowercased() == ".git"
  }

  /// Whether a part of a path is devtool's own folder on some file system.
  package static func isStateFolder(_ part: some StringProtocol) -> Bool {
    part.utf8.count == stateFolder.utf8.count && part.lowercased() == stateFolder
  }
}
