import Foundation
import ProcessExecution
import Synchronization
import TestSupport
import Testing

private let quickGrace = Grace(
  interrupt: .milliseconds(200), terminate: .milliseconds(200), linger: .milliseconds(200))

private func sh(_ script: String, timeout: Duration? = nil) -> Invocation {
  Invocation("/bin/sh", ["-c", script], timeout: timeout)
}

/// Whether any process of the machine has `marker` in its command line.
private func isRunning(_ marker: String) throws -> Bool {
  try FileManager.default.contentsOfDirectory(atPath: "/proc").contains { name in
    guard Int(name) != nil,
      let bytes = FileManager.default.contents(atPath: "/proc/\(name)/cmdline")
    else { return false }
    return String(decoding: bytes, as: UTF8.self).replacing("\0", with: " ").contains(marker)
  }
}

@Suite struct ProcessSupervisorTests {
  @Test(arguments: [
    ("exit 0", Termination.exited(0)),
    ("exit 3", .exited(3)),
    ("exit 255", .exited(255)),
    ("kill -KILL $$", .signaled(9)),
    ("ulimit -c 0; kill -SEGV $$", .signaled(11)),
    ("trap '' TERM; kill -TERM $$; exit 7", .exited(7)),
  ])
  func tellsHowACommandEnded(script: String, expected: Termination) throws {
    let capture = try ProcessLauncher.live().capture(sh(script))
    #expect(capture.termination == expected)
  }

  @Test(arguments: [
    (Invocation("no-such-program-here"), LaunchError.notFound(executable: "no-such-program-here")),
    (Invocation("/no/such/program"), .notFound(executable: "/no/such/program")),
    (Invocation(""), .notFound(executable: "")),
    (Invocation("/bin/sh", directory: "/no/such/folder"), .badDirectory("/no/such/folder")),
    (Invocation("/bin/sh", directory: "/etc/passwd"), .badDirectory("/etc/passwd")),
    (Invocation("/etc/passwd"), .refused(executable: "/etc/passwd", code: EACCES)),
    (
      Invocation("sh", ["-c", "true"], environment: ["PATH": ""]),
      .notFound(executable: "sh")
    ),
  ])
  func saysWhyACommandDidNotStart(invocation: Invocation, expected: LaunchError) {
    #expect(throws: expected) { try ProcessLauncher.live().capture(invocation) }
  }

  /// Who wants to know where a command hangs looks before the signal that ends it.
  @Test func isLookedAtBeforeItIsCancelled() throws {
    let scratch = try ScratchDirectory()
    let cancellation = Cancellation()
    var invocation = sh(
      "trap 'echo interrupted; exit 0' INT; : > '\(scratch.path)/ready'; sleep 60 & wait")
    let control = ProcessControl()
    let seen = Mutex<[Int32]>([])
    control.beforeCancel { pid in
      // It lives, and was not told to end.
      seen.withLock { $0.append(kill(pid, 0)) }
      _ = try? scratch.write("", to: "looked")
    }
    invocation.control = control
    Thread.detachNewThread {
      while !scratch.exists("ready") { usleep(1_000) }
      cancellation.request(signal: SIGINT)
    }
    var text = ""
    let termination = try ProcessLauncher.live(cancellation: cancellation, grace: quickGrace).run(
      invocation
    ) { _, bytes in
      #expect(scratch.exists("looked"))
      text += String(decoding: bytes, as: UTF8.self)
    }
    #expect(termination == .cancelled)
    #expect(seen.withLock { $0 } == [0])
    #expect(text == "interrupted\n")
  }

