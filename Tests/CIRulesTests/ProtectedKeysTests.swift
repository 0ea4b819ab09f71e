import CIModel
import CIRules
import Testing

struct ProtectedKeysTests {
  @Test(arguments: [
    (#"{ "version": "1.3" }"#, []),
    (#"{ "version": "1.2" }"#, ["'version' does not change in a.json"]),
    (#"{ "version": " " }"#, ["'version' loses its value, which was 1.2"]),
    (#"{ "version": null }"#, ["'version' loses its value, which was 1.2"]),
    (#"{ "version": [] }"#, ["'version' loses its value, which was 1.2"]),
    ("{}", ["'version' loses its value, which was 1.2"]),
  ])
  func valuesThatAreLostHaveNotBeenRaised(new: String, expected: [String]) {
    var facts = makeFacts([FileChange(.modified, "a.json", additions: 1, deletions: 1)])
    facts.contents = [
      "a.json": FileContents(old: Array(#"{ "version": "1.2" }"#.utf8), new: Array(new.utf8))
    ]
    let settings = RuleSettings(
      id: "protected-keys",
      values: [
        "files": .text("a.json"), "keys": .text("version"), "expect": .text("change"),
      ])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.map(\.message) == expected)
  }
}
