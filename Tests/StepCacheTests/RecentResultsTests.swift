import LocalState
import TestSupport
import Testing

@testable import StepCache

@Suite struct RecentResultsTests {
  private func entry(_ path: String) -> StepStore.Entry {
    var entry = StepStore.Entry(runID: "r", durationSeconds: 0.25, log: "abc")
    entry.files = [path: "f123"]
    entry.outputs = ["name": "step\tk\tother\nend"]
    return entry
  }

  @Test func keepsWhatWasUsed() throws {
    let scratch = try ScratchDirectory()
    let store = StepStore(root: scratch.path + "/cache", key: testKey)
    let first = RecentResults(store)
    #expect(first.entry("k1", of: "docs[os=a b]") == nil)
    first.use(entry("out/a b"), "k1", of: "docs[os=a b]")
    first.use(entry("out/c"), "k2", of: "site")
    first.use(entry("out/d"), "k3", of: "gone")
    first.save(steps: ["docs[os=a b]", "site"])
    let second = RecentResults(store)
    #expect(second.entry("k1", of: "docs[os=a b]") == entry("out/a b"))
    #expect(second.entry("k2", of: "site") == entry("out/c"))
    #expect(second.entry("k1", of: "site") == nil)
    #expect(second.entry("k3", of: "gone") == nil)
    // What a step makes of the same things may be something else when it runs again.
    second.use(entry("out/e"), "k2", of: "site")
    #expect(second.entry("k2", of: "site") == entry("out/e"))
    second.save(steps: ["site"])
    #expect(RecentResults(store).entry("k2", of: "site") == entry("out/e"))
  }

  /// Neither with another key, nor without one, nor under another name.
  @Test func passesOverWhatSomebodyElseWrote() throws {
    let scratch = try ScratchDirectory()
    let folder = scratch.path + "/cache"
    let results = RecentResults(StepStore(root: folder, key: testKey))
    results.use(entry("out/a"), "k1", of: "docs")
    results.save(steps: ["docs"])
    #expect(RecentResults(StepStore(root: folder, key: testKey)).entry("k1", of: "docs") != nil)
    let other = StateKey([UInt8](repeating: 8, count: 32))
    #expect(RecentResults(StepStore(root: folder, key: other)).entry("k1", of: "docs") == nil)
    #expect(RecentResults(StepStore(root: folder, key: nil)).entry("k1", of: "docs") == nil)
    let text = try scratch.read("cache/recent")
    try scratch.write(text, to: "cache/steps/recent")
    #expect(StepStore(root: folder, key: testKey).entry("recent") == nil)
    try scratch.write(text.replacing("out/a", with: "out/b"), to: "cache/recent")
    #expect(RecentResults(StepStore(root: folder, key: testKey)).entry("k1", of: "docs") == nil)
  }

  @Test(arguments: ["", "step\tk1\tsite\nrun\tr\n", "step\tk1\nend\n", "\u{0}\n\nend\nstep\n"])
  func passesOverWhatIsDamaged(text: String) throws {
    let scratch = try ScratchDirectory()
    try SealedFile(folder: scratch.path + "/cache", name: "recent", key: testKey)
      .write(Array(text.utf8))
    let results = RecentResults(StepStore(root: scratch.path + "/cache", key: testKey))
    #expect(results.entry("k1", of: "site") == nil)
  }
}
