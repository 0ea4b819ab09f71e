internal import CIModel

/// A function of conditions.
package struct FunctionSpec: Sendable {
  package var name: String
  package var parameters: Parameters
  package var result: ValueType
  /// One sentence for the documentation.
  package var summary: String
  /// An example condition that calls it.
  package var example: String
  var body: Body

  package enum Parameters: Hashable, Sendable {
    /// Path patterns, at least this many; with none, every file counts.
    case globs(atLeast: Int)
    case one(ValueType)
    case listAndPattern
  }

  enum Body: Sendable {
    /// Selects changed files, and computes the value from them.
    case files(
      matching: @Sendable (FileChange, [PathGlob]) -> Bool,
      value: @Sendable (_ matched: [FileChange], _ all: [FileChange]) -> Value)
    case value(@Sendable (Value) -> Value)
    /// Computes the value from the entries of a list and a regular expression.
    case filter(@Sendable (_ items: [String], _ isFound: (String) -> Bool) -> Value)
  }

  /// The form of a call: `changed("glob", …)`.
  package var signature: String {
    switch parameters {
    case .globs(let minimum): minimum == 0 ? "\(name)([glob, …])" : "\(name)(glob, …)"
    case .one(let type): "\(name)(\(type.word))"
    case .listAndPattern: "\(name)(list, pattern)"
    }
  }

  init(
    _ name: String, _ parameters: Parameters, _ result: ValueType, _ summary: String,
    example: String, _ body: Body
  ) {
    self.name = name
    self.parameters = parameters
    self.result = result
    self.summary = summary
    self.example = example
    self.body = body
  }
}

