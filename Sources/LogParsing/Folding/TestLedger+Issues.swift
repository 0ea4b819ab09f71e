import CIModel

/// Issues and output of tests.
extension TestLedger {
  /// The test and the index of a filed issue.
  struct IssueReference {
    var test: Int
    var issue: Int
  }

  /// The result of filing an issue.
  enum Filing {
    case filed(IssueReference)
    /// The test has too many issues, so that it is only counted.
    case counted
    /// No running test can be its owner.
    case homeless
  }

  /// Maximum number of issues per test; a test that runs in a loop can have millions.
  private static let issueLimit = 1000

  /// Files an issue under the test it names, else under the only test in flight.
  mutating func file(
    _ issue: TestIssue, under name: String?, _ framework: TestFramework
  ) -> Filing {
    var index: Int?
    if framework == .xctest {
      index = xctest(named: name)
    } else if let name {
      index = openSwiftTest(name, fails: !issue.isKnown && issue.severity == .error)
    }
    guard let index else { return .homeless }
    if framework == .swiftTesting, issue.severity != .note {
      note(.swiftTesting)
      if issue.isKnown {
        swiftTesting?.knownIssues += 1
      } else if issue.severity == .error {
        swiftTesting?.issues += 1
      }
    }
    if framework == .xctest, let reference = repeated(issue, test: index) {
      return .filed(reference)
    }
    guard cases[index].issues.count < Self.issueLimit else {
      omittedIssues[index, default: 0] += 1
      return .counted
    }
    cases[index].issues.append(issue)
    return .filed(IssueReference(test: index, issue: cases[index].issues.count - 1))
  }

  /// Finds the first report of a failure that a user interface test prints twice: first among its
  /// activities, with only the name of the file.
  private mutating func repeated(_ issue: TestIssue, test index: Int) -> IssueReference? {
    guard let last = cases[index].issues.indices.last,
      case let known = cases[index].issues[last], known.line == issue.line,
      known.message == issue.message, let short = known.file, let long = issue.file,
      long.hasSuffix("/" + short)
    else { return nil }
    cases[index].issues[last].file = issue.file
    return IssueReference(test: index, issue: last)
  }

  /// Files the reason of a failed test whose result line contains it.
  mutating func fileFailure(_ reason: String, test index: Int) {
    cases[index].issues.append(TestIssue(reason))
  }

  /// Files the reason why a test was skipped or cancelled.
  mutating func fileReason(_ reason: String, test index: Int) {
    cases[index].issues.append(TestIssue(reason, severity: .note))
  }

  /// Adds a note with the number of omitted issues to each test that has some.
  mutating func noteOmittedIssues() {
    for (index, count) in omittedIssues {
      let words = count == 1 ? "1 more issue is" : "\(count) more issues are"
      cases[index].issues.append(TestIssue("\(words) not listed", severity: .note))
    }
    omittedIssues = [:]
  }

  private var onlyTestInFlight: Int? {
    if swiftTests.openCount == 0 { return current }
    return current == nil ? swiftTests.onlyOpen : nil
  }

  /// Stores the paths of the images of a snapshot test.
  mutating func note(_ images: SnapshotImages?, at reference: IssueReference) {
    cases[reference.test].issues[reference.issue].snapshot = images
  }

  /// Changes the issue in place, so that messages that grow line by line are not copied each time.
  subscript(reference: IssueReference) -> TestIssue {
    get { cases[reference.test].issues[reference.issue] }
    _modify { yield &cases[reference.test].issues[reference.issue] }
  }

  /// Adds a line to the output of the running test, if it is the only one.
  mutating func addOutput(_ line: LogLine) {
    guard let current = onlyTestInFlight else { return }
    let isFull = cases[current].output.utf8.count + line.bytes.count >= OutputTail.limit
    if isFull || outputTails[current] != nil {
      outputTails[current, default: OutputTail()].add(line.bytes)
      outputTails[current]?.add("\n")
    } else {
      cases[current].output += line.text
      cases[current].output += "\n"
    }
  }

  /// Adds the end of the output of a test to its beginning.
  mutating func addOutputTail(_ test: Int) {
    if let tail = outputTails.removeValue(forKey: test) { cases[test].output += tail.text }
  }
}
