#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Buffers bytes: a limited number in memory, the rest in an unnamed file.
package struct Spool: Sendable {
  /// The number of buffered bytes.
  package private(set) var count = 0
  private var memory: [UInt8] = []
  private var file: NamelessFile?
  /// Whether bytes were dropped because no file could be created, or the disk was full.
  package private(set) var isCut = false

  private var memoryLimit = 65_536

  /// - Parameter isOnDisk: Whether nothing is kept in memory.
  package init(isOnDisk: Bool = false) {
    if isOnDisk { memoryLimit = 0 }
  }

  /// Adds bytes; when there is no space for them, they are dropped and `isCut` is set.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
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

  /// Passes the bytes of a range to `body`, in pieces.
  package func read(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Void) {
    let inMemory = range.clamped(to: 0..<memory.count)
    if !inMemory.isEmpty {
      memory.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[inMemory])) }
    }
    guard let file, range.upperBound > memory.count else { return }
    var offset = max(range.lowerBound, memory.count) - memory.count
    let end = range.upperBound - memory.count
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    defer { buffer.deallocate() }
    while offset < end {
      let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(end - offset))
      let size = file.read(into: wanted, at: offset)
      if size == 0 { return }
      body(UnsafeRawBufferPointer(rebasing: buffer[..<size]))
      offset += size
    }
  }
}

/// An unnamed file, which is deleted when its last user ends, even after a crash.
private final class NamelessFile: Sendable {
  private let file: OpenFile

  init?() {
    for folder in temporaryFolders() {
      let path = "\(folder)/devtool-\(String(UInt64.random(in: .min ... .max), radix: 36))"
      guard let file = try? OpenFile(path, to: .create, permissions: 0o600) else { continue }
      removeFile(path)
      self.file = file
      return
    }
    return nil
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    (try? file.write(bytes, at: offset)) != nil
  }

  /// - Returns: The number of bytes; 0 when nothing can be read.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    (try? file.read(into: buffer, at: offset)) ?? 0
  }
}

/// `TMPDIR`, and as fallback the temporary folders of every system.
private func temporaryFolders() -> [String] {
  let own = getenv("TMPDIR").map { String(cString: $0) } ?? ""
  return (own.isEmpty ? [] : [own]) + ["/tmp", "/var/tmp"]
}
