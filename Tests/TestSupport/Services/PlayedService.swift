package import CIModel
import Foundation
import Synchronization

/// A service on loopback that keeps comments, holds each request against the documented shapes, and does wrong
/// where a test says so.
package class PlayedService: @unchecked Sendable {
  /// What it holds of one comment.
  package struct Comment: Sendable {
    package var id: Int
    package var body: String
    package var isOurs = true
    package var isSystem = false

    package init(id: Int, body: String, isOurs: Bool = true, isSystem: Bool = false) {
      self.id = id
      self.body = body
      self.isOurs = isOurs
      self.isSystem = isSystem
    }
  }

  package struct Thread: Sendable {
    package var path: String
    package var line: Int
    package var comments: [Comment]
    package var isResolved = false
    package var isResolvedByUs = false
  }

  package struct State: Sendable {
    package var comments: [Comment] = []
    package var threads: [Thread] = []
    /// The newest last.
    package var statuses: [(context: String, state: String, description: String)] = []
    /// Hunks by path.
    package var files: [String: String] = [:]
    package var head = PlayedService.head
    /// Whether the request is open, and the repository that it goes to.
    package var requestState = ("open", "o/r")
    package var problems: [String] = []
    package var lastID = 3_000_000_000
    /// What is answered to the next calls that begin with a text, in place of the right answer.
    package var failures: [(call: String, reaction: LoopbackServer.Reaction)] = []

    mutating func newID() -> Int {
      lastID += 1
      return lastID
    }
  }

  package static let token = "token-that-nobody-may-see-1234567890"
  /// A full id.
  package static let head = String(repeating: "d", count: 40)

  private let state = Mutex(State())
  private let shapes: ServiceShapes
  private var running: LoopbackServer?

  package init(shapes: String) throws {
    self.shapes = try ServiceShapes(shapes)
    running = try LoopbackServer { [weak self] request in
      self?.react(request) ?? .hangUp
    }
  }

  package var url: String { running?.url ?? "" }
  package var problems: [String] { state.withLock { $0.problems } }
  package var headCommit: String { state.withLock { $0.head } }
  package var comments: [Comment] { state.withLock { $0.comments } }
  package var threads: [Thread] { state.withLock { $0.threads } }
  /// `success`, in the service's word, the newest last.
  package var statuses: [String] { state.withLock { $0.statuses.map(\.state) } }

  /// The calls that were made.
  package var calls: [String] {
    (running?.requests ?? []).map { $0.method + " " + ($0.path.split(separator: "?").first ?? "") }
  }

  /// The calls that change something.
  package var changes: [String] {
    calls.filter { !$0.hasPrefix("GET") && !$0.hasSuffix("graphql") }
  }

  package func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  /// Answers the next call that begins so with something else.
  package func fail(_ call: String, _ reaction: LoopbackServer.Reaction) {
    change { $0.failures.append((call, reaction)) }
  }

  package static func text(_ value: JSONValue) -> [UInt8] { JSONText.bytes(value) }

  package static func refusal(
    _ status: Int, _ message: String = "No", headers: [String] = []
  ) -> LoopbackServer.Reaction {
    .answer(status: status, body: text(["message": .text(message)]), headers: headers)
  }

  private func react(_ request: LoopbackServer.Request) -> LoopbackServer.Reaction {
    state.withLock { state in
      if !isAuthorized(request) { return Self.refusal(401, "Bad credentials") }
      guard let (call, places, problems) = shapes.match(request) else {
        state.problems.append("\(request.line): there is no such call")
        return Self.refusal(404, "Not Found")
      }
      state.problems += problems
      let failing = state.failures.firstIndex { "\(request.line)".hasPrefix($0.call) }
      if let failing { return state.failures.remove(at: failing).reaction }
      let body = (try? JSONDecoder().decode(JSONValue.self, from: Data(request.body))) ?? .null
      let page = Page(request.path)
      guard let content = play(request.method, call.path.last ?? "", places, body, page, &state)
      else { return Self.refusal(404, "Not Found") }
      return .answer(
        status: call.status, body: call.status == 204 ? [] : Self.text(content))
    }
  }

  /// The page that a request wants.
  package struct Page: Sendable {
    package var number = 1
    package var size = 30

    init(_ path: String) {
      for item in (path.split(separator: "?").dropFirst().first ?? "").split(separator: "&") {
        let parts = item.split(separator: "=")
        if parts.count == 2, parts[0] == "page" { number = Int(parts[1]) ?? 1 }
        if parts.count == 2, parts[0] == "per_page" { size = min(100, Int(parts[1]) ?? 30) }
      }
    }

    package func of(_ values: [JSONValue]) -> JSONValue {
      .list(Array(values.dropFirst((number - 1) * size).prefix(size)))
    }
  }

  /// Whether the token is where it belongs.
  package func isAuthorized(_ request: LoopbackServer.Request) -> Bool { false }

  /// - Parameter last: The last part of the documented path.
  /// - Returns: The content of the answer; `nil` when there is no such thing.
  package func play(
    _ method: String, _ last: String, _ places: [String: String], _ body: JSONValue, _ page: Page,
    _ state: inout State
  ) -> JSONValue? { nil }
}
