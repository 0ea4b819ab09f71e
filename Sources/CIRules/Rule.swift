package import CIModel

/// A check of what a change does: a pure function from facts to findings.
///
/// A new rule is one file in `Rules/`, one line in `RuleRegistry` and its examples, which are both
/// its documentation and its test.
package protocol Rule: Sendable {
  static var descriptor: RuleDescriptor { get }
  /// What the rule leaves alone and what it flags.
  static var examples: [RuleExample] { get }

  init(settings: RuleSettings)

  /// Whether the rule reads the lines that the change added to this file.
  func readsAddedLines(of file: FileChange) -> Bool
  /// Whether the rule reads the lines that the change deleted from this file.
  func readsDeletedLines(of file: FileChange) -> Bool
  /// What the rule reads of each file that is only found out on request.
  var details: ChangeDetails { get }
  /// What the rule has to say, in any order.
  func findings(in facts: Facts) -> [Finding]
}

extension Rule {
  package func readsAddedLines(of file: FileChange) -> Bool { false }
  package func readsDeletedLines(of file: FileChange) -> Bool { false }
  package var details: ChangeDetails { [] }
}

/// A rule that judges a change set; it says nothing when there is none or when it is empty.
package protocol ChangeRule: Rule {
  func findings(in changes: ChangeSet, addedLines: [AddedLine]) -> [Finding]
}

extension ChangeRule {
  package func findings(in facts: Facts) -> [Finding] {
    guard let changes = facts.changes, !changes.files.isEmpty || !changes.commits.isEmpty else {
      return []
    }
    return findings(in: changes, addedLines: facts.addedLines)
  }
}

extension RuleDescriptor.Parameter {
  /// Every rule can be made to depend on a condition, once conditions are brought.
  static let unless = Self("unless", .unavailable, "A condition under which the rule is silent.")
}
