import FileSystem
import Foundation
import TestSupport
import Testing

/// A folder with a `.ci.yml`, and the tool to run in it.
struct ScratchPipeline {
  let folder: ScratchDirectory
  let tool: BuiltTool

  init(_ config: String?, in place: ScratchDirectory.Place = .temporary) throws {
    folder = try ScratchDirectory(in: place)
    tool = try BuiltTool()
    if let config { try folder.write(config, to: ".ci.yml") }
  }

  var path: String { folder.path }

  func devtool(
    _ arguments: String..., environment: [String: String?] = [:], input: String? = nil
  ) throws -> CommandResult {
    try tool.start(arguments, in: path, environment: environment, input: input).finish()
  }

  /// The ids of the stored runs, oldest first.
  func runs() throws -> [String] { try ScratchPipeline.runs(in: path) }

  static func runs(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(path)/.devtool/runs").sorted()
  }

  /// The newest record as other programs read it.
  func record() throws -> [String: Any] { try ScratchPipeline.record(in: path) }

  static func record(in path: String) throws -> [String: Any] {
    // No expectation: tests wait for the record with this.
    guard let id = try runs(in: path).last else { throw CocoaError(.fileNoSuchFile) }
    return try jsonObject(
      String(contentsOfFile: "\(path)/.devtool/runs/\(id)/record.json", encoding: .utf8))
  }

  /// Every step's id and status, in the order of the record.
  func statuses() throws -> [String] {
    let steps = try #require(try record()["steps"] as? [[String: Any]])
    return steps.map { "\($0["id"] ?? "?"): \($0["status"] ?? "?")" }
  }

  /// The log of a step of the newest run.
  func log(_ step: String) throws -> String {
    let id = try #require(try runs().last)
    return try folder.read(".devtool/runs/\(id)/logs/\(fileName(of: step)).log")
  }
}
