import CIModel
import Foundation
import PipelineConfig
import TestSupport
import Testing
import YAMLDocument

@Suite struct HostileFileTests {
  private static let reader = ConfigReader(fileName: ".ci.yml", rules: RuleDescriptor.samples)

  /// What the reader makes of a file: nothing, or what it prints.
  private func problems(_ bytes: [UInt8]) -> String? {
    do throws(ConfigError) {
      _ = try Self.reader.read(bytes)
      return nil
    } catch {
      return error.rendered(color: false)
    }
  }

  /// Each includes the others, by paths that grow longer: once, that took 45 seconds to say.
  @Test func filesThatIncludeEachOtherHaveALimit() throws {
    let paths =
      (0..<60).map { "\(String(repeating: "ci/", count: $0 % 3))\($0)/a.yml" } + ["./b.yml"]
    let bytes = Array("include: [\(paths.joined(separator: ", "))]\nsteps: { a: make }\n".utf8)
    let reader = ConfigReader(
      fileName: ".ci.yml", rules: RuleDescriptor.samples,
      files: FileAccess(read: { $0.hasSuffix(".yml") ? bytes : nil }))
    let error = try #require(throws: ConfigError.self) { try reader.read(bytes) }
    let problems = error.problems.count + error.others.reduce(0) { $0 + $1.problems.count }
    #expect(problems > 256 && problems < 3_000)
    #expect(error.rendered(color: false).utf8.count < 1 << 20)
  }

  /// A right file with a few bytes changed, cut or doubled; always the same.
  @Test(arguments: 0..<8) func damagedFiles(seed: UInt64) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/Right/everything.yml")
    let original = [UInt8](try Data(contentsOf: file))
    var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func next(_ bound: Int) -> Int {
      // Marsaglia's xorshift.
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(bound))
    }
    var refused = 0
    for _ in 0..<25 {
      var bytes = original
      for _ in 0...next(3) {
        let index = next(bytes.count)
        switch next(3) {
        case 0: bytes[index] = UInt8(32 + next(96))
        case 1: bytes.removeSubrange(index..<min(index + 1 + next(20), bytes.count))
        default: bytes.insert(bytes[next(bytes.count)], at: index)
        }
      }
      if let text = problems(bytes) {
        refused += 1
        #expect(text.hasSuffix(" in .ci.yml\n"))
      }
    }
    #expect(refused > 0)
  }

  @Test(arguments: [
    "version", "env", "defaults", "steps", "tests", "warnings", "coverage", "rules", "reports",
  ])
  func everyShapeOfEveryKey(key: String) {
    for value in ["text", "[]", "[text]", "[[]]", "[{}]", "{}", "{ a: b }", "{ a: [] }", "~", "''"]
    {
      _ = problems(Array("\(key): \(value)".utf8))
    }
    #expect(problems(Array("\(key): [[]]".utf8)) != nil)
  }

  @Test func aLongCycleIsOneProblem() throws {
    let count = 5000
    let lines = (0..<count).map { "  s\($0): { run: a, needs: s\(($0 + 1) % count) }\n" }
    let text = try #require(problems(Array(("steps:\n" + lines.joined()).utf8)))
    #expect(text.hasSuffix("1 problem in .ci.yml\n"))
  }

  @Test func manyBuildsAndTests() throws {
    let builds = (0..<150).map { "  b\($0): { swift-build: , needs: p }\n" }.joined()
    let tests = (0..<150).map { "  t\($0): { swift-test: }\n" }.joined()
    let pipeline = try read("steps:\n  p: make\n" + builds + tests)
    #expect(pipeline.steps.last?.needs.count == 150)
  }

  @Test func aPatternCannotOverflowTheStack() throws {
    let pattern = String(repeating: "(", count: 30_000)
    let text = try #require(
      problems(Array("warnings: { custom: [{ id: a, pattern: '\(pattern)' }] }".utf8)))
    #expect(text.contains("too large a regular expression"))
  }

  /// The example of the design: every key is known, and what does not work yet says so.
  @Test func keysToComeAreNeverUnknown() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/Right/later.yml")
    let bytes = [UInt8](try Data(contentsOf: file))
    let error = try #require(throws: ConfigError.self) { try Self.reader.read(bytes) }
    for problem in error.problems {
      #expect(
        problem.message.contains("not available yet") || problem.message.contains("not belong"),
        "\(problem.message)")
    }
    expectGolden(
      error.problems.map { "\($0.range.start.line): \($0.message)\n" }.joined(), "Right/later.txt")
  }
}
