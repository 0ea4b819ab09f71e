/// The people who may suppress findings of a rule (the rule's `suppress` key).
package enum SuppressionPolicy: String, Codable, Hashable, Sendable, CaseIterable, Comparable {
  /// The authors of the commits or of the pull request's description.
  case anyone
  /// People who may label the pull request, which requires permissions in the repository. Text by
  /// the author of the change is ignored.
  case maintainers
  case never

  /// Orders the stricter policy after the other one.
  package static func < (left: SuppressionPolicy, right: SuppressionPolicy) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .anyone: 0
    case .maintainers: 1
    case .never: 2
    }
  }
}
