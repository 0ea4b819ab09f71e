package import FileSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

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
    self.path = CheckoutFile.plain(given)
    self.checkout = checkout
  }

  /// Writes the file, whole or not at all.
  ///
  /// - Parameter makesFolders: Whether the folders it lies in are made.
  package func write(_ bytes: [UInt8], makesFolders: Bool = true) throws(StorageError) {
    guard let parts = partsInside else {
      if makesFolders { makeFolder(of: given) }
      return try writeFile(given, bytes)
    }
    try place(parts, makesFolders: makesFolders).replace(with: bytes, path, isDurable: true)
  }

  /// Opens the file to write it from the beginning; its folder has to be there.
  package func openToWrite() throws(StorageError) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    guard let parts = partsInside else { return try openDescriptor(given, flags) }
    return try place(parts, makesFolders: false).open(flags, "write", path)
  }

  /// Below the checkout; `nil` outside of it.
  private var partsInside: [Substring]? {
    let prefix = checkout == "/" ? "/" : checkout + "/"
    guard path.hasPrefix(prefix) else { return nil }
    return path.dropFirst(prefix.count).split(separator: "/")
  }

  private func place(
    _ parts: [Substring], makesFolders: Bool = true
  ) throws(StorageError) -> FilePlace {
    if parts.isEmpty { throw StorageError("write", path, code: EISDIR) }
    if parts.contains(where: CheckoutFile.isGitFolder) {
      throw StorageError("write", path, code: EPERM, reason: "what lies in .git belongs to git")
    }
    if parts.contains(where: CheckoutFile.isStateFolder) {
      throw StorageError(
        "write", path, code: EPERM, reason: "what lies in .devtool belongs to devtool itself")
    }
    do throws(StorageError) {
      return try FilePlace(anchor: checkout, parts: parts, makesFolders: makesFolders, "write")
    } catch {
      guard error.code == ELOOP else {
        throw StorageError("write", given, code: error.code, reason: error.reason)
      }
    }
    // A link that stays in the checkout does no harm.
    guard let top = resolved(checkout), let inside = resolvedParts(parts, top) else {
      throw StorageError(
        "write", path, code: ELOOP, reason: "a symbolic link on the way leads out of the checkout")
    }
    return try FilePlace(anchor: top, parts: inside, makesFolders: makesFolders, "write")
  }

  /// The parts without links, as far as they exist; `nil` when they lead out of the checkout, or to what is
  /// git's or devtool's own.
  private func resolvedParts(_ parts: [Substring], _ top: String) -> [Substring]? {
    for count in (1..<parts.count).reversed() {
      guard let folder = resolved("\(checkout)/\(parts[..<count].joined(separator: "/"))") else {
        continue
      }
      guard folder == top || folder.hasPrefix(top + "/") else { return nil }
      let found = folder.dropFirst(top.count).split(separator: "/") + parts[count...]
      let isTaken = found.contains { Self.isGitFolder($0) || Self.isStateFolder($0) }
      return isTaken ? nil : found
    }
    return nil
  }

  private func resolved(_ path: String) -> String? {
    guard let pointer = realpath(path, nil) else { return nil }
    defer { free(pointer) }
    return String(cString: pointer)
  }

  /// Whether a part of a path is git's folder on some file system.
  static func isGitFolder(_ part: some StringProtocol) -> Bool {
    part.utf8.count == 4 && part.lowercased() == ".git"
  }

  /// Whether a part of a path is devtool's own folder on some file system.
  static func isStateFolder(_ part: some StringProtocol) -> Bool {
    part.utf8.count == FilePlace.guardedName.utf8.count
      && part.lowercased() == FilePlace.guardedName
  }

  /// Without `.`, `..` and slashes too many.
  static func plain(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
