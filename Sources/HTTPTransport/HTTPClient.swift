import CPlatform
import FileSystem
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Sends HTTP requests; a test passes one that plays a server. Redirects are not followed, so no header
/// reaches another host than the one it was meant for.
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
    /// `Name: value`.
    package var headers: [String] = []
    /// The file that a `PUT` sends.
    package var file: String?
    /// What any method sends in place of a file.
    package var content: [UInt8]?
    /// Whether content of answers other than 200 is passed on as well.
    package var receivesErrors = false
    /// The headers of the answer that are wanted, in small letters.
    package var wantedHeaders: Set<String> = []
    /// How long it may take to connect, and for how long the transfer may be slower than
    /// `lowestRate`.
    package var patience: Duration
    /// Bytes a second.
    package var lowestRate = 65_536
    /// How long the whole request may take, and how much longer for each megabyte that is of use.
    package var longest = Duration.seconds(5)
    package var longestPerMegabyte = Duration.seconds(1)

    package init(method: Method, url: String, patience: Duration) {
      self.method = method
      self.url = url
      self.patience = patience
    }
  }

  /// How a request ended.
  package enum Outcome: Hashable, Sendable {
    case status(Int)
    /// We took no more of it.
    case refused
    /// The run is being cancelled.
    case cancelled
    case failed(String)
  }

  package struct Answer: Hashable, Sendable {
    package var outcome: Outcome
    /// Those that were wanted, by their names in small letters; of one that comes twice the last.
    package var headers: [String: String] = [:]

    package init(_ outcome: Outcome, headers: [String: String] = [:]) {
      self.outcome = outcome
      self.headers = headers
    }
  }

  /// Sends a request and passes on the content of an answer with status 200, piece by piece, until
  /// `receive` says `false`.
  package var perform: @Sendable (Request, _ receive: (UnsafeRawBufferPointer) -> Bool) -> Answer

  package init(
    perform: @escaping @Sendable (Request, _ receive: (UnsafeRawBufferPointer) -> Bool) -> Answer
  ) {
    self.perform = perform
  }
}

extension HTTPClient {
  /// Through libcurl; `nil` when it is not installed.
  package static func live(isCancelled: @escaping @Sendable () -> Bool) -> HTTPClient? {
    guard platform_http_load() == 0 else { return nil }
    let clients = HTTPClients()
    return HTTPClient { request, receive in
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
    var wantedHeaders: Set<String>
    var headers: [String: String] = [:]
    var wasRefused = false
    var wasCancelled = false

    /// Keeps `Name: value` where it is wanted and of a size that a header has.
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
    // What libcurl reads stays open until it has ended.
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
    // Else libcurl waits for a `100 Continue` that many servers never send.
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
    // An empty array may have no address, which would be no content.
    (content.isEmpty ? [0] : content).withUnsafeBufferPointer { body($0.baseAddress) }
  }

  /// What does not point into the request.
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
  /// Rounded down.
  var milliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