  @Test func refusesAScriptWithoutInterpreterLine() throws {
    let scratch = try ScratchDirectory()
    // Another process writes it: our own descriptor could be open still in a child that another test
    // starts at this moment, and a file that is open for writing is not executed (ETXTBSY).
    let launcher = ProcessLauncher.live()
    let file = "\(scratch.path)/script"
    _ = try launcher.capture(sh("echo exit 0 > '\(file)'; chmod +x '\(file)'"))
    #expect(throws: LaunchError.refused(executable: file, code: ENOEXEC)) {
      try launcher.capture(Invocation(file))
    }
  }

  @Test func givesTheChildItsEnvironmentDirectoryAndNoInput() throws {
    let scratch = try ScratchDirectory()
    let capture = try ProcessLauncher.live().capture(
      Invocation(
        "sh", ["-c", "pwd; echo \"$A|$B\"; cat; echo done; env | grep -c '^HOME='"],
        directory: scratch.path, environment: ["A": "1", "B": "ä b", "PATH": "/usr/bin:/bin"]))
    #expect(capture.text == "\(scratch.path)\n1|ä b\ndone\n0\n")
  }

  /// Dictionaries have another order in each process; what a step prints must not.
  @Test(arguments: [
    (
      ["B": "2", "A": "ä b", "A1": "", "C": "x=y\nz", "_": "last"],
      "A1=\nA=ä b\nB=2\nC=x=y\nz\n_=last\n"
    ),
    ([:], ""),
  ])
  func givesTheVariablesInTheirOrder(variables: [String: String], printed: String) throws {
    let capture = try ProcessLauncher.live().capture(
      Invocation("/usr/bin/env", environment: variables))
    #expect(capture.text == printed)
  }

  @Test func startsASessionOfItsOwn() throws {
    let capture = try ProcessLauncher.live().capture(
      sh("read pid name state parent group session rest < /proc/$$/stat; echo $pid $session"))
    let ids = capture.text.split(whereSeparator: \.isWhitespace)
    #expect(ids.count == 2 && ids[0] == ids[1])
  }

  @Test func keepsTheOrderOfMergedOutput() throws {
    var text = ""
    let script = "for i in 1 2 3 4 5; do echo out$i; echo err$i >&2; done"
    _ = try ProcessLauncher.live().run(sh(script)) { stream, bytes in
      #expect(stream == .standardOutput)
      text += String(decoding: bytes, as: UTF8.self)
    }
    let expected = (1...5).map { "out\($0)\nerr\($0)\n" }.joined()
    #expect(text == expected)
  }

  @Test func separatesTheStreamsWhenAsked() throws {
    let capture = try ProcessLauncher.live().capture(sh("echo out; echo err >&2"))
    #expect(capture.text == "out\n")
    #expect(capture.errorText == "err\n")
  }

  /// Small pieces wait for each other, but the end of the command does not wait for them.
  @Test func gathersSmallPieces() throws {
    var invocation = sh("for i in 1 2 3 4 5 6 7 8 9; do echo $i; sleep 0.01; done")
    invocation.gathersOutput = .seconds(600)
    var pieces: [String] = []
    let end = try ProcessLauncher.live().run(invocation) { _, bytes in
      pieces.append(String(decoding: bytes, as: UTF8.self))
    }
    #expect(end == .exited(0))
    #expect(pieces.joined() == (1...9).map { "\($0)\n" }.joined())
    // The first, and what was there in the end.
    #expect(pieces.count <= 2)
  }

  @Test func gatheringKeepsNothingBack() throws {
    var invocation = sh("echo small; head -c 20000000 /dev/zero; echo small")
    invocation.gathersOutput = .milliseconds(5)
    var count = 0
    let end = try ProcessLauncher.live().run(invocation) { count += $1.count }
    #expect(end == .exited(0))
    #expect(count == 20_000_012)
  }

  @Test func readsAllOfALargeOutput() throws {
    var count = 0
    let end = try ProcessLauncher.live().run(sh("head -c 20000000 /dev/zero")) { count += $1.count }
    #expect(end == .exited(0))
    #expect(count == 20_000_000)
  }

  @Test(arguments: [
    "sleep 98761 & sleep 98761",
    "trap '' INT TERM HUP; sleep 98761; sleep 98761",
    "(trap '' INT TERM; sleep 98761) & wait",
    "set -m; sleep 98761 & sleep 98761",
    "while :; do :; done; : 98761",
  ])
  func endsEverythingWhenTheTimeIsUp(script: String) throws {
    let marker = "\(Int.random(in: 100_000...999_999))"
    let marked = script.replacingOccurrences(of: "98761", with: marker)
    let end = try ProcessLauncher.live(grace: quickGrace).run(
      sh(marked, timeout: .milliseconds(300))
    ) { _, _ in }
    #expect(end == .timedOut)
    #expect(try !isRunning(marker))
  }

  @Test func endsBackgroundProcessesThatOutliveTheCommand() throws {
    let marker = "\(Int.random(in: 100_000...999_999))"
    let launcher = ProcessLauncher.live(grace: quickGrace)
    var output = ""
    var notice = ""
    let end = try launcher.run(sh("echo before; sleep \(marker) & exit 0")) { stream, bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      if stream == .notice { notice += text } else { output += text }
    }
    #expect(end == .exited(0))
    #expect(output == "before\n")
    #expect(
      notice.hasPrefix("The command ended and left processes running, which were ended: sleep (pid")
    )
    #expect(try !isRunning("sleep \(marker)"))
  }

  @Test func isNotHeldByABackgroundProcessThatKeepsWriting() throws {
    let end = try ProcessLauncher.live(grace: quickGrace).run(sh("yes & exit 4")) { _, _ in }
    #expect(end == .exited(4))
  }

  @Test func waitsForABackgroundProcessThatEndsInTime() throws {
    let launcher = ProcessLauncher.live(grace: Grace(linger: .seconds(20)))
    let capture = try launcher.capture(sh("(sleep 0.2; echo late) & echo early"))
    #expect(capture.text == "early\nlate\n")
  }

  @Test(arguments: [
    "sleep 98762 & sleep 98762",
    "trap '' INT; sleep 98762; sleep 98762",
  ])
  func endsEverythingWhenTheRunIsCancelled(script: String) throws {
    let marker = "\(Int.random(in: 100_000...999_999))"
    let marked = script.replacingOccurrences(of: "98762", with: marker)
    let cancellation = Cancellation()
    let launcher = ProcessLauncher.live(cancellation: cancellation, grace: quickGrace)
    let end = try launcher.run(sh("echo started; " + marked)) { _, _ in
      // The child is up: cancel from within the run, as Ctrl-C would.
      if !cancellation.isRequested { cancellation.request(signal: SIGINT) }
    }
    #expect(end == .cancelled)
    #expect(cancellation.signal == SIGINT)
    #expect(try !isRunning(marker))
  }

  @Test func aSecondCancellationLeavesNoGrace() throws {
    let cancellation = Cancellation()
    let patient = Grace(interrupt: .seconds(600), terminate: .seconds(600))
    let launcher = ProcessLauncher.live(cancellation: cancellation, grace: patient)
    let end = try launcher.run(sh("trap '' INT TERM; echo up; while :; do sleep 0.1; done")) {
      _, _ in
      if !cancellation.isImmediate {
        cancellation.request(signal: SIGINT)
        cancellation.request(signal: SIGINT)
      }
    }
    #expect(end == .cancelled)
  }

  @Test func runsCommandsSideBySide() async throws {
    let launcher = ProcessLauncher.live(grace: quickGrace)
    let texts = await withTaskGroup(of: String.self) { group in
      for index in 0..<8 {
        group.addTask {
          let capture = try? launcher.capture(sh("sleep 0.0\(index); echo \(index)"))
          return capture?.text ?? "failed"
        }
      }
      return await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(texts == Set((0..<8).map { "\($0)\n" }))
  }
}
