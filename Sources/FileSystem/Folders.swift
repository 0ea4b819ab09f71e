#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

#if canImport(Darwin)
  typealias FolderStream = UnsafeMutablePointer<DIR>
#else
  typealias FolderStream = OpaquePointer
#endif

/// The names in a folder without `.` and `..`, unsorted; empty when it cannot be read.
package func folderContents(_ path: String) -> [String] {
  guard FilePlace.guardedPart(of: path) != nil else {
    return opendir(path).map(names) ?? []
  }
  guard let place = try? FilePlace(path, .read) else { return [] }
  return names(in: place.folder, place.name)
}

/// The names in a folder without `.` and `..`, unsorted.
///
/// - Throws: When the folder cannot be listed, or its entries cannot be accessed.
package func listFolder(_ path: String) throws(FileError) -> [String] {
  let place = try FilePlace(path, .look)
  guard faccessat(place.folder, place.name, R_OK | X_OK, 0) == 0 else {
    throw FileError(.look, path)
  }
  return folderContents(path)
}

/// The content of a folder.
package struct FolderListing: Sendable {
  /// The names without `.` and `..`.
  package var names: [String] = []
  /// Entries whose names are not UTF-8, in a displayable form.
  package var unreadable: [(name: String, isFolder: Bool)] = []
  package var wasRead = false
}

/// Lists a folder, including names that are not UTF-8; links on the way are followed.
package func folderListing(_ path: String) -> FolderListing {
  var listing = FolderListing()
  guard let stream = opendir(path) else { return listing }
  defer { closedir(stream) }
  listing.wasRead = true
  while let item = readdir(stream) {
    withUnsafeBytes(of: &item.pointee.d_name) { bytes in
      let length = bytes.firstIndex(of: 0) ?? bytes.count
      let name = UnsafeRawBufferPointer(rebasing: bytes[..<length])
      if let text = String(validating: name, as: UTF8.self) {
        if text != ".", text != ".." { listing.names.append(text) }
        return
      }
      var status = stat()
      // The name is null-terminated.
      let isFolder =
        bytes.bindMemory(to: CChar.self).baseAddress.map {
          fstatat(dirfd(stream), $0, &status, AT_SYMLINK_NOFOLLOW) != 0
            || status.st_mode & S_IFMT == S_IFDIR || status.st_mode & S_IFMT == S_IFLNK
        } ?? true
      listing.unreadable.append((String(decoding: name, as: UTF8.self), isFolder))
    }
  }
  return listing
}

/// The names in a folder that is not a link.
private func names(in folder: Int32, _ name: String) -> [String] {
  openFolder(name, in: folder).map(names) ?? []
}

/// Opens a folder that is not a link for listing.
func openFolder(_ name: UnsafePointer<CChar>, in folder: Int32) -> FolderStream? {
  let descriptor = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  if let stream = fdopendir(descriptor) { return stream }
  close(descriptor)
  return nil
}

private func names(of stream: FolderStream) -> [String] {
  defer { closedir(stream) }
  var names: [String] = []
  while let item = readdir(stream) {
    let name = withUnsafeBytes(of: &item.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}

/// A folder for repeated lookups; the value refers to the same folder after it was moved.
package struct OpenFolder: ~Copyable, Sendable {
  private let descriptor: Int32

  /// Opens a folder; `nil` when that fails.
  package init?(_ path: String) {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// The status at a path relative to the folder, of a link itself; `nil` when nothing exists
  /// there.
  package func status(of path: String) -> FileStatus? { FileStatus(in: descriptor, path) }
}
