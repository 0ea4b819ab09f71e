internal import CIModel
package import YAMLDocument

/// A problem in `.ci.yml`.
package struct ConfigProblem: Hashable, Sendable {
  /// The problem and the expectation: a lowercase fragment without a full stop.
  package var message: String
  /// How to fix it.
  package var help: String?
  package var range: SourceRange

  package init(message: String, help: String?, range: SourceRange) {
    self.message = message
    self.help = help
    self.range = range
  }
}

/// All problems in a `.ci.yml`.
package struct ConfigError: Error, Hashable, Sendable {
  package var fileName: String
  /// Sorted by place, never empty.
  package var problems: [ConfigProblem]
  /// Errors in files that this one includes or extends.
  package var others: [ConfigError] = []
  private var source: [UInt8]

  /// Maximum number of problems or files to show; the rest is counted.
  private static let maximumShown = 50

  /// - Parameter source: The content of the file, for showing the lines with problems.
  package init(fileName: String, problems: [ConfigProblem], source: [UInt8]) {
    self.fileName = fileName
    // The content of an anchor is checked at every alias, but should be reported only once.
    var seen: Set<Advice> = []
    self.problems =
      problems
      .filter { seen.insert(Advice(range: $0.range, help: $0.help)).inserted }
      .enumerated()
      .sorted { ($0.element.range, $0.offset) < ($1.element.range, $1.offset) }
      .map(\.element)
    self.source = source
  }

  /// The same places, without any content of the file.
  func withoutContent() -> ConfigError {
    ConfigError(
      fileName: fileName,
      problems: problems.map {
        ConfigProblem(
          message: "this part of the file is not valid",
          help: "open the file: only files in the repository that end in .yml or .yaml are quoted",
          range: $0.range)
      }, source: [])
  }

  private struct Advice: Hashable {
    var range: SourceRange
    var help: String?
  }

  /// The problems in the format of compilers, each with its source line and a caret, and their
  /// number in a last line; ends with a line break.
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
