import CIModel
import Testing

@testable import CIRules

struct ProtectedFilesTests {
  private func findings(authors: [String], pullRequest: PullRequest? = nil) -> [Finding] {
    let settings = RuleSettings(
      id: "protected-files",
      values: ["files": .text("LICENSE"), "authors": .list([.text("ada*"), .text("Grace *")])])
    var facts = makeFacts([FileChange(.modified, "LICENSE", additions: 1)])
    facts.changes?.commits = authors.map { .example("Relicense", author: $0, email: "\($0)@x") }
    facts.pullRequest = pullRequest
    return RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
  }

  /// Who made the commits, where nobody knows of a pull request.
  @Test(arguments: [
    (["ada"], true), (["ada", "Grace Hopper"], true), (["ada", "eve"], false), (["eve"], false),
    ([], false),
  ])
  func everyAuthorIsOnTheList(authors: [String], isAllowed: Bool) {
    #expect(findings(authors: authors).isEmpty == isAllowed)
  }

  @Test func thePullRequestCountsMore() {
    #expect(findings(authors: ["eve"], pullRequest: PullRequest(author: "ada")).isEmpty)
    #expect(!findings(authors: ["ada"], pullRequest: PullRequest(author: "eve")).isEmpty)
  }
}
