import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An HTTP server on a loopback port that does what a test says, however wrong.
package final class LoopbackServer: Sendable {
  package struct Request: Hashable, Sendable {
    package var method: String
    package var path: String
    /// By their names in lower case.
    package var headers: [String: String]
    package var body: [UInt8]

    /// `PUT /ac/x`
    package var line: String { "\(method) \(path)" }
  }

  package enum Reaction: Sendable {
    case answer(status: Int, body: [UInt8] = [], headers: [String] = [])
    /// Announces all of it, sends a half and resets the connection.
    case half([UInt8])
    /// Says nothing until the client has gone.
    case silence
    /// Closes the connection without an answer.
    case hangUp
    /// Sends these bytes, head and all, and then the piece again and again until the client has gone.
    case endless(head: String, piece: [UInt8], everyMilliseconds: UInt32)
  }

  package let port: UInt16
  private let listener: Int32
  private let react: @Sendable (Request) -> Reaction
  private let seen = Mutex<[Request]>([])

  package var url: String { "http://127.0.0.1:\(port)" }
  /// Everything that was asked for, in order.
  package var requests: [Request] { seen.withLock { $0 } }

  package struct CannotListen: Error {
    package var code: Int32
  }

  package init(_ react: @escaping @Sendable (Request) -> Reaction) throws {
    self.react = react
    (listener, port) = try LoopbackServer.listen()
    let listener = listener
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0, let server = self else {
          if connection >= 0 { close(connection) }
          return
        }
        Thread.detachNewThread { server.serve(connection) }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// A port on which nobody listens.
  package static func closedPort() throws -> UInt16 {
    let (listener, port) = try listen()
    close(listener)
    return port
  }

  private static func listen() throws -> (Int32, UInt16) {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && startListening(descriptor) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard descriptor >= 0, result else { throw CannotListen(code: errno) }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    var rest: [UInt8] = []
    while let request = read(connection, &rest) {
      seen.withLock { $0.append(request) }
      switch react(request) {
      case .answer(let status, let body, let headers):
        let isHead = request.method == "HEAD"
        send(connection, head(status, body.count, headers) + (isHead ? [] : body))
      case .half(let body):
        send(connection, head(200, body.count) + body.prefix(body.count / 2))
        // What has been sent is to arrive before the reset does.
        usleep(50_000)
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
          connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        return
      case .silence:
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) > 0 { continue }
        return
      case .hangUp: return
      case .endless(let head, let piece, let milliseconds):
        send(connection, Array(head.utf8))
        while send(connection, piece) { usleep(milliseconds * 1_000) }
        return
      }
    }
  }

  private func head(_ status: Int, _ count: Int, _ headers: [String] = []) -> [UInt8] {
    let lines = ["HTTP/1.1 \(status) Whatever", "Content-Length: \(count)"] + headers
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  /// - Returns: Whether the client took all of it.
  @discardableResult
  private func send(_ connection: Int32, _ bytes: [UInt8]) -> Bool {
    #if canImport(Glibc)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    var offset = 0
    while offset < bytes.count {
      let count = bytes[offset...].withUnsafeBytes {
        sendSome(connection, $0.baseAddress, $0.count, flags)
      }
      if count <= 0 { return false }
      offset += count
    }
    return true
  }

  /// - Parameter rest: What has arrived and not been used.
  private func read(_ connection: Int32, _ rest: inout [UInt8]) -> Request? {
    func more() -> Bool {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = recv(connection, &buffer, buffer.count, 0)
      if count > 0 { rest += buffer[..<count] }
      return count > 0
    }
    let mark = Array("\r\n\r\n".utf8)
    var end: Range<Int>?
    while true {
      end = rest.firstRange(of: mark)
      if end != nil || !more() { break }
    }
    guard let end else { return nil }
    let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    rest.removeFirst(end.upperBound)
    let words = lines[0].split(separator: " ")
    guard words.count == 3 else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = line[line.index(after: colon)...]
        .trimmingCharacters(in: .whitespaces)
    }
    let length = headers["content-length"].flatMap { Int($0) } ?? 0
    while rest.count < length { if !more() { return nil } }
    let body = Array(rest.prefix(length))
    rest.removeFirst(length)
    return Request(
      method: String(words[0]), path: String(words[1]), headers: headers, body: body)
  }
}

private func startListening(_ descriptor: Int32) -> Int32 { listen(descriptor, 64) }

private func sendSome(
  _ connection: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32
) -> Int { send(connection, bytes, count, flags) }
