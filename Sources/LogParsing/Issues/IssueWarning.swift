import CIModel

/// A warning derived from the message of a failure.
struct IssueWarning: Hashable {
  var category: String
  var shape: String
  var identifiers: [String]
  /// A message for the user, if it contains more than the shape.
  var message: String?
}

/// All classifiers of messages, sorted by category.
enum IssueClassifier {
  private static let all: [@Sendable (String) -> IssueWarning?] = [
    NetworkFailure.warning(in:), SnapshotFailure.warning(in:),
  ]

  static func warnings(in message: String) -> [IssueWarning] {
    all.compactMap { $0(message) }
  }
}
