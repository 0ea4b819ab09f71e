import CIModel

extension LineQueryError {
  /// A lowercase fragment.
  ///
  /// - Parameter fileExists: Whether the file exists now.
  package func message(for query: LineQuery, fileExists: Bool) -> String {
    switch self {
    case .unknownFile(let file, _):
      !fileExists
        ? "there is no source \(file)"
        : file.hasSuffix(".swift")
          ? "\(file) was not a source of the package when the tests were recorded"
          : "the lines of \(file) are not known by test: devtool records Swift sources only"
    case .beyondEnd(let file, let lines): "\(file) has only \(counted(lines, "line"))"
    case .notExecutable(let file, _):
      query.linesText.map { "\(file):\($0) contains no executable code" }
        ?? "\(file) contains no executable code"
    case .changed(let file, let time):
      "\(file)\(query.linesText.map { ":\($0)" } ?? "") has changed since the tests were "
        + "recorded at \(time)"
    }
  }

  /// How to solve the problem: one imperative sentence; `nil` when there is no solution.
  package var help: String? {
    switch self {
    case .unknownFile(let file, let nearest) where file.hasSuffix(".swift") || nearest != nil:
      nearest.map { "Did you mean '\($0)'?" } ?? "Name it relative to the root of the repository."
    case .unknownFile, .beyondEnd: nil
    case .notExecutable(_, let nearest):
      nearest.isEmpty
        ? nil
        : "The nearest \(nearest.count == 1 ? "executable line is" : "executable lines are") "
          + nearest.map(String.init).joined(separator: " and ") + "."
    case .changed: "Run `devtool check --by-test` to record them again."
    }
  }
}
