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
    let records: [(scope: String, data: [UInt8])]
    do throws(HistoryError) {
      records =
        state.ownsHistory(claims: false)
        ? try TestLinesHistory(path: state.historyPath).all() : []
    } catch {
      throw CommandFailure(.missingInput, "the history cannot be read: \(error)")
    }
    let known = records.compactMap { TestLines(encoded: $0.data) }
      .sorted { $0.origin.measuredAt > $1.origin.measuredAt }
    guard !known.isEmpty else {
      throw CommandFailure(
        .missingInput, "no run has recorded which tests run which lines",
        help: "Run `devtool check --by-test`, or write `coverage: { by-test: true }` in .ci.yml.")
    }
    var query = query
    query.file = repositoryPath(query.file)
    // Packages and ways to build have records of their own; the newest one that has the file.
    let data = known.first { $0.position(of: query.file) != nil } ?? known[0]
    let current = try? readFile("\(workspace.repositoryRoot)/\(query.file)", limit: 64 << 20)
    do throws(LineQueryError) {
      return try data.answer(query, current: current)
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
