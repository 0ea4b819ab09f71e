import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Both listen at one port, at the same time in one process.
@Suite struct PortTests {
  private static let folder = ProcessInfo.processInfo.environment["MEETING"]
  private static func path(_ name: String) -> String { "\(folder ?? "/nowhere")/port.\(name)" }

  /// Listens on a port of 127.0.0.1, 0 being any that is free; `nil` when it is taken.
  private func listen(_ port: UInt16) -> (socket: Int32, port: UInt16)? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && Glibc.listen(descriptor, 1) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    if isBound { return (descriptor, UInt16(bigEndian: address.sin_port)) }
    close(descriptor)
    return nil
  }

  private func wait(for name: String) async throws {
    guard Self.folder != nil else { return }
    for _ in 0..<6_000 where !FileManager.default.fileExists(atPath: Self.path(name)) {
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  @Test func first() async throws {
    let server = try #require(listen(0))
    defer { close(server.socket) }
    guard Self.folder != nil else { return }
    try "\(server.port)".write(toFile: Self.path("here"), atomically: true, encoding: .utf8)
    try await wait(for: "seen")
  }

  @Test func second() async throws {
    try await wait(for: "here")
    let text = try? String(contentsOfFile: Self.path("here"), encoding: .utf8)
    let server = listen(text.flatMap(UInt16.init) ?? 0)
    if Self.folder != nil {
      try "".write(toFile: Self.path("seen"), atomically: true, encoding: .utf8)
    }
    #expect(server != nil, "the port is taken")
    if let server { close(server.socket) }
  }
}
