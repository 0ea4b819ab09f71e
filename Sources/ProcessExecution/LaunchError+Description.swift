extension LaunchError: CustomStringConvertible {
  /// The error as a fragment, for a step's result.
  package var description: String {
    switch self {
    case .notFound(let executable) where executable.contains("/"):
      "'\(executable)' does not exist"
    case .notFound(let executable):
      "'\(executable)' is not on the PATH"
    case .badDirectory(let path):
      "the working directory '\(path)' does not exist"
    case .refused(let executable, let code):
      "'\(executable)' cannot be started: \(errorText(code))"
    }
  }
}
