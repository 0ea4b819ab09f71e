import Foundation
import Testing

@testable import ProjectSetup

/// The program carries what `init` writes in a source file; this test writes it with `UPDATE_GOLDEN=1`.
struct EmbeddedTemplatesTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let folders = [
    "agents", "hooks", "makefile", "pipeline", "pull-request", "services",
  ]

  private static func names() throws -> [String] {
    let templates = root.appendingPathComponent("templates")
    return try folders.flatMap { folder in
      try FileManager.default
        .subpathsOfDirectory(atPath: templates.appendingPathComponent(folder).path)
        .map { "\(folder)/\($0)" }
    }.filter {
      var isFolder: ObjCBool = false
      let path = templates.appendingPathComponent($0).path
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  @Test func areThoseOfTheFolder() throws {
    let texts = try Self.names().map { name in
      let file = Self.root.appendingPathComponent("templates/\(name)")
      let lines = try String(contentsOf: file, encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
      return "    \"\(name)\": #\"\"\"\n"
        + lines.map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined() + "    \"\"\"#,\n"
    }
    let text = """
      // Made of templates by EmbeddedTemplatesTests with UPDATE_GOLDEN=1: edit those files, not this one.

      /// What `devtool init` writes, by the names of the files in `templates`.
      enum EmbeddedTemplates {
        static let files: [String: String] = [
      \(texts.joined(separator: "\n"))  ]
      }

      """
    let source = Self.root.appendingPathComponent("Sources/ProjectSetup/EmbeddedTemplates.swift")
    if try String(contentsOf: source, encoding: .utf8) == text { return }
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try text.write(to: source, atomically: true, encoding: .utf8)
    }
    Issue.record("EmbeddedTemplates.swift is not what templates holds; `make golden` writes it")
  }

  /// Every template can be filled in, whatever holds.
  @Test func areRight() throws {
    let names = [
      "BRANCH", "FOLDERS", "OMITTED", "PACKAGES", "RELEASE", "SWIFT", "TESTED", "TOOL", "UNTESTED",
    ]
    let values = Dictionary(uniqueKeysWithValues: names.map { ($0, "x") })
    for (name, text) in EmbeddedTemplates.files {
      for conditions in [[], SetupTemplate.knownConditions] {
        let filled = try SetupTemplate(values: values, conditions: conditions).fill(text)
        #expect(!filled.text.contains("__") && !filled.text.contains("#end"), "\(name)")
      }
    }
  }
}
