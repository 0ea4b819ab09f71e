package import CIModel

/// `exec`: a command without a shell.
package struct ExecOptions: ActionOptions {
  package static let kind = StepActionKind.exec
  static let key = KeySpec(
    "exec", .list(.text, atLeast: 1), "Runs a command without a shell.",
    example: "[swift, package, resolve]", synonyms: ["argv"])

  /// The command and its arguments.
  package var words: [String]

  package init(_ words: [String]) {
    self.words = words
  }

  init?(_ value: Checked, _ checker: inout Checker) {
    guard let command = value.list?.first else { return nil }
    if command.text?.isEmpty == true {
      checker.report(
        "'exec' begins with an empty word", help: "begin with the command to run",
        at: command.range)
      return nil
    }
    self.init(value.texts ?? [])
  }
}
