import Foundation
import Testing

@testable import Reporters

/// The program carries `templates/report` in a source file; this test writes it with `UPDATE_GOLDEN=1`.
struct EmbeddedTemplatesTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let names = [
    ("page", "page.html"), ("style", "report.css"), ("script", "report.js"),
    ("tables", "tables.js"), ("tests", "tests.js"), ("attachments", "attachments.js"),
  ]

  @Test func areThoseOfTheFolder() throws {
    let folder = Self.root.appendingPathComponent("templates/report")
    var text = """
      // Made of templates/report by EmbeddedTemplatesTests with UPDATE_GOLDEN=1: edit those files, not this one.

      /// The files of `templates/report`.
      enum EmbeddedTemplates {

      """
    let constants = try Self.names.map { name, file in
      let content = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      let lines = content.split(separator: "\n", omittingEmptySubsequences: false)
      return "  static let \(name) = #\"\"\"\n"
        + lines.map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined() + "    \"\"\"#"
    }
    text += constants.joined(separator: "\n\n") + "\n}\n"
    let source = Self.root
      .appendingPathComponent("Sources/Reporters/HTML/Site/EmbeddedTemplates.swift")
    if try String(contentsOf: source, encoding: .utf8) == text { return }
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try text.write(to: source, atomically: true, encoding: .utf8)
    }
    Issue.record(
      "EmbeddedTemplates.swift is not what templates/report holds; `make golden` writes it")
  }

  @Test func areRight() throws {
    #expect(throws: Never.self) { try PageTemplate(EmbeddedTemplates.page) }
    // They stand within elements that such a text would end.
    #expect(!ReportTemplates.embedded.script.contains("</script"))
    #expect(!ReportTemplates.embedded.style.contains("</style"))
  }

  @Test(arguments: [
    ("{{content}}", TemplateError.missingSlot("footer")), ("{{user}}", .unknownSlot("user")),
    ("{{content", .unknownSlot("content")),
  ])
  func refusesOthers(text: String, error: TemplateError) {
    #expect(throws: error) { try PageTemplate(text) }
  }
}
