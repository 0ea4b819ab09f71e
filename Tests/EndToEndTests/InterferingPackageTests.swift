import Foundation
import TestSupport
import Testing

/// A package whose tests pass alone and make each other fail, each pair in a way of its own: the victim
/// is named with the other test, the run is never red, and the next run keeps the two apart.
@Suite struct InterferingPackageTests {
  /// It builds a package: `make test-hostile` runs it.
  private static let isWanted = ProcessInfo.processInfo.environment["DEVTOOL_TEST_HOSTILE"] == "1"

  /// A pair of tests, of which the second is the victim of the first.
  private struct Pair {
    var suite: String
    /// The two run at the same time; else one after the other in one process.
    var isBeside = false
    var isModern: Bool { suite.hasPrefix("Modern") }
    var culprit: String { suite + (isModern ? "/first()" : "/testA") }
    var victim: String { suite + (isModern ? "/second()" : "/testB") }
  }

  private static let pairs = [
    Pair(suite: "LegacyTests.FolderTests", isBeside: true),
    Pair(suite: "LegacyTests.FileTests", isBeside: true),
    Pair(suite: "ModernTests.PortTests", isBeside: true),
    Pair(suite: "LegacyTests.EnvironmentTests"),
    Pair(suite: "LegacyTests.FolderOfProcessTests"),
    Pair(suite: "LegacyTests.DefaultsTests"),
    Pair(suite: "ModernTests.SingletonTests"),
    Pair(suite: "ModernTests.TimeZoneTests"),
    Pair(suite: "LegacyTests.LocaleTests"),
    Pair(suite: "ModernTests.MaskTests"),
  ]

  @Test(.enabled(if: isWanted)) func everyPairIsNamedAndNoRunIsRed() throws {
    let scratch = try ScratchDirectory()
    let package = scratch.path + "/package"
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/Interfering")
    try FileManager.default.copyItem(atPath: fixture.path, toPath: package)
    try """
    steps:
      build: { swift-build: { tests: true } }
      test: { swift-test: { coverage: false } }
    tests: { slow: never }
    """.write(toFile: package + "/.ci.yml", atomically: true, encoding: .utf8)
    let tool = try BuiltTool()
    let built = try tool.start(["check", "--only", "build"], in: package)
      .finish(within: 300)
    #expect(built.status == 0, "\(built.standardOutput)\(built.standardError)")

    for pair in Self.pairs {
      let filter = "^" + pair.suite.replacing(".", with: "\\.") + "/"
      let arguments = [
        "check", "--only", "test", "--filter", filter, "--workers", pair.isBeside ? "2" : "1",
      ]
      let meeting = "\(scratch.path)/\(pair.suite)"
      try FileManager.default.createDirectory(
        atPath: meeting, withIntermediateDirectories: false)
      let first = try tool.start(arguments, in: package, environment: ["MEETING": meeting])
        .finish(within: 120)
      #expect(first.status == 0, "\(pair.suite): \(first.standardOutput)")
      let found = try interference(in: package)
      #expect(found.keys.sorted() == [pair.victim], "\(first.standardOutput)")
      let company = found[pair.victim]?[pair.isBeside ? "beside" : "after"] as? [String]
      #expect(company == [pair.culprit], "\(first.standardOutput)")

      let second = try tool.start(arguments, in: package).finish(within: 120)
      #expect(second.status == 0, "\(pair.suite): \(second.standardOutput)")
      #expect(try interference(in: package).isEmpty, "\(second.standardOutput)")
    }
    // All together, in some orders: whoever meets whom, it is never red.
    try? FileManager.default.removeItem(atPath: package + "/.devtool/history.sqlite")
    for seed in 1...4 {
      let all = try tool.start(
        ["check", "--only", "test", "--seed", "\(seed)", "--workers", "2"], in: package
      ).finish(within: 120)
      #expect(all.status == 0, "\(all.standardOutput)")
      _ = try interference(in: package)
    }
  }

  /// What the newest record says of tests that failed among others, by their ids.
  private func interference(in package: String) throws -> [String: [String: Any]] {
    let record = try ScratchPipeline.record(in: package)
    let tests = try #require(record["tests"] as? [[String: Any]])
    var found: [String: [String: Any]] = [:]
    for test in tests {
      guard let id = test["id"] as? String else { continue }
      #expect(test["outcome"] as? String == "passed", "\(id)")
      found[id] = test["interference"] as? [String: Any]
    }
    return found
  }
}
