import TestSupport
import Testing

/// Steps that run at the same time, one after the other, again, and at the end.
@Suite(.blocking) struct ParallelStepsTests {
  /// Each waits for the other's file, so they end only when both run at once.
  @Test func independentStepsRunAtTheSameTime() throws {
    let scratch = try ScratchPipeline(
      """
      jobs: 2
      defaults: { timeout: 60s }
      steps:
        a: 'touch a; until test -e b; do sleep 0.01; done'
        b: 'touch b; until test -e a; do sleep 0.01; done'
      """)
    #expect(try scratch.devtool("check").status == 0)
    #expect(try scratch.statuses() == ["a: passed", "b: passed"])
  }

  @Test(arguments: ["jobs: 1", "jobs: 3\ndefaults: { retry: 0 }"])
  func stepsWithALockInCommonNeverMeet(top: String) throws {
    let step = "{ run: 'mkdir held; sleep 0.05; rmdir held', locks: device }"
    let scratch = try ScratchPipeline(
      """
      \(top)
      steps:
        a: \(step)
        b: \(step)
        c: \(step)
      """)
    #expect(try scratch.devtool("check").status == 0)
    #expect(try scratch.statuses() == ["a: passed", "b: passed", "c: passed"])
  }

  /// The output of steps that run at once stands together, step by step; what comes later than its
  /// turn is shown live, and nothing of 1 MB gets lost.
  @Test func outputIsGroupedByStep() throws {
    let scratch = try ScratchPipeline(
      """
      jobs: 3
      defaults: { timeout: 60s }
      steps:
        first: 'echo first 1; until test -e late; do sleep 0.01; done; echo first 2'
        big: 'seq -f "big %.0f" 1 100000; touch big.done'
        late: |
          until test -e big.done; do sleep 0.01; done
          echo late 1; touch late; until test -e never -o -e late2; do sleep 0.01; done
        end: { run: 'touch late2; echo end', needs: first }
      """)
    let result = try scratch.devtool("check")
    #expect(result.status == 0)
    let words = result.standardError.split(separator: "\n").compactMap { line -> String? in
      let text = line.drop { $0 == " " }
      guard ["first ", "big ", "late ", "end"].contains(where: text.hasPrefix) else { return nil }
      return String(text)
    }
    #expect(words.count == 100_004)
    #expect(words.prefix(2) == ["first 1", "first 2"])
    #expect(words.filter { $0.hasPrefix("big") } == (1...100_000).map { "big \($0)" })
    // Each step's lines stand together: no step comes up again after another one spoke.
    let speakers = words.map { String($0.prefix { $0 != " " }) }
    let turns = speakers.indices.filter { $0 == 0 || speakers[$0] != speakers[$0 - 1] }
    #expect(Set(turns.map { speakers[$0] }).count == turns.count)
  }

  @Test func recordsAreInTheOrderOfThePlan() throws {
    let scratch = try ScratchPipeline(
      """
      jobs: 2
      defaults: { timeout: 60s }
      steps:
        slow: 'until test -e done; do sleep 0.01; done; echo "/p/A.swift:1:1: warning: slow"'
        quick: 'echo "/p/A.swift:1:1: warning: quick"; touch done'
      """)
    #expect(try scratch.devtool("check").status == 0)
    #expect(try scratch.statuses() == ["slow: passed", "quick: passed"])
  }

