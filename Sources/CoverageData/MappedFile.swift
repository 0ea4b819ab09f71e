#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The bytes of a file without a copy of them; unmapped when the value goes away.
///
/// What is no regular file, such as a pipe, is read into memory instead.
package final class MappedFile {
  package let bytes: UnsafeRawBufferPointer
  private let isMapped: Bool

  /// What comes out of a pipe is read up to this, in bytes.
  private static let longestStream = 1 << 30
  /// A terminal is a device, and so is `/dev/zero`.
  private static let longestDevice = 64 << 20

  /// - Parameter isTyped: A person named it: what is no regular file is read, too.
  /// - Throws: `CoverageError.fileFailed` with the system's reason.
  package init(_ path: String, isTyped: Bool = false) throws(CoverageError) {
    let descriptor = open(
      path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (isTyped ? 0 : O_NONBLOCK))
    guard descriptor >= 0 else { throw MappedFile.failure(path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw MappedFile.failure(path) }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw .fileFailed(path: path, message: "is a folder")
    }
    if !isTyped, status.st_mode & S_IFMT != S_IFREG {
      throw .fileFailed(path: path, message: "is not a file")
    }
    if status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 {
      let count = Int(status.st_size)
      let address = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
      guard let address, address != MAP_FAILED else { throw MappedFile.failure(path) }
      bytes = UnsafeRawBufferPointer(start: address, count: count)
      isMapped = true
      return
    }
    var content: [UInt8] = []
    if status.st_mode & S_IFMT != S_IFREG {
      let isDevice = status.st_mode & S_IFMT == S_IFCHR
      let limit = isDevice ? MappedFile.longestDevice : MappedFile.longestStream
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw MappedFile.failure(path) }
        if count == 0 { break }
        content += buffer[..<count]
        if content.count > limit {
          throw .fileFailed(
            path: path, message: "has no end, or more than \(limit >> 20) MiB, and is no file")
        }
      }
    }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: content.count, alignment: 1)
    copy.copyBytes(from: content)
    bytes = UnsafeRawBufferPointer(copy)
    isMapped = false
  }

  deinit {
    if isMapped {
      munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    } else {
      bytes.deallocate()
    }
  }

  /// Gives back the memory of what has been read, up to an offset; it can be read again.
  package func forget(upTo offset: Int) {
    guard isMapped, let start = bytes.baseAddress else { return }
    let page = Int(getpagesize())
    let count = min(offset, bytes.count) / page * page
    if count > 0 { madvise(UnsafeMutableRawPointer(mutating: start), count, MADV_DONTNEED) }
  }

  private static func failure(_ path: String) -> CoverageError {
    .fileFailed(path: path, message: String(cString: strerror(errno)))
  }
}
