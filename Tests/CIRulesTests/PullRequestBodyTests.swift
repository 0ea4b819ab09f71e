import CIModel
import Testing

@testable import CIRules

struct PullRequestBodyTests {
  /// What Markdown takes for a heading or a box, and what only looks like one to Swift.
  @Test(arguments: [
    ("## Test\nBy hand.", 0), ("## Test\r\nBy hand.", 0), ("## Test\rBy hand.", 0),
    ("All is well.\u{2028}## Test\u{2028}By hand.", 1), ("All.\u{85}## Test\u{85}By hand.", 1),
    ("All is well.\u{B}## Test\u{B}By hand.", 1), ("## Test\n## \u{301}Why\nBy hand.", 1),
    ("## Test\nBy hand.\n- [ ] it\r\n* [ ] it", 1), ("## Test\nBy hand.\n12)\t[ ] it", 1),
    ("## Test\n- `x[ ]` is a list\n- see [ ]\n+[ ] a\n1 [ ] b\n7. a[ ]", 0),
    ("## Test\nBy hand.\n```\n- [ ] it\n```\n", 0),
    ("## Test\nBy hand.\n```\n```\n- [ ] it", 1), ("## Test\nBy hand.\n``\n- [ ] it", 1),
  ])
  func linesAreThoseOfMarkdown(body: String, count: Int) {
    var facts = Facts()
    facts.changes = ChangeSet(base: "b", head: "h", mergeBase: "b", files: [], commits: [])
    facts.pullRequest = PullRequest(body: body)
    let settings = RuleSettings(
      id: "pr-body",
      values: ["min": .integer(1), "sections": .text("Test"), "checkboxes": .text("ticked")])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.count == count, "\(found)")
  }

  /// The second is made of flags, which take long to go back over.
  @Test(arguments: [
    ("Grüße", 1), (String(repeating: "\u{1F1E9}\u{1F1EA}", count: 50_000), 0),
    ("Gru\u{308}ße", 1), ("ße\u{301}", 0), ("e\u{301}xe\u{301}", 1),
  ])
  func forbiddenTextIsFoundHoweverItIsWritten(body: String, count: Int) {
    var facts = Facts()
    facts.changes = ChangeSet(base: "b", head: "h", mergeBase: "b", files: [], commits: [])
    facts.pullRequest = PullRequest(body: body)
    let settings = RuleSettings(
      id: "pr-body",
      values: ["min": .integer(1), "forbid": .list([.text("Grüße"), .text("xe")])])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.count == count, "\(found)")
  }
}
