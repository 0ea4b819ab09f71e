import CIModel

/// The lists that xcodebuild prints at the end of a log.
struct ListedFailures {
  /// Names as printed; a parameterised test is listed for each of its cases.
  var failingTests: [String] = []
  private var testingFailed: [String] = []
  private var commands: [String] = []

  /// Maximum number of entries that are stored, and of those shown as reasons; further ones add no
  /// information.
  private static let limit = 500
  private static let shown = 20

  mutating func addReason(_ reason: String) {
    if testingFailed.count < Self.limit { testingFailed.append(reason) }
  }

  mutating func addCommand(_ command: String) {
    if commands.count < Self.shown { commands.append(command) }
  }

  /// Build messages that appear only in the list “Testing failed:”, without their places:
  /// xcodebuild lists there the errors that stopped it, and with `-quiet` or in a short log nowhere
  /// else.
  func buildErrors(besides diagnostics: [Diagnostic]) -> [String] {
    guard testingFailed.contains(where: Self.isCancellation) else { return [] }
    return unexplained(diagnostics).filter { !Self.isCancellation($0) && !Self.isWrapper($0) }
  }

  /// Reasons of the failure that no diagnostic contains.
  func reasons(besides diagnostics: [Diagnostic]) -> [String] {
    let hasErrors = diagnostics.contains { $0.severity == .error }
    let reasons = unexplained(diagnostics).filter { reason in
      !hasErrors && commands.isEmpty || !(Self.isCancellation(reason) || Self.isWrapper(reason))
    }
    .prefix(Self.shown).map { "testing failed: \(Self.cut($0))" }
    // A failed command with an error message is reported by that message.
    if hasErrors { return reasons }
    // The whole build is listed beside the command that ended it.
    let causes = commands.filter { !$0.hasPrefix("Building ") }
    return reasons + (causes.isEmpty ? commands : causes).map(Self.failure(of:))
  }

  /// Whether the reason only says that a command failed that `reasons` names.
  func names(_ reason: String) -> Bool {
    commands.contains {
      reason == "Command \($0.prefix { $0 != " " }) failed with a nonzero exit code"
    }
  }

  /// The words for an entry such as
  /// `PhaseScriptExecution My\ Phase /p/Script-1.sh (in target 'App' from project 'App')`.
  private static func failure(of command: String) -> String {
    guard let rest = command.behind("PhaseScriptExecution "), let end = rest.firstRange(of: " /")
    else { return "a build command failed: \(cut(command))" }
    let name = rest[..<end.lowerBound].replacing("\\ ", with: " ")
    let target = rest.behind("(in target '")?.prefix { $0 != "'" }
    return "script phase '\(name)' failed" + (target.map { " (target \($0))" } ?? "")
  }

  /// The entries that no error repeats; in the list, each begins with a capital letter.
  private func unexplained(_ diagnostics: [Diagnostic]) -> [String] {
    let errors = diagnostics.lazy.filter { $0.severity == .error }.map { Self.key($0.message) }
      .sorted { $0.lexicographicallyPrecedes($1) }
    // Without those that another one begins, the message before an entry is the only one that can begin it.
    var messages: [[UInt8]] = []
    for error in errors where messages.last.map({ !error.starts(with: $0) }) ?? true {
      messages.append(error)
    }
    return testingFailed.filter { reason in
      let key = Self.key(reason)
      let next = messages.partitioningIndex { !$0.lexicographicallyPrecedes(key) }
      return
        !(next < messages.count && messages[next].starts(with: key)
        || next > 0 && key.starts(with: messages[next - 1]))
    }
  }

  private static func key(_ message: String) -> [UInt8] {
    Array((message.prefix(1).lowercased() + message.dropFirst()).utf8)
  }

  private static func isCancellation(_ reason: String) -> Bool {
    reason.hasPrefix("Testing cancelled because the build failed")
      || reason.hasPrefix("Testing canceled because the build failed")
  }

