package import CIModel
internal import Expressions

/// The rules of a Dangerfile that devtool can express.
package struct DangerImport: Hashable, Sendable {
  /// In the order of the file.
  package var rules: [Rule] = []
  /// The parts without a counterpart, by line.
  package var leftOut: [LeftOut] = []

  package struct Rule: Hashable, Sendable {
    package var id: String
    package var level: Severity
    /// A condition in devtool's language that is true when the rule reports.
    package var condition: String
    /// The team's message, with devtool's placeholders.
    package var message: String
    /// 1-based.
    package var line: Int
    /// Differences in behavior from the Dangerfile, sorted.
    package var differences: [String]
  }

  /// - Parameters:
  ///   - text: The Dangerfile.
  /// - language: The language of the Dangerfile.
  package init(_ text: String, _ language: ScriptLanguage) {
    var parser = ScriptParser(text, language)
    var reader = DangerReader(language)
    reader.read(parser.statements())
    rules = reader.rules
    leftOut = reader.leftOut.sorted { ($0.line, $0.what) < ($1.line, $1.what) }
  }
}

extension DangerImport {
  /// The file names that Danger looks for, in its order, each with the language of the file.
  package static let fileNames: [(name: String, language: ScriptLanguage)] = [
    ("Dangerfile", .ruby), ("dangerfile.ts", .javaScript), ("dangerfile.js", .javaScript),
    ("dangerfile.mts", .javaScript), ("dangerfile.mjs", .javaScript),
    ("dangerfile.cjs", .javaScript), ("Dangerfile.swift", .swift), ("Dangerfile.rb", .ruby),
  ]
}
