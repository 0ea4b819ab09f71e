import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Steps that talk to somebody, steps that leave something running, and what is seen of several at once.
@Suite(.blocking) struct InteractiveStepTests {
  /// Without a terminal the step reads what devtool was given.
  @Test func readsStandardInput() throws {
    let scratch = try ScratchPipeline(
      """
      jobs: 2
      steps:
        ask: { run: 'read name; echo "hello $name"', interactive: true }
        other: { run: 'wc -c > other', needs: ask }
      """)
    let result = try scratch.devtool("check", input: "Ada\nmore\n")
    #expect(result.status == 0)
    #expect(try scratch.log("ask").hasSuffix("\nhello Ada\n"))
    #expect(try scratch.folder.read("other").filter(\.isNumber) == "0")
  }

  #if os(Linux)
    private static let hasScript = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

    /// Starts devtool on a terminal of its own.
    private func onTerminal(
      _ scratch: ScratchPipeline, _ command: String = "check", columns: Int = 80,
      input: String? = nil
    ) throws -> RunningTool {
      try RunningTool(
        "/usr/bin/script",
        ["-qefc", "stty cols \(columns) rows 24; '\(scratch.tool.path)' \(command)", "/dev/null"],
        directory: scratch.path, environment: scratch.tool.environment, input: input)
    }

    @Test(.enabled(if: hasScript, "needs script(1)"))
    func hasTheTerminalForItself() throws {
      let scratch = try ScratchPipeline(
        """
        jobs: 2
        steps:
          ask:
            interactive: true
            run: |
              test -t 0 && test -t 1 && test -t 2; touch ready
              until test -e typed; do sleep 0.01; done
              read -p 'name? ' name; echo "hello $name" > said
          other: 'echo other'
        """)
      let running = try onTerminal(scratch, input: "Ada\n")
      #expect(waitUntil { scratch.folder.exists("ready") && running.outputText.contains("ask") })
      usleep(300_000)
      // Nothing is drawn over a prompt.
      let text = running.outputText
      #expect(!text.contains("other"))
      usleep(500_000)
      #expect(running.outputText == text)
      try scratch.folder.write("", to: "typed")
      let result = try running.finish()
      #expect(result.status == 0, "\(result.standardOutput)")
      #expect(try scratch.folder.read("said") == "hello Ada\n")
      #expect(result.standardOutput.contains("name? "))
      #expect(try scratch.statuses() == ["ask: passed", "other: passed"])
    }

    /// What is typed while a step has the terminal reaches the step alone: Ctrl-C there means the run.
    @Test(.enabled(if: hasScript, "needs script(1)"))
    func interruptsTheRunFromAnInteractiveStep() throws {
      let sleep = uniqueSleep()
      let scratch = try ScratchPipeline(
        """
        steps:
          ask: { run: 'echo $$ > pid; : > ready; sleep \(sleep)', interactive: true }
          after: { run: touch after, needs: ask }
        """)
      let running = try onTerminal(scratch)
      #expect(waitUntil { scratch.folder.exists("ready") })
      let pid = try #require(Int32(scratch.folder.read("pid").dropLast()))
      // As the terminal does: to the group that has it.
      kill(-pid, SIGINT)
      #expect(try running.finish().status == 130)
      #expect(try scratch.statuses() == ["ask: cancelled", "after: cancelled"])
      #expect(try processes(with: sleep) == [])
    }

    /// Everybody else has no terminal: a prompt fails instead of waiting for ever.
    @Test(.enabled(if: hasScript, "needs script(1)"))
    func aPromptOfAnotherStepFails() throws {
      let scratch = try ScratchPipeline("steps: { a: 'read answer < /dev/tty' }")
      let result = try onTerminal(scratch).finish()
      #expect(result.status == 1)
      #expect(result.standardOutput.contains("/dev/tty"))
      #expect(try scratch.statuses() == ["a: failed"])
    }

