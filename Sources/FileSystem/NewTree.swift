#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Fills a new folder of our own with files and links, whose paths need not be UTF-8.
///
/// Nothing lands outside of it: no part of a path may be `..`, and what is there is not written to.
package struct NewTree: Sendable {
  /// Absolute, and empty at first.
  package let root: String

  package init(root: String) {
    self.root = root
  }

  /// - Parameter path: Relative to the root; missing folders are made.
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

  /// Where a file goes; makes the folders on the way.
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
        // There may be a link of the same name.
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
