import CIModel
import Expressions
import Testing

@Suite struct EvaluationTests {
  private static let values: [(String, Bool?)] = [
    // Names
    (##"title contains "#trivial""##, true), (##"title contains "#TRIVIAL""##, false),
    (#"title starts_with "feat""#, true), (#"title ends_with "feat""#, false),
    (#"body =~ "(?i)fixes #[0-9]+""#, true), (#"body =~ /fixes #\d+/i"#, true),
    (#"body =~ /fixes #\d+/"#, false), (#"title !~ "^feat""#, false),
    (#"author == 'ada'"#, true), (#"author in ["ada", "bob"]"#, true),
    (#"author in ["bob"]"#, false), (#"author != "ada""#, false),
    (#"labels contains "skip-changelog""#, true), (#"labels contains "skip""#, false),
    (#"labels =~ "^area/""#, true), (#"labels matches "area/*""#, true),
    (#"labels matches "*""#, true), (#"labels matches "docs/*""#, false),
    ("draft", false), ("!draft", true), ("draft == false", true), ("fork", true),
    (#"branch == "feature/b""#, true), (#"branch matches "feature/**""#, true),
    (#"branch matches "release/**""#, false), (#"base == "main""#, true),
    (#"milestone == """#, true), ("count(assignees) == 0", true),
    (#"reviewers contains "core-team""#, true), ("ci", true), (#"service == "github""#, true),
    (#"event == "pull_request""#, true), (#"event == "push""#, false), (#"os == "linux""#, true),
    (#"arch == "arm64""#, false), (#"env.DEPLOY == "yes""#, true), (#"env.NOWHERE == """#, true),
    (#"matrix.config == "debug""#, true), (#"commits =~ "^fixup!""#, true),
    ("count(commits) == 2", true),
    // Steps
    (#"steps.build.status == "passed""#, true), (#"steps.test.unit.status == "failed""#, true),
    ("steps.test.unit.exit == 1", true), ("steps.test.unit.duration > 6m", true),
    ("steps.test.unit.duration > 1h30m", false), ("steps.test.unit.duration <= 400s", true),
    ("steps.test.unit.duration >= 400000ms", true), ("steps.test.unit.attempts > 1", true),
    // The change
    (#"changed("Sources/**")"#, true), (#"changed("Sources/Old/**")"#, true),
    (#"changed("docs/**")"#, false), (#"changed("docs/**", "LICENSE*")"#, true),
    (#"changed("LICENSE")"#, false), (#"added("Sources/**")"#, true),
    (#"added("Sources/New/A.swift")"#, true), (#"added("Sources/*/A.swift")"#, false),
    (#"deleted("LICENSE*")"#, true),
    (#"deleted("Sources/**")"#, false), (#"renamed("Sources/Old/**")"#, true),
    (#"renamed("Tests/**")"#, false), (#"modified(".github/**")"#, true),
    (#"modified("link")"#, true), (#"modified("Sources/**")"#, false),
    (#"only_changed("**")"#, true), (#"only_changed("Sources/**", "Tests/**")"#, false),
    (#"lines_added("Sources/**") == 32"#, true), ("lines_added() == 37", true),
    (#"lines_deleted("Tests/**") > lines_added("Tests/**")"#, true),
    ("lines_changed() == 100", true), (#"lines_added("docs/**") == 0"#, true),
    (#"count(files("Sources/**")) == 2"#, true), ("count(files()) == 6", true),
    (#"files() contains "Sources/New/A.swift""#, true),
    (#"files() contains "Sources/Old/A.swift""#, false),
    ("length(title) == 20", true), ("length(body) == 9", true),
    (#"lower("ABC") == "abc" && ci"#, true),
    (#"first(commits) == "feat: add B""#, true), (#"last(commits) starts_with "fixup!""#, true),
    (#"last(assignees) == """#, true), ("count(matching(commits, /^fixup!/)) == 1", true),
    (#"count(matching(labels, "^none$")) == 0"#, true),
    (#"matching(labels, "^area/") contains "area/parser""#, true),
    // Facts of the request and of time
    ("number == 12", true), (#"association == "first_time_contributor""#, true),
    ("approved", false), ("mergeable && !merged", true), ("maintainer_can_modify", true),
    ("age == 2d", true), ("age > 2d", false), ("oldest_commit_age == 3d", true),
    ("newest_commit_age < 73h", true), (#"commit_authors contains "Ada <ada@example.com>""#, true),
    ("count(commit_authors) == 1", true), (#"weekday == "sunday""#, true),
    // Arithmetic
    ("lines_added() - lines_deleted() == -26", true), ("lines_deleted()*2>lines_added()", true),
    ("lines_added() / lines_deleted() < 0.6", true), ("1 + 2 * 3 == lines_added() - 30", true),
    ("(1 + 2) * 3 < count(files()) + 3", false), ("10 - 4 - 3 < count(files())", true),
    ("100/5/2 > count(files())", true), ("number/2 == 6", true), ("number * 2 == 24", true),
    ("age / 1d == 2", true), ("age * 2 == 4d", true), ("2 * age == 4d", true),
    ("age / 2 == 1d", true), ("age - 1d < 1d + 1ms", true), ("age + 12h == 60h", true),
    // Logic
    ("ci && !draft", true), ("draft || ci", true), ("draft || ci && draft", false),
    ("(draft || ci) && !draft", true), ("!(draft || ci)", false), ("!!ci", true),
    ("true", true), ("false", false), ("1.5 < lines_added()", true),
    ("ci == fork", true), (#""\"" != title"#, true), (#"'it''s' != title"#, nil),
  ]

  @Test(arguments: values)
  func outcomes(text: String, expected: Bool?) throws {
    guard let expected else {
      #expect(throws: ConditionError.self) { try Condition(text, scope: .sample) }
      return
    }
    let evaluation = try Condition(text, scope: .sample).evaluate(.sample)
    #expect(
      evaluation.outcome == ConditionEvaluation.Outcome(expected), "\(evaluation.trace.rendered())")
    #expect(evaluation.missing == [])
  }

  @Test(arguments: [
    (#"title == "x""#, nil, "title (there is no pull request)"),
    (#"!(title == "x")"#, nil, "title (there is no pull request)"),
    (#"title == "x" && ci"#, false, ""), (#"title == "x" || !ci"#, true, ""),
    (#"title == "x" && !ci"#, nil, "title (there is no pull request)"),
    (#"!ci || title == "x""#, true, ""), (#"ci && title == "x""#, false, ""),
    (#"changed("a")"#, nil, "changed (there is no merge base to compare with)"),
    (
      #"count(files()) > 1 || draft"#, nil,
      "draft (there is no pull request), files (there is no merge base to compare with)"
    ),
    (#"commits contains "x""#, nil, "commits (there is no merge base to compare with)"),
    (#"branch == "main""#, nil, "branch (unknown)"),
    (#"event == "push""#, nil, "event (unknown)"),
    (#"steps.docs.status == "failed""#, nil, "steps.docs.status (the step has not finished)"),
    (#"service == """#, true, ""), ("length(title) > 3", nil, "title (there is no pull request)"),
    (
      #"labels contains "x" || author == "y""#, nil,
      "author (there is no pull request), labels (there is no pull request)"
    ),
    (#"lower(title) in ["a"]"#, nil, "title (there is no pull request)"),
  ])
  func whatNobodyToldIsUnknown(text: String, expected: Bool?, missing: String) throws {
    let evaluation = try Condition(text, scope: .sample).evaluate(.nothing)
    #expect(evaluation.outcome == ConditionEvaluation.Outcome(expected))
    #expect(evaluation.missingText == missing)
  }

  @Test func aPullRequestThatKeepsSomethingToItself() throws {
    let facts = ConditionFacts(pullRequest: PullRequest(labels: []))
    let title = try Condition(#"title contains "x""#).evaluate(facts)
    #expect(title.missingText == "title (the CI service does not provide it)")
    #expect(try Condition("count(labels) == 0").evaluate(facts).outcome == .holds)
    let branch = ConditionFacts(surroundings: Surroundings(branch: "main"))
    #expect(try Condition(#"branch == "main""#).evaluate(branch).outcome == .holds)
  }

  /// A file in place of a link is new, and one that becomes a link is gone.
  @Test(arguments: [("120000", "100644", true, false), ("100644", "120000", false, true)])
  func linksAndFiles(old: String, new: String, isAdded: Bool, isDeleted: Bool) throws {
    let file = FileChange(.typechanged, "a.pem", additions: 1, mode: new, oldMode: old)
    let facts = ConditionFacts(
      changes: ChangeSet(base: "b", head: "h", mergeBase: "b", files: [file], commits: []))
    let added = try Condition(#"added("**/*.pem")"#).evaluate(facts).outcome
    let deleted = try Condition(#"deleted("**/*.pem")"#).evaluate(facts).outcome
    #expect(added == ConditionEvaluation.Outcome(isAdded))
    #expect(deleted == ConditionEvaluation.Outcome(isDeleted))
  }

  /// A subject is what git shows as one.
  @Test(arguments: [
    (#"commits =~ "\bwip\b""#, true), (#"commits contains "Fix it wip""#, true),
    (#"commits contains "Fix it""#, false), (#"commits =~ "why""#, false),
  ])
  func subjectsOfTwoLines(text: String, expected: Bool) throws {
    let someone = Commit.Signature(
      name: "Ada", email: "ada@example.com", date: Timestamp(secondsSinceEpoch: 0))
    let commit = Commit(
      id: "c", subject: "Fix it", body: "wip\n\nwhy", author: someone, committer: someone,
      hasBlankSecondLine: false)
    let facts = ConditionFacts(
      changes: ChangeSet(base: "b", head: "h", mergeBase: "b", files: [], commits: [commit]))
    let outcome = try Condition(text).evaluate(facts).outcome
    #expect(outcome == ConditionEvaluation.Outcome(expected))
  }

  @Test func nothingChanged() throws {
    let facts = ConditionFacts(
      changes: ChangeSet(base: "b", head: "b", mergeBase: "b", files: [], commits: []))
    for text in [#"changed("**")"#, #"only_changed("**")"#, "count(files()) > 0"] {
      #expect(try Condition(text).evaluate(facts).outcome == .doesNotHold, "\(text)")
    }
  }

  @Test func tracesTellEveryPart() throws {
    let text =
      #"changed("Sources/**") && (draft || lines_added() > 10) || title =~ "x" && env.API_TOKEN == "a""#
    let trace = try Condition(text).evaluate(.sample).trace
    #expect(
      trace.rendered() == """
        \(text) → true
          changed("Sources/**") && (draft || lines_added() > 10) → true
            changed("Sources/**") → true  (2 of 6: Sources/New/A.swift, Sources/New/B.swift)
            (draft || lines_added() > 10) → true
              draft → false
              lines_added() > 10 → true
                lines_added() → 37  (6 of 6: .github/workflows/ci.yml, LICENSE.txt, \
        Sources/New/A.swift, Sources/New/B.swift, Tests/ATests.swift, …)
          title =~ "x" && env.API_TOKEN == "a" → not evaluated

        """)
    let secret = try Condition(#"env.API_TOKEN == "a" || changed("docs/**")"#).evaluate(.sample)
    #expect(
      secret.trace.rendered(indentation: 2) == """
          env.API_TOKEN == "a" || changed("docs/**") → false
            env.API_TOKEN == "a" → false
              env.API_TOKEN → (hidden)
            changed("docs/**") → false  (none of 6 files)

        """)
    let derived = try Condition(#"lower(env.API_TOKEN) == "a""#).evaluate(.sample)
    #expect(!derived.trace.rendered().contains("hunter2"))
    let zero = try Condition(#"number / lines_added("docs/**") > 1"#).evaluate(.sample)
    #expect(zero.missingText == #"number / lines_added("docs/**") (divided by zero)"#)
    let unknown = try Condition("!draft").evaluate(.nothing)
    #expect(unknown.trace.rendered() == "!draft → unknown\n  draft → unknown\n")
  }

  @Test func tellsWhatItAsksFor() throws {
    let condition = try Condition(
      #"changed("a") && steps.test.unit.exit > 0 && steps.build.status in ["passed"] && !draft"#,
      scope: .sample)
    #expect(condition.steps == ["build", "test.unit"])
    #expect(
      condition.names == ["changed", "draft", "steps.build.status", "steps.test.unit.exit"])
    #expect(condition.asksForChange)
    #expect(try Condition("count(commits) > 1").asksForChange)
    #expect(try !Condition(#"title == "x""#).asksForChange)
  }
}
