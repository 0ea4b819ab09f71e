package import CIModel
import FileSystem
import LocalState
import RunHistory

extension RunStore {
  /// Compares two stored runs.
  ///
  /// - Parameters:
  ///   - run: The name of the later run; `nil` is the newest.
  ///   - name: The earlier run: the name of a run, `last` for the newest one before it that ran the
  ///     same part, or a branch that the history has a run of. Of the branch's runs of the same
  ///     tests, one of the merge base is preferred, else the newest is used.
  /// - Throws: `Problem` when a run is missing or cannot be read.
  package func comparison(of run: String?, with name: String) throws(Problem) -> RunComparison {
    guard let later = try record(run) else {
      throw Problem(message: "there is no run to compare", help: "Run `devtool check` first.")
    }
    if let run = historyRun(of: name, for: later) { return RunComparison(later, with: run) }
    let earlier =
      name == "last"
      ? RunComparison.base(for: later, among: own().lazy.filter { $0.id < later.id })
      : try named(name)
    guard let earlier else {
      throw Problem(
        message: "there is no run before '\(later.id)'",
        help: "`devtool report --list` shows the stored runs; `devtool check` adds one.")
    }
    return RunComparison(later, with: earlier)
  }

  private func named(_ name: String) throws(Problem) -> RunRecord? {
    do {
      return try record(name)
    } catch {
      throw Problem(
        message: error.message + ", and the history has no run of a branch of that name",
        help: error.help)
    }
  }

  /// - Parameter name: The name of a branch; stored runs and files of that name take precedence.
  private func historyRun(of name: String, for later: RunRecord) -> HistoryRun? {
    guard name != "last", state.ownsHistory(claims: false), !fileExists(name),
      !RunDirectory.all(root: state.root).contains(where: { $0.hasPrefix(name) })
    else { return nil }
    let (store, commit) = (HistoryStore(path: state.historyPath), later.changes?.mergeBase)
    return store.newest(of: [name], preferring: commit, running: TestSelection(later))
      ?? store.newest(of: [name], preferring: commit)
  }
}
