import CPlatform
import FileSystem
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Sends HTTP requests; a test passes one that simulates a server. Redirects are not followed, so
/// that no header reaches a host other than the intended one.
package struct HTTPClient: Sendable {
  package struct Request: Sendable {
    package enum Method: String, Sendable {
      case delete = "DELETE"
      case get = "GET"
      case head = "HEAD"
      case patch = "PATCH"
      case post = "POST"
      case put = "PUT"
    }

    package var method: Method
    package var url: String
    /// The headers in the form `Name: value`.
    package var headers: [String] = []
    /// The file to send with `PUT`.
    package var file: String?
    /// The content to send with any method instead of a file.
    package var content: [UInt8]?
    /// Whether the content of answers with a status other than 200 is received, too.
    package var receivesErrors = false
    /// The names of the answer's headers to return, in lower case.
    package var wantedHeaders: Set<String> = []
    /// The maximum duration of the connection, and of a transfer below `lowestRate`.
    package var patience: Duration
    /// The minimum transfer rate in bytes per second.
    package var lowestRate = 65_536
    /// The maximum duration of the whole request, and the additional time for each megabyte of
    /// useful content.
    package var longest = Duration.seconds(5)
    package var longestPerMegabyte = Duration.seconds(1)

    package init(method: Method, url: String, patience: Duration) {
      self.method = method
      self.url = url
      self.patience = patience
    }
  }

  /// The result of a request.
  package enum Outcome: Hashable, Sendable {
    case status(Int)
    /// The caller stopped the transfer.
    case refused
    /// The run is being cancelled.
    case cancelled
    case failed(String)
  }

  package struct Answer: Hashable, Sendable {
    package var outcome: Outcome
    /// The requested headers by their names in lower case; the last one of duplicates.
    package var headers: [String: String] = [:]

    package init(_ outcome: Outcome, headers: [String: String] = [:]) {
      self.outcome = outcome
      self.headers = headers
    }
  }

  /// Sends a request and passes the content of an answer with status 200 to `receive`, in pieces,
  /// until it returns `false`.
  package var perform: @Sendable (Request, _ receive: (UnsafeRawBufferPointer) -> Bool) -> Answer

  package init(
    perform: @escaping @Sendable (Request, _ receive: (UnsafeRawBufferPointer) -> Bool) -> Answer
  ) {
    self.perform = perform
  }
}

extension HTTPClient {
  /// A client that uses libcurl; `nil` when it is not installed.
  package static func live(isCancelled: @escaping @Sendable () -> Bool) -> HTTPClient? {
    guard platform_http_load() == 0 else { return nil }
    let clients = HTTPClients()
    return HTTPClient { request, receive in
      clients.perform(request, isCancelled: isCancelled, receive)
    }
  }
}

/// Reusable clients of libcurl with open connections, one for each simultaneous request.
private final class HTTPClients: Sendable {
  /// A client; only one thread at a time uses it.
  private struct Client: @unchecked Sendable {
    var pointer: UnsafeMutableRawPointer
  }

  private let idle = Mutex<[Client]>([])

  deinit {
    for client in idle.withLock({ $0 }) { platform_http_close(client.pointer) }
  }

  /// The data for the C callbacks; it lives as long as the request.
  private struct Exchange {
    var receive: (UnsafeRawBufferPointer) -> Bool
    var isCancelled: @Sendable () -> Bool
    var wantedHeaders: Set<String>
    var headers: [String: String] = [:]
    var wasRefused = false
    var wasCancelled = false

