internal import CIModel
package import YAMLDocument

/// Something that is wrong in `.ci.yml`.
package struct ConfigProblem: Hashable, Sendable {
  /// What is wrong and what was expected: a lowercase fragment, no full stop.
  package var message: String
  /// What to do next.
  package var help: String?
  package var range: SourceRange

  package init(message: String, help: String?, range: SourceRange) {
    self.message = message
    self.help = help
    self.range = range
  }
}

/// Everything that is wrong in a `.ci.yml`.
package struct ConfigError: Error, Hashable, Sendable {
  package var fileName: String
  /// Sorted by place, never empty.
  package var problems: [ConfigProblem]
  /// What is wrong in files that this one extends.
  package var others: [ConfigError] = []
  private var source: [UInt8]

  /// More problems or files than this are counted, not shown.
  private static let maximumShown = 50

  /// - Parameter source: The file, to show the lines that are wrong.
  package init(fileName: String, problems: [ConfigProblem], source: [UInt8]) {
    self.fileName = fileName
    // What an anchor holds is checked wherever an alias brings it; once is enough to say it.
    var seen: Set<Advice> = []
    self.problems =
      problems
      .filter { seen.insert(Advice(range: $0.range, help: $0.help)).inserted }
      .enumerated()
      .sorted { ($0.element.range, $0.offset) < ($1.element.range, $1.offset) }
      .map(\.element)
    self.source = source
  }

  /// The same places, without a word of what the file holds.
  func withoutContent() -> ConfigError {
    ConfigError(
      fileName: fileName,
      problems: problems.map {
        ConfigProblem(
          message: "this is wrong here",
          help: "look into the file: only what lies in the repository and ends in .yml is shown",
          range: $0.range)
      }, source: [])
  }

  private struct Advice: Hashable {
    var range: SourceRange
    var help: String?
  }

  /// The problems as compilers print them, each with its source line and a caret, and their number
  /// in a last line; ends with a line break.
  package func rendered(color: Bool) -> String {
    let style = ProblemStyle(isColored: color)
    let excerpts = SourceExcerpts(source)
    var text = ""
    for problem in problems.prefix(Self.maximumShown) {
      text += style.header(fileName, problem)
      text += excerpts.excerpt(problem.range, style)
      if let help = problem.help { text += style.help(help) }
    }
    let hidden = problems.count - Self.maximumShown
    if hidden > 0 { text += "… and \(hidden) more\n" }
    let noun = problems.count == 1 ? "problem" : "problems"
    text += "\(problems.count) \(noun) in \(fileName)\n"
    for error in others.prefix(Self.maximumShown) { text += error.rendered(color: color) }
    let hiddenFiles = others.count - Self.maximumShown
    if hiddenFiles > 0 { text += "… and more in \(counted(hiddenFiles, "other file"))\n" }
    return text
  }
}
