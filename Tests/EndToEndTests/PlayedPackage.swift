import Foundation
import TestSupport

/// A package that shell scripts play, `swift` included: it stays in one phase of a test run for as
/// long as one likes, and nothing has to be built.
struct PlayedPackage {
  let scratch: ScratchPipeline
  /// Every process that is played has a child with this among its arguments.
  let sleep: String

  init(_ config: String) throws {
    scratch = try ScratchPipeline(config)
    sleep = uniqueSleep()
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/Played")
    try scratch.folder.write("// swift-tools-version: 6.0\n", to: "Package.swift")
    for (name, folder) in [
      ("swift", "bin"), ("stops", "bin"), ("llvm-profdata", "bin"),
      ("PPackageTests.xctest", "products"),
    ] {
      let text = try String(contentsOf: fixture.appendingPathComponent(name), encoding: .utf8)
      let file = try scratch.folder.write(text, to: "\(folder)/\(name)")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
  }

  /// Starts `devtool check`, in whose tests nothing goes on once the phase has come.
  func check(
    stopsIn phase: String, _ arguments: String..., environment: [String: String] = [:]
  ) throws -> RunningTool {
    try check(stopsIn: phase, arguments, environment: environment)
  }

  func check(
    stopsIn phase: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> RunningTool {
    try scratch.tool.start(
      ["check"] + arguments, in: scratch.path,
      environment: self.environment(stopsIn: phase).merging(environment) { $1 })
  }

  /// What the played package needs to know.
  func environment(stopsIn phase: String) -> [String: String] {
    [
      "PATH": "\(scratch.path)/bin:/usr/bin:/bin", "PLAYED_ROOT": scratch.path,
      "PLAYED_PHASE": phase, "PLAYED_SLEEP": sleep,
    ]
  }

  /// The phase has come.
  var isReached: Bool { scratch.folder.exists("reached") }

  /// `M.A/one passed`, sorted.
  func outcomes() throws -> [String] {
    let tests = try scratch.record()["tests"] as? [[String: Any]] ?? []
    return tests.map { "\($0["id"] ?? "?") \($0["outcome"] ?? "?")" }.sorted()
  }
}
