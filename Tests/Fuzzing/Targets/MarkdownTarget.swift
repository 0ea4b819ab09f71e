import CIModel

@testable import CIRules
@testable import Reporters

/// Takes the comments out of a description, and fills a text into the Markdown of a team.
let markdownTarget = FuzzTarget(name: "markdown") { input throws(Contradiction) in
  let text = String(decoding: input, as: UTF8.self)
  let shown = CIRules.MarkdownText.withoutComments(text)
  try expect(
    CIRules.MarkdownText.withoutComments(text) == shown, "the second reading says something else")
  try expect(shown.utf8.count <= text.utf8.count, "the text grows")
  try expect(text.contains("<!--") || shown == text, "something is gone that is no comment")
  let plain = Reporters.MarkdownText.plain(text)
  let bare = plain.replacing("@&#8203;", with: "")
  try expect(!bare.contains { "<>@\n".contains($0) }, "a mark is not escaped: \(plain)")
  let link = Reporters.MarkdownText.team(
    TeamText([.markdown("[a](https://a.org/"), .text(text), .markdown(")")]))
  try expect(link.count { $0 == ")" } == 1, "an address ends early: \(link)")
  let parts = text.split(separator: "\0", maxSplits: 1).map(String.init)
  let team = TeamText([.markdown(parts.first ?? ""), .text(parts.last ?? "")])
  try expect(
    !Reporters.MarkdownText.team(team).contains("\n"), "a cell of a table has two lines")
  _ = (team.plain, Reporters.MarkdownText.code(text), Reporters.MarkdownText.sentence(text))
}
