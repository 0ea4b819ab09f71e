package import CIModel
internal import YAMLDocument

/// Reads `.ci.yml`.
///
/// The language, where YAML leaves a choice:
/// - Every scalar is text until its key asks for something else, so that `1.10`, `010` and
///   `2024-01-01` stay as they are written; quotes make no difference to that.
/// - Booleans are `true` and `false` only. Where something can be switched off the word is said by
///   the key: `ignore` for a level, `never` for a limit.
/// - Nothing, `~` and `null` (without quotes) are no value. Only `swift-build`, `swift-test`,
///   `lint` and a rule take that, as "with the defaults".
/// - Aliases and merge keys work; tags and several documents do not. Keys that begin with `x-` are
///   ignored at the top level and hold anchors.
/// - A file without `steps` has the standard steps, with the policies of the file; an empty file is
///   the standard pipeline. `version` may be left out and is 1.
/// - Every `swift-test` needs every `swift-build` of its configuration, written or not, unless that
///   would make a cycle.
package struct ConfigReader: Sendable {
  private var fileName: String
  private var rules: [RuleDescriptor]
  private var readFile: @Sendable (String) -> [UInt8]?

  /// - Parameters:
  ///   - fileName: How messages call the file.
  ///   - rules: The rules that may be named under `rules:`.
  ///   - readFile: A file that `rules.extends` names, by its path, which is relative to the same
  ///     folder as `fileName`; `nil` when there is none.
  package init(
    fileName: String, rules: [RuleDescriptor],
    readFile: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) {
    self.fileName = fileName
    self.rules = rules
    self.readFile = readFile
  }

  /// - Parameter lints: Whether the standard steps have a `lint` step; they are used when the file
  ///   has no `steps`.
  /// - Throws: Everything that is wrong with the file.
  package func read(_ bytes: [UInt8], lints: Bool = false) throws(ConfigError) -> Pipeline {
    let document = ParsedDocument(parsing: bytes)
    var checker = Checker(source: bytes)
    for error in document.errors {
      checker.report(error.message, help: error.help, at: error.range)
    }
    var pipeline = Pipeline.standard(lints: lints)
    var extended: [ConfigError] = []
    if let root = document.root {
      switch root.content {
      case .mapping(let entries):
        let (entries, matrix) = expanding(entries, &checker)
        checker.checkedStepIDs = matrix?.checkedKeys ?? []
        let file = checker.check(entries, in: Schema.file(rules: rules), owner: nil)
        (pipeline, extended) = PipelineBuilder(
          rules: rules, fileName: fileName, readFile: readFile, matrix: matrix
        ).pipeline(from: file, standard: pipeline, &checker)
      case .scalar(let scalar) where scalar.isNull:
        break
      case .scalar, .sequence, .unresolved:
        checker.report(
          "the file must be a mapping, not \(description(of: root))",
          help: "begin with 'steps:' and indent the steps below it", at: root.range)
      }
    }
    if !checker.problems.isEmpty {
      let hasPlaces = !document.errors.contains(where: \.concernsWholeFile)
      extended.insert(
        ConfigError(
          fileName: fileName, problems: checker.problems, source: hasPlaces ? bytes : []), at: 0)
    }
    if var error = extended.first {
      error.others = Array(extended.dropFirst())
      throw error
    }
    return pipeline
  }

  /// The top level with a step for each cell of each matrix.
  private func expanding(
    _ entries: [Entry], _ checker: inout Checker
  ) -> ([Entry], MatrixExpansion?) {
    var entries = entries
    guard let index = entries.firstIndex(where: { $0.key == "steps" }),
      case .mapping(let steps) = entries[index].value.content
    else { return (entries, nil) }
    let expansion = MatrixExpansion(steps, &checker)
    entries[index].value.content = .mapping(expansion.entries)
    return (entries, expansion)
  }
}
