package import CIModel
internal import YAMLDocument

/// Reads a file of examples, with the same content as `examples` of `rules`.
package struct RuleCaseReader: Sendable {
  private var fileName: String

  /// - Parameter fileName: The name of the file in messages.
  package init(fileName: String) {
    self.fileName = fileName
  }

  /// - Throws: All problems of the file.
  package func read(_ bytes: [UInt8]) throws(ConfigError) -> [RuleCase] {
    let document = ParsedDocument(parsing: bytes)
    var checker = Checker(sources: [bytes], sections: Schema.sections)
    for error in document.errors {
      checker.report(error.message, help: error.help, at: error.range)
    }
    var cases: [RuleCase] = []
    if let root = document.root {
      if case .mapping(let entries) = root.content {
        let file = checker.check(entries, in: Schema.exampleFile, owner: nil)
        cases = RuleCaseBuilder(fileName: fileName).cases(file["examples"], &checker)
      } else {
        checker.report(
          "a file of examples must be a mapping, not \(description(of: root))",
          help: "begin with `examples:` and indent the examples below it", at: root.range)
      }
    }
    if !checker.problems.isEmpty {
      throw ConfigError(fileName: fileName, problems: checker.problems, source: bytes)
    }
    return cases
  }
}
