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
      throw failure(error, exists: current != nil)
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

  private func failure(_ error: LineQueryError, exists: Bool) -> CommandFailure {
    switch error {
    case .unknownFile(let file, let nearest):
      CommandFailure(
        .missingInput,
        exists
          ? "\(file) was no source of the package when the tests were recorded"
          : "there is no source \(file)",
        help: nearest.map { "Did you mean '\($0)'?" }
          ?? "Name it relative to the root of the repository.")
    case .beyondEnd(let file, let lines):
      CommandFailure(.missingInput, "\(file) has only \(counted(lines, "line"))")
    case .notExecutable(let file, let nearest):
      CommandFailure(
        .missingInput,
        query.linesText.map { "\(file):\($0) holds no code that can run" }
          ?? "\(file) holds no code that can run",
        help: nearest.isEmpty
          ? nil
          : "The nearest \(nearest.count == 1 ? "line that does is" : "lines that do are") "
            + nearest.map(String.init).joined(separator: " and ") + ".")
    case .changed(let file, let time):
      CommandFailure(
        .missingInput,
        "\(file)\(query.linesText.map { ":\($0)" } ?? "") has changed since the tests were "
          + "recorded at \(time)",
        help: "Run `devtool check --by-test` to record them again.")
    }
  }
}
