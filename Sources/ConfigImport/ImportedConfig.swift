internal import CIModel

/// A part of another tool's configuration without a counterpart.
package struct LeftOut: Hashable, Sendable {
  /// The path relative to the checkout; empty if there is only one file, whose name is known.
  package var file = ""
  /// 1-based.
  package var line: Int
  /// The source text: `swiftlint.lint_files`, `uses: actions/checkout@v4`.
  package var what: String
  package var reason: String
}

/// The parts of a `.ci.yml` that correspond to another tool's configuration.
package struct ImportedConfig: Hashable, Sendable {
  /// Remarks about the whole configuration, written as comments at its top.
  package var remarks: [String] = []
  /// Environment variables of all steps.
  package var environment: [ImportedVariable] = []
  package var steps: [ImportedStep] = []
  /// Lines below `rules:`, each indented by two spaces.
  package var rules = ""
  /// The number of rules in these lines.
  package var ruleCount = 0
  /// The number of rules that differ from their originals; comments describe how.
  package var differingRules = 0
  /// Parts without a counterpart, in the order of the files and their lines.
  package var leftOut: [LeftOut] = []
  /// All files of the tool, for those that refer to others.
  let files: [SourceFile]
  /// The path of the file that is being read.
  var file = ""
  /// The paths of files that others call, once for each call.
  var calledFiles: [String] = []
  /// The system on which no imported step builds or tests, although one does elsewhere.
  private var system: String?
  /// The ids of the default steps that were added because no imported one builds or tests.
  private var addedSteps: [String] = []

  package init(_ files: [SourceFile] = []) { self.files = files }

  /// What is left out if a workflow runs at no change.
  static let wholeFile = "the workflow"

  /// The maximum number of parts to list; further ones are only counted.
  private static let mostLeftOut = 100

  mutating func leave(_ what: String, at line: Int, because reason: String) {
    let what = what.count > 80 ? what.prefix(79) + "…" : what
    leftOut.append(LeftOut(file: file, line: line, what: what, reason: reason))
  }

  /// Whether the configuration does something without rules.
  package var hasSteps: Bool { !steps.isEmpty }

  /// The keys of a `.ci.yml` except `version`.
  ///
  /// - Parameter source: The name of the tool in `init --from`.
  package func yaml(from source: String) -> String {
    let remarks = remarks + (stepWarning.map { [$0] } ?? [])
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

  /// The number of imported parts, and each line that was not imported.
  ///
  /// - Parameter files: The displayed names of the files.
  package func summary(of files: [String]) -> String {
    var taken: [String] = []
    if hasSteps { taken.append(counted(steps.count - addedSteps.count, "step")) }
    if ruleCount > 0 { taken.append(counted(ruleCount, "rule")) }
    if taken.isEmpty { taken = ["Nothing"] }
    var text =
      "\(taken.joined(separator: " and ")) of \(VisibleText.shown(files.joined(separator: ", "))) imported"
    if differingRules > 0 {
      text += ", \(differingRules) of them with differences (see the comments)"
    }
    text += ".\n"
    if !leftOut.isEmpty { text += "Left out:\n" }
    text += leftOutLines.map { "  \(VisibleText.shown($0))\n" }.joined()
    if let stepWarning { text += "\(stepWarning)\n" }
    if hasSteps { text += "Review the steps with `devtool check --dry-run`.\n" }
    if ruleCount > 0 {
      text += "Try the rules with `devtool rules list` and `devtool check --only rules`.\n"
    }
    return text
  }

  /// A sentence about steps of which none builds or tests the package, although they replace the
  /// default ones that do; `nil` when one may do so.
  private var stepWarning: String? {
    if addedSteps.isEmpty, steps.isEmpty || system == nil && steps.contains(where: \.mayBuild) {
      return nil
    }
    let place = system.map { " on \($0)" } ?? ""
    let finding = "No imported step builds or tests the package\(place): "
    if addedSteps.isEmpty { return finding + "add `swift-build` and `swift-test` steps." }
    return finding + "devtool added its default \(addedSteps.count == 1 ? "step" : "steps") "
      + "\(addedSteps.joined(separator: " and "))."
  }

  /// Adds the default steps of a package to imported ones that neither build nor test on a system.
  ///
  /// - Parameters:
  ///   - isMac: Whether the system is macOS.
  ///   - isPackage: Whether there is a package; otherwise, they are only missed.
  mutating func completeSteps(isMac: Bool, isPackage: Bool) {
    let builders = steps.filter(\.mayBuild)
    guard hasSteps, !builders.contains(where: { isMac || !$0.needsMacOS }) else { return }
    defer {
      if !builders.isEmpty, !isPackage || !addedSteps.isEmpty { system = "Linux" }
    }
    let imported = Set(steps.map(\.id))
    var needs: [String] = []
    for var step in isPackage ? ImportedStep.standard : [] {
      step.needs = needs
      needs = [add(step, called: step.usualName)]
      addedSteps += needs.filter { !imported.contains($0) }
    }
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
