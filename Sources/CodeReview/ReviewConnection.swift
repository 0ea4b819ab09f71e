package import CIModel
package import HTTPTransport

/// A call of a service's API.
package struct ReviewCall: Hashable, Sendable {
  package var method: HTTPClient.Request.Method
  /// A path below the API's address, or a complete address.
  package var path: String
  package var body: JSONValue?
  /// Whether the call may be repeated when no answer arrives. Posting a comment may not, because it
  /// could be created twice.
  package var isRepeatable: Bool

  package init(
    _ method: HTTPClient.Request.Method, _ path: String, _ body: JSONValue? = nil,
    isRepeatable: Bool? = nil
  ) {
    self.method = method
    self.path = path
    self.body = body
    self.isRepeatable = isRepeatable ?? (method != .post)
  }

  package var line: String { "\(method.rawValue) \(path)" }
}

/// Sends calls to one service with one token, and respects its rate limits.
package final class ReviewConnection {
  /// The waiting times; a test uses shorter ones.
  package struct Patience: Sendable {
    /// The maximum duration of one call.
    package var answer = Duration.seconds(30)
    /// The maximum number of seconds to wait in total for a service that is busy or fails.
    package var seconds = 120
    package var wait: @Sendable (_ seconds: Int) -> Void
    /// The current time in seconds since 1970.
    package var now: @Sendable () -> Int64

    package init(
      wait: @escaping @Sendable (_ seconds: Int) -> Void, now: @escaping @Sendable () -> Int64
    ) {
      self.wait = wait
      self.now = now
    }
  }

  package struct Answer {
    package var status: Int
    /// The content of the answer; `null` when there is none.
    package var content: JSONValue
  }

  /// The name of the service in messages, such as `GitHub`.
  let service: String
  private let address: String
  private let headers: [String]
  private let token: String
  private let client: HTTPClient
  private let patience: Patience
  private var waited = 0

  private static let largestAnswer = 32 << 20
  private static let mostAttempts = 4

  /// - Parameter headers: All headers of the calls, including the one with the token.
  package init(
    service: String, address: String, headers: [String], token: String, _ client: HTTPClient,
    _ patience: Patience
  ) {
    self.service = service
    self.address = address
    self.headers = headers
    self.token = token
    self.client = client
    self.patience = patience
  }

  /// Sends a call and returns the answer, which may be an error of the service.
  ///
  /// - Throws: `ReviewError` when no answer arrives.
  package func send(_ call: ReviewCall) throws(ReviewError) -> Answer {
    var attempt = 1
    while true {
      var bytes: [UInt8] = []
      let answer = client.perform(request(for: call)) { piece in
        bytes += piece
        return bytes.count <= Self.largestAnswer
      }
      var failure: String
      switch answer.outcome {
      case .status(let status):
        let content = try? JSONText.decode(JSONValue.self, from: bytes)
        let result = Answer(status: status, content: content ?? .null)
        if let seconds = pause(status, answer.headers, result) {
          try wait(seconds)
          continue
        }
        guard status >= 500 else { return result }
        failure = "HTTP \(status)"
      case .refused: throw .unreachable(service: service, reason: "its answer is too large")
      case .cancelled: failure = "cancelled"
      case .failed(let words): failure = words
      }
      guard call.isRepeatable, attempt < Self.mostAttempts else {
        throw .unreachable(service: service, reason: harmless(failure))
      }
      try wait(1 << (attempt - 1))
      attempt += 1
    }
  }

  /// All elements of a paged list, from at most 50 pages.
  func list(
    _ path: String, checking check: (Answer, ReviewCall) throws(ReviewError) -> JSONValue,
    until isEnough: ([JSONValue]) -> Bool = { _ in false }
  ) throws(ReviewError) -> [JSONValue] {
    var all: [JSONValue] = []
    let size = 100
    for page in 1...50 {
      let mark = path.contains("?") ? "&" : "?"
      let call = ReviewCall(.get, "\(path)\(mark)per_page=\(size)&page=\(page)")
      let elements = try check(try send(call), call).list ?? []
      all += elements
      if elements.count < size || isEnough(all) { break }
    }
    return all
  }

  private func request(for call: ReviewCall) -> HTTPClient.Request {
    let url = call.path.hasPrefix("/") ? address + call.path : call.path
    var request = HTTPClient.Request(
      method: call.method, url: url, patience: patience.answer)
    request.headers = headers
    if let body = call.body {
      request.headers.append("Content-Type: application/json")
      request.content = JSONText.bytes(body)
    }
    request.receivesErrors = true
    request.wantedHeaders = ["retry-after", "x-ratelimit-remaining", "x-ratelimit-reset"]
    request.lowestRate = 1
    request.longest = patience.answer
    return request
  }

  /// The number of seconds that the service asks to wait; `nil` when it does not.
  ///
  /// Source: https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api,
  /// "Exceeding the rate limit".
  private func pause(_ status: Int, _ headers: [String: String], _ answer: Answer) -> Int? {
    guard status == 429 || status == 403 else { return nil }
    if let seconds = headers["retry-after"].flatMap({ Int($0) }) { return max(1, seconds) }
    if headers["x-ratelimit-remaining"] == "0",
      let reset = headers["x-ratelimit-reset"].flatMap({ Int64($0) })
    {
      return Int(clamping: max(1, min(reset - patience.now(), 1 << 30)))
    }
    let isSecondary = answer.content["message"]?.text?.contains("secondary rate limit") ?? false
    return status == 429 || isSecondary ? 60 : nil
  }

  private func wait(_ seconds: Int) throws(ReviewError) {
    guard seconds <= patience.seconds - waited else {
      throw .busy(service: service, seconds: seconds)
    }
    waited += seconds
    patience.wait(seconds)
  }

  /// Text of the service for a message: shortened, with invisible characters shown, without the
  /// token.
  func harmless(_ text: String) -> String {
    let hidden = text.replacing(token, with: "***")
    let line = VisibleText.shown(String(hidden.prefix(300)))
    return line.replacing("\n", with: " ")
  }
}
