import CIModel
import Testing

@testable import CIRules

struct ProtectedKeysTests {
  /// The mark stands at the key whose value changes, not at one of the same name.
  @Test(
    arguments: [
      (
        "{\n\"engines\": {\"version\": 1},\n\"scripts\": {\"build\": [{}]},\n\"version\": 2,\n\"app\": {\"build\": 8}}",
        [4, 5]
      ),
      (
        "{\"a\": [\"]\", {\"b\": \"}\"}, \"\\\",\"],\n\"app\": {\"x\": 1, \"build\": 8},\n\"version\": 2}",
        [2, 3]
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

  /// Some readers of JSON refuse a byte order mark.
  @Test(arguments: [
    ("{}", "\u{FEFF}{}", 1), ("\u{FEFF}{}", "\u{FEFF}{} ", 0), ("\u{FEFF}{}", "{}", 0),
    ("<dict/>", "\u{FEFF}<dict/>", 0), (nil, "\u{FEFF}{}", 1),
  ])
  func newMarks(old: String?, new: String, count: Int) {
    var facts = makeFacts([FileChange(.modified, "a.json", additions: 1, deletions: 1)])
    facts.contents = ["a.json": FileContents(old: old.map { Array($0.utf8) }, new: Array(new.utf8))]
    let settings = RuleSettings(
      id: "protected-keys", values: ["files": .text("a.json"), "keys": .text("version")])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.count == count)
  }

  /// A message shows the beginning of a value.
  @Test(arguments: [("a", 100), ("a", 101), ("\u{1F600}", 9_999), ("a\n", 51)])
  func longValuesAreShortened(text: String, count: Int) {
    let value = String(repeating: text, count: count)
    let description = PropertyTree.text(Array(value.utf8)).description
    let expected = value.replacing("\n", with: " ").unicodeScalars
    #expect(description == String(expected.prefix(100)) + (expected.count > 100 ? "…" : ""))
  }

  @Test(arguments: [
    (#"{ "version": "1.3" }"#, []),
    (#"{ "version": "1.2" }"#, ["'version' does not change in a.json"]),
    (#"{ "version": " " }"#, ["'version' loses its value, which was 1.2"]),
    (#"{ "version": null }"#, ["'version' loses its value, which was 1.2"]),
    (#"{ "version": [] }"#, ["'version' loses its value, which was 1.2"]),
    (#"{ "version": [[]] }"#, ["'version' loses its value, which was 1.2"]),
    (#"{ "version": {"a": null} }"#, ["'version' loses its value, which was 1.2"]),
    (#"{ "version": "\u00a0" }"#, ["'version' loses its value, which was 1.2"]),
    (#"{ "VERSION": "1.3" }"#, ["'version' loses its value, which was 1.2"]),
    (#"{ "version": "1.2\u200b" }"#, ["'version' does not change in a.json"]),
    (#"{ "version": "1.2\u0000" }"#, ["'version' does not change in a.json"]),
    (#"{ "version": "1.2\u0001\u007f" }"#, ["'version' does not change in a.json"]),
    (#"{ "version": "1.2", "VERSION": "1.3" }"#, ["'version' does not change in a.json"]),
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

  /// Lists and objects are compared as people see them, too.
  @Test(arguments: [
    ("[1, 2]", "[1.0, null, \"2\"]", 1), ("[1, 2]", "[2, 1]", 0), ("[1]", "[[1]]", 0),
    ("[1]", "1", 0), ("[1]", "[1, 1]", 0), ("[[1], 2]", "[1, [2]]", 0), ("[true]", "[\"true\"]", 0),
    (#"{"a": 1, "b": 2}"#, #"{"b": 2, "c": [null], "a": 1}"#, 1),
    (#"{"a": 1, "b": 2}"#, #"{"a": 2, "b": 1}"#, 0), (#"{"a": 1}"#, #"{"b": 1}"#, 0),
    (#"{"a": {"b": 1}}"#, #"{"a": 1}"#, 0), (#"{"a": 1}"#, "[1]", 0), ("[1]", "[]", 1),
  ])
  func listsAndObjects(old: String, new: String, count: Int) {
    var facts = makeFacts([FileChange(.modified, "a.json", additions: 1, deletions: 1)])
    facts.contents = [
      "a.json": FileContents(
        old: Array(#"{"version": \#(old)}"#.utf8), new: Array(#"{"version": \#(new)}"#.utf8))
    ]
    let settings = RuleSettings(
      id: "protected-keys",
      values: ["files": .text("a.json"), "keys": .text("version"), "expect": .text("change")])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.count == count)
  }

  /// A new key of another spelling is no new value of the old one.
  @Test(arguments: [
    (#"{"app": {"build": 7}}"#, #"{"app": {"build": 7}, "app.build": 8}"#, 1),
    (#"{"app": {"build": 7}}"#, #"{"app": {"build": 8}}"#, 0),
    (#"{"app": {"build": 7}}"#, #"{"app.build": 8}"#, 0),
    (#"{"App": {"Build": 7}}"#, #"{"App": {"Build": 8}}"#, 0),
    (#"{"App": {"Build": 7}}"#, #"{"App": {"Build": 7}, "app": {"build": 8}}"#, 1),
    (
      #"{"app": {"build": 7}, "APP": {"build": 1}}"#,
      #"{"app": {"build": 8}, "APP": {"build": 1}}"#, 0
    ),
    ("{}", #"{"app": {"build": 8}}"#, 0), ("{}", #"{"app": {"build": null}}"#, 1),
    (#"{"app": {"build": 7}}"#, #"{"app": {"build": 7.0}}"#, 1),
    (#"{"app": {"build": 7}}"#, #"{"app": {"build": 70e-1}}"#, 1),
    (#"{"app": {"build": 1.5}}"#, #"{"app": {"build": 1.50}}"#, 1),
    (#"{"app": {"build": 20261127103825001}}"#, #"{"app": {"build": 20261127103825002}}"#, 0),
  ])
  func spellingsOfKeys(old: String, new: String, count: Int) {
    var facts = makeFacts([FileChange(.modified, "a.json", additions: 1, deletions: 1)])
    facts.contents = ["a.json": FileContents(old: Array(old.utf8), new: Array(new.utf8))]
    let settings = RuleSettings(
      id: "protected-keys",
      values: [
        "files": .text("a.json"), "keys": .text("app.build"), "expect": .text("change"),
      ])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.count == count)
  }
}
