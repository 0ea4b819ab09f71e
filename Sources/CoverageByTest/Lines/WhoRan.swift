import CIModel
import FileSystem
package import LocalState
import RunStorage

/// `devtool coverage --who`: finds the tests that ran some lines in the newest record.
package struct WhoRan {
  private let state: StateFolder
  private let repositoryRoot: String
  private let workingDirectory: String

  /// Why there is no answer.
  package struct Problem: Error, Hashable {
    /// A lowercase fragment.
    package var message: String
    /// One imperative sentence; `nil` when there is no solution.
    package var help: String?
  }

  /// - Parameters:
  /// - root: The absolute root of the repository.
  /// - start: The absolute folder that a path of the command line may also be relative to.
  package init(_ state: StateFolder, root: String, start: String) {
    self.state = state
    repositoryRoot = root
    workingDirectory = start
  }

  package func answer(_ asked: LineQuery) throws(Problem) -> LineAnswer {
    var query = asked
    query.file = repositoryPath(query.file)
    let recorded: TestLines?
    do throws(HistoryError) {
      recorded = try TestLines.newest(with: query.file, in: state)
    } catch {
      throw Problem(message: "the history cannot be read: \(error)")
    }
    guard let recorded else {
      throw Problem(
        message: "no run has recorded which tests run which lines",
        help: "Run `devtool check --by-test`, or write `coverage: { by-test: true }` in .ci.yml.")
    }
    let current = try? readFile("\(repositoryRoot)/\(query.file)", limit: 64 << 20)
    do throws(LineQueryError) {
      return try recorded.answer(query, current: current)
    } catch {
      throw Problem(
        message: error.message(for: query, fileExists: current != nil), help: error.help)
    }
  }

  /// A path in the form of the record, independent of the user's current folder.
  private func repositoryPath(_ path: String) -> String {
    if let inside = path.path(below: repositoryRoot) { return inside }
    let absolute = path.hasPrefix("/") ? path : "\(workingDirectory)/\(path)"
    if let inside = absolute.path(below: repositoryRoot),
      (try? readFile(absolute, limit: 64 << 20)) != nil
    {
      return inside
    }
    return path
  }
}