    /// Each step that runs has a line at the bottom, which never breaks.
    @Test(.enabled(if: hasScript, "needs script(1)"), arguments: [20, 80, 140])
    func namesAllRunningSteps(columns: Int) throws {
      let step = "'until test -e go; do sleep 0.01; done'"
      let scratch = try ScratchPipeline(
        "jobs: 3\nsteps: { first: \(step), second: \(step), third-with-a-name: \(step) }")
      let running = try onTerminal(scratch, columns: columns)
      // Where the line is not wide enough, the name goes first.
      let third = columns < 40 ? "  third-with-a-n" : "  third-with-a-name 0:01"
      #expect(waitUntil { running.outputText.contains(third) })
      try scratch.folder.write("", to: "go")
      let result = try running.finish()
      #expect(result.status == 0)
      let drawn = result.standardOutput.split(separator: "\u{1B}[2m").compactMap { part in
        part.hasPrefix("  ") ? part.prefix { $0 != "\u{1B}" } : nil
      }
      #expect(drawn.allSatisfy { $0.count < columns })
      for name in ["  first", "  second", third] {
        #expect(drawn.contains { $0.hasPrefix(name) })
      }
    }
  #endif

  /// A server that one step starts is there for the next ones, and gone after the run.
  @Test func backgroundProcessesOutliveTheirStep() throws {
    let sleep = uniqueSleep()
    let scratch = try ScratchPipeline(
      """
      jobs: 2
      steps:
        server:
          detach: true
          run: |
            (until test -e asked; do sleep 0.01; done; echo answered; touch answer; sleep \(sleep)) &
            setsid sleep \(sleep) &
            echo started
        client: { run: 'touch asked; until test -e answer; do sleep 0.01; done', needs: server }
        quick: { run: 'sleep 0.1', needs: server }
        alive: { run: "pgrep -f 'sleep \(sleep)' | wc -l > alive", needs: [client, quick] }
      """)
    let result = try scratch.devtool("check")
    #expect(result.status == 0)
    #expect(!result.standardOutput.contains("left processes running"))
    #expect(try #require(Int(scratch.folder.read("alive").filter(\.isNumber))) >= 2)
    #expect(try processes(with: sleep) == [])
    #expect(try scratch.log("server").hasSuffix("\nstarted\nanswered\n"))
  }

  @Test func whatWasDetachedEndsWithACancelledRun() throws {
    let sleep = uniqueSleep()
    let scratch = try ScratchPipeline(
      """
      defaults: { grace: { interrupt: 200ms, terminate: 200ms } }
      steps:
        server: { run: "(trap '' TERM INT; sleep \(sleep)) &", detach: true }
        slow: { run: ': > ready; sleep \(sleep)', needs: server }
      """)
    let running = try scratch.tool.start(["check"], in: scratch.path)
    #expect(waitUntil { scratch.folder.exists("ready") })
    running.send(SIGTERM)
    #expect(try running.finish().status == 143)
    #expect(try processes(with: sleep) == [])
  }

  /// Each waits for the other's line on the screen's side, so both are shown while both run.
  @Test func showsLinesOfSeveralStepsAsTheyCome() throws {
    let scratch = try ScratchPipeline(
      """
      jobs: 2
      steps:
        first: 'echo one; until test -e go; do sleep 0.01; done; echo three'
        second: 'echo two; until test -e go; do sleep 0.01; done'
      """)
    let running = try scratch.tool.start(["check", "--output", "stream"], in: scratch.path)
    #expect(
      waitUntil {
        running.errorText.contains("first  │ one\n") && running.errorText.contains("second │ two\n")
      })
    try scratch.folder.write("", to: "go")
    let result = try running.finish()
    #expect(result.status == 0)
    #expect(result.standardError.contains("first  │ three\n"))
    // Alone, a step needs no name before its lines.
    let alone = try scratch.devtool("check", "--output", "stream", "--jobs", "1")
    #expect(alone.standardError.contains("\n  one\n") && !alone.standardError.contains("│"))
  }

  @Test func reportsAreLookedForAmongTheArtifacts() throws {
    let scratch = try ScratchPipeline(
      """
      steps:
        a:
          run: mkdir out; touch out/junit.xml
          artifacts: { reports: { junit: out/junit.xml, sarif: out/none.sarif }, expire: 7d }
      """)
    let result = try scratch.devtool("check")
    #expect(result.status == 0)
    #expect(result.standardOutput.contains("step a produced no sarif report 'out/none.sarif'"))
    let steps = try #require(try scratch.record()["steps"] as? [[String: Any]])
    #expect(steps[0]["artifacts"] as? [String] == ["out/junit.xml"])
  }
}
