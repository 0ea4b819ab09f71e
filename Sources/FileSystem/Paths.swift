#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A path without links, `.` and `..`; `nil` when it does not exist.
package func realPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}

/// An absolute path whose existing part has its links resolved.
package func realPathOfExisting(_ path: String) -> String {
  var known = path.normalizedPath
  var rest = ""
  while known != "/" {
    if let start = realPath(known) { return (start == "/" && !rest.isEmpty ? "" : start) + rest }
    let folder = known.parentFolder
    rest = String(known.dropFirst(folder == "/" ? 0 : folder.count)) + rest
    known = folder
  }
  return rest.isEmpty ? known : rest
}

/// The current working folder; `nil` when it no longer exists.
package func workingFolder() -> String? {
  guard let path = getcwd(nil, 0) else { return nil }
  defer { free(path) }
  return String(cString: path)
}

// Operations on the text of a path, by bytes; links are not resolved.
extension String {
  /// An absolute path without `.`, `..` and redundant slashes.
  package var normalizedPath: String {
    var parts: [Substring] = []
    for part in split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The parent folder of a path: `/` for `/a`, and for a name without a folder.
  package var parentFolder: String {
    guard let slash = lastIndex(of: "/"), slash > startIndex else { return "/" }
    return String(self[..<slash])
  }

  /// The path relative to a folder; `nil` when it is the folder, or outside of it.
  package func path(below folder: String) -> String? {
    let (path, folder) = (utf8, folder.utf8)
    guard path.starts(with: folder) else { return nil }
    var rest = path.dropFirst(folder.count)
    // `/` already ends with the separating slash.
    if folder.last != UInt8(ascii: "/") {
      guard rest.popFirst() == UInt8(ascii: "/") else { return nil }
    }
    return rest.isEmpty ? nil : String(Substring(rest))
  }

  /// The path relative to a folder if it is below it; otherwise unchanged.
  package func relative(to folder: String) -> String { path(below: folder) ?? self }

  /// Whether a path is the folder or below it.
  package func isInside(_ folder: String) -> Bool {
    utf8.elementsEqual(folder.utf8) || path(below: folder) != nil
  }
}

extension String {
  /// The nearest folder that satisfies a condition: this folder or one above it.
  ///
  /// - Parameter last: The last folder to check; `nil` continues up to the root.
  package func ancestor(upTo last: String? = nil, where isWanted: (String) -> Bool) -> String? {
    var folder = self
    while true {
      if isWanted(folder.isEmpty ? "/" : folder) { return folder.isEmpty ? "/" : folder }
      if folder == last || folder.isEmpty || folder == "/" { return nil }
      folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
    }
  }
}

extension String {
  /// Whether a path contains `..` and its resolved form is outside of a folder.
  package func leadsOut(of root: String) -> Bool {
    guard let resolved = realPath(self), let folder = realPath(root) else { return false }
    return contains("/../") && resolved.path(below: folder) == nil
  }

  /// This folder and its parents up to another folder, nearest first; only that other folder if
  /// this one is outside of it.
  package func folders(upTo root: String) -> [String] {
    var folders: [String] = []
    var folder = self
    while folder.isInside(root) {
      folders.append(folder)
      guard folder != root, let slash = folder.lastIndex(of: "/") else { break }
      folder = String(folder[..<slash])
    }
    return folders.isEmpty ? [root] : folders
  }

  /// The nearest link inside a folder that a path uses to reach this folder.
  ///
  /// - Parameters:
  /// - way: An absolute path; the result is `nil` for `nil` and for a path to another folder.
  /// - root: The absolute path of the folder that contains the link.
  package func link(onTheWay way: String?, below root: String) -> String? {
    guard let way, way.hasPrefix("/"), realPath(way) == realPath(self) else { return nil }
    let top = realPath(root) ?? root
    var folder = way
    while let slash = folder.lastIndex(of: "/"), slash != folder.startIndex {
      let parent = String(folder[..<slash])
      let isLink = FileStatus(folder, followsLink: false)?.isLink ?? false
      if isLink, realPath(parent)?.isInside(top) ?? false { return folder }
      folder = parent
    }
    return nil
  }
}

/// The id of a step as a file name; values of a matrix may contain any character.
package func fileName(of id: String) -> String {
  let isSafe = id.utf8.allSatisfy { byte in
    (byte | 0x20) >= 97 && (byte | 0x20) <= 122 || (48...57).contains(byte)
      || "._-".utf8.contains(byte)
  }
  if isSafe, id.utf8.count <= 200 { return id }
  // The hash distinguishes ids that are equal without their special characters.
  let shown = id.utf8.prefix(80).split { byte in
    !((97...122).contains(byte | 0x20) || (48...57).contains(byte) || "._-".utf8.contains(byte))
  }.map { String(decoding: $0, as: UTF8.self) }
  return (shown + [FNV1a(id).hex]).joined(separator: "-")
}
