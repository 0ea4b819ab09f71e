import CIModel
import Foundation
import PipelineConfig
import TestSupport
import Testing
import YAMLDocument

/// Every file in `Fixtures` is wrong in the way that its name says, and its golden file is what
/// the user sees.
@Suite struct WrongFileTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Fixtures")

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".yml") }.map { String($0.dropLast(4)) }.sorted()
  }()

  @Test(arguments: names) func isRefused(name: String) throws {
    let file = Self.folder.appendingPathComponent(name + ".yml")
    let bytes = [UInt8](try Data(contentsOf: file))
    let error = try #require(throws: ConfigError.self) {
      try ConfigReader(fileName: ".ci.yml", rules: RuleDescriptor.samples).read(bytes)
    }
    expectGolden(error.rendered(color: false), name + ".txt")
  }

  @Test func thereAreMany() {
    #expect(Self.names.count >= 140)
  }

  /// Every problem has a next step and stands at a place, in order.
  @Test(arguments: names) func isHelpful(name: String) throws {
    let file = Self.folder.appendingPathComponent(name + ".yml")
    let bytes = [UInt8](try Data(contentsOf: file))
    let error = try #require(throws: ConfigError.self) {
      try ConfigReader(fileName: ".ci.yml", rules: RuleDescriptor.samples).read(bytes)
    }
    #expect(error.problems.allSatisfy { $0.help?.isEmpty == false })
    #expect(error.problems.map(\.range.start) == error.problems.map(\.range.start).sorted())
  }

  @Test func colorIsOnlyThereWhenAskedFor() throws {
    let error = try #require(throws: ConfigError.self) {
      try ConfigReader(fileName: ".ci.yml", rules: []).read(Array("stepps: {}".utf8))
    }
    #expect(!error.rendered(color: false).contains("\u{1B}"))
    #expect(
      error.rendered(color: true) == """
        \u{1B}[1m.ci.yml:1:1:\u{1B}[0m \u{1B}[1;31merror:\u{1B}[0m \u{1B}[1munknown key \
        'stepps'\u{1B}[0m
          1 | stepps: {}
            | \u{1B}[32m^~~~~~\u{1B}[0m
          \u{1B}[36mhelp:\u{1B}[0m did you mean 'steps'?
        1 problem in .ci.yml

        """)
  }

  @Test func manyProblemsAreCountedNotShown() throws {
    let lines = (1...80).map { "bad\($0): 1\n" }.joined()
    let error = try #require(throws: ConfigError.self) {
      try ConfigReader(fileName: ".ci.yml", rules: []).read(Array(lines.utf8))
    }
    #expect(error.problems.count == 80)
    #expect(error.rendered(color: false).hasSuffix("… and 30 more\n80 problems in .ci.yml\n"))
  }
}
