import CIModel
import FileSystem
import PipelineRunner
import RunEvents
import RunStorage
import TerminalUI

extension RunStore {
  /// Reads the record that the command line names; `nil` if it names none and there is none.
  func read(
    _ name: String?, from origin: PathOrigin = .commandLine
  ) throws(CommandFailure) -> RunRecord? {
    do throws(Problem) {
      return try record(name, from: origin)
    } catch {
      throw CommandFailure(.missingInput, error.message, help: error.help)
    }
  }

  /// Opens the bundle that the command line names; `nil` if it names something else.
  func openBundle(_ name: String?) throws(CommandFailure) -> RunBundle? {
    do throws(Problem) {
      return try bundle(name)
    } catch {
      throw CommandFailure(.missingInput, error.message, help: error.help)
    }
  }

  /// The newest run of this machine that has results for all of these checks.
  func newest(for checks: [Check]) -> RunRecord? {
    newest { record in checks.allSatisfy { JudgedRun.answers($0, record) } }
  }
}
