package import CIModel

/// `run`: a script that the step's shell interprets.
package struct ScriptOptions: ActionOptions {
  package static let kind = StepActionKind.run
  static let key = KeySpec(
    "run", .filledText, "Runs a script in the shell.", example: "make docs",
    synonyms: ["script", "cmd", "cmds", "command", "commands", "sh", "bash"])

  package var script: String

  package init(_ script: String) {
    self.script = script
  }

  init?(_ value: Checked, _ checker: inout Checker) {
    guard let script = value.text else { return nil }
    self.init(script)
  }
}
