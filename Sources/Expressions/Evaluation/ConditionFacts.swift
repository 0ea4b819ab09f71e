package import CIModel

/// What is known when a condition is evaluated.
package struct ConditionFacts: Sendable {
  /// `nil` when there is no provable merge base.
  package var changes: ChangeSet?
  /// `nil` outside of a pull request.
  package var pullRequest: PullRequest?
  package var surroundings: Surroundings
  /// The steps that have ended.
  package var steps: [StepResult]
  /// The step's combination of its matrix.
  package var matrix: [String: String]

  package init(
    changes: ChangeSet? = nil, pullRequest: PullRequest? = nil,
    surroundings: Surroundings = Surroundings(), steps: [StepResult] = [],
    matrix: [String: String] = [:]
  ) {
    self.changes = changes
    self.pullRequest = pullRequest
    self.surroundings = surroundings
    self.steps = steps
    self.matrix = matrix
  }
}

/// A fact that a condition needs and that is not known.
package struct MissingFact: Hashable, Sendable, Comparable {
  /// As it is written: `title`, `changed`.
  package var name: String
  package var reason: Reason

  package enum Reason: Hashable, Sendable {
    case noPullRequest
    /// There is a pull request, and the CI service keeps this to itself.
    case notTold
    /// A merge queue keeps it to itself; the request itself was held against it.
    case lostInQueue
    case noMergeBase
    case stepNotEnded
    case dividedByZero
    /// The branch of a detached head, the event of a service that names none.
    case unknown
  }

  /// `title (there is no pull request)`.
  package var description: String {
    switch reason {
    case .noPullRequest: "\(name) (there is no pull request)"
    case .notTold: "\(name) (the CI service does not provide it)"
    case .lostInQueue: "\(name) (a merge queue does not provide it)"
    case .noMergeBase: "\(name) (there is no merge base to compare with)"
    case .dividedByZero: "\(name) (divided by zero)"
    case .stepNotEnded: "\(name) (the step has not finished)"
    case .unknown: "\(name) (unknown)"
    }
  }

  package static func < (left: MissingFact, right: MissingFact) -> Bool { left.name < right.name }
}
