import CIModel
import HTTPTransport

/// A commit status.
package struct ReviewStatus: Hashable, Sendable {
  package enum State: String, Hashable, Sendable {
    case success
    case failure
    /// The run was cancelled or did not end.
    case error
  }

  package var state: State
  /// The name of the status: `devtool` or `devtool (name)`.
  package var context: String
  /// Plain text in one line.
  package var description: String
  package var link: String?

  package init(state: State, context: String, description: String, link: String?) {
    self.state = state
    self.context = context
    self.description = description
    self.link = link
  }
}

extension ReviewStatus {
  /// The body of the call that sets the status; services use different words for the state and the
  /// name.
  func body(state: String, nameKey: String) -> JSONValue {
    var body: [String: JSONValue] = [
      "state": .text(state), nameKey: .text(context), "description": .text(description),
    ]
    if let link { body["target_url"] = .text(link) }
    return .object(body)
  }
}

/// A service with pull requests: reads their state and provides the calls that change it.
package protocol ReviewService {
  /// Reads the current state of the pull request.
  func state() throws(ReviewError) -> ReviewState
  /// Reads the lines of these files that the change adds.
  func files(_ paths: Set<String>) throws(ReviewError) -> [String: ReviewedFile]
  /// The calls of an action, in order.
  func calls(for action: ReviewPlan.Action, commit: String) -> [ReviewCall]
  /// The call that sets a status; `nil` when the same status is already set.
  func call(for status: ReviewStatus, commit: String) throws(ReviewError) -> ReviewCall?
  /// The call that sets a status, without reading the current one.
  func newStatusCall(for status: ReviewStatus, commit: String) -> ReviewCall
  /// Sends a call.
  func perform(_ call: ReviewCall) throws(ReviewError)
}

/// A service that uses a `ReviewConnection`.
protocol ConnectedService: ReviewService {
  var connection: ReviewConnection { get }
  /// Returns the content of an answer.
  ///
  /// - Throws: `ReviewError` when the service rejected the call.
  func checked(_ answer: ReviewConnection.Answer, _ call: ReviewCall) throws(ReviewError)
    -> JSONValue
}

extension ConnectedService {
  func read(_ call: ReviewCall) throws(ReviewError) -> JSONValue {
    try checked(try connection.send(call), call)
  }

  package func perform(_ call: ReviewCall) throws(ReviewError) {
    let answer = try connection.send(call)
    // The object has already been deleted.
    if call.method == .delete, answer.status == 404 { return }
    _ = try checked(answer, call)
  }
}
