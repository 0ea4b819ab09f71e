import CIModel

/// A kind of trouble that the message of a failure tells of.
struct IssueWarning: Hashable {
  var category: String
  var shape: String
  var identifiers: [String]
  /// Words for a reader, when they say more than the shape.
  var message: String?
}

/// Every kind that messages are searched for, sorted by category.
enum IssueClassifier {
  private static let all: [@Sendable (String) -> IssueWarning?] = [
    NetworkFailure.warning(in:), SnapshotFailure.warning(in:),
  ]

  static func warnings(in message: String) -> [IssueWarning] {
    all.compactMap { $0(message) }
  }
}
