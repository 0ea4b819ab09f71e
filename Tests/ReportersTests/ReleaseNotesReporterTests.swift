import CIModel
import TestSupport
import Testing

@testable import Reporters

@Suite struct ReleaseNotesReporterTests {
  private func notes(_ commits: [(subject: String, body: String, author: String)]) -> String {
    let commits = commits.enumerated().map { index, commit in
      let person = Commit.Signature(
        name: commit.author, email: "a@example.com", date: Timestamp(secondsSinceEpoch: 0))
      var made = Commit(
        id: String(repeating: "\(index)", count: 40), subject: commit.subject, body: commit.body,
        author: person, committer: person)
      made.isMerge = commit.subject.hasPrefix("Merge ")
      return made
    }
    let changes = ChangeSet(base: "b", head: "h", mergeBase: "b", files: [], commits: commits)
    return ReleaseNotesReporter().render(changes: changes, style: TerminalStyle()) ?? ""
  }

  @Test func putsCommitsUnderWhatTheyDo() {
    let text = notes([
      ("feat(cart)!: add discounts", "", "Ada"), ("fix: no crash at zero", "", "Ada"),
      ("Merge branch 'topic'", "", "Eve"), ("Perf(core): read once", "", "Bob"),
      ("docs: say why", "", "Ada"), ("Tidy up", "Why.\r\n\r\nBREAKING CHANGE: `add` throws", "Bob"),
      ("feat: ", "", "Ada"),
    ])
    #expect(
      text == """
        ## Breaking changes

        - \\`add\\` throws (555555555)
        - **cart**: add discounts (000000000)

        ## New

        - **cart**: add discounts (000000000)

        ## Fixed

        - no crash at zero (111111111)

        ## Faster

        - **core**: read once (333333333)

        ## Other changes

        - feat:  (666666666)
        - Tidy up (555555555)
        - docs: say why (444444444)

        6 commits by Ada, Bob

        """)
  }

  @Test func isOneListWithoutTypes() {
    #expect(
      notes([("history: one", "", "Ada"), ("Two: @ada #1", "", "Ada")]) == """
        ## Changes

        - Two: @&#8203;ada #&#8203;1 (111111111)
        - history: one (000000000)

        2 commits by Ada

        """)
    #expect(notes([]) == "No changes.\n")
    #expect(notes([("Merge branch 'a'", "", "Ada")]) == "No changes.\n")
  }

  @Test(arguments: ["Ada", String(repeating: "#", count: 5_000)])
  func fitsIntoTheNotesOfARelease(author: String) {
    let many = (0..<3_000).map { number in
      ("fix: \(String(repeating: "x", count: 60))", "", "\(number % 30)\(author)")
    }
    let text = notes(many)
    #expect(text.utf8.count < 125_000)
    #expect(text.contains("3,000 commits by 0"))
  }
}
