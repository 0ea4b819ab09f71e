import CIModel

/// What tests said.
extension TestLedger {
  /// Where an issue was filed.
  struct IssueReference {
    var test: Int
    var issue: Int
  }

  /// What became of an issue.
  enum Filing {
    case filed(IssueReference)
    /// The test has so many that only their number is kept.
    case counted
    /// No test runs that it can belong to.
    case homeless
  }

  /// Issues that are kept per test; a test that runs in a loop can have millions.
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
      if index == nil { return .homeless }
    }
    if framework == .swiftTesting, issue.severity != .note {
      note(.swiftTesting)
      if issue.isKnown {
        swiftTesting?.knownIssues += 1
      } else if issue.severity == .error {
        swiftTesting?.issues += 1
      }
    }
    guard let index else { return .homeless }
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

  /// A user interface test tells of a failure twice, first among its activities and with the bare
  /// name of the file.
  private mutating func repeated(_ issue: TestIssue, test index: Int) -> IssueReference? {
    guard let last = cases[index].issues.indices.last,
      case let known = cases[index].issues[last], known.line == issue.line,
      known.message == issue.message, let short = known.file, let long = issue.file,
      long.hasSuffix("/" + short)
    else { return nil }
    cases[index].issues[last].file = issue.file
    return IssueReference(test: index, issue: last)
  }

  /// Files why a test failed whose line says both.
  mutating func fileFailure(_ reason: String, test index: Int) {
    cases[index].issues.append(TestIssue(reason))
  }

  /// Files what says why a test was skipped or cancelled.
  mutating func fileReason(_ reason: String, test index: Int) {
    cases[index].issues.append(TestIssue(reason, severity: .note))
  }

  /// Says of each test how many of its issues are not listed.
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

  /// Keeps where the images of a snapshot test are.
  mutating func note(_ images: SnapshotImages?, at reference: IssueReference) {
    cases[reference.test].issues[reference.issue].snapshot = images
  }

  /// Changes are made in place: messages that grow line by line are not copied for each.
  subscript(reference: IssueReference) -> TestIssue {
    get { cases[reference.test].issues[reference.issue] }
    _modify { yield &cases[reference.test].issues[reference.issue] }
  }

  /// Adds a line to the output of the test that runs, if it is the only one.
  mutating func addOutput(_ line: LogLine) {
    guard let current = onlyTestInFlight, !cutOutputs.contains(current) else { return }
    let room = Self.outputLimit - cases[current].output.utf8.count
    if line.bytes.count < room {
      cases[current].output += line.text
      cases[current].output += "\n"
    } else {
      cases[current].output += "[output cut after 64 KiB]\n"
      cutOutputs.insert(current)
    }
  }
}
