import CIModel
import Reporters
import Testing

@testable import CodeReview

/// What is done on a request, from what a run found and what is there.
@Suite struct ReviewPlanTests {
  private static let setting = ReviewPlan.Setting(
    name: "devtool", commit: SampleRun.head, link: nil)
  private static let files = ["A.swift": ReviewedFile(oldPath: "A.swift", diff: SampleRun.diff)]

  private func plan(
    _ record: RunRecord, _ state: ReviewState = ReviewState(),
    _ setting: ReviewPlan.Setting = ReviewPlanTests.setting
  ) -> [ReviewPlan.Action] {
    ReviewPlan(ReviewReport(record), setting, state, files: Self.files).actions
  }

  /// What is there once the plan for a record has been carried out.
  private func state(
    after record: RunRecord, _ standing: ReviewState.Thread.Standing = .open
  ) -> ReviewState {
    var state = ReviewState()
    for action in plan(record) {
      switch action {
      case .remark(let remarks):
        state.threads += remarks.enumerated().map {
          ReviewState.Thread(
            id: "t\($0.offset)", comment: "\($0.offset)", body: $0.element.body, standing: standing)
        }
      case .createSummary(let body): state.comments.append(.init(id: "s", body: body))
      default: Issue.record("\(action) where nothing is")
      }
    }
    return state
  }

  private func kinds(_ actions: [ReviewPlan.Action]) -> [String] {
    actions.map { action in
      switch action {
      case .retract: "retract"
      case .edit: "edit"
      case .reopen: "reopen"
      case .remark(let remarks): "remark \(remarks.count)"
      case .createSummary: "create"
      case .editSummary: "edit summary"
      case .deleteSummary: "delete summary"
      }
    }
  }

  private static let failing = SampleRun.record(.failed, [SampleRun.finding(3)])
  private static let moved = SampleRun.record(.failed, [SampleRun.finding(90)])
  private static let counted = SampleRun.record(
    .failed, [SampleRun.finding(3, .error, "used 12 times")])
  private static let clean = SampleRun.record(.passed)

  @Test func aFirstRunSaysEverythingOnce() {
    #expect(kinds(plan(Self.failing)) == ["remark 1", "create"])
  }

  @Test func nothingToSayIsNotSaid() {
    #expect(plan(Self.clean).isEmpty)
  }

  @Test func theSameResultChangesNothing() {
    #expect(plan(Self.failing, state(after: Self.failing)).isEmpty)
  }

  @Test func aLinkToAnotherRunIsNoChange() {
    var setting = Self.setting
    setting.link = "https://ci.example.com/run/2"
    #expect(plan(Self.failing, state(after: Self.failing), setting).isEmpty)
  }

  @Test func aLineThatMovedIsNotSaidAgain() {
    #expect(plan(Self.moved, state(after: Self.failing)).isEmpty)
  }

  @Test func anotherNumberEditsTheRemark() {
    let other = SampleRun.record(.failed, [SampleRun.finding(3, .error, "used 13 times")])
    #expect(kinds(plan(other, state(after: Self.counted))) == ["edit"])
  }

  /// What became of the finding, and whether a person has answered or resolved its thread.
  @Test(arguments: [
    ("clean", ReviewState.Thread.Standing.open, ["retract", "edit summary"]),
    // danger#1528, danger-js#1384, #1347, #166: what people said is not deleted, reopened or repeated.
    ("clean", .answered, ["edit summary"]), ("clean", .resolved, ["edit summary"]),
    ("clean", .retracted, ["edit summary"]),
    ("failing", .answered, []), ("failing", .resolved, []), ("moved", .answered, []),
    ("moved", .resolved, []),
    ("failing", .retracted, ["reopen"]),
  ])
  func threads(run: String, standing: ReviewState.Thread.Standing, expected: [String]) {
    let record = run == "clean" ? Self.clean : run == "moved" ? Self.moved : Self.failing
    #expect(kinds(plan(record, state(after: Self.failing, standing))) == expected)
  }

  @Test func anotherNumberDoesNotEditWhatWasAnswered() {
    let other = SampleRun.record(.failed, [SampleRun.finding(3, .error, "used 13 times")])
    #expect(plan(other, state(after: Self.counted, .answered)).isEmpty)
  }

