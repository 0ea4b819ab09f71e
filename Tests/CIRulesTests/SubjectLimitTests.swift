import CIModel
import Testing

@testable import CIRules

struct SubjectLimitTests {
  @Test(
    arguments: [
      // Too few to tell.
      ([], 100, nil), (Array(repeating: 110, count: 49), 100, nil),
      (Array(repeating: 10, count: 50), 100, 100), (Array(repeating: 100, count: 50), 100, 100),
      (Array(repeating: 10, count: 49) + [101], 120, 100),
      // One in a hundred may be longer.
      (Array(repeating: 10, count: 99) + [300], 100, 99),
      (Array(repeating: 10, count: 98) + [300, 300], 200, 98),
      (Array(repeating: 120, count: 400), 120, 100), (Array(repeating: 121, count: 400), 150, 100),
      (Array(repeating: 500, count: 400), 200, 0),
    ] as [([Int], Int, Int?)])
  func followsTheHistory(lengths: [Int], limit: Int, keptBy: Int?) {
    let found = SubjectLimit(of: lengths)
    #expect(found.characters == limit)
    #expect(found.keptBy == keptBy)
  }

  private static let plain = [Commit](repeating: .example("Add a parser"), count: 60)
  private static let long = [Commit](
    repeating: .example(String(repeating: "x", count: 115)), count: 60)

  private func findings(
    _ commits: [Commit], after earlier: [Commit], _ values: [String: RuleSettings.Value] = [:],
    level: Severity? = nil
  ) -> [Finding] {
    var facts = Facts()
    facts.changes = ChangeSet(
      base: "b", head: "h", mergeBase: String(repeating: "b", count: 40), files: [],
      commits: commits)
    facts.earlierCommits = earlier
    var settings = RuleSettings(id: "commits", values: values)
    settings.level = level
    return CommitsRule(settings: settings).findings(in: facts)
  }

  @Test(arguments: [
    (100, plain, false), (101, plain, true), (101, long, false), (120, long, false),
    (121, long, true), (100, [], false), (101, [], true),
    // Merges, reverts and robots are not what people do.
    (101, plain + long.map { .example($0.subject, parentCount: 2) }, true),
    (101, plain + long.map { .example("Revert \"\($0.subject)\"") }, true),
    (101, plain + long.map { .example($0.subject, author: "dependabot[bot]") }, true),
    (101, plain.map { .example($0.subject + String(repeating: " (#1234)", count: 20)) }, true),
  ])
  func judgesByTheHistory(length: Int, earlier: [Commit], isFlagged: Bool) {
    let commit = Commit.example(String(repeating: "y", count: length) + " (#12)")
    #expect(findings([commit], after: earlier).isEmpty == !isFlagged)
    #expect(findings([commit], after: earlier, ["subject-max": .integer(length)]).isEmpty)
  }

  @Test(arguments: [
    (0, 60, true), (1, 100, true), (2, 100, false), (30, 49, true), (60, 60, false),
  ])
  func theSecondLineIsBlankWhereItAlwaysIs(broken: Int, known: Int, isFlagged: Bool) {
    let earlier = (0..<known).map {
      Commit.example("Add a parser", hasBlankSecondLine: $0 >= broken)
    }
    let commit = Commit.example("Add a lexer", body: "It is fast.", hasBlankSecondLine: false)
    #expect(findings([commit], after: earlier).isEmpty == !isFlagged)
    #expect(findings([commit], after: earlier, level: .warning).count == 1)
  }

  @Test func oneFindingTellsAll() throws {
    let commits = (0..<5).map { index in
      var commit = Commit.example(
        String(repeating: "y", count: 110 + index), hasBlankSecondLine: index > 1)
      commit.id = String(repeating: String(index + 1), count: 40)
      return commit
    }
    let found = findings(commits + [.example("wip")], after: Self.plain)
    #expect(
      found.map(\.message) == [
        "5 commits have a subject that is too long, limit is 100 (100 % of the earlier subjects "
          + "are within it): 11111111, 22222222, 33333333 and 2 more",
        "2 commits have a second line that is not blank: 11111111, 22222222",
        "commit cccccccc \"wip\" is work in progress",
      ])
    #expect(found.first?.help == "Reword them with `git rebase -i bbbbbbbb`.")
  }

  /// Nobody sees words of blanks; signs and pictures are seen.
  @Test(arguments: [
    ("\u{3164}", "\u{2800}\u{FEFF}", 2), ("🎉", "→", 0), ("a", "\u{301}", 1), ("\u{E000}", "b", 1),
  ])
  func wordsThatNobodySees(subject: String, body: String, count: Int) {
    var facts = makeFacts([])
    facts.changes?.commits = [.example(subject, body: body)]
    let rules = [
      RuleSettings(id: "commit-subject", values: ["min": .integer(1)]),
      RuleSettings(id: "commit-body", values: ["required": .text("always")]),
    ]
    #expect(
      RuleSet(settings: rules, includesDefaults: false).findings(in: facts).count == count)
  }
}
