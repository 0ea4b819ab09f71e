import CIModel
import CIRules
import Testing

/// A list of owners that moves.
struct OwnersMoveTests {
  @Test(arguments: [
    ("CODEOWNERS", "docs.txt", "GitHub and GitLab will not find it here"),
    ("CODEOWNERS", "codeowners", "GitHub and GitLab will not find it here"),
    ("CODEOWNERS", "CODEOWNERS/x", "GitHub and GitLab will not find it here"),
    ("CODEOWNERS", ".github/CODEOWNERS", "GitLab will not find it here"),
    (".github/CODEOWNERS", ".gitlab/CODEOWNERS", "GitHub will not find it here"),
    (".bitbucket/CODEOWNERS", "CODEOWNERS", "Bitbucket will not find it here"),
    (".github/CODEOWNERS", "CODEOWNERS", nil), ("docs/CODEOWNERS", "CODEOWNERS", nil),
    ("owners", "CODEOWNERS", "does not name @org/all"),
  ])
  func moves(from old: String, to new: String, expected: String?) {
    var facts = makeFacts([.moved(old, new)])
    let text = Array("* @org/all\n/docs/ \(old == "owners" ? "" : "@org/all") @x\n".utf8)
    facts.contents = [RepositoryPath(new): FileContents(old: text, new: text)]
    for include in [true, false] {
      let settings = RuleSettings(
        id: "codeowners", values: include ? ["include": .text("@org/all")] : [:])
      let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
        .map { $0.message.split(separator: "; ").last.map(String.init) ?? "" }
      #expect(found == (include ? [expected].compactMap { $0 } : []))
    }
  }
}
