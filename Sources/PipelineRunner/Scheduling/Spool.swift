#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Keeps bytes for later: a few in memory, the rest in a file without a name.
struct Spool: Sendable {
  /// How many bytes have been added.
  private(set) var count = 0
  private var memory: [UInt8] = []
  private var file: NamelessFile?
  /// No file could be had, or it is full: what came after is missing.
  private(set) var isCut = false

  private var memoryLimit = 65_536

  /// - Parameter isOnDisk: Keep nothing in memory.
  init(isOnDisk: Bool = false) {
    if isOnDisk { memoryLimit = 0 }
  }

  /// Adds bytes; when there is no room for them anywhere they are dropped, and `isCut` tells.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if isCut || bytes.isEmpty { return }
    if file == nil {
      if memory.count + bytes.count <= memoryLimit {
        memory.append(contentsOf: bytes)
        count += bytes.count
        return
      }
      file = NamelessFile()
    }
    guard let file, file.write(bytes, at: count - memory.count) else {
      isCut = true
      return
    }
    count += bytes.count
  }

  /// Hands on the bytes of a range, in pieces.
  func read(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Void) {
    let inMemory = range.clamped(to: 0..<memory.count)
    if !inMemory.isEmpty {
      memory.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[inMemory])) }
    }
    guard let file, range.upperBound > memory.count else { return }
    var offset = max(range.lowerBound, memory.count) - memory.count
    let end = range.upperBound - memory.count
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while offset < end {
      let size = file.read(&buffer, at: offset, atMost: min(buffer.count, end - offset))
      if size <= 0 { return }
      buffer.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<size])) }
      offset += size
    }
  }
}

/// A file that is gone when nobody uses it any more, also after a crash.
private final class NamelessFile: Sendable {
  private let descriptor: Int32

  init?() {
    var opened: Int32 = -1
    for folder in temporaryFolders() where opened < 0 {
      var path = Array("\(folder)/devtool-XXXXXX".utf8CString)
      opened = mkstemp(&path)
      if opened >= 0 { unlink(path) }
    }
    descriptor = opened
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    var rest = bytes
    var offset = offset
    while !rest.isEmpty {
      let size = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset))
      if size < 0, errno == EINTR { continue }
      if size <= 0 { return false }
      offset += size
      rest = UnsafeRawBufferPointer(rebasing: rest[size...])
    }
    return true
  }

  func read(_ buffer: inout [UInt8], at offset: Int, atMost limit: Int) -> Int {
    while true {
      let size = buffer.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress, limit, off_t(offset))
      }
      if size < 0, errno == EINTR { continue }
      return size
    }
  }
}

/// `TMPDIR`, and where it is missing or full what every system has.
private func temporaryFolders() -> [String] {
  let own = getenv("TMPDIR").map { String(cString: $0) } ?? ""
  return (own.isEmpty ? [] : [own]) + ["/tmp", "/var/tmp"]
}
