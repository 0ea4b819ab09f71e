import CIModel

/// A failed test, or a crash outside of any test.
struct Failure {
  /// The position in the list of tests; `nil` for a crash outside of a test.
  var index: Int?
  var test: TestCase?
  var crash: Crash?
  /// The `id` of its card.
  var mark: String

  var title: String {
    test?.shownName ?? crash?.test ?? crash?.process ?? "Crash outside of a test"
  }

  var isNew: Bool { test?.isNewFailure ?? false }

  /// The issues that made it fail.
  var issues: [TestIssue] { test?.issues.filter { !$0.isKnown } ?? [] }

  /// A description: `crashed with SIGILL`, `timed out`, `failed in both attempts`.
  var what: String {
    if let signal = crash?.signal { return "crashed with \(signal)" }
    if crash != nil { return "crashed" }
    guard let test else { return "failed" }
    let failures = test.runs.count { $0.outcome.isFailure }
    if test.runs.count > 1, failures == test.runs.count {
      return "\(test.outcome.words) in " + (failures == 2 ? "both" : "all \(failures)")
        + " attempts"
    }
    if test.runs.count > 1 { return "failed in \(failures) of \(test.runs.count) runs" }
    return test.outcome.words
  }

  var firstMessage: String? {
    crash?.reason ?? issues.first { $0.severity == .error }?.message ?? issues.first?.message
  }

  /// The arguments of the failing case that the first message is about.
  var firstArguments: String? {
    guard crash?.reason == nil else { return nil }
    return (issues.first { $0.severity == .error } ?? issues.first)?.arguments
  }

  /// The number of further failing cases of the test.
  var otherCases: Int {
    max(0, Set(issues.filter { $0.severity == .error }.compactMap(\.arguments)).count - 1)
  }

  var place: (file: String, line: Int?)? {
    if let file = crash?.file { return (file, crash?.line) }
    if let issue = issues.first(where: { $0.file != nil }), let file = issue.file {
      return (file, issue.line)
    }
    return test?.file.map { ($0, test?.line) }
  }

  /// The location of the failure; `nil` if only the declaration of the test is known, which shows
  /// no cause.
  var causePlace: (file: String, line: Int?)? {
    firstMessage != nil || crash?.file != nil ? place : nil
  }
}

/// Failures with the same form of message at the same location.
struct FailureCause {
  var failures: [Failure]

  /// The number of new failures.
  var newCount: Int { failures.count(where: \.isNew) }

  /// The similarity of the other failures to the first: `with a message like this at this place`.
  var likeness: String {
    let words = [
      failures.first?.firstMessage == nil ? nil : "with a message like this",
      failures.first?.causePlace == nil ? nil : "at this place",
    ].compactMap { $0 }.joined(separator: " ")
    return words.isEmpty ? "like it, without a message" : words
  }

  /// All failures: causes with a new failure first, then the most frequent ones, then in the order
  /// of the tests.
  static func all(_ record: RunRecord) -> [FailureCause] { groups(of: failures(record)) }

  /// Groups failures by cause, in the order of `all(_:)`; within a cause, new failures come first.
  static func groups(of failures: [Failure]) -> [FailureCause] {
    var groups: [Key: Int] = [:]
    var causes: [FailureCause] = []
    for failure in failures {
      let key = Key(failure)
      if let index = groups[key] {
        causes[index].failures.append(failure)
      } else {
        groups[key] = causes.count
        causes.append(FailureCause(failures: [failure]))
      }
    }
    for index in causes.indices {
      causes[index].failures = causes[index].failures.newFirst(\.isNew)
    }
    let frequent = causes.enumerated().sorted {
      ($1.element.failures.count, $0.offset) < ($0.element.failures.count, $1.offset)
    }
    return frequent.map(\.element).newFirst { $0.failures.first?.isNew == true }
  }

  private struct Key: Hashable {
    var outcome: TestOutcome?
    var signal: String?
    var form: String
    var file: String?
    var line: Int?

    init(_ failure: Failure) {
      outcome = failure.test?.outcome
      form = failure.firstMessage.map(MessageForm.of) ?? ""
      signal = failure.crash?.signal
      file = failure.causePlace?.file
      line = failure.causePlace?.line
    }
  }

  /// Tests that did not start have no details, and are listed elsewhere.
  private static func failures(_ record: RunRecord) -> [Failure] {
    var crashes: [String: Crash] = [:]
    for crash in record.crashes { if let test = crash.test { crashes[test] = crash } }
    var failures: [Failure] = []
    var told: Set<String> = []
    var marks: [String: Int] = [:]
    for (index, test) in record.tests.enumerated()
    where test.failsTheRun && (test.outcome != .notRun || !test.issues.isEmpty) {
      let crash = crashes[test.name] ?? test.id.flatMap { crashes[$0] }
      if let name = crash?.test { told.insert(name) }
      failures.append(
        Failure(
          index: index, test: test, crash: crash,
          mark: PageNames.unique(PageNames.test(test), among: &marks)))
    }
    for (index, crash) in record.crashes.enumerated()
    where crash.test.map({ !told.contains($0) }) ?? true {
      failures.append(Failure(crash: crash, mark: "crash-\(index)"))
    }
    return failures
  }
}
