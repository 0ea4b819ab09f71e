package import CIModel

extension RunStore {
  /// Compares two stored runs.
  ///
  /// - Parameters:
  ///   - run: The later one; `nil` is the newest.
  ///   - name: The earlier one, or `last` for the newest before it that ran the same part.
  /// - Throws: `Problem` when one of them is missing or cannot be read.
  package func comparison(of run: String?, with name: String) throws(Problem) -> RunComparison {
    guard let later = try record(run) else {
      throw Problem(message: "there is no run to compare", help: "Run `devtool check` first.")
    }
    let earlier =
      name == "last"
      ? RunComparison.base(for: later, among: own().lazy.filter { $0.id < later.id })
      : try record(name)
    guard let earlier else {
      throw Problem(
        message: "there is no run before '\(later.id)'",
        help: "`devtool report --list` shows the stored runs; `devtool check` adds one.")
    }
    return RunComparison(later, with: earlier)
  }
}
