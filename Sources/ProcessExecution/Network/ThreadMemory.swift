#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The memory of a thread whose network call waits for an answer, read through `/proc/<id>/mem`
/// (proc(5)).
struct ThreadMemory {
  let thread: pid_t

  /// The address and content of a message (`struct msghdr`, 64-bit layout).
  struct Message: Hashable {
    /// Empty when the socket is connected; `nil` when it could not be read.
    var address: [UInt8]?
    /// Up to 512 bytes from the first buffer; `nil` when they could not be read.
    var content: [UInt8]?
  }

  /// Reads `count` bytes; `nil` when not all of them can be read.
  func read(_ address: UInt64, _ count: Int) -> [UInt8]? {
    guard count > 0 else { return [] }
    guard address != 0, let offset = off_t(exactly: address) else { return nil }
    let descriptor = open("/proc/\(thread)/mem", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    guard pread(descriptor, &bytes, count, offset) == count else { return nil }
    return bytes
  }

  func message(at address: UInt64) -> Message? {
    guard let header = read(address, 56) else { return nil }
    let name = word(header, at: 0)
    let nameLength = Int(word(header, at: 8) & 0xffff_ffff)
    let vectors = word(header, at: 16)
    var message = Message(address: [], content: nil)
    if name != 0 { message.address = read(name, min(nameLength, 128)) }
    if word(header, at: 24) > 0, let vector = read(vectors, 16) {
      message.content = read(word(vector, at: 0), Int(min(word(vector, at: 8), 512)))
    }
    return message
  }

  private func word(_ bytes: [UInt8], at index: Int) -> UInt64 {
    bytes[index..<(index + 8)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
