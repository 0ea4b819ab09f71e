package import CIModel

/// A change and what a rule says of it.
package struct RuleExample: Sendable {
  /// What the example shows: a lowercase fragment.
  package var title: String
  /// The rule's own keys in `.ci.yml`.
  package var values: [String: RuleSettings.Value]
  package var changes: ChangeSet
  package var addedLines: [AddedLine]
  /// The severities of the findings, in the order of findings; empty when the change is clean.
  package var expected: [Severity]

  private init(
    _ title: String, values: [String: RuleSettings.Value], files: [FileChange], commits: [Commit],
    addedLines: [AddedLine], expected: [Severity]
  ) {
    self.title = title
    self.values = values
    self.changes = ChangeSet(
      base: RuleExample.id(0xb), head: RuleExample.id(0xe), mergeBase: RuleExample.id(0xb),
      files: files, commits: commits)
    self.addedLines = addedLines
    self.expected = expected
  }

  static func clean(
    _ title: String, _ values: [String: RuleSettings.Value] = [:], files: [FileChange] = [],
    commits: [Commit] = [], addedLines: [AddedLine] = []
  ) -> RuleExample {
    RuleExample(
      title, values: values, files: files, commits: commits, addedLines: addedLines, expected: [])
  }

  static func flagged(
    _ title: String, as severities: Severity..., values: [String: RuleSettings.Value] = [:],
    files: [FileChange] = [], commits: [Commit] = [], addedLines: [AddedLine] = []
  ) -> RuleExample {
    RuleExample(
      title, values: values, files: files, commits: commits, addedLines: addedLines,
      expected: severities)
  }

  /// The facts that hold this change and nothing else.
  package var facts: Facts {
    var facts = Facts()
    facts.changes = changes
    facts.addedLines = addedLines
    return facts
  }

  fileprivate static func id(_ digit: Int) -> String {
    String(repeating: String(digit, radix: 16), count: 40)
  }
}

extension Commit {
  /// A commit of an example.
  static func example(
    _ subject: String, body: String = "", hasBlankSecondLine: Bool = true, parentCount: Int = 1
  ) -> Commit {
    let author = Signature(
      name: "Ada", email: "ada@example.com", date: Timestamp(secondsSinceEpoch: 1_767_322_800))
    return Commit(
      id: RuleExample.id(0xc), parents: (0..<parentCount).map { RuleExample.id($0 + 1) },
      subject: subject, body: body, author: author, committer: author,
      hasBlankSecondLine: hasBlankSecondLine)
  }
}
