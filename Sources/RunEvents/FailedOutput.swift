import CIModel
import FileSystem
import Synchronization

/// Shows what steps print only when they fail; a `Spool` keeps what is long on disk.
package final class FailedOutput: Sendable {
  private struct Kept {
    var commands: [(text: String, offset: Int)] = []
    var spool = Spool()
  }

  private let target: RunObserver
  private let steps = Mutex<[String: Kept]>([:])

  package init(_ target: RunObserver) {
    self.target = target
  }

  package var observer: RunObserver {
    RunObserver(
      onEvent: { [self] in take($0) },
      onOutput: { [self] id, bytes in steps.withLock { $0[id]?.spool.append(bytes) } })
  }

  private func take(_ event: RunEvent) {
    steps.withLock { steps in
      switch event {
      case .stepStarted(let id, let command), .stepContinued(let id, let command):
        let offset = steps[id]?.spool.count ?? 0
        steps[id, default: Kept()].commands.append((command, offset))
      case .log:
        break
      case .stepEnded(let result):
        if let kept = steps.removeValue(forKey: result.id),
          result.status == .failed || result.status == .timedOut
        {
          show(kept, result.id)
        }
        target.onEvent(event)
      case .started, .note, .running, .terminal, .upToDate, .progress:
        target.onEvent(event)
      }
    }
  }

  private func show(_ kept: Kept, _ id: String) {
    for (index, command) in kept.commands.enumerated() {
      target.onEvent(
        index == 0
          ? .stepStarted(id: id, command: command.text)
          : .stepContinued(id: id, command: command.text))
      let end =
        index + 1 < kept.commands.count ? kept.commands[index + 1].offset : kept.spool.count
      kept.spool.read(command.offset..<end) { target.onOutput(id, $0) }
    }
  }
}
