import CIModel
import LogParsing
import RunEvents
import Synchronization
import TerminalUI
import Testing

/// What a run shows while it goes on, fed with events; no terminal is there.
struct LiveViewTests {
  /// What a view wrote.
  private final class Screen: Sendable {
    private let text = Mutex("")
    var shown: String { text.withLock { $0 } }
    func add(_ more: String) { text.withLock { $0 += more } }
  }

  private static func terminal(isInteractive: Bool) -> Terminal {
    // No process has this descriptor open.
    var terminal = Terminal(descriptor: 10_000, environment: ["LANG": "en_US.UTF-8"])
    terminal.isInteractive = isInteractive
    terminal.width = 60
    return terminal
  }

  /// What is written when these events come.
  private func shown(
    _ events: [RunEvent], detail: LiveView.Detail = .normal, isInteractive: Bool = false
  ) -> String {
    let screen = Screen()
    let view = LiveView(
      terminal: Self.terminal(isInteractive: isInteractive), detail: detail, signsOfLife: .zero,
      isCancelling: { false }, write: { screen.add($0) })
    for event in events { view.observer.onEvent(event) }
    view.finish()
    return screen.shown
  }

  private static func result(_ id: String, _ status: StepResult.Status) -> StepResult {
    StepResult(id: id, action: "run", status: status, attempts: 1, durationSeconds: 1.5)
  }

  private static func ended(_ name: String, _ outcome: TestOutcome) -> RunEvent {
    .log(
      stepID: "test", .testEnded(name: name, .swiftTesting, outcome, seconds: 0.25, reason: nil))
  }

  @Test
  func tellsStepsAndFailures() {
    let text = shown([
      .stepStarted(id: "test", command: "swift test\n--more"),
      .log(stepID: "test", .testStarted(name: "cart()", .swiftTesting)),
      Self.ended("sum()", .passed), Self.ended("cart()", .failed),
      .stepEnded(Self.result("test", .failed)),
    ])
    #expect(
      text == """
        ▸ test  swift test …
          ✗ cart() (250ms)
        ✗ test  1.50s


        """)
  }

  /// The process that died may have run other tests than those whose start was announced.
  @Test
  func aCrashIsNamedByTheResultOfItsTest() {
    let crash = RunEvent.log(
      stepID: "test", .fatalError(reason: "Index out of range", file: nil, line: nil))
    let start = RunEvent.log(stepID: "test", .testStarted(name: "sum()", .swiftTesting))
    #expect(
      shown([start, crash, Self.ended("cart()", .crashed)])
        == "  ✗ cart() crashed: Index out of range\n\n")
    // Whose crash is whose is not known of two.
    #expect(
      shown([start, crash, crash, Self.ended("cart()", .crashed)])
        == "  ✗ Index out of range\n  ✗ Index out of range\n  ✗ cart() (250ms)  crashed\n\n")
    #expect(shown([Self.ended("cart()", .timedOut)]) == "  ✗ cart() (250ms)  timed out\n\n")
    #expect(
      shown([start, crash, .stepEnded(Self.result("test", .failed))])
        == "  ✗ Index out of range\n✗ test  1.50s\n\n")
  }

  @Test
  func saysNothingWhenItIsToBeQuiet() {
    #expect(shown([.stepEnded(Self.result("test", .failed))], detail: .quiet).isEmpty)
  }

  @Test
  func theStatusLineLeavesNothingBehind() {
    let text = shown(
      [
        .running(["build"]),
        .progress(stepID: "build", .task(step: 3, total: 9, "Compiling Shop Cart.swift")),
        .note("a note"),
      ], isInteractive: true)
    #expect(text.contains("  build 0:00  3/9 Compiling Shop Cart.swift"))
    // Erased before the note, and at the end.
    #expect(text.hasSuffix("\r\u{1B}[J\n"))
    #expect(text.contains("\r\u{1B}[Ja note\n"))
  }

  /// A test that hangs hangs again when it runs alone.
  @Test(arguments: [false, true])
  func namesTheTestThatRunsAgain(ends: Bool) {
    var events: [RunEvent] = [
      .running(["test"]),
      .progress(stepID: "test", .testsPlanned(1)),
      .progress(stepID: "test", .testEnded("M.hangs()", isFailure: true)),
      .progress(stepID: "test", .trialStarted("M.hangs()")),
    ]
    if ends { events.append(.progress(stepID: "test", .trialEnded("M.hangs()"))) }
    // Drawn again below a note.
    events.append(.note("a note"))
    let text = shown(events, isInteractive: true)
    #expect(text.contains("  test 0:00  1/1 tests, 1 failed"), "\(text.debugDescription)")
    #expect(text.contains("1 failed  M.hangs()") == !ends)
  }

  @Test
  func nothingThatATestIsCalledDrivesTheTerminal() {
    let text = shown([Self.ended("\u{1B}]0;owned\u{7}a()", .failed)])
    #expect(!text.contains("\u{1B}"))
    #expect(text.contains("a()"))
  }
}