    /// Stores a header line if it is requested and not too large.
    mutating func take(header line: UnsafeRawBufferPointer) {
      guard line.count <= 8_192, let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      guard wantedHeaders.contains(name) else { return }
      let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
      headers[name] = String(
        value.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
  }

  func perform(
    _ request: HTTPClient.Request, isCancelled: @escaping @Sendable () -> Bool,
    _ receive: (UnsafeRawBufferPointer) -> Bool
  ) -> HTTPClient.Answer {
    let reused = idle.withLock { $0.popLast() }
    guard let client = reused ?? platform_http_open().map({ Client(pointer: $0) }) else {
      return HTTPClient.Answer(.failed("libcurl has no memory left"))
    }
    defer { idle.withLock { $0.append(client) } }
    var body: OpenFile?
    if let file = request.file {
      do throws(FileError) {
        body = try OpenFile(file, to: .read)
      } catch {
        return HTTPClient.Answer(.failed("\(error)"))
      }
    }
    let descriptor = body?.descriptor ?? -1
    let size = Int64(request.content?.count ?? body?.status?.size ?? 0)
    // libcurl reads the file, so it must stay open until the request ends.
    defer { body = nil }
    return withoutActuallyEscaping(receive) { receive in
      var exchange = Exchange(
        receive: receive, isCancelled: isCancelled, wantedHeaders: request.wantedHeaders)
      let outcome = perform(request, with: client, descriptor, size, &exchange)
      return HTTPClient.Answer(outcome, headers: exchange.headers)
    }
  }

  private func perform(
    _ request: HTTPClient.Request, with client: Client, _ body: Int32, _ size: Int64,
    _ exchange: inout Exchange
  ) -> HTTPClient.Outcome {
    // Otherwise libcurl waits for a `100 Continue` that many servers never send.
    let headers = request.headers + ["Expect:"]
    let texts = headers.map { strdup($0) }
    defer { for text in texts { free(text) } }
    let pointers: [UnsafePointer<CChar>?] = texts.map { $0.map { UnsafePointer($0) } } + [nil]
    var answer = platform_http_answer()
    withUnsafeMutablePointer(to: &exchange) { exchange in
      pointers.withUnsafeBufferPointer { pointers in
        request.method.rawValue.withCString { method in
          request.url.withCString { url in
            Self.withBytes(of: request.content) { content in
              var message = Self.message(request, exchange)
              message.method = method
              message.url = url
              message.headers = pointers.baseAddress
              message.body = body
              message.body_size = size
              message.content = content
              platform_http_perform(client.pointer, &message, &answer)
            }
          }
        }
      }
    }
    if exchange.wasRefused { return .refused }
    if exchange.wasCancelled { return .cancelled }
    if answer.code == 0 { return .status(Int(answer.status)) }
    let words = withUnsafeBytes(of: &answer.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return .failed(words)
  }

  private static func withBytes(
    of content: [UInt8]?, _ body: (UnsafePointer<UInt8>?) -> Void
  ) {
    guard let content else { return body(nil) }
    // An empty array may have no address, which libcurl treats as no content.
    (content.isEmpty ? [0] : content).withUnsafeBufferPointer { body($0.baseAddress) }
  }

  /// The settings of the request that need no pointers into its memory.
  private static func message(
    _ request: HTTPClient.Request, _ exchange: UnsafeMutablePointer<Exchange>
  ) -> platform_http_request {
    let milliseconds = max(1, Int(request.patience.milliseconds))
    var message = platform_http_request()
    message.connect_milliseconds = milliseconds
    message.slow_seconds = max(1, (milliseconds + 999) / 1_000)
    message.lowest_rate = request.lowestRate
    message.most_milliseconds = max(1, Int(request.longest.milliseconds))
    message.milliseconds_per_megabyte = Int(request.longestPerMegabyte.milliseconds)
    message.receives_errors = request.receivesErrors ? 1 : 0
    message.receive = { context, bytes, count in
      guard let exchange = context?.assumingMemoryBound(to: Exchange.self) else { return 0 }
      let goesOn = exchange.pointee.receive(UnsafeRawBufferPointer(start: bytes, count: count))
      if !goesOn { exchange.pointee.wasRefused = true }
      return goesOn ? 1 : 0
    }
    message.is_cancelled = { context in
      guard let exchange = context?.assumingMemoryBound(to: Exchange.self),
        exchange.pointee.isCancelled()
      else { return 0 }
      exchange.pointee.wasCancelled = true
      return 1
    }
    if !request.wantedHeaders.isEmpty {
      message.receive_header = { context, bytes, count in
        context?.assumingMemoryBound(to: Exchange.self).pointee
          .take(header: UnsafeRawBufferPointer(start: bytes, count: count))
      }
    }
    message.context = UnsafeMutableRawPointer(exchange)
    return message
  }
}

extension Duration {
  /// Whole milliseconds, rounded down.
  var milliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
