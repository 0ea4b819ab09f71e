import CIModel
import Synchronization

/// Shows the output of concurrent steps one step after the other, so that their lines never mix.
///
/// The step that started first is shown live. The output of the others is stored and shown in turn:
/// first the steps that have ended, then the oldest one that is still running, live from there on.
package final class OutputTurns: Sendable {
  private struct Pending {
    var recording = StepRecording()
    var result: StepResult?
  }

  private struct State {
    var speaker: String?
    /// Ids of waiting steps, in the order of their starts.
    var order: [String] = []
    var pending: [String: Pending] = [:]
  }

  private let target: RunObserver
  private let state = Mutex(State())

  package init(_ target: RunObserver) {
    self.target = target
  }

  package var observer: RunObserver {
    RunObserver(
      onEvent: { [self] in take($0) },
      onOutput: { [self] id, bytes in
        state.withLock { state in
          if state.speaker == id {
            target.onOutput(id, bytes)
          } else {
            state.pending[id]?.recording.append(bytes)
          }
        }
      })
  }

  /// Reserves the place of a step that is about to start. Output is shown in the order of these
  /// calls, whichever thread is quicker.
  package func reserve(_ id: String) {
    state.withLock { state in
      if state.speaker == nil {
        state.speaker = id
      } else {
        state.order.append(id)
        state.pending[id] = Pending()
      }
    }
  }

  /// Shows all output that is still stored.
  package func finish() {
    state.withLock { state in
      state.speaker = nil
      passOn(&state)
    }
  }

  private func take(_ event: RunEvent) {
    state.withLock { state in
      switch event {
      case .started, .note, .running, .terminal, .upToDate, .progress:
        target.onEvent(event)
      case .stepStarted(let id, _), .stepContinued(let id, _), .log(let id, _):
        if state.speaker == id {
          target.onEvent(event)
        } else {
          state.pending[id]?.recording.append(event)
        }
      case .stepEnded(let result):
        if state.speaker == result.id {
          target.onEvent(event)
          state.speaker = nil
          passOn(&state)
        } else if state.pending[result.id] != nil {
          state.pending[result.id]?.result = result
        } else {
          target.onEvent(event)
        }
      }
    }
  }

  /// Shows the steps that have ended meanwhile, then makes the oldest running step live.
  private func passOn(_ state: inout State) {
    var running: [String] = []
    for id in state.order {
      guard let pending = state.pending[id] else { continue }
      guard let result = pending.result else {
        running.append(id)
        continue
      }
      pending.recording.replay(id, to: target)
      target.onEvent(.stepEnded(result))
      state.pending[id] = nil
    }
    state.order = running
    guard let next = running.first, let pending = state.pending.removeValue(forKey: next) else {
      return
    }
    state.order.removeFirst()
    state.speaker = next
    pending.recording.replay(next, to: target)
  }
}
