import FileSystem
package import HTTPTransport
import ProcessExecution
import Synchronization

/// A store of results on a server that implements the HTTP protocol of Bazel's remote cache:
/// `/ac/<hash>` for action results, `/cas/<hash>` for contents.
///
/// Source: "HTTP Caching Protocol", https://bazel.build/remote/caching. A failure of the server
/// never fails the run: slow or failed requests may cost five seconds in total, then the run
/// continues without the server and reports that once.
package final class RemoteStore: Sendable {
  package struct Settings: Hashable, Sendable {
    /// The URL without a trailing slash.
    var url: String
    /// The complete value of the `Authorization` header; `nil` sends none.
    package var authorization: String?
    /// The name of the variable that the token came from, for messages.
    package var tokenName: String?
    var writes: Bool

    package init(url: String, authorization: String?, tokenName: String?, writes: Bool) {
      self.url = url
      self.authorization = authorization
      self.tokenName = tokenName
      self.writes = writes
    }
  }

  private struct State {
    var spent: Duration = .zero
    /// Whether the server is no longer used.
    var isGivenUp = false
    var isReadOnly: Bool
    var said: Set<String> = []
    var notes: [String] = []
  }

  private let settings: Settings
  private let transport: HTTPClient
  private let state: Mutex<State>
  /// Shows a message immediately.
  private let tell: @Sendable (String) -> Void
  /// The host in messages, such as `cache.example.com`.
  let host: String

  /// The total time that slow or failed requests may cost in a run.
  private static let budget = Duration.seconds(5)
  /// The time of a request that is not counted: a fixed part, and a part for each megabyte.
  private static let usualTime = Duration.milliseconds(250)
  private static let usualTimePerMegabyte = Duration.seconds(1)
  private static let largestResult = 64 << 20

  package init(
    _ settings: Settings, _ transport: HTTPClient, tell: @escaping @Sendable (String) -> Void
  ) {
    self.settings = settings
    self.transport = transport
    self.tell = tell
    state = Mutex(State(isReadOnly: !settings.writes))
    let rest = settings.url.drop { $0 != "/" }.drop { $0 == "/" }
    let authority = rest.prefix { $0 != "/" }
    host = String(
      authority[
        (authority.lastIndex(of: "@").map(authority.index(after:)) ?? authority.startIndex)...])
  }

  var canRead: Bool { state.withLock { !$0.isGivenUp } }
  var canWrite: Bool { state.withLock { !$0.isGivenUp && !$0.isReadOnly } }

  /// Messages for the reader, each a sentence.
  package var notes: [String] { state.withLock { $0.notes } }

  // MARK: Reading

  /// Downloads the result of an action; `nil` when there is none or it cannot be read.
  func result(_ key: String) -> ActionResult? {
    var bytes: [UInt8] = []
    let content = get("ac/\(key)") { piece in
      bytes += piece
      return bytes.count <= Self.largestResult
    }
    guard content == .whole else { return nil }
    do throws(ProtobufReader.Malformed) {
      return try ActionResult(bytes)
    } catch {
      say("sent an invalid result, which is ignored")
      return nil
    }
  }

  /// Downloads a content into the local store unless it is there already; returns whether it is
  /// there now.
  /// - Parameter size: The size in bytes; `nil` when it is unknown.
  func fetch(_ digest: String, size: Int64?, into blobs: BlobStore) -> Bool {
    if let size, blobs.contains(digest, size: Int(size)) { return true }
    let writer: BlobWriter
    do throws(FileError) {
      writer = try BlobWriter(blobs)
    } catch {
      say("cannot be used: \(error)")
      return false
    }
    var count: Int64 = 0
    var failure: FileError?
    let content = get("cas/\(digest)") { piece in
      count += Int64(piece.count)
      if let size, count > size { return false }
      do throws(FileError) {
        try writer.write(piece)
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure {
      say("cannot be used: \(failure)")
      return false
    }
    // A content that is too long is treated like a damaged one.
    guard content == .whole || content == .tooMuch else { return false }
    do throws(FileError) {
      try writer.finish(expecting: digest)
      return true
    } catch {
      say("sent contents that do not match their digest, which are ignored")
      return false
    }
  }

  private enum Content {
    case whole
    case missing
    /// Not all of the content was read.
    case tooMuch
    case broken
  }

  private func get(_ path: String, _ receive: (UnsafeRawBufferPointer) -> Bool) -> Content {
    guard canRead else { return .missing }
    switch send(.get, path, receive) {
    case .status(200): return .whole
    case .status(404): return .missing
    case .refused: return .tooMuch
    case .status(let code):
      giveUp(because: refusal(code))
      return .broken
    case .failed, .cancelled: return .broken
    }
  }

  // MARK: Writing

  /// Uploads contents of the local store, then the result that names them.
  /// - Returns: Whether everything is on the server now.
  @discardableResult
  func publish(_ result: ActionResult, _ key: String, from blobs: BlobStore) -> Bool {
    guard canWrite else { return false }
    let contents = result.files.map(\.digest) + [result.standardOutput].compactMap { $0 }
    for digest in Set(contents.map(\.hash)).sorted() {
      guard put("cas/\(digest)", blobs.path(digest), asksBefore: true) else { return false }
    }
    do throws(FileError) {
      let message = try blobs.add(result.bytes)
      return put("ac/\(key)", blobs.path(message), asksBefore: false)
    } catch {
      say("receives no results: \(error)")
      return false
    }
  }

  /// Whether the server has a result for this key.
  func has(_ key: String) -> Bool { canRead && send(.head, "ac/\(key)") == .status(200) }

  private func put(_ path: String, _ file: String, asksBefore: Bool) -> Bool {
    guard canWrite else { return false }
    if asksBefore, send(.head, path) == .status(200) { return true }
    guard canWrite else { return false }
    switch send(.put, path, file: file) {
    case .status(200...299): return true
    case .status(let code):
      let words = refusal(code)
      if state.withLock({ state in
        defer { state.isReadOnly = true }
        return !state.isReadOnly
      }) {
        say("accepts no results (\(words)); the run continues without storing them there")
      }
      return false
    case .refused, .cancelled, .failed: return false
    }
  }

  private func refusal(_ code: Int) -> String {
    switch code {
    case 401, 403:
      settings.tokenName.map { "HTTP \(code); it does not accept the value of \($0)" }
        ?? "HTTP \(code); it requires a `token`"
    case 413: "HTTP 413; it does not accept contents of this size"
    case 507: "HTTP 507; its disk is full"
    default: "HTTP \(code)"
    }
  }

  // MARK: Time limits

  /// Sends a request; a failed request is repeated once while there is time left.
  private func send(
    _ method: HTTPClient.Request.Method, _ path: String, file: String? = nil,
    _ receive: (UnsafeRawBufferPointer) -> Bool = { _ in true }
  ) -> HTTPClient.Outcome {
    let sent = file.flatMap { TreeEntry("", at: $0) }?.size ?? 0
    var attempt = 1
    while true {
      let patience = Self.budget - state.withLock { $0.spent }
      if patience <= .zero { return .failed("too slow") }
      var request = HTTPClient.Request(
        method: method, url: "\(settings.url)/\(path)", patience: patience)
      request.headers = settings.authorization.map { ["Authorization: \($0)"] } ?? []
      request.file = file
      request.longest = patience + Self.usualTime
      request.longestPerMegabyte = Self.usualTimePerMegabyte
      let startedAt = SuspendingClock.now
      var received = 0
      let answer = transport.perform(request) { piece in
        received += piece.count
        return receive(piece)
      }.outcome
      let elapsed = SuspendingClock.now - startedAt
      let isFailure =
        switch answer {
        case .failed: true
        case .status(let code): code >= 500
        case .refused, .cancelled: false
        }
      let usual = Self.usualTime + Self.usualTimePerMegabyte * (Double(received + sent) / 1_000_000)
      let wasted = isFailure ? elapsed : max(.zero, elapsed - usual)
      let left = state.withLock { state in
        state.spent += wasted
        return Self.budget - state.spent
      }
      if case .failed(let words) = answer {
        // Data that was passed on cannot be taken back.
        if attempt == 1, left > .zero, received == 0 {
          attempt += 1
          continue
        }
        giveUp(because: words)
      } else if left <= .zero {
        giveUp(because: "it is too slow")
      }
      return answer
    }
  }

  private func giveUp(because reason: String) {
    let isNews = state.withLock { state in
      defer { state.isGivenUp = true }
      return !state.isGivenUp
    }
    if isNews { say("is no longer used: \(reason)") }
  }

  /// Shows a message about the server, unless it was shown before.
  private func say(_ words: String) {
    let note = "The remote cache at \(host) \(words)."
    let isNews = state.withLock { state in
      guard state.said.insert(note).inserted else { return false }
      state.notes.append(note)
      return true
    }
    if isNews { tell(note) }
  }
}
