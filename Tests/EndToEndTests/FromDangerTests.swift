import CIModel
import CIRules
import Foundation
import PipelineConfig
import TestSupport
import Testing

/// The rules that replace those of Danger, judged by their examples: what docs/from-danger.md shows,
/// and what real Dangerfiles ask for.
@Suite(.blocking) struct FromDangerTests {
  @Test(arguments: MarkdownBlock.fromDanger)
  func whatTheDocumentShowsFlagsAndPasses(block: MarkdownBlock) throws {
    let pipeline = try ScratchPipeline(block.text)
    guard block.hasRules else {
      let result = try pipeline.devtool("validate")
      #expect(result.status == 0, "\(result.standardError)")
      return
    }
    let examples = try #require(
      Fixture.examples(of: block), "add examples to Fixtures/from-danger/\(block.chapterSlug).yml")
    try pipeline.folder.write(examples, to: "examples.yml")
    let result = try pipeline.devtool("rules", "test", "examples.yml")
    #expect(result.status == 0, "\(result.standardOutput)\(result.standardError)")
    try expectBothVerdicts(
      of: block.text,
      beside: RuleCaseReader(fileName: "examples.yml").read(Array(examples.utf8)))
  }

  @Test(arguments: Fixture.names(in: "dangerfiles"))
  func whatDangerfilesAskForFlagsAndPasses(name: String) throws {
    let text = try Fixture.text("dangerfiles/\(name)")
    let result = try ScratchPipeline(text).devtool("rules", "test")
    #expect(result.status == 0, "\(result.standardOutput)\(result.standardError)")
    try expectBothVerdicts(of: text, beside: [])
  }

  /// An example whose heading has been renamed would be judged no more.
  @Test func everyExampleHasItsHeading() throws {
    #expect(MarkdownBlock.fromDanger.count >= 50)
    #expect(Fixture.names(in: "dangerfiles").count >= 10)
    for name in Fixture.names(in: "from-danger") {
      let headings = MarkdownBlock.fromDanger.filter { "\($0.chapterSlug).yml" == name }.map(
        \.heading)
      for section in Fixture.sections(try Fixture.text("from-danger/\(name)")) {
        #expect(headings.contains(section.heading), "\(name)")
      }
    }
  }

  /// Every rule has an example that it flags and one that it lets pass.
  private func expectBothVerdicts(of config: String, beside examples: [RuleCase]) throws {
    let pipeline = try ConfigReader(fileName: ".ci.yml", rules: RuleRegistry.descriptors)
      .read(Array(config.utf8))
    // A custom rule with several keys is there several times.
    for (id, rules) in Dictionary(grouping: pipeline.rules, by: \.id) {
      let cases = rules.flatMap(\.examples) + examples.filter { $0.rule == id }
      #expect(cases.contains { !$0.expected.isEmpty }, "\(id) has no example that it flags")
      #expect(cases.contains { $0.expected.isEmpty }, "\(id) has no example that passes")
    }
  }
}

/// A block of YAML in a document, and the headings that it stands below.
struct MarkdownBlock: CustomTestStringConvertible {
  var chapter: String
  /// That of the chapter where there is none of its own.
  var heading: String
  var text: String

  var testDescription: String { heading }

  var hasRules: Bool { "\n\(text)".contains("\nrules:") }

  /// As links to the chapter call it.
  var chapterSlug: String {
    String(
      chapter.lowercased().compactMap { character -> Character? in
        if character == " " { return "-" }
        return character.isLetter || character.isNumber || character == "-" ? character : nil
      })
  }

  static let fromDanger: [MarkdownBlock] =
    (try? String(
      contentsOf: URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("docs/from-danger.md"), encoding: .utf8)).map(blocks) ?? []

  private static func blocks(of document: String) -> [MarkdownBlock] {
    var blocks: [MarkdownBlock] = []
    var (chapter, heading) = ("", "")
    var open: [Substring]?
    for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
      if let lines = open {
        open = line == "```" ? nil : lines + [line]
        if line == "```" {
          let text = lines.joined(separator: "\n") + "\n"
          blocks.append(MarkdownBlock(chapter: chapter, heading: heading, text: text))
        }
      } else if line == "```yaml" {
        open = []
      } else if line.hasPrefix("## ") {
        chapter = String(line.dropFirst(3))
        heading = chapter
      } else if line.hasPrefix("### ") {
        heading = String(line.dropFirst(4))
      }
    }
    return blocks
  }
}

/// The files of examples.
private enum Fixture {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Fixtures")

  static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  static func names(in subfolder: String) -> [String] {
    let path = folder.appendingPathComponent(subfolder).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// What stands below the heading of the block, as a file of examples.
  static func examples(of block: MarkdownBlock) -> String? {
    guard let text = try? text("from-danger/\(block.chapterSlug).yml") else { return nil }
    return sections(text).first { $0.heading == block.heading }.map { "examples:\n" + $0.text }
  }

  /// A file of `from-danger` has a key for each heading, and below it a list of examples.
  static func sections(_ text: String) -> [(heading: String, text: String)] {
    var sections: [(heading: String, text: String)] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix(" ") {
        guard !sections.isEmpty else { continue }
        sections[sections.count - 1].text += "\(line)\n"
      } else {
        sections.append((heading: String(line.dropLast()), text: ""))
      }
    }
    return sections
  }
}
