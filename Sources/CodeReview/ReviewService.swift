import CIModel
import HTTPTransport

/// What a commit status says.
package struct ReviewStatus: Hashable, Sendable {
  package enum State: String, Hashable, Sendable {
    case success
    case failure
    /// The run came to no end.
    case error
  }

  package var state: State
  /// `devtool` or `devtool (name)`.
  package var context: String
  /// Plain text on one line.
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
  /// The body of the call that sets it; the services call the state and the name differently.
  func body(state: String, nameKey: String) -> JSONValue {
    var body: [String: JSONValue] = [
      "state": .text(state), nameKey: .text(context), "description": .text(description),
    ]
    if let link { body["target_url"] = .text(link) }
    return .object(body)
  }
}

/// A service that has pull requests: how it tells what is there, and which calls change it.
package protocol ReviewService {
  /// Reads what is there.
  func state() throws(ReviewError) -> ReviewState
  /// Reads which lines of these files the change adds.
  func files(_ paths: Set<String>) throws(ReviewError) -> [String: ReviewedFile]
  /// The calls that an action is made of, in their order.
  func calls(for action: ReviewPlan.Action, commit: String) -> [ReviewCall]
  /// The call that sets a status; `nil` when it is set already.
  func call(for status: ReviewStatus, commit: String) throws(ReviewError) -> ReviewCall?
  /// The call that sets a status, without a look at the one that is set.
  func newStatusCall(for status: ReviewStatus, commit: String) -> ReviewCall
  /// Sends a call.
  func perform(_ call: ReviewCall) throws(ReviewError)
}

/// A service that is asked through a `ReviewConnection`.
protocol ConnectedService: ReviewService {
  var connection: ReviewConnection { get }
  /// The content of an answer.
  ///
  /// - Throws: `ReviewError` when the service refused the call.
  func checked(_ answer: ReviewConnection.Answer, _ call: ReviewCall) throws(ReviewError)
    -> JSONValue
}

extension ConnectedService {
  func read(_ call: ReviewCall) throws(ReviewError) -> JSONValue {
    try checked(try connection.send(call), call)
  }

  package func perform(_ call: ReviewCall) throws(ReviewError) {
    let answer = try connection.send(call)
    // It is gone, as it should be.
    if call.method == .delete, answer.status == 404 { return }
    _ = try checked(answer, call)
  }
}
