#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The bytes of a file mapped into memory; unmapped with the value.
///
/// A file that is not regular, such as a pipe, is read into memory instead.
package final class MappedFile {
  package let bytes: UnsafeRawBufferPointer
  private let isMapped: Bool

  package init(_ path: String, from origin: PathOrigin = .checkout) throws(FileError) {
    let file = try OpenFile(reading: path, from: origin)
    guard let status = file.status else { throw FileError(.read, path) }
    if status.isFolder { throw FileError(.read, path, .notAFile(.folder)) }
    if status.isFile, status.size > 0 {
      let address = mmap(nil, status.size, PROT_READ, MAP_PRIVATE, file.descriptor, 0)
      guard let address, address != MAP_FAILED else { throw FileError(.read, path) }
      bytes = UnsafeRawBufferPointer(start: address, count: status.size)
      isMapped = true
      return
    }
    let content = status.isFile ? [] : try file.readAll()
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

  /// Releases the memory of the bytes before an offset; they can still be read again.
  package func forget(upTo offset: Int) {
    guard isMapped, let start = bytes.baseAddress else { return }
    let page = Int(getpagesize())
    let count = min(offset, bytes.count) / page * page
    if count > 0 { madvise(UnsafeMutableRawPointer(mutating: start), count, MADV_DONTNEED) }
  }
}
