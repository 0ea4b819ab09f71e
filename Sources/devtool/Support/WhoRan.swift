import CIModel
import CoverageByTest
import FileSystem
import LocalState
import PipelineRunner
import RunStorage
import TerminalUI

/// `devtool coverage --who`: the tests that ran some lines.
struct WhoRan {
  var workspace: Workspace
  var state: StateFolder
  var query: LineQuery

  /// - Throws: `CommandFailure` that tells what to do next.
  func answer() throws -> LineAnswer {
    var query = query
    query.file = repositoryPath(query.file)
    let recorded: TestLines?
    do throws(HistoryError) {
      recorded = try TestLines.newest(with: query.file, in: state)
    } catch {
      throw CommandFailure(.missingInput, "the history cannot be read: \(error)")
    }
    guard let recorded else {
      throw CommandFailure(
        .missingInput, "no run has recorded which tests run which lines",
        help: "Run `devtool check --by-test`, or write `coverage: { by-test: true }` in .ci.yml.")
    }
    let current = try? readFile("\(workspace.repositoryRoot)/\(query.file)", limit: 64 << 20)
    do throws(LineQueryError) {
      return try recorded.answer(query, current: current)
    } catch {
      throw CommandFailure(
        .missingInput, error.message(for: query, fileExists: current != nil), help: error.help)
    }
  }

  /// As the record names files, whatever folder the user is in.
  private func repositoryPath(_ path: String) -> String {
    let root = workspace.repositoryRoot
    if let inside = path.path(below: root) { return inside }
    let absolute = Workspace.absolute(path)
    if let inside = absolute.path(below: root), (try? readFile(absolute, limit: 64 << 20)) != nil {
      return inside
    }
    return path
  }
}
