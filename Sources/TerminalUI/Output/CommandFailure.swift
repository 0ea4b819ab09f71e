package import CIModel

/// Ends a command with an exit status of `ExitCode`.
package struct CommandFailure: Error {
  package var exitCode: CIModel.ExitCode
  /// What is wrong; `nil` when everything has been said already.
  package var message: String?
  /// What to do next: one imperative sentence.
  package var help: String?

  package init(_ exitCode: CIModel.ExitCode, _ message: String? = nil, help: String? = nil) {
    self.exitCode = exitCode
    self.message = message
    self.help = help
  }

  /// As it goes to standard error.
  package var text: String? {
    message.map { "devtool: error: \($0)" + (help.map { "\n  help: \($0)" } ?? "") }
  }
}
