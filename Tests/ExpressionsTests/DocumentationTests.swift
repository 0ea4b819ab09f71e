import CIModel
import Expressions
import Foundation
import Testing

/// `docs/expressions.md` is held against the language.
@Suite struct DocumentationTests {
  private static let text: String = {
    let url = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("docs/expressions.md")
    return (try? String(contentsOf: url, encoding: .utf8)) ?? ""
  }()

  /// The cells of every row of every table, without those of the heads.
  private static let rows: [[String]] = text.split(separator: "\n").compactMap { line in
    guard line.hasPrefix("| `") else { return nil }
    let cells = line.replacing("\\|", with: "\u{1}").split(separator: "|").map {
      $0.trimmingCharacters(in: .whitespaces).replacing("\u{1}", with: "|")
    }
    return cells
  }

  private func row(_ cell: String) -> [String]? {
    Self.rows.first { $0.first == "`\(cell)`" }
  }

  @Test func namesEveryName() {
    for spec in NameRegistry.names {
      #expect(
        row(spec.name) == ["`\(spec.name)`", spec.type.word, spec.summary, "`\(spec.example)`"])
    }
  }

  @Test func namesEveryFunction() {
    for spec in FunctionRegistry.functions {
      #expect(
        row(spec.signature)
          == ["`\(spec.signature)`", spec.result.word, spec.summary, "`\(spec.example)`"])
    }
  }

  @Test func namesEveryKeyOfSteps() {
    for key in StepKey.allCases {
      #expect(
        row(key.rawValue)
          == ["`\(key.rawValue)`", key.type.word, key.summary, "`\(key.example)`"])
    }
    for status in StepResult.Status.allCases { #expect(Self.text.contains("`\(status.rawValue)`")) }
    for event in Surroundings.Event.allCases { #expect(Self.text.contains("`\(event.rawValue)`")) }
  }

  @Test(arguments: [
    "!", "==", "!=", "<", "<=", ">", ">=", "=~", "!~", "contains", "starts_with", "ends_with",
    "matches", "in", "&&", "||",
  ])
  func namesEveryOperator(name: String) throws {
    let row = try #require(Self.rows.first { $0[0].contains("`\(name)`") })
    #expect(row.count == 4)
    let example = row[3].trimmingCharacters(in: CharacterSet(charactersIn: "`"))
    #expect(try Condition(example).evaluate(.sample).outcome != .unknown)
  }

  @Test(arguments: [#"lines_added() > "5""#, #"draft == "true""#, "1 == 1", #"os == "darwin""#])
  func whatItCallsAnErrorIsOne(text: String) {
    #expect(Self.text.contains("`\(text)`"))
    #expect(throws: ConditionError.self) { try Condition(text) }
  }
}
