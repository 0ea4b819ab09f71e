package import CIModel

/// The known facts when a condition is evaluated.
package struct ConditionFacts: Sendable {
  /// The change set; `nil` when there is no provable merge base.
  package var changes: ChangeSet?
  /// The pull request; `nil` outside of one.
  package var pullRequest: PullRequest?
  package var surroundings: Surroundings
  /// The steps that have ended.
  package var steps: [StepResult]
  /// The step's cell of its matrix.
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

/// An unknown fact that a condition needs.
package struct MissingFact: Hashable, Sendable, Comparable {
  /// The name as written: `title`, `changed`.
  package var name: String
  package var reason: Reason

  package enum Reason: Hashable, Sendable {
    case noPullRequest
    /// There is a pull request, and the CI service does not report this property.
    case notTold
    /// A merge queue does not report it; the fact was checked on the pull request itself.
    case lostInQueue
    case noMergeBase
    case stepNotEnded
    case dividedByZero
    /// The search with a pattern was given up.
    case tooMuchWork
    /// Not known for another reason: the branch of a detached head, or the event of a service that
    /// reports none.
    case unknown
  }

  /// The name with the reason: `title (there is no pull request)`.
  package var description: String {
    switch reason {
    case .noPullRequest: "\(name) (there is no pull request)"
    case .notTold: "\(name) (the CI service does not provide it)"
    case .lostInQueue: "\(name) (a merge queue does not provide it)"
    case .noMergeBase: "\(name) (there is no merge base to compare with)"
    case .dividedByZero: "\(name) (divided by zero)"
    case .tooMuchWork: "\(name) (takes too long to match the texts of the change)"
    case .stepNotEnded: "\(name) (the step has not finished)"
    case .unknown: "\(name) (unknown)"
    }
  }

  package static func < (left: MissingFact, right: MissingFact) -> Bool { left.name < right.name }
}
