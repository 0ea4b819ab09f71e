import CPlatform
import FileSystem
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Sends HTTP requests; a test passes one that plays a server.
package struct HTTPTransport: Sendable {
  struct Request: Sendable {
    enum Method: String, Sendable {
      case get = "GET"
      case head = "HEAD"
      case put = "PUT"
    }

    var method: Method
    var url: String
    /// `Name: value`.
    var headers: [String] = []
    /// The file that a `PUT` sends.
    var file: String?
    /// How long it may take to connect, and for how long the transfer may be slower than
    /// `lowestRate`.
    var patience: Duration
    /// Bytes a second.
    var lowestRate = 65_536
    /// How long the whole request may take, and how much longer for each megabyte that is of use.
    var longest = Duration.seconds(5)
    var longestPerMegabyte = Duration.seconds(1)
  }

  enum Answer: Hashable, Sendable {
    case status(Int)
    /// We took no more of it.
    case refused
    /// The run is being cancelled.
    case cancelled
    case failed(String)
  }

  /// Sends a request and passes on the content of an answer with status 200, piece by piece, until
  /// `receive` says `false`.
  var perform: @Sendable (Request, _ receive: (UnsafeRawBufferPointer) -> Bool) -> Answer
}

extension HTTPTransport {
  /// Through libcurl; `nil` when it is not installed.
  package static func live(isCancelled: @escaping @Sendable () -> Bool) -> HTTPTransport? {
    guard platform_http_load() == 0 else { return nil }
    let clients = HTTPClients()
    return HTTPTransport { request, receive in
      clients.perform(request, isCancelled: isCancelled, receive)
    }
  }
}

/// Clients of libcurl, whose connections stay open: one for each request under way.
private final class HTTPClients: Sendable {
  /// A client is used by one thread at a time.
  private struct Client: @unchecked Sendable {
    var pointer: UnsafeMutableRawPointer
  }

  private let idle = Mutex<[Client]>([])

  deinit {
    for client in idle.withLock({ $0 }) { platform_http_close(client.pointer) }
  }

  /// What the callbacks of C find; it lives as long as the request.
  private struct Exchange {
    var receive: (UnsafeRawBufferPointer) -> Bool
    var isCancelled: @Sendable () -> Bool
    var wasRefused = false
    var wasCancelled = false
  }

  func perform(
    _ request: HTTPTransport.Request, isCancelled: @escaping @Sendable () -> Bool,
    _ receive: (UnsafeRawBufferPointer) -> Bool
  ) -> HTTPTransport.Answer {
    let reused = idle.withLock { $0.popLast() }
    guard let client = reused ?? platform_http_open().map({ Client(pointer: $0) }) else {
      return .failed("libcurl has no memory left")
    }
    defer { idle.withLock { $0.append(client) } }
    var body: OpenFile?
    if let file = request.file {
      do throws(FileError) {
        body = try OpenFile(file, to: .read)
      } catch {
        return .failed("\(error)")
      }
    }
    let descriptor = body?.descriptor ?? -1
    let size = Int64(body?.status?.size ?? 0)
    // What libcurl reads stays open until it has ended.
    defer { body = nil }
    return withoutActuallyEscaping(receive) { receive in
      var exchange = Exchange(receive: receive, isCancelled: isCancelled)
      return perform(request, with: client, descriptor, size, &exchange)
    }
  }

  private func perform(
    _ request: HTTPTransport.Request, with client: Client, _ body: Int32, _ size: Int64,
    _ exchange: inout Exchange
  ) -> HTTPTransport.Answer {
    // Else libcurl waits for a `100 Continue` that many servers never send.
    let headers = request.headers + ["Expect:"]
    let texts = headers.map { strdup($0) }
    defer { for text in texts { free(text) } }
    let pointers: [UnsafePointer<CChar>?] = texts.map { $0.map { UnsafePointer($0) } } + [nil]
    let milliseconds = max(1, Int(request.patience.milliseconds))
    var answer = platform_http_answer()
    withUnsafeMutablePointer(to: &exchange) { exchange in
      pointers.withUnsafeBufferPointer { pointers in
        request.method.rawValue.withCString { method in
          request.url.withCString { url in
            var message = platform_http_request()
            message.method = method
            message.url = url
            message.headers = pointers.baseAddress
            message.body = body
            message.body_size = size
            message.connect_milliseconds = milliseconds
            message.slow_seconds = max(1, (milliseconds + 999) / 1_000)
            message.lowest_rate = request.lowestRate
            message.most_milliseconds = max(1, Int(request.longest.milliseconds))
            message.milliseconds_per_megabyte = Int(request.longestPerMegabyte.milliseconds)
            message.receive = { context, bytes, count in
              guard let exchange = context?.assumingMemoryBound(to: Exchange.self) else { return 0 }
              let goesOn = exchange.pointee.receive(
                UnsafeRawBufferPointer(start: bytes, count: count))
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
            message.context = UnsafeMutableRawPointer(exchange)
            platform_http_perform(client.pointer, &message, &answer)
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
}

extension Duration {
  /// Rounded down.
  var milliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
