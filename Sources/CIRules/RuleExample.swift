package import CIModel

/// An example of a rule: facts, settings and the expected findings.
package struct RuleExample: Sendable {
  /// What the example shows, as a lowercase fragment.
  package var title: String
  /// The rule's own keys in `.ci.yml`.
  package var values: [String: RuleSettings.Value]
  package var facts: Facts
  /// The severities of the findings, in the order of the findings; empty when the rule passes.
  package var expected: [Severity]

  private init(
    _ title: String, values: [String: RuleSettings.Value], _ inputs: Inputs, expected: [Severity]
  ) {
    self.title = title
    self.values = values
    self.facts = inputs.facts
    self.expected = expected
  }

  static func clean(
    _ title: String, _ values: [String: RuleSettings.Value] = [:], files: [FileChange] = [],
    commits: [Commit] = [], addedLines: [AddedLine] = [], pullRequest: PullRequest? = nil,
    contents: [String: FileContents] = [:], reports: [ReportFile] = [],
    baseReports: [ReportFile] = [], coverage: Coverage? = nil, tests: [TestCase] = [],
    deletedLines: [DeletedLine] = [],
    unmatchedGlobs: Set<RepositoryPath> = [], earlierCommits: [Commit] = []
  ) -> RuleExample {
    RuleExample(
      title, values: values,
      Inputs(
        files: files, commits: commits, addedLines: addedLines, pullRequest: pullRequest,
        contents: contents, reports: reports, baseReports: baseReports, coverage: coverage,
        tests: tests, deletedLines: deletedLines, unmatchedGlobs: unmatchedGlobs,
        earlierCommits: earlierCommits),
      expected: [])
  }

  static func flagged(
    _ title: String, as severities: Severity..., values: [String: RuleSettings.Value] = [:],
    files: [FileChange] = [], commits: [Commit] = [], addedLines: [AddedLine] = [],
    pullRequest: PullRequest? = nil, contents: [String: FileContents] = [:],
    reports: [ReportFile] = [], baseReports: [ReportFile] = [], coverage: Coverage? = nil,
    tests: [TestCase] = [], deletedLines: [DeletedLine] = [],
    unmatchedGlobs: Set<RepositoryPath> = [], earlierCommits: [Commit] = []
  ) -> RuleExample {
    RuleExample(
      title, values: values,
      Inputs(
        files: files, commits: commits, addedLines: addedLines, pullRequest: pullRequest,
        contents: contents, reports: reports, baseReports: baseReports, coverage: coverage,
        tests: tests, deletedLines: deletedLines, unmatchedGlobs: unmatchedGlobs,
        earlierCommits: earlierCommits),
      expected: severities)
  }

  private struct Inputs {
    var files: [FileChange]
    var commits: [Commit]
    var addedLines: [AddedLine]
    var pullRequest: PullRequest?
    var contents: [String: FileContents]
    var reports: [ReportFile]
    var baseReports: [ReportFile]
    var coverage: Coverage?
    var tests: [TestCase]
    var deletedLines: [DeletedLine]
    var unmatchedGlobs: Set<RepositoryPath>
    var earlierCommits: [Commit]

    var facts: Facts {
      var facts = Facts()
      // An example with lines needs no line counts.
      var files = files
      if files.isEmpty {
        files = Set(addedLines.map { RepositoryPath($0.path) }).sorted().map { path in
          FileChange(
            .modified, path.text,
            additions: addedLines.count { RepositoryPath($0.path) == path })
        }
      }
      facts.changes = ChangeSet(
        base: RuleExample.id(0xb), head: RuleExample.id(0xe), mergeBase: RuleExample.id(0xb),
        files: files, commits: commits)
      facts.addedLines = addedLines
      facts.pullRequest = pullRequest
      facts.contents = contents.byPath
      facts.reports = reports
      facts.baseReports = baseReports
      facts.coverage = coverage
      facts.tests = tests
      facts.deletedLines = deletedLines
      facts.unmatchedGlobs = unmatchedGlobs
      facts.earlierCommits = earlierCommits
      facts.surroundings.now = RuleExample.now
      return facts
    }
  }

  /// The current time in examples.
  static let now = Timestamp(secondsSinceEpoch: 1_767_322_800)

  fileprivate static func id(_ digit: Int) -> String {
    String(repeating: String(digit, radix: 16), count: 40)
  }
}

extension Timestamp {
  /// Adds days to the time of an example.
  func adding(days: Int64) -> Timestamp {
    Timestamp(secondsSinceEpoch: secondsSinceEpoch + days * Timestamp.day)
  }
}

extension Commit {
  /// A commit of an example.
  static func example(
    _ subject: String, body: String = "", hasBlankSecondLine: Bool = true, parentCount: Int = 1,
    author name: String = "Ada Lovelace", email: String = "ada@lovelace.org"
  ) -> Commit {
    let author = Signature(
      name: name, email: email, date: RuleExample.now)
    return Commit(
      id: RuleExample.id(0xc), parents: (0..<parentCount).map { RuleExample.id($0 + 1) },
      subject: subject, body: body, author: author, committer: author,
      hasBlankSecondLine: hasBlankSecondLine)
  }
}