  @Test func aWarningThatAPersonResolvedIsNoLongerAsked() throws {
    let record = SampleRun.record(.passed, [SampleRun.finding(3, .warning)])
    let actions = plan(record, state(after: record, .resolved))
    guard case .editSummary(_, let body)? = actions.first else {
      Issue.record("\(actions)")
      return
    }
    #expect(body.hasPrefix("✅ All clear at ddddddd.\n"))
  }

  @Test func twoPipelinesKeepTheirOwnComments() {
    var setting = Self.setting
    setting.name = "linux"
    let actions = plan(Self.failing, state(after: Self.failing), setting)
    #expect(kinds(actions) == ["remark 1", "create"])
    #expect(plan(Self.clean, state(after: Self.failing), setting).isEmpty)
  }

  @Test func aSecondCommentOfARaceIsDeleted() {
    var state = state(after: Self.failing)
    state.comments.append(.init(id: "s2", body: state.comments[0].body))
    #expect(plan(Self.failing, state) == [.deleteSummary(id: "s2")])
  }

  @Test func commentsOfOthersAreLeftAlone() {
    let state = ReviewState(
      comments: [.init(id: "1", body: "Thanks!")],
      threads: [.init(id: "t", comment: "2", body: "Why?", standing: .open)])
    #expect(kinds(plan(Self.failing, state)) == ["remark 1", "create"])
  }

  @Test func moreThanTwentyFiveRemarksStandInTheComment() throws {
    let record = SampleRun.record(.failed, SampleRun.findings(200))
    let actions = plan(record)
    #expect(kinds(actions) == ["remark 25", "create"])
    guard case .createSummary(let body)? = actions.last else { return }
    #expect(body.utf8.count <= 60_000)
    #expect(body.contains("25 comments are at their lines."))
    #expect(body.split(separator: "\n").count { $0.hasPrefix("| ❌ ") } == 175)
    // Those that are there count, too.
    #expect(plan(record, state(after: record)).isEmpty)
  }

  @Test func aLongCommentIsCutBetweenItsLines() throws {
    let long = String(repeating: "x", count: 900)
    let findings = (0..<200).map { _ in Finding(.error, "long", long) }
    guard case .createSummary(let body)? = plan(SampleRun.record(.failed, findings)).last else {
      Issue.record("no comment")
      return
    }
    #expect(body.utf8.count <= 60_000)
    #expect(body.contains("_Shortened: "))
    #expect(ReviewMarker(in: body)?.kind == .summary)
  }

  @Test(arguments: [
    (4, "A.swift", true), (1, "A.swift", false), (500, "A.swift", false), (4, "B.swift", false),
  ])
  func onlyChangedLinesGetRemarks(line: Int, file: String, isAtLine: Bool) {
    let record = SampleRun.record(.failed, [SampleRun.finding(line, file: file)])
    #expect(kinds(plan(record)) == (isAtLine ? ["remark 1", "create"] : ["create"]))
  }

  @Test(arguments: [
    (Severity.warning, 4, ["remark 1", "create"]), (.warning, 1, []), (.note, 4, []),
    (.error, 4, ["remark 1", "create"]), (.error, 1, ["create"]),
  ])
  func messagesOfTheCompiler(severity: Severity, line: Int, expected: [String]) {
    var record = SampleRun.record(severity == .error ? .failed : .passed)
    record.diagnostics = [
      Diagnostic(severity, "'oldAdd' is deprecated", file: "A.swift", line: line, column: 2)
    ]
    let actions = plan(record)
    #expect(kinds(actions) == expected)
    for case .createSummary(let body) in actions {
      // It stands at its line or in the comment, not at both.
      #expect(body.contains("oldAdd") == (line == 1))
      #expect(severity == .error || body.contains("1 compiler warning on changed lines"))
    }
  }

  @Test(
    arguments: [
      ("@@ -1,2 +1,3 @@ f()\n a\n+b\n c\n", [2]), ("@@ -0,0 +1 @@\n+a\n\\ No newline", [1]),
      ("@@ -1 +1 @@\n-a\n+b\n@@ -9,2 +9,2 @@\n c\n-d\n+e", [1, 10]), ("", []), ("nonsense", []),
      ("@@ -1,2 +1,3 @@\r\n a\r\n+b\r\n+c\r\n d\r\n", [2, 3]),
      ("@@ -1 +99999999999999999999 @@\n+a", [Int.max / 2]),
    ] as [(String, Set<Int>)])
  func readsHunks(diff: String, lines: Set<Int>) {
    #expect(ReviewedFile(oldPath: "a", diff: diff).lines == lines)
  }
}
