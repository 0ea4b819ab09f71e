#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The names in a folder without `.` and `..`; empty when it cannot be read.
package func folderContents(_ path: String) -> [String] {
  guard FilePlace.guardedPart(of: path) != nil else {
    return opendir(path).map(names) ?? []
  }
  guard let place = try? FilePlace(path, "read") else { return [] }
  return names(in: place.folder, place.name)
}

/// What is in a folder.
package struct FolderListing {
  /// Without `.` and `..`.
  package var names: [String] = []
  /// What no `String` can name, as it would be shown.
  package var unreadable: [(name: String, isFolder: Bool)] = []
  package var wasRead = false
}

/// The names in a folder, and those that are not UTF-8; links on the way are followed.
package func folderListing(_ path: String) -> FolderListing {
  var listing = FolderListing()
  guard let directory = opendir(path) else { return listing }
  defer { closedir(directory) }
  listing.wasRead = true
  while let item = readdir(directory) {
    withUnsafeBytes(of: &item.pointee.d_name) { bytes in
      let length = bytes.firstIndex(of: 0) ?? bytes.count
      let name = UnsafeRawBufferPointer(rebasing: bytes[..<length])
      if let text = String(validating: name, as: UTF8.self) {
        if text != ".", text != ".." { listing.names.append(text) }
        return
      }
      var status = stat()
      // Its end is a zero.
      let isFolder =
        bytes.bindMemory(to: CChar.self).baseAddress.map {
          fstatat(dirfd(directory), $0, &status, AT_SYMLINK_NOFOLLOW) != 0
            || status.st_mode & S_IFMT == S_IFDIR || status.st_mode & S_IFMT == S_IFLNK
        } ?? true
      listing.unreadable.append((String(decoding: name, as: UTF8.self), isFolder))
    }
  }
  return listing
}

/// The names in a folder that is no link.
private func names(in folder: Int32, _ name: String) -> [String] {
  let descriptor = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
  guard descriptor >= 0 else { return [] }
  guard let directory = fdopendir(descriptor) else {
    close(descriptor)
    return []
  }
  return names(of: directory)
}

#if canImport(Glibc)
  private typealias Directory = OpaquePointer
#else
  private typealias Directory = UnsafeMutablePointer<DIR>
#endif

private func names(of directory: Directory) -> [String] {
  defer { closedir(directory) }
  var names: [String] = []
  while let item = readdir(directory) {
    let name = withUnsafeBytes(of: &item.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}

/// Removes a folder and everything in it; links are removed, never followed.
package func removeTree(_ path: String) {
  guard let place = try? FilePlace(path, "remove") else { return }
  removeTree(in: place.folder, place.name, depth: 0)
}

private func removeTree(in folder: Int32, _ name: String, depth: Int) {
  var status = stat()
  guard depth < 1_000, fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
  guard status.st_mode & S_IFMT == S_IFDIR else {
    unlinkat(folder, name, 0)
    return
  }
  // Tests make folders that even their owner cannot change.
  if status.st_mode & 0o700 != 0o700 {
    fchmodat(folder, name, status.st_mode & 0o7777 | 0o700, 0)
  }
  let descriptor = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
  if descriptor >= 0 {
    defer { close(descriptor) }
    for item in names(in: descriptor, ".") { removeTree(in: descriptor, item, depth: depth + 1) }
  }
  unlinkat(folder, name, AT_REMOVEDIR)
}

/// Makes a folder and those that it lies in.
package func makeFolders(_ path: String) throws(StorageError) {
  if let (anchor, parts) = FilePlace.guardedPart(of: path) {
    // Of those outside nothing is said: the first one inside fails without them.
    if !anchor.isEmpty { makeFoldersFollowingLinks(anchor) }
    let place = try FilePlace(
      anchor: anchor, parts: parts + ["."], makesFolders: true, "make the folder")
    _ = consume place
    return
  }
  if makeFoldersFollowingLinks(path) { return }
  throw StorageError("make the folder", path)
}

@discardableResult
private func makeFoldersFollowingLinks(_ path: String) -> Bool {
  if mkdir(path, 0o777) == 0 || errno == EEXIST { return true }
  guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex,
    makeFoldersFollowingLinks(String(path[..<slash]))
  else { return false }
  return mkdir(path, 0o777) == 0 || errno == EEXIST
}

/// Makes the folder that a file lies in; whoever writes there tells when that failed.
package func makeFolder(of path: String) {
  if let slash = path.lastIndex(of: "/") { makeFolder(String(path[..<slash])) }
}

/// Makes a folder and those that it lies in; whoever writes there tells when that failed.
package func makeFolder(_ path: String) { try? makeFolders(path) }
