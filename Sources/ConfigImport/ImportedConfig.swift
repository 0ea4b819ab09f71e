internal import CIModel

/// What stands in another tool's configuration and has no counterpart.
package struct LeftOut: Hashable, Sendable {
  /// Relative to the checkout; empty where there is one file only, whose name is known.
  package var file = ""
  /// 1-based.
  package var line: Int
  /// What stands there: `swiftlint.lint_files`, `uses: actions/checkout@v4`.
  package var what: String
  package var reason: String
}

/// The parts of a `.ci.yml` that say what another tool's configuration says.
package struct ImportedConfig: Hashable, Sendable {
  /// What is to be known of the whole, in comments above it.
  package var remarks: [String] = []
  /// Variables of all steps.
  package var environment: [ImportedVariable] = []
  package var steps: [ImportedStep] = []
  /// Lines below `rules:`, each indented by two spaces.
  package var rules = ""
  /// How many rules those lines hold.
  package var ruleCount = 0
  /// How many of the rules differ from what they were made of; comments say how.
  package var differingRules = 0
  /// In the order of the files and their lines.
  package var leftOut: [LeftOut] = []

  package init() {}

  /// How many of them are listed; the rest is counted.
  private static let mostLeftOut = 100

  mutating func leave(_ what: String, at line: Int, because reason: String) {
    let what = what.count > 80 ? what.prefix(79) + "…" : what
    leftOut.append(LeftOut(line: line, what: what, reason: reason))
  }

  /// Whether it has something that needs no rule to be judged.
  package var hasSteps: Bool { !steps.isEmpty }

  /// The keys of a `.ci.yml`, beside `version`.
  ///
  /// - Parameter source: How `init --from` calls the tool.
  package func yaml(from source: String) -> String {
    var lines = ["# By `devtool init --from \(source)`."] + remarks.map(YAMLText.comment)
    if !environment.isEmpty {
      lines.append("env:")
      lines += environment.map { "  \($0.name): \(YAMLText.scalar($0.value))" }
    }
    if hasSteps {
      lines.append("steps:")
      lines += steps.map(\.yaml)
    }
    var text = lines.map { $0 + "\n" }.joined()
    if !rules.isEmpty { text += "rules:\n" + rules }
    if !leftOut.isEmpty { text += "# Left out:\n" }
    text += leftOutLines.map { YAMLText.comment("- " + $0) + "\n" }.joined()
    return text
  }

  /// How much was taken over, and each line that was not.
  ///
  /// - Parameter files: As they are called.
  package func summary(of files: [String]) -> String {
    var taken: [String] = []
    if hasSteps { taken.append(counted(steps.count, "step")) }
    if ruleCount > 0 { taken.append(counted(ruleCount, "rule")) }
    if taken.isEmpty { taken = ["Nothing"] }
    var text =
      "\(taken.joined(separator: " and ")) of \(VisibleText.shown(files.joined(separator: ", "))) taken over"
    if differingRules > 0 {
      text += ", \(differingRules) of them not to the letter (see the comments)"
    }
    text += ".\n"
    if !leftOut.isEmpty { text += "Left out:\n" }
    text += leftOutLines.map { "  \(VisibleText.shown($0))\n" }.joined()
    if hasSteps { text += "Look at the steps with `devtool check --dry-run`.\n" }
    if ruleCount > 0 {
      text += "Try the rules with `devtool rules list` and `devtool check --only rules`.\n"
    }
    return text
  }

  private var leftOutLines: [String] {
    var lines = leftOut.prefix(Self.mostLeftOut).map {
      "\($0.file):\($0.line): \($0.what): \($0.reason)"
    }
    let rest = leftOut.count - lines.count
    if rest > 0 { lines.append("and \(rest) more") }
    return lines
  }
}
