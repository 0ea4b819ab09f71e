import CIModel
import CIRules
import Foundation
import PipelineConfig
import Reporters
import TestSupport
import Testing

/// What the README says is held against the program.
@Suite(.blocking) struct ReadmeTests {
  private static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func text(_ name: String) throws -> String {
    try String(contentsOf: ReadmeTests.repository.appendingPathComponent(name), encoding: .utf8)
  }

  @Test func itsPipelinesAreValid() throws {
    let blocks = try text("README.md").components(separatedBy: "```yaml\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
      .filter { $0.hasPrefix("version: 1") }
    #expect(!blocks.isEmpty)
    for block in blocks {
      let pipeline = try ScratchPipeline(block)
      let result = try pipeline.devtool("validate")
      #expect(result.status == 0, "\(result.standardError)")
    }
  }

  /// A contributor finds every module in both documents.
  @Test(arguments: ["docs/architecture.md", "CONTRIBUTING.md"])
  func namesEveryModule(document: String) throws {
    let text = try text(document)
    let sources = ReadmeTests.repository.appendingPathComponent("Sources").path
    let modules = try FileManager.default.contentsOfDirectory(atPath: sources)
    #expect(modules.count > 15)
    for module in modules {
      #expect(text.contains("`\(module)`") || text.contains("`Sources/\(module)`"), "\(module)")
    }
  }

  @Test func itNamesEveryCommandRuleFormatAndStatus() throws {
    let readme = try text("README.md")
    let help = try ScratchPipeline(nil).devtool("--help").standardOutput
    let commands = help.components(separatedBy: "SUBCOMMANDS:").last ?? ""
    let names = commands.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("  "), !line.hasPrefix("   ") else { return nil }
      return line.split(separator: " ").first.map(String.init)
    }.filter { $0 != "See" && $0 != "help" }
    #expect(names.count >= 7)
    for name in names { #expect(readme.contains("`devtool \(name)"), "\(name)") }
    // The highlights that the README names exist; docs/rules.md has all of them.
    let ids = Set(RuleRegistry.descriptors.map(\.id))
    let section =
      readme.components(separatedBy: "### Rules\n").last?
      .components(separatedBy: "\n### ").first ?? ""
    let named = section.components(separatedBy: "\n| `").dropFirst().compactMap {
      $0.components(separatedBy: "`").first
    }
    #expect(named.count >= 5)
    for id in named { #expect(ids.contains(id), "\(id)") }
    for rule in RuleRegistry.descriptors where rule.isDefault {
      #expect(section.contains("`\(rule.id)`"), "\(rule.id)")
    }
    #expect(section.contains("(docs/rules.md)"))
    for format in ReporterRegistry.names { #expect(readme.contains("`\(format)`"), "\(format)") }
    let codes: [ExitCode] = [
      .success, .checkFailed, .badCommandLine, .missingInput, .internalError, .badConfiguration,
      .timedOut, .cancelled(signal: 2), .brokenPipe, .tryAgain, .noPermission,
    ]
    for code in codes {
      #expect(readme.contains("| \(code.status)"), "\(code)")
    }
  }

  /// `UPDATE_GOLDEN=1` rewrites the file, and the test fails so that the difference gets read.
  @Test func theReferenceOfRulesIsUpToDate() throws {
    let expected = RuleDocumentation.markdown()
    let url = Self.repository.appendingPathComponent("docs/rules.md")
    let found = try? String(contentsOf: url, encoding: .utf8)
    if found != expected, ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try expected.write(to: url, atomically: true, encoding: .utf8)
      Issue.record("docs/rules.md has been rewritten; read the difference")
      return
    }
    #expect(found == expected, "run `make golden` to rewrite docs/rules.md")
  }

  /// Every format that can be written can be asked for in `.ci.yml`.
  @Test func everyFormatIsKnownToTheConfiguration() throws {
    // Pages need a folder.
    let names = ReporterRegistry.names.map { $0 == "html" ? "{ html: out }" : $0 }
      .joined(separator: ", ")
    let result = try ScratchPipeline("steps: { a: 'true' }\nreports: [\(names)]").devtool(
      "validate")
    #expect(result.status == 0, "\(result.standardError)")
    #expect(Set(Schema.reportFormats + ["html"]) == Set(ReporterRegistry.names))
  }

  @Test(arguments: [
    ("{ junit: { path: o.xml, strict: true } }", 0, ""),
    ("{ junit: { path: o.xml } }", 0, ""),
    ("{ junit: { strict: true } }", 78, "the report 'junit' has no 'path'"),
    ("{ sarif: { path: o.xml } }", 78, "must be"),
  ])
  func junitTakesOptions(report: String, status: Int32, message: String) throws {
    let result = try ScratchPipeline("steps: { a: 'true' }\nreports: [\(report)]").devtool(
      "validate")
    #expect(result.status == status, "\(result.standardError)")
    #expect(message.isEmpty || result.standardError.contains(message), "\(result.standardError)")
  }

  @Test func ourOwnPipelineIsValid() throws {
    let result = try ScratchPipeline(try text(".ci.yml")).devtool("validate")
    #expect(result.status == 0, "\(result.standardError)")
  }
}
