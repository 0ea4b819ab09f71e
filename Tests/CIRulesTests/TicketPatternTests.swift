import CIModel
import Testing

@testable import CIRules

/// What both rules on tickets take for one.
struct TicketPatternTests {
  @Test(arguments: [
    ("handle UTF-8", false), ("SHA-256 is not checked", false), ("SHA3-512", false),
    ("dates as ISO-8601", false), ("use AES-256", false), ("CVE-2026-1", false), ("X86-64", false),
    ("HTTP-2", false), ("#12", true), ("CORE-12", true), ("UTF-8 by CORE-12", true),
    ("GPL-3 text", false), ("LGPL-2", false), ("MIT-0", false), ("BSD-3-Clause", false),
    ("CC-BY-4.0 or EPL-2.0", false), ("SE-0451", false), ("SOC-2 and AVX-512", false),
    ("C#7", false), ("under CC0-1.0", false), ("SSPL-1", false), ("ZPL-2.1", false),
    ("CECILL-2.1", false), ("ISBN-13", false), ("SQL-92", false), ("see CORE-12.", true),
    ("ICD-10 codes", false), ("Q3-2026", false), ("Q5-2026", true),
    ("F#6 and C#7", false),
    ("a &#39; b", false), ("swift-nio#12", true), ("apple/swift#7", true), ("(#12)", true),
    ("C# #12", true), ("see README.md#2-setup", false), ("[a](#2-setup)", false),
    ("fix/#12-crash", true), ("ab/cd#12, c", true),
    ("XUTF-8", true), ("MDX-12", true), ("see https://a/1", false),
    ("E621E1F8-C36C-495A-93FC-0C247A3E6E5F", false),
    ("id F621E1F8-1234-A95A-B3FC-012345678901", false),
    ("E621E1F8-C36C-495A-93FC-0C247A3E6E5F for CORE-12", true), ("20261127-CORE-12", true),
    ("MSAA-4x", false), ("GHSA-2c4m", false), ("ABC-123_topic", true), ("C36C-495", true),
    ("FACE-1234-topic", true), ("replace #333333", false), ("(#808080)", false), ("#000", false),
    ("#012", false), ("#33333380 and #12", true), ("#33333380", false), ("#333", true),
    ("#333334", true), ("#3333333", true), ("#123456", true), ("a/b#202020", false),
  ])
  func standardsAreNone(text: String, isTicket: Bool) {
    var facts = makeFacts([FileChange(.modified, "a.swift", additions: 1)])
    facts.addedLines = [AddedLine("a.swift", line: 1, text: "// TODO: \(text)")]
    facts.pullRequest = PullRequest(title: text)
    func isFlagged(_ rule: String) -> Bool {
      !RuleSet(settings: [RuleSettings(id: rule)], includesDefaults: false).findings(in: facts)
        .isEmpty
    }
    #expect(isFlagged("todo-tickets") != (isTicket || text.contains("://")))
    #expect(isFlagged("pr-tickets") != isTicket)
  }

  /// On a person's machine the pull request is yet to be written, and the branch has a name.
  @Test(arguments: [
    (Surroundings.Event?.some(.local), "topic", nil, 0, 1), (.local, "ABC-12-topic", nil, 0, 0),
    (.push, "topic", nil, 1, 0), (nil, "ABC-12-topic", nil, 0, 0),
    (.local, "topic", "commits", 1, 0),
  ])
  func beforeThePullRequest(
    event: Surroundings.Event?, branch: String, place: String?, findings: Int, notes: Int
  ) {
    var facts = makeFacts([FileChange(.modified, "a.swift", additions: 1)])
    facts.changes?.commits = [.example("Add a parser")]
    facts.surroundings = Surroundings(event: event, branch: branch)
    let settings = RuleSettings(
      id: "pr-tickets", values: place.map { ["in": .text($0)] } ?? [:])
    let rules = RuleSet(settings: [settings], includesDefaults: false)
    #expect(rules.findings(in: facts).count == findings)
    #expect(rules.notes(in: facts).count == notes)
    facts.changes?.commits = []
    #expect(rules.findings(in: facts).isEmpty)
  }

  /// A description counts as it is shown, with the addresses of its links.
  @Test(arguments: [
    ("#12", true), ("Fixes #12\r\nA", true), ("- #12", true), ("`CORE-12`", true),
    ("[it](https://a.org/browse/CORE-12)", true), ("[it]: https://a.org/browse/CORE-12", true),
    ("<!-- CORE-12 -->", false), ("## Ticket\n<!--\nFixes #12\n-->\nA", false),
    ("<!-- #1 -->\nFixes #12", true), ("[//]: # (CORE-12)\r\nA", false),
    ("[//]: # (Which one?\nCORE-12)\nA", false), ("[//]: # (Which?\n\nCORE-12)", true),
    ("[//]: # CORE-12 does", true),
    ("A\n\n  [comment]:<> \"CORE-12\"", false), ("[x]: #12", true), ("[CORE-12]: yes", true),
  ])
  func descriptions(body: String, isTicket: Bool) {
    var facts = makeFacts([FileChange(.modified, "a.swift", additions: 1)])
    facts.pullRequest = PullRequest(title: "Add", body: body)
    let rules = RuleSet(settings: [RuleSettings(id: "pr-tickets")], includesDefaults: false)
    #expect(rules.findings(in: facts).isEmpty == isTicket)
  }
}