  @Test func failFastStartsNothingMore() throws {
    let scratch = try ScratchPipeline(
      """
      jobs: 1
      steps:
        bad: exit 3
        other: touch other
        cleanup: { run: 'echo "$DEVTOOL_STATUS" > status', when: always }
      """)
    #expect(try scratch.devtool("check", "--fail-fast").status == 1)
    #expect(
      try scratch.statuses() == ["bad: failed", "other: cancelled", "cleanup: passed"])
    #expect(try scratch.folder.read("status") == "failed\n")
    #expect(!scratch.folder.exists("other"))
  }

  @Test(arguments: [("true", "skipped", "passed"), ("false", "passed", "failed")])
  func finalStepsKnowHowTheRunWent(command: String, onFailure: String, status: String) throws {
    let scratch = try ScratchPipeline(
      """
      steps:
        notify: { run: 'echo notified', when: failure }
        report: { run: 'echo "$DEVTOOL_STATUS" > status', when: always }
        work: \(command)
      """)
    #expect(try scratch.devtool("check").status == (command == "true" ? 0 : 1))
    #expect(
      try scratch.statuses() == [
        "work: \(command == "true" ? "passed" : "failed")", "notify: \(onFailure)",
        "report: passed",
      ])
    #expect(try scratch.folder.read("status") == "\(status)\n")
  }

  /// A flaky command passes at its third attempt; the log keeps all of them.
  @Test func retriesWhatIsWorthIt() throws {
    let scratch = try ScratchPipeline(
      """
      jobs: 1
      steps:
        flaky:
          run: 'echo "try $DEVTOOL_ATTEMPT"; echo "HTTP 503"; test -e two || { test -e one && touch two; touch one; exit 75; }'
          retry: { max: 3, when: { exit: 75 }, match: 'HTTP 5\\d\\d', backoff: 10ms }
        hopeless: { run: 'echo again >> hopeless; exit 1', retry: 2 }
        other-status: { run: 'echo again >> other; exit 2', retry: { max: 2, when: { exit: 75 } } }
        no-match: { run: 'echo again >> unmatched; exit 1', retry: { max: 2, match: HTTP } }
      """)
    #expect(try scratch.devtool("check").status == 1)
    let steps = try #require(try scratch.record()["steps"] as? [[String: Any]])
    #expect(steps.compactMap { $0["attempts"] as? Int } == [3, 3, 1, 1])
    #expect(
      try scratch.statuses() == [
        "flaky: passed", "hopeless: failed", "other-status: failed", "no-match: failed",
      ])
    #expect(try scratch.folder.read("hopeless") == "again\nagain\nagain\n")
    #expect(try scratch.folder.read("other") == "again\n")
    #expect(try scratch.folder.read("unmatched") == "again\n")
    let log = try scratch.folder.read(try #require(steps[0]["logPath"] as? String))
    for line in ["try 1", "devtool: attempt 2", "try 2", "devtool: attempt 3", "try 3"] {
      #expect(log.contains("\n\(line)\n"))
    }
  }

  @Test func endsAStepThatPrintsNothing() throws {
    let sleep = uniqueSleep()
    let scratch = try ScratchPipeline(
      """
      defaults: { grace: { interrupt: 100ms, terminate: 100ms } }
      steps:
        silent: { run: 'echo begun; sleep \(sleep)', idle-timeout: 300ms, timeout: 60s }
        talks: { run: 'for i in 1 2 3 4 5 6; do echo $i; sleep 0.1; done', idle-timeout: 20s }
      """)
    #expect(try scratch.devtool("check").status == 124)
    #expect(try scratch.statuses() == ["silent: timed-out", "talks: passed"])
    let steps = try #require(try scratch.record()["steps"] as? [[String: Any]])
    #expect(steps[0]["reason"] as? String == "printed nothing for 300 ms")
    #expect(try processes(with: sleep) == [])
  }

  /// A server that one step put into a session of its own is not another step's leftover.
  @Test func aStepThatEndsSparesTheDaemonsOfOthers() throws {
    let sleep = uniqueSleep()
    let scratch = try ScratchPipeline(
      """
      jobs: 2
      defaults: { timeout: 60s }
      steps:
        server: |
          setsid sleep \(sleep) > /dev/null 2>&1 < /dev/null &
          echo $! > pid; touch up; until test -e quick.done; do sleep 0.01; done
          sleep 0.3; pgrep -f 'sleep \(sleep)' > alive
        quick: { run: 'until test -e up; do sleep 0.01; done' }
        after: { run: 'touch quick.done', needs: quick }
      """)
    #expect(try scratch.devtool("check").status == 0)
    #expect(try !scratch.folder.read("alive").isEmpty)
    #expect(try processes(with: sleep) == [])
  }

  /// A step that runs always cleans up after Ctrl-C, too.
  @Test func cleansUpWhenCancelled() throws {
    let scratch = try ScratchPipeline(
      """
      steps:
        slow: ': > ready; sleep 300'
        cleanup: { run: 'echo "$DEVTOOL_STATUS" > status', when: always }
      """)
    let running = try scratch.tool.start(["check"], in: scratch.path)
    #expect(waitUntil { scratch.folder.exists("ready") })
    running.send(2)
    #expect(try running.finish().status == 130)
    #expect(try scratch.statuses() == ["slow: cancelled", "cleanup: passed"])
    #expect(try scratch.folder.read("status") == "cancelled\n")
  }
}