/// All functions of conditions.
package enum FunctionRegistry {
  /// Sorted by name.
  package static let functions: [FunctionSpec] = [
    FunctionSpec(
      "added", .globs(atLeast: 1), .boolean,
      "Whether a matching file is new, was moved there from a path that does not match, or "
        + "replaced a link or a submodule.",
      example: #"added("Sources/**/*.swift")"#,
      .files(
        matching: { file, globs in
          (file.isNewPath || file.replacesLink) && matches(file, globs)
            && !(file.oldPath.map { matches($0, globs) } ?? false)
        }, value: any)),
    FunctionSpec(
      "changed", .globs(atLeast: 1), .boolean,
      "Whether a matching file is new, modified, moved or deleted; a moved file also "
        + "counts under its old path, and a link or a submodule for the paths below it.",
      example: #"changed("Sources/**", "Package.swift")"#, .files(matching: touches, value: any)),
    FunctionSpec(
      "count", .one(.list), .number, "Number of entries of a list.",
      example: "count(commits) > 20",
      .value { if case .list(let items) = $0 { .number(Double(items.count)) } else { .unknown } }),
    FunctionSpec(
      "deleted", .globs(atLeast: 1), .boolean,
      "Whether a matching file is deleted, was moved to a path that does not match, or "
        + "became a link or a submodule.",
      example: #"deleted("LICENSE*")"#,
      .files(
        matching: { file, globs in
          file.status == .deleted || file.isReplacedByLink
            ? matches(file.path, globs)
            : (file.oldPath.map { matches($0, globs) } ?? false) && !matches(file.path, globs)
        }, value: any)),
    FunctionSpec(
      "files", .globs(atLeast: 0), .list,
      "The paths of the changed files that match; a moved file is listed under its new path.",
      example: #"count(files("Sources/**")) > 20"#,
      .files(matching: touches) { matched, _ in .list(matched.map(\.path)) }),
    FunctionSpec(
      "first", .one(.list), .text, "The first entry of a list; empty when it has none.",
      example: #"first(commits) starts_with "feat""#,
      .value { if case .list(let items) = $0 { .text(items.first ?? "") } else { .unknown } }),
    FunctionSpec(
      "last", .one(.list), .text, "The last entry of a list; empty when it has none.",
      example: #"last(commits) contains "[skip]""#,
      .value { if case .list(let items) = $0 { .text(items.last ?? "") } else { .unknown } }),
    FunctionSpec(
      "length", .one(.text), .number, "Number of characters of a text, without spaces around it.",
      example: "length(body) < 20",
      .value { value in
        guard case .text(let text) = value else { return .unknown }
        let start = text.drop(while: \.isWhitespace)
        let end = start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? start
        return .number(Double(end.count))
      }),
    FunctionSpec(
      "lines_added", .globs(atLeast: 0), .number,
      "Number of lines that the change adds to matching files.",
      example: #"lines_added("Sources/**") > 200"#, lines { $0.additions }),
    FunctionSpec(
      "lines_changed", .globs(atLeast: 0), .number,
      "Number of lines that the change adds and deletes in matching files. Of a moved file, only "
        + "the lines that differ count.",
      example: #"lines_changed() > 400"#, lines { $0.additions + $0.deletions }),
    FunctionSpec(
      "lines_deleted", .globs(atLeast: 0), .number,
      "Number of lines that the change deletes from matching files; of a moved file, those that "
        + "its new version lacks.",
      example: #"lines_deleted("Tests/**") > lines_added("Tests/**")"#, lines { $0.deletions }),
    FunctionSpec(
      "lower", .one(.text), .text, "A text in lower case.",
      example: #"lower(title) starts_with "wip""#,
      .value { if case .text(let text) = $0 { .text(text.lowercased()) } else { .unknown } }),
    FunctionSpec(
      "matching", .listAndPattern, .list,
      "The entries of a list that match a regular expression.",
      example: "count(matching(labels, /^team:/)) == 1",
      .filter { items, isFound in .list(items.filter(isFound)) }),
    FunctionSpec(
      "modified", .globs(atLeast: 1), .boolean,
      "Whether a matching file existed before at this path and has a different content, mode or "
        + "type; a moved file is `renamed`.",
      example: #"modified(".github/**")"#,
      .files(
        matching: { file, globs in
          (file.status == .modified || file.status == .typechanged) && matches(file, globs)
        }, value: any)),
    FunctionSpec(
      "only_changed", .globs(atLeast: 1), .boolean,
      "Whether every changed file matches, a moved file under both paths; false when "
        + "nothing changed.",
      example: #"only_changed("docs/**", "**/*.md")"#,
      .files(
        matching: { file, globs in
          matches(file.path, globs) && (file.oldPath.map { matches($0, globs) } ?? true)
        },
        value: { matched, all in .boolean(!all.isEmpty && matched.count == all.count) })),
    FunctionSpec(
      "renamed", .globs(atLeast: 1), .boolean,
      "Whether a file whose old or new path matches was moved, with or without other changes.",
      example: #"renamed("Sources/**")"#, status(.renamed)),
  ]

  package static func function(_ name: String) -> FunctionSpec? {
    functions.first { $0.name == name }
  }

  private static func status(_ status: FileChange.Status) -> FunctionSpec.Body {
    .files(matching: { $0.status == status && touches($0, $1) }, value: any)
  }

  private static func lines(
    _ count: @escaping @Sendable (ChangedLineCounts) -> Int
  ) -> FunctionSpec.Body {
    .files(matching: touches) { matched, _ in
      .number(matched.reduce(0) { $0 + Double(count($1.countedLines)) })
    }
  }

  @Sendable private static func any(_ matched: [FileChange], _ all: [FileChange]) -> Value {
    .boolean(!matched.isEmpty)
  }

  @Sendable private static func touches(_ file: FileChange, _ globs: [PathGlob]) -> Bool {
    globs.isEmpty || matches(file, globs)
      || (file.oldPath.map { old in
        globs.contains { $0.matches(old) || file.wasLink && $0.namesFolder(old) }
      } ?? false)
  }

  /// A link or a submodule matches like a folder with all files below it, also if it is deleted.
  private static func matches(_ file: FileChange, _ globs: [PathGlob]) -> Bool {
    matches(file.path, globs)
      || file.matchesLikeFolder && globs.contains { $0.namesFolder(file.path) }
  }

  private static func matches(_ path: String, _ globs: [PathGlob]) -> Bool {
    globs.contains { $0.matches(path) }
  }
}
