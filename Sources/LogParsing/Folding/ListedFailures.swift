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
    var reasons = unexplained(diagnostics).filter { reason in
      !hasErrors || !(Self.isCancellation(reason) || Self.isWrapper(reason))
    }
    .prefix(Self.shown).map { "testing failed: \(Self.cut($0))" }
    // A failed command with an error message is reported by that message.
    if !hasErrors { reasons += commands.map { "a build command failed: \(Self.cut($0))" } }
    return reasons
  }

  /// The entries that no error repeats; in the list, each begins with a capital letter.
  private func unexplained(_ diagnostics: [Diagnostic]) -> [String] {
    let messages = diagnostics.filter { $0.severity == .error }.map { Self.key($0.message) }
    return testingFailed.filter { reason in
      let key = Self.key(reason)
      return !messages.contains { $0.hasPrefix(key) || key.hasPrefix($0) }
    }
  }

  private static func key(_ message: String) -> String {
    message.prefix(1).lowercased() + message.dropFirst()
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
  /// Compares xcodebuild's list of failing tests with the log: a test without an end in the log is
  /// added as failed.
  /// - Returns: Names of tests that passed according to the log, and of the tests that were added.
  mutating func confirm(failing names: [String]) -> (contradicted: [String], added: [String]) {
    guard !names.isEmpty else { return ([], []) }
    var bySuite: [ListedName: [Int]] = [:]
    for index in cases.indices { bySuite[ListedName(cases[index]), default: []].append(index) }
    var contradicted: [String] = []
    var unknown: [String] = []
    for name in Set(names).sorted() {
      let listed = ListedName(TestCase(printed: name.slashAsDot, .xctest))
      var found = bySuite[listed] ?? []
      // Swift Testing's lines name no suite.
      found += bySuite[ListedName(suite: "", function: listed.function)] ?? []
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
    let added = Array(unknown.dropFirst(displayed))
    for name in added { addListed(name) }
    return (contradicted, added)
  }

  private func hasFailed(_ index: Int) -> Bool {
    cases[index].outcome.isFailure || cases[index].runs.contains { $0.outcome.isFailure }
  }

  private mutating func addListed(_ name: String) {
    let bare = TestCase(printed: name.slashAsDot, .xctest).function
    let framework: TestFramework =
      name.hasPrefix("-[") || bare.hasPrefix("test") ? .xctest : .swiftTesting
    let index = record(name, framework, .failed, seconds: nil)
    fileReason("xcodebuild lists it as failing; the log does not show why", test: index)
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
