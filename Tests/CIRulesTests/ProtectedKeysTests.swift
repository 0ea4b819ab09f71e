import CIModel
import CIRules
import Testing

struct ProtectedKeysTests {
  /// The mark stands at the key whose value changes, not at one of the same name.
  @Test(
    arguments: [
      (
        "{\n\"engines\": {\"version\": 1},\n\"scripts\": {\"build\": [{}]},\n\"version\": 2,\n\"app\": {\"build\": 8}}",
        [4, 5]
      ),
      ("{\"app\": {\"a\": \"version\",\n\"b\\u0075ild\": 8},\n\"Version\": 3}", [3, 2]),
      (
        """
        <plist><dict><key>other</key><dict><key>version</key><string>1</string></dict>
        <key>app</key><dict><key>a</key><array><true/></array>
        <key>build</key><integer>8</integer></dict>
        <key>version</key><string>3</string></dict></plist>
        """, [4, 3]
      ),
      ("{}", [nil, nil]),
    ] as [(String, [Int?])])
  func linesOfKeys(new: String, lines: [Int?]) {
    let old =
      new.hasPrefix("<")
      ? "<dict><key>version</key><string>1</string><key>app</key><dict><key>build</key><integer>7</integer></dict></dict>"
      : #"{"version": 1, "app": {"build": 7}}"#
    var facts = makeFacts([FileChange(.modified, "a.json", additions: 1, deletions: 1)])
    facts.contents = ["a.json": FileContents(old: Array(old.utf8), new: Array(new.utf8))]
    let settings = RuleSettings(
      id: "protected-keys",
      values: [
        "files": .text("a.json"), "keys": .list([.text("version"), .text("app.build")]),
      ])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(Set(found.map { $0.location?.line }) == Set(lines))
    #expect(found.count == lines.count)
  }

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
