/// Advice on replacements for the plugins that Dangerfiles call.
enum DangerPlugins {
  /// - Parameter name: The plugin, or a function of one.
  static func advice(_ name: String) -> String? {
    let name = name.lowercased().filter { $0 != "_" }
    return plugins.first { name.hasPrefix($0.name) }?.advice
  }

  private static let linter = "run it as a step and name its report: `linter-reports`"
  private static let coverage = "`coverage: { minimum: … }` and `patch` check coverage"

  /// Longer names come before their prefixes.
  private static let plugins: [(name: String, advice: String)] = [
    ("commitlint", "`commits`, `commit-subject` and `commit-body` check messages"),
    ("swiftlint", linter), ("swiftformat", linter), ("rubocop", linter), ("eslint", linter),
    ("ktlint", linter), ("detekt", linter), ("checkstyle", linter), ("androidlint", linter),
    ("stylelint", linter), ("tslint", linter), ("pmd", linter), ("infer", linter),
    ("junit", "name the report: `linter-reports` counts failed tests"),
    ("xcov", coverage), ("slather", coverage), ("simplecov", coverage), ("jacoco", coverage),
    ("kover", coverage), ("coverage", coverage), ("collectcoverage", coverage),
    ("xcodesummary", "devtool reads the build itself"),
    ("xcprofiler", "devtool reads the build itself"),
    ("todoist", "`todo-tickets` checks TODOs"), ("jira", "`pr-tickets` requires a ticket"),
    ("prose", "run it as a step and name its report: `linter-reports`"),
    ("spellcheck", "run it as a step and name its report: `linter-reports`"),
    ("changelog", "`changelog` requires an entry"),
    ("lgtm", "devtool posts no praise"), ("mention", "CODEOWNERS requests reviewers"),
    ("labels", "`pr-labels` checks labels"), ("auto", "devtool does not change pull requests"),
    ("runner", "run it as a step"), ("conflictchecker", "the condition `!mergeable` checks it"),
  ]
}
