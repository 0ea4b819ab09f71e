import CIModel
import Testing

@testable import PipelineRunner

@Suite struct SlownessNoteTests {
  private static func test(
    _ name: String, usual: Double? = nil, slowed: Slowdown? = nil
  ) -> TestCase {
    var test = TestCase(
      name: name, id: "M.C/\(name)", framework: .xctest, function: name, outcome: .passed,
      durationSeconds: 3)
    (test.usualSeconds, test.slowed) = (usual, slowed)
    return test
  }

  @Test func saysHowMuchSlowerAndSinceWhichCommit() {
    let slowed = Slowdown(
      beforeSeconds: 1, afterSeconds: 3.1, since: .init(run: "R", commit: "1a2b3c4d5e6f7a8b"))
    let note = TestPlanning.slownessNote([
      Self.test("plain"), Self.test("once", usual: 2), Self.test("lasting", slowed: slowed),
      Self.test("both", usual: 1, slowed: slowed),
    ])
    let lasting = "3 s (3.0 × its usual 1 s since 1a2b3c4d5e)"
    #expect(
      note
        == "Slower than usual: M.C/lasting \(lasting), M.C/both \(lasting), "
        + "M.C/once 3 s (usually 2 s).")
    #expect(TestPlanning.slownessNote([Self.test("plain")]) == nil)
  }
}
