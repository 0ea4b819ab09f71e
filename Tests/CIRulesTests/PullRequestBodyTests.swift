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
    ("## Test\n[//]: # (How was it tested?)", 1),
    ("## Test\n[//]: # (How\nwas it tested?)", 1), ("## Test\nBy hand.\n- [\u{A0}] it", 1),
    ("## Test\nBy hand.\n- [\t] it", 1), ("## Test\nBy hand.\n- [] it\n- [a] it", 0),
    ("## Test\nBy hand.\n<!-- How? --> ```\n- [ ] it", 1),
    ("## Test\nBy hand.\n<!-- How? -->\n```\n- [ ] it", 0),
    ("## Test\nBy hand.\n```\n- [ ] it\n```\n", 0),
    ("## Test\nBy hand.\n```\n```\n- [ ] it", 1), ("## Test\nBy hand.\n``\n- [ ] it", 1),
    // A block of code ends with the item or the quote that it stands in.
    ("## Test\n- how:\n\n  ```\n  make\n- [ ] it\n- [ ] it", 1),
    ("## Test\r\n- how:\r\n\r\n  ```\r\n  make\r\n- [ ] it\r\n", 1),
    ("## Test\n- ```\n  - [ ] it\n\n  - [ ] it\n", 0), ("## Test\n- ```\n- [ ] it", 1),
    ("## Test\n1. a\n   ~~~\n  - [ ] it", 1), ("## Test\n1. a\n   ~~~\n   - [ ] it", 0),
    ("## Test\n> ```\n> - [ ] it\n> ```\n", 0), ("## Test\r\n> ```\r\n> - [ ] it\r\n", 0),
    ("## Test\n> ```\n- [ ] it", 1), ("## Test\n> ```\n\n> - [ ] it", 1),
    ("## Test\n- a\nb\n  ```\n- [ ] it", 1), ("## Test\n- a\n\nb\n```\n- [ ] it\n```", 0),
    ("## Test\n- a\n  - b\n\n    ```\n    - [ ] it\n    ```\n", 0),
    ("## Test\n-\t```\n\t- [ ] it\n", 0), ("## Test\n10. a\n    ```\n    - [ ] it\n", 0),
    ("## Test\n* * *\n```\n- [ ] it\n", 0), ("## Test\n- # a\n```\n- [ ] it\n", 0),
    // Marks of several lists, and of quotes.
    ("## Test\n1. - [ ] it", 1), ("## Test\n- > - [ ] it", 1), ("## Test\n> * 2) [ ] it", 1),
    ("## Test\n- > [ ] it\n1.- [ ] it\n- - [x] it", 0),
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

  /// Headings as Markdown has them.
  @Test(arguments: [
    ("Why\n===\nIt was slow.\n\nHow\n---\nFast.", 0), ("Why\n---\n\nHow\n---\nFast.", 1),
    ("   ## Why\nSlow.\n  ## How\nFast.", 0), ("    ## Why\nSlow.\n## How\nFast.", 1),
    ("##\tWhy\nSlow.\n##\tHow\nFast.", 0), ("##Why\nSlow.\n##How\nFast.", 2),
    ("## Why\nSlow.\n## How\n📈", 0), ("## Why\nSlow.\n## How\n- [ ]\n---", 1),
    ("## **Why**\nSlow.\n## [How](https://a.org/x)\nFast.", 0),
    ("## 1. Why\nSlow.\n## 2) How\nFast.", 0), ("## Why\nSlow\n---\n## How\nFast.", 0),
    ("<h2>Why</h2>\nSlow.\n<H2 id=\"b\">How</H2>\nFast.", 0),
    ("<h2>Why</h2>\n<h2>How</h2>\nFast.", 1),
    ("## Why ##\nSlow.\n# How #  \nFast.", 0), ("## Why#\nSlow.\n## ##\nFast.", 2),
    ("<h2>\nWhy\n</h2>\n\nSlow.\n<h2 align=\"center\">\n  How </H2>\nFast.", 0),
    ("<h2>\nWhy\n</h2>\n<h2>\nHow\n</h2>\nFast.", 1), ("<h2>\nWhy\n\nHow\n</h2>\nFast.", 2),
    ("## Why\n<h3>\nMore\n</h3>\n## How\nFast.", 1),
    // What readers do not see fills no section.
    ("## Why\n[a]: https://a.org/x\n## How\nFast.", 1),
    ("## Why\n&nbsp;\n\u{200B}\n## How\nFast.", 1),
    ("## Why\n<details></details>\n## How\n\u{3164}\u{2800}", 2),
    ("## Why\n### More\n## How\nFast.", 1), ("## Why\n### More\nSlow.\n## How\nFast.", 0),
    ("## Why\n![](https://a.org/x.png)\n## How\n<img src=\"x\">", 0),
    ("## Why\nhttps://a.org/x\n## How\n#12", 0), ("## Why\n- 1\n## How\n[a](https://a.org)", 0),
    ("## Why\n<details><summary>Logs</summary></details>\n## How\n@ada", 0),
    // A comment of a shell is no heading.
    ("## Why\n```sh\n# build\n```\n## How\n~~~\n# x\nmake\n~~~", 0),
    ("```\n## Why\n```\n## How\nFast.", 1), ("## Why\n```\n```\n## How\n```sh\n```", 2),
    ("## Why\n##\n## How\nFast.", 1), ("Whyever\n===\nSlow.\n## How\nFast.", 1),
  ])
  func headings(body: String, count: Int) {
    var facts = Facts()
    facts.changes = ChangeSet(base: "b", head: "h", mergeBase: "b", files: [], commits: [])
    facts.pullRequest = PullRequest(body: body)
    let settings = RuleSettings(
      id: "pr-body", values: ["min": .integer(1), "sections": .list([.text("Why"), .text("How")])])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.count == count, "\(found)")
  }

  /// Any number of containers, with lines that belong to all of them or to none.
  @Test(arguments: ["\n", "\n\n", "\na\n", "\n> "])
  func containersAreReadOnce(lines: String) {
    let marks =
      String(repeating: "> - ", count: 3_000) + "a\n" + String(repeating: "- ", count: 3_000)
    var facts = Facts()
    facts.changes = ChangeSet(base: "b", head: "h", mergeBase: "b", files: [], commits: [])
    facts.pullRequest = PullRequest(
      body: "It is tested.\n\(marks)a\(String(repeating: lines, count: 3_000))\n- [ ] it")
    let settings = RuleSettings(id: "pr-body", values: ["checkboxes": .text("ticked")])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.count == 1)
  }

  /// The second is made of flags, which take long to go back over.
  /// The minimum counts what readers see.
  @Test(arguments: [
    (String(repeating: "\u{200B}", count: 30), 0), ("&nbsp;&#160;&#xA0;&ensp;", 0),
    ("a&nbsp;&nbsp;&nbsp;&nbsp;", 1), (".<br><br/></p>", 1), ("<p align=\"center\">a</p>", 1),
    ("a < b, c > d", 12), ("<https://a.org/b>", 17), ("<br><br><br><br><br><br>", 0),
    ("a &amp b & c; d", 15),
    ("Pipes are read once.", 20), ("Pi\u{AD}pes\r\n\r\nare", 9),
    ("<img src=\"https://a.org/b.png\">", 31), ("", 0),
  ])
  func length(body: String, count: Int) {
    var facts = Facts()
    facts.changes = ChangeSet(base: "b", head: "h", mergeBase: "b", files: [], commits: [])
    facts.pullRequest = PullRequest(body: body)
    for (min, isFlagged) in [(count, false), (count + 1, true)] {
      let settings = RuleSettings(id: "pr-body", values: ["min": .integer(min)])
      let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
      #expect(found.isEmpty != isFlagged)
    }
  }

  @Test(arguments: [
    ("Grüße", 1), (String(repeating: "\u{1F1E9}\u{1F1EA}", count: 50_000), 0),
    ("Gru\u{308}ße", 1), ("ße\u{301}", 0), ("e\u{301}xe\u{301}", 1),
    ("Gru\u{200B}\u{308}\u{E01EF}ße\u{200D}", 1), ("x\u{FE0F}e", 1),
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
