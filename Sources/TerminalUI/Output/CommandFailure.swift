package import CIModel

/// Ends a command with an exit status from `ExitCode`.
package struct CommandFailure: Error {
  package var exitCode: CIModel.ExitCode
  /// The error message; `nil` when everything has been printed already.
  package var message: String?
  /// The suggested fix: one imperative sentence.
  package var help: String?

  package init(_ exitCode: CIModel.ExitCode, _ message: String? = nil, help: String? = nil) {
    self.exitCode = exitCode
    self.message = message
    self.help = help
  }

  /// The text for standard error.
  package var text: String? {
    message.map { "devtool: error: \($0)" + (help.map { "\n  help: \($0)" } ?? "") }
  }
}
