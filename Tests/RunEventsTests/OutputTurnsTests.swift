import CIModel
import LogParsing
import Synchronization
import Testing

@testable import RunEvents

/// Steps that run at once speak one after the other.
@Suite struct OutputTurnsTests {
  /// What reaches the screen, a word for each event.
  private final class Screen: Sendable {
    private let seen = Mutex<[String]>([])

    var words: [String] { seen.withLock { $0 } }

    var observer: RunObserver {
      RunObserver(
        onEvent: { [self] event in
          switch event {
          case .stepStarted(let id, let command): add("\(id) starts \(command)")
          case .stepContinued(let id, let command): add("\(id) goes on with \(command)")
          case .stepEnded(let result): add("\(result.id) ends")
          case .note(let text): add("note \(text)")
          case .log(let id, let event): add("\(id) tells \(event)")
          default: break
          }
        }, onOutput: { [self] id, bytes in add("\(id): \(String(decoding: bytes, as: UTF8.self))") }
      )
    }

    private func add(_ word: String) { seen.withLock { $0.append(word) } }
  }

  private let screen = Screen()
  private let turns: OutputTurns

  init() { turns = OutputTurns(screen.observer) }

  private func start(_ id: String) {
    turns.reserve(id)
    turns.observer.onEvent(.stepStarted(id: id, command: "\(id).sh"))
  }

  private func print(_ id: String, _ text: String) {
    var text = text
    text.withUTF8 { turns.observer.onOutput(id, UnsafeRawBufferPointer($0)) }
  }

  private func end(_ id: String) {
    turns.observer.onEvent(.stepEnded(StepResult(id: id, action: "run", status: .passed)))
  }

  @Test func theFirstIsShownLive() {
    start("a")
    start("b")
    print("b", "one")
    print("a", "1")
    turns.observer.onEvent(.stepContinued(id: "a", command: "more"))
    turns.observer.onEvent(.stepContinued(id: "b", command: "rest"))
    print("b", "two")
    turns.observer.onEvent(.note("now"))
    #expect(screen.words == ["a starts a.sh", "a: 1", "a goes on with more", "note now"])
    end("a")
    #expect(
      screen.words.dropFirst(4) == [
        "a ends", "b starts b.sh", "b: one", "b goes on with rest", "b: two",
      ])
    // From here on, it is live.
    print("b", "three")
    end("b")
    #expect(screen.words.dropFirst(9) == ["b: three", "b ends"])
  }

  @Test func whatHasEndedComesBeforeWhatRuns() {
    for id in ["a", "b", "c"] { start(id) }
    for id in ["b", "c"] { print(id, "output") }
    end("c")
    #expect(screen.words == ["a starts a.sh"])
    end("a")
    #expect(
      screen.words.dropFirst() == [
        "a ends", "c starts c.sh", "c: output", "c ends", "b starts b.sh", "b: output",
      ])
  }

  /// The log of a step is read once, with the step's own options: the recording keeps what came of it.
  @Test func eventsComeBackWhereTheyBelong() {
    let event = LogEvent.runtimeWarning(category: "leak", shape: "LEAK: 1", identifiers: [])
    for id in ["a", "b"] { start(id) }
    print("b", "LEAK: 1")
    turns.observer.onEvent(.log(stepID: "b", event))
    turns.observer.onEvent(.log(stepID: "b", .unrecognized))
    print("b", "rest")
    end("b")
    end("a")
    #expect(
      screen.words.dropFirst() == [
        "a ends", "b starts b.sh", "b: LEAK: 1", "b tells \(event)", "b: rest", "b ends",
      ])
  }

  @Test func nothingIsKeptForEver() {
    for id in ["a", "b"] { start(id) }
    print("b", "output")
    turns.finish()
    #expect(screen.words == ["a starts a.sh", "b starts b.sh", "b: output"])
    // A step that nobody reserved a turn for has nothing to wait for.
    end("left out")
    #expect(screen.words.last == "left out ends")
  }
}