  /// Whether the entry only reports that a command failed, or that something was not built.
  private static func isWrapper(_ reason: String) -> Bool {
    reason.hasPrefix("Command ") && reason.holds(" failed with")
      || reason.hasPrefix("Linker command failed") || reason.holds(" encountered an error (")
  }

  private static func cut(_ text: String) -> String {
    text.utf8.count > 200 ? String(text.prefix(200)) + "…" : text
  }
}

extension TestLedger {
  /// Adds the tests that ended their process although the log does not show their start.
  mutating func add(crashed names: [String]) {
    let shown = names.isEmpty ? [] : Set(cases.map(\.name))
    let names = names.filter { !shown.contains($0) }
    if names.isEmpty { return }
    var known = Set(cases.map { ListedName($0) })
    for name in names where known.isDisjoint(with: ListedName.all(name)) {
      known.formUnion(ListedName.all(name).prefix(1))
      add(name, .crashed)
    }
  }

  /// Compares xcodebuild's list of failing tests with the log: a test without an end in the log is
  /// added as failed.
  /// - Returns: Names of tests that passed according to the log.
  mutating func confirm(failing names: [String]) -> [String] {
    guard !names.isEmpty else { return [] }
    let bySuite = Dictionary(grouping: cases.indices) { ListedName(cases[$0]) }
    var contradicted: [String] = []
    var unknown: [String] = []
    for name in Set(names).sorted() {
      let found = ListedName.all(name).flatMap { bySuite[$0] ?? [] }
      if found.isEmpty {
        unknown.append(name)
      } else if !found.contains(where: { hasFailed($0) }) {
        contradicted.append(name)
      }
    }
    // A display name cannot be recognized as the function that the list names.
    let displayed = cases.indices.count { index in
      cases[index].framework == .swiftTesting && !cases[index].function.hasSuffix(")")
        && hasFailed(index)
    }
    for name in unknown.dropFirst(displayed) {
      let index = add(name, .failed)
      fileReason("xcodebuild lists it as failing; the log does not show why", test: index)
    }
    return contradicted
  }

  private func hasFailed(_ index: Int) -> Bool {
    cases[index].outcome.isFailure || cases[index].runs.contains { $0.outcome.isFailure }
  }

  @discardableResult
  private mutating func add(_ name: String, _ outcome: TestOutcome) -> Int {
    let bare = TestCase(printed: name.slashAsDot, .xctest).function
    let framework: TestFramework =
      name.hasPrefix("-[") || bare.hasPrefix("test") ? .xctest : .swiftTesting
    return record(name, framework, outcome, seconds: nil)
  }

  /// The common parts of the different names of a test.
  private struct ListedName: Hashable {
    /// The suite without its module; empty when the log does not contain it.
    var suite: String
    /// The function without empty parentheses.
    var function: String

    init(suite: String, function: String) {
      self.suite = suite
      self.function = function
    }

    /// The name that xcodebuild prints, and what Swift Testing's lines, which name no suite, have of
    /// it.
    static func all(_ printed: String) -> [ListedName] {
      let name = ListedName(TestCase(printed: printed.slashAsDot, .xctest))
      return [name, ListedName(suite: "", function: name.function)]
    }

    init(_ test: TestCase) {
      let suite = test.suite ?? ""
      let last = suite.lastIndex(of: ".").map { suite[suite.index(after: $0)...] }
      self.suite = last.map(String.init) ?? suite
      function =
        test.function.hasSuffix("()") ? String(test.function.dropLast(2)) : test.function
    }
  }
}

extension String {
  /// `Mod.Suite/test()` as `Mod.Suite.test()`.
  fileprivate var slashAsDot: String {
    guard !hasPrefix("-["), let slash = lastIndex(of: "/") else { return self }
    return "\(self[..<slash]).\(self[index(after: slash)...])"
  }
}
