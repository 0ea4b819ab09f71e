import CIRules
import Foundation
import TestSupport
import Testing

/// The samples of `docs/custom-rules.md` do what the page says.
@Suite(.blocking) struct RuleDocumentationTests {
  private static let page: String = {
    let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = folder.appendingPathComponent("docs/custom-rules.md")
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }()

  private func blocks(_ language: String) -> [String] {
    Self.page.components(separatedBy: "```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
  }

  @Test func everyPipelineIsRight() throws {
    let samples = blocks("yaml")
    #expect(samples.count == 9)
    for sample in samples {
      // Shared rules lie beside the checkout.
      let folder = try ScratchDirectory()
      try folder.write("secrets: error\n", to: "org-rules/swift.yml")
      try folder.write(
        "parameters: { max: 400, generated: [] }\n"
          + "pr-size: { warn: '${with.max}', exclude: ['${with.generated}'] }\n",
        to: "org-rules/sizes.yml")
      try folder.write("commits: { level: error }\n", to: "package/ci/rules.yml")
      try folder.write(sample + "\n", to: "package/.ci.yml")
      let result = try BuiltTool().run("validate", in: folder.path + "/package")
      #expect(result.status == 0, "\(sample)\n\(result.standardError)")
    }
  }

  /// What `rules explain` shows to copy.
  @Test func everySampleOfARuleIsRight() throws {
    let samples = RuleRegistry.rules.map { RuleDocumentation.sample($0) }
    #expect(samples.allSatisfy { $0.hasPrefix("rules:\n  ") })
    let folder = try ScratchDirectory()
    try folder.write(
      "version: 1\nsteps: {}\nrules:\n"
        + samples.map { $0.dropFirst("rules:\n".count) }.joined(), to: ".ci.yml")
    let result = try BuiltTool().run("validate", in: folder.path)
    #expect(result.status == 0, "\(result.standardError)")
  }

  @Test func theExamplesAreJudgedAsShown() throws {
    let sample = try #require(blocks("yaml").first { $0.contains("examples:") })
    let pipeline = try ScratchPipeline(sample)
    let shown = try #require(blocks("text").first { $0.hasPrefix("$ devtool rules test\n") })
    let result = try pipeline.devtool("rules", "test")
    #expect("$ devtool rules test\n" + result.standardOutput == shown + "\n")
  }

  @Test func theRulesFindWhatTheTableSays() throws {
    let sample = try #require(blocks("yaml").first { $0.contains("migrations-alone") })
    let change = try ScratchChange(
      "steps: { a: 'true' }\n",
      files: [
        ".ci.yml": sample.replacing("swift-build: { tests: true }", with: "run: 'true'"),
        "Sources/B.swift": "print(1)\n", "db/1.sql": "create\n", "a.orig": "x\n",
        "ci/owners.py":
          "#!/usr/bin/env python3\nprint('{\"findings\": [{\"message\": \"asked\"}]}')\n",
      ])
    try change.clone.shell("chmod +x ci/owners.py")
    let result = try change.devtool("check", "--only", "rules")
    #expect(result.status == 1)
    let ids = try objects(ScratchPipeline.record(in: change.path)["findings"])
      .compactMap { $0["ruleID"] as? String }
    #expect(
      Set(ids).isSuperset(of: ["no-print", "migrations-alone", "docs", "leftovers", "owners"]))
    #expect(!ids.contains("small"))
  }

  /// The sample of `rules explain`, but for the name of the rule.
  @Test func theExplanationIsTheOneShown() throws {
    let shown = try #require(blocks("text").first { $0.hasPrefix("On this change") })
    let change = try ScratchChange(
      """
      rules:
        custom: [{ id: alone, level: error, if: 'changed("db/**") && !only_changed("db/**")' }]
      """, files: ["db/1.sql": "create\n", "Sources/A.swift": "let a = 2\n"])
    let result = try change.devtool("rules", "explain", "alone")
    #expect(result.standardOutput.hasSuffix("\n" + shown + "\n"), "\(result.standardOutput)")
  }

  /// Every key that an example takes is in the table, and the other way round.
  @Test func theTableOfKeysIsWhole() throws {
    let table = try #require(
      Self.page.components(separatedBy: "| key | holds |\n| --- | --- |\n").last?
        .components(separatedBy: "\n\n").first)
    let rows = table.split(separator: "\n").compactMap {
      $0.split(separator: "|").first.map(String.init)
    }
    let listed = rows.flatMap { row in
      row.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    }
    let text = try BuiltTool().run("schema", in: "/").standardOutput
    let schema = try jsonObject(text)
    let definitions = try #require(schema["$defs"] as? [String: Any])
    let example = try #require(definitions["example"] as? [String: Any])
    let properties = try #require(example["properties"] as? [String: Any])
    #expect(Set(listed) == Set(properties.keys))
  }
}
