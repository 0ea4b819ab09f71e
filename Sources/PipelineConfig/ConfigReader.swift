package import CIModel
internal import YAMLDocument

/// Reads `.ci.yml`.
///
/// The language, where YAML leaves a choice:
/// - Every scalar is text unless its key requires another type, so that `1.10`, `010` and
///   `2024-01-01` stay as written, with or without quotes.
/// - Booleans are `true` and `false` only. A setting that can be switched off has its own word:
///   `ignore` for a level, `never` for a limit.
/// - Nothing, `~` and `null` (without quotes) are no value. Only `swift-build`, `swift-test`,
///   `lint` and a rule accept that, as "with the defaults".
/// - Aliases and merge keys work; tags and several documents do not. Keys that begin with `x-` are
///   ignored at the top level and may contain anchors.
/// - A file without `steps` has the standard steps, with the policies of the file; an empty file is
///   the standard pipeline. `version` may be left out and is 1.
/// - When `requires` demands a newer devtool, the rest of the file is not checked.
/// - Every `swift-test` needs every `swift-build` of its configuration, written or not, unless that
///   would make a cycle.
package struct ConfigReader: Sendable {
  private let fileName: String
  private let rules: [RuleDescriptor]
  private let files: FileAccess
  private let tool: ReadingTool?
  private let schema: Section

  /// - Parameters:
  ///   - fileName: The name of the file in messages.
  ///   - rules: The rules that may be named under `rules:`.
  ///   - files: Access to the files that `include` and `rules.extends` name.
  ///   - tool: The version that `requires` is compared with; `nil` accepts any version.
  package init(
    fileName: String, rules: [RuleDescriptor], files: FileAccess = .none, tool: ReadingTool? = nil
  ) {
    self.fileName = fileName
    self.rules = rules
    self.files = files
    self.tool = tool
    schema = Schema.file(rules: rules)
  }

  /// - Parameter lints: Whether the standard steps, which are used when the file has no `steps`,
  ///   include `lint`.
  /// - Throws: All problems of the file and of those that it includes or extends.
  package func read(_ bytes: [UInt8], lints: Bool = false) throws(ConfigError) -> Pipeline {
    try read(ParsedConfig(bytes), lints: lints)
  }

  /// Reads a file that was parsed before.
  package func read(_ file: ParsedConfig, lints: Bool = false) throws(ConfigError) -> Pipeline {
    let sources = SourceFiles(file, name: fileName, access: files)
    var checker = Checker(sources: sources.files.map(\.bytes), sections: Schema.sections)
    for problem in sources.problems {
      checker.report(problem.message, help: problem.help, at: problem.range)
    }
    var pipeline = Pipeline.standard(lints: lints)
    var extended: [ConfigError] = []
    if let root = sources.root {
      switch root.content {
      case .mapping(let entries):
        guard VersionRequirement.check(entries, tool, &checker) else { break }
        let mayRefer = sources.files.contains(where: \.mayHoldReferences)
        let (entries, matrix) = expanding(entries, mayRefer: mayRefer, &checker)
        let references = ReferenceCheck(mayRefer ? matrix?.entries ?? [] : [], &checker)
        checker.checkedStepIDs = matrix?.checkedKeys ?? []
        let file = checker.check(entries, in: schema, owner: nil)
        (pipeline, extended) = PipelineBuilder(
          rules: rules, fileName: fileName, readFile: files.read, matrix: matrix,
          references: references
        ).pipeline(from: file, standard: pipeline, &checker)
      case .scalar(let scalar) where scalar.isNull:
        break
      case .scalar, .sequence, .unresolved:
        checker.report(
          "the file must be a mapping, not \(description(of: root))",
          help: "begin with 'steps:' and indent the steps below it", at: root.range)
      }
    }
    let errors = (errors(checker.problems, in: sources) + extended).map { error in
      error.fileName == fileName || files.mayQuote(error.fileName) ? error : error.withoutContent()
    }
    if var error = errors.first {
      error.others = Array(errors.dropFirst())
      throw error
    }
    return pipeline
  }

  /// One error for each file with problems.
  private func errors(_ problems: [ConfigProblem], in sources: SourceFiles) -> [ConfigError] {
    sources.files.enumerated().compactMap { index, file in
      let own = problems.filter { $0.range.start.file == index }
      if own.isEmpty { return nil }
      return ConfigError(
        fileName: file.name, problems: own, source: file.hasPlaces ? file.bytes : [])
    }
  }

  /// The top-level entries, with a step for each cell of each matrix.
  private func expanding(
    _ entries: [Entry], mayRefer: Bool, _ checker: inout Checker
  ) -> ([Entry], MatrixExpansion?) {
    var entries = entries
    guard let index = entries.firstIndex(where: { $0.key == "steps" }),
      case .mapping(let steps) = entries[index].value.content
    else { return (entries, nil) }
    let expansion = MatrixExpansion(steps, mayRefer: mayRefer, &checker)
    entries[index].value.content = .mapping(expansion.entries)
    return (entries, expansion)
  }
}

/// A file that has been parsed as YAML, but not checked.
package struct ParsedConfig: Sendable {
  let bytes: [UInt8]
  let document: ParsedDocument
  /// Whether one of its texts may contain a `${…}`, written directly or with an escape; most files
  /// have neither.
  let mayHoldReferences: Bool

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    document = ParsedDocument(parsing: bytes)
    mayHoldReferences = bytes.withUnsafeBytes { bytes in
      var last: UInt8 = 0
      for byte in bytes {
        if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "{") && last == UInt8(ascii: "$") {
          return true
        }
        last = byte
      }
      return false
    }
  }
}
