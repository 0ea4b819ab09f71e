#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Fills a new folder with files and links whose paths need not be UTF-8.
///
/// Nothing is written outside of it: `..` is rejected in paths, and existing files are never opened
/// for writing.
package struct NewTree: Sendable {
  /// The absolute path of the folder, which is empty at first.
  package let root: String

  package init(root: String) {
    self.root = root
  }

  /// - Parameter path: The path relative to the root; missing folders are created.
  package func makeFile(
    _ path: [UInt8], _ content: [UInt8], isExecutable: Bool
  ) throws(FileError) {
    let place = try place(path)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let descriptor = open(place, flags, isExecutable ? 0o777 : 0o666)
    guard descriptor >= 0 else { throw FileError(.write, shown(path)) }
    try OpenFile(descriptor: descriptor, path: shown(path)).write(content)
  }

  package func makeLink(_ path: [UInt8], to target: [UInt8]) throws(FileError) {
    guard symlink(cString(target), try place(path)) == 0 else {
      throw FileError(.write, shown(path))
    }
  }

  /// The absolute path of a file; creates its missing folders.
  private func place(_ path: [UInt8]) throws(FileError) -> [CChar] {
    let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy {
      !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) && !$0.contains(0)
    }
    guard isPlain else { throw FileError(.write, shown(path), .invalid) }
    var place = Array(root.utf8)
    for part in parts {
      if mkdir(cString(place), 0o777) != 0 {
        guard errno == EEXIST else { throw FileError(.write, shown(path)) }
        // A link with the same name may exist.
        guard FileStatus(in: AT_FDCWD, cString(place))?.isFolder == true else {
          throw FileError(.write, shown(path), .notAFolder)
        }
      }
      place.append(UInt8(ascii: "/"))
      place += part
    }
    return cString(place)
  }

  private func shown(_ path: [UInt8]) -> String {
    "\(root)/\(String(decoding: path, as: UTF8.self))"
  }

  private func cString(_ bytes: [UInt8]) -> [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
}
