package import CIModel
internal import Expressions

/// The rules of a Dangerfile, as far as devtool can say them.
package struct DangerImport: Hashable, Sendable {
  /// In the order of the file.
  package var rules: [Rule] = []
  /// What has no counterpart, by line.
  package var leftOut: [LeftOut] = []

  package struct Rule: Hashable, Sendable {
    package var id: String
    package var level: Severity
    /// A condition of devtool that holds when the rule speaks.
    package var condition: String
    /// The team's words, with devtool's placeholders.
    package var message: String
    /// 1-based.
    package var line: Int
    /// What it does otherwise than the Dangerfile, sorted.
    package var differences: [String]
  }

  package struct LeftOut: Hashable, Sendable {
    /// 1-based.
    package var line: Int
    /// What stands there: `swiftlint.lint_files`, `warn`.
    package var what: String
    package var reason: String
  }

  /// - Parameters:
  ///   - text: The Dangerfile.
  ///   - language: What it is written in.
  package init(_ text: String, _ language: ScriptLanguage) {
    var parser = ScriptParser(text, language)
    var reader = DangerReader(language)
    reader.read(parser.statements())
    rules = reader.rules
    leftOut = reader.leftOut.sorted { ($0.line, $0.what) < ($1.line, $1.what) }
  }
}

extension DangerImport {
  /// The names that Danger looks for, in its order, each with the language of the file.
  package static let fileNames: [(name: String, language: ScriptLanguage)] = [
    ("Dangerfile", .ruby), ("dangerfile.ts", .javaScript), ("dangerfile.js", .javaScript),
    ("dangerfile.mts", .javaScript), ("dangerfile.mjs", .javaScript),
    ("dangerfile.cjs", .javaScript), ("Dangerfile.swift", .swift), ("Dangerfile.rb", .ruby),
  ]

  /// How much was taken over, and each line that was not.
  ///
  /// - Parameter file: As the Dangerfile is called.
  package func summary(of file: String) -> String {
    let differing = rules.count { !$0.differences.isEmpty }
    var text = "\(counted(rules.count, "rule")) of \(file) taken over"
    if differing > 0 { text += ", \(differing) of them not to the letter (see the comments)" }
    text += ".\n"
    if !leftOut.isEmpty { text += "Left out:\n" }
    for item in leftOut {
      text += "  \(file):\(item.line): \(VisibleText.shown("\(item.what): \(item.reason)"))\n"
    }
    return text + "Try them with `devtool rules list` and `devtool check --only rules`.\n"
  }
}
