/// Who may excuse a change from what a rule found (`suppress` of a rule).
package enum SuppressionPolicy: String, Codable, Hashable, Sendable, CaseIterable, Comparable {
  /// The people who write the commits or the description of the pull request.
  case anyone
  /// People who may label the pull request, which takes rights in the repository. What the author of the
  /// change writes does not count.
  case maintainers
  case never

  /// The stricter one is the greater one.
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
