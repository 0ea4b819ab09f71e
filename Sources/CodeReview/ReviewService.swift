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
  /// The call as it is where nobody asks what is there.
  func newStatusCall(for status: ReviewStatus, commit: String) -> ReviewCall
  /// Sends a call.
  func perform(_ call: ReviewCall) throws(ReviewError)
}
