import FileSystem
import LocalState
import TestSupport
import Testing

@testable import StepCache

@Suite struct StepStoreTests {
  @Test func keepsEntries() throws {
    let scratch = try ScratchDirectory()
    let store = StepStore(root: scratch.path + "/cache", key: testKey)
    var entry = StepStore.Entry(runID: "r", durationSeconds: 1.5, log: "abc")
    entry.files = ["out/a b": "f123", "out/c": "x456"]
    entry.outputs = ["name": "one\ntwo\\t\tthree\r", "empty": ""]
    let fingerprint = StepFingerprint(text: "command\t1\ninput a\t2\n")
    #expect(store.entry("key") == nil)
    try store.store(entry, "key", step: "build[x=a/b]", fingerprint)
    #expect(store.entry("key") == entry)
    #expect(store.latest(step: "build[x=a/b]") == fingerprint)
    #expect(store.latest(step: "other") == nil)
    // One that was cut off is none.
    let text = try scratch.read("cache/steps/key")
    try scratch.write(String(text.dropLast(4)), to: "cache/steps/key")
    #expect(store.entry("key") == nil)
  }

  /// To Swift, a carriage return and a line feed are one character, and so is a letter with an accent
  /// that is written behind it.
  @Test(arguments: ["a\r\nend\r\nb", "\t\u{301}", "\\\u{301}n", "\u{301}x\r"])
  func nothingInAnEntryEndsItsLine(text: String) {
    var entry = StepStore.Entry(runID: text, durationSeconds: 1.5)
    entry.files = ["out/" + text: "x456"]
    entry.outputs = [text: text]
    #expect(StepStore.Entry(text: Array(entry.text.utf8)[...]) == entry)
    let fingerprint = StepFingerprint(text: "dir\ta\r\nenv X\t\u{301}\n")
    #expect(StepFingerprint(text: fingerprint.text) == fingerprint)
    #expect(fingerprint.text == "dir\ta\r\nenv X\t\u{301}\n")
  }

  @Test(arguments: ["nan", "inf", "-infinity", "1e999", "", "x"])
  func refusesATimeThatNoRecordCanHold(seconds: String) {
    #expect(StepStore.Entry(text: Array("run\tr\nseconds\t\(seconds)\nend\n".utf8)[...]) == nil)
  }

  @Test func refusesContentsUnderAWrongName() throws {
    let scratch = try ScratchDirectory()
    let store = StepStore(root: scratch.path, key: testKey)
    let digest = try store.blobs.add(Array("hello".utf8))
    #expect(store.blobs.read(digest) == Array("hello".utf8))
    try scratch.write("jello", to: "cas/\(digest.prefix(2))/\(digest)")
    #expect(store.blobs.read(digest) == nil)
  }

  @Test func shrinksToItsSize() throws {
    let scratch = try ScratchDirectory()
    let store = StepStore(root: scratch.path, key: testKey)
    let digests = try (0..<8).map { try store.blobs.add([UInt8](repeating: $0, count: 1000)) }
    store.shrink(to: 8000)
    #expect(digests.count { store.blobs.read($0) != nil } == 8)
    store.shrink(to: 3000)
    #expect(digests.count { store.blobs.read($0) != nil } == 3)
  }

  /// In whatever order its parts come, and however often; the key is the same on every machine.
  @Test(arguments: [
    "command\t1\ninput a\t2\n", "input a\t2\ncommand\t1\n", "input a\t3\ncommand\t1\ninput a\t2\n",
  ])
  func fingerprintsAreSorted(text: String) {
    let fingerprint = StepFingerprint(text: text)
    #expect(fingerprint.text == "command\t1\ninput a\t2\n")
    #expect(fingerprint.key == SHA256.hex("devtool.step/1\n" + fingerprint.text))
  }

  @Test(arguments: [
    ("a\t1\n", "a\t1\n", []),
    (
      "command\t1\ninput A.swift\t1\n", "command\t2\ninput A.swift\t2\n",
      ["the command changed", "A.swift changed"]
    ),
    (
      "env X\t1\ninput new\t1\n", "env X\t2\ninput old\t1\n",
      ["the variable X changed", "new is new", "old is gone"]
    ),
    ("tool swift\t6.3\n", "tool swift\t6.2\n", ["swift changed"]),
  ])
  func tellsWhatChanged(new: String, old: String, expected: [String]) {
    let differences = StepFingerprint(text: new).differences(from: StepFingerprint(text: old))
    #expect(differences == expected)
  }
}
