import CIModel
import FileSystem
import PipelineRunner
import RunEvents
import RunStorage
import TerminalUI

extension RunStore {
  /// Reads a record that the command line names; `nil` when it names none and there is none.
  func read(
    _ name: String?, from origin: PathOrigin = .commandLine
  ) throws(CommandFailure) -> RunRecord? {
    do throws(Problem) {
      return try record(name, from: origin)
    } catch {
      throw CommandFailure(.missingInput, error.message, help: error.help)
    }
  }

  /// Opens a bundle that the command line names; `nil` when it names something else.
  func openBundle(_ name: String?) throws(CommandFailure) -> RunBundle? {
    do throws(Problem) {
      return try bundle(name)
    } catch {
      throw CommandFailure(.missingInput, error.message, help: error.help)
    }
  }

  /// The newest run of one's own that has something to say to all of some checks.
  func newest(for checks: [Check]) -> RunRecord? {
    newest { record in checks.allSatisfy { JudgedRun.answers($0, record) } }
  }
}
