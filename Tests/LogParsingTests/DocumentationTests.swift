import CIModel
import Foundation
import LogParsing
import Testing

/// Holds `docs/logs.md` against the reader: every category has a section whose example it finds.
@Suite struct DocumentationTests {
  static let categories =
    [WarningPolicy.compiler, WarningPolicy.linker, WarningPolicy.lint] + RuntimeWarningCategory.all

  private static func page(
    _ name: String = "docs/logs.md", file: String = #filePath
  ) throws -> String {
    var folder = URL(fileURLWithPath: file)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    return try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  /// The table of the README has a row for each, in this order, whose line is known.
  @Test func readmeListsEveryCategory() throws {
    let rows = try Self.page("README.md").split(separator: "\n").filter {
      $0.hasPrefix("| `warnings.")
    }
    #expect(rows.map { $0.dropFirst(12).prefix { $0 != "`" } } == Self.categories.map { $0[...] })
    for row in rows {
      let line = try #require(row.range(of: " | `")).upperBound
      let text = row[line...].dropLast(3)
      let context = text.hasPrefix("failed - ") || text.hasPrefix("Error Domain=")
      let failure = "/p/T.swift:1: error: A.testB : \(text)\n"
      let leak =
        text.hasPrefix("Direct leak") ? "==1==ERROR: LeakSanitizer: detected memory leaks\n" : ""
      let facts = read(
        context
          ? "Test Case 'A.testB' started at 2026\n\(failure)Test Case 'A.testB' failed (0.1 seconds)"
          : leak + text)
      #expect(facts.lines.unrecognized == 0, "\(text)")
      #expect(facts.runtimeWarnings.count + facts.diagnostics.count == 1, "\(text)")
    }
  }

  @Test(arguments: categories)
  func exampleIsFound(category: String) throws {
    let page = try Self.page()
    let start = try #require(page.range(of: "\n### `\(category)`\n"))
    let section = page[start.upperBound...].prefix(upTo: "\n### ")
    #expect(section.contains("`warnings.\(category)`"))
    let block = try #require(section.range(of: "```text\n"))
    let facts = read(String(section[block.upperBound...].prefix(upTo: "```")), root: "/p")
    switch category {
    case WarningPolicy.compiler, WarningPolicy.linker, WarningPolicy.lint:
      #expect(facts.diagnostics.map(\.severity) == [.warning])
      #expect((facts.diagnostics.first?.group == "linker") == (category == "linker"))
    default:
      #expect(facts.runtimeWarnings.map(\.category) == [category])
      #expect(facts.runtimeWarnings.first?.count == 1)
    }
    #expect(facts.lines.unrecognized == 0)
  }

  @Test func noOtherCategoryIsPromised() throws {
    let headings = try Self.page().split(separator: "\n").filter { $0.hasPrefix("### `") }
    #expect(
      Set(headings.map { $0.dropFirst(5).dropLast() }) == Set(Self.categories.map { $0[...] }))
    #expect(headings.count == Self.categories.count)
  }

  @Test func exampleLinesAreKnown() throws {
    let page = try Self.page()
    let start = try #require(page.range(of: "## Other lines\n"))
    let rows = page[start.upperBound...].split(separator: "\n").filter { $0.contains("| `") }
    #expect(rows.count > 30)
    for row in rows {
      let opening = try #require(row.range(of: "| `"))
      let line = row[opening.upperBound...].dropLast(3)
      // A result needs its start; here the line alone is asked for.
      let events = read(Array(line.utf8), chunk: .max).events
      let name = line.range(of: "Test Case '").map { line[$0.upperBound...].prefix { $0 != "'" } }
      let started = name.map { "Test Case '\($0)' started at 2026\n" } ?? ""
      let swift =
        line.contains("Test paramFails") || line.contains("Test x()")
        ? "◇ Test run started.\n◇ Test paramFails(_:) started.\n◇ Test x() started.\n" : ""
      let issue =
        line.hasPrefix("↳")
        ? "◇ Test y() started.\n✘ Test y() recorded an issue at A.swift:1:2: Expectation failed\n"
        : ""
      let facts = read(started + swift + issue + line)
      #expect(
        events.first?.event != .unrecognized || facts.lines.unrecognized == 0, "\(line)")
    }
  }
}

extension Substring {
  fileprivate func prefix(upTo text: String) -> Substring {
    range(of: text).map { self[..<$0.lowerBound] } ?? self
  }
}
