import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a run finds around it: limits, signals that do not mean its end, and what children inherit.
@Suite(.blocking) struct SurroundingsTests {
  #if os(Linux)
    @Test func childrenInheritNothingButTheirStreams() throws {
      let scratch = try ScratchPipeline(
        """
        jobs: 2
        steps:
          a: { exec: [/bin/ls, /proc/self/fd] }
          b: { exec: [/bin/ls, /proc/self/fd] }
        """)
      let result = try scratch.tool.shell(
        "exec 7< /dev/null 9> nine; \"$DEVTOOL_PATH\" check", in: scratch.path)
      #expect(result.status == 0)
      // The last one is the folder that ls reads.
      #expect(try scratch.log("a").hasSuffix("\n0\n1\n2\n3\n"))
      #expect(try scratch.log("b").hasSuffix("\n0\n1\n2\n3\n"))
    }
  #endif

  @Test func keepsTheUmask() throws {
    let scratch = try ScratchPipeline("steps: { a: 'umask; touch made' }")
    let result = try scratch.tool.shell("umask 027; \"$DEVTOOL_PATH\" check", in: scratch.path)
    #expect(result.status == 0)
    #expect(try scratch.log("a").hasSuffix("\n0027\n"))
    let made = try FileManager.default.attributesOfItem(atPath: "\(scratch.path)/made")
    #expect(made[.posixPermissions] as? Int == 0o640)
    let folder = try FileManager.default.attributesOfItem(atPath: "\(scratch.path)/.devtool")
    #expect(folder[.posixPermissions] as? Int == 0o750)
  }

  /// More steps at once than there are files to open for them.
  @Test func makesDoWithFewFiles() throws {
    let steps = (0..<40).map { "  s\($0): 'sleep 0.05; seq 1 20000 > /dev/null; echo s\($0)'\n" }
    let scratch = try ScratchPipeline("steps:\n" + steps.joined())
    let result = try scratch.tool.shell(
      "ulimit -n 64; \"$DEVTOOL_PATH\" check --jobs 40", in: scratch.path)
    #expect(result.status == 0, "\(result.standardOutput)")
    #expect(try scratch.statuses().allSatisfy { $0.hasSuffix(": passed") })
  }

  @Test func handsOnAMegabyteOfEnvironment() throws {
    let scratch = try ScratchPipeline(
      "steps: { a: 'env | wc -c > size', b: { exec: [sh, -c, 'echo ${#BIG_7}'] } }")
    let value = String(repeating: "x", count: 65_536)
    let large = Dictionary(uniqueKeysWithValues: (0..<16).map { ("BIG_\($0)", String?(value)) })
    #expect(try scratch.devtool("check", environment: large).status == 0)
    let size = try #require(Int(scratch.folder.read("size").filter(\.isNumber)))
    #expect(size > 1 << 20)
    #expect(try scratch.log("b").hasSuffix("\n65536\n"))
  }

  @Test func saysWhatIsTooLarge() throws {
    let scratch = try ScratchPipeline(
      """
      steps:
        a: { run: 'true', env: { HUGE: \(String(repeating: "x", count: 200_000)) } }
        b: { exec: [/bin/true] }
      """)
    let result = try scratch.devtool("check")
    #expect(result.status == 69)
    #expect(try scratch.statuses() == ["a: failed", "b: passed"])
    let steps = try #require(try scratch.record()["steps"] as? [[String: Any]])
    let reason = try #require(steps[0]["reason"] as? String)
    #expect(reason.contains("cannot be started: Argument list too long"))
    #expect(reason.contains("the longest variable is HUGE with 200000 bytes"))
  }

  @Test(arguments: [
    ("exec: [./script]", "echo hello\n", "a script needs a first line such as #!/bin/sh"),
    ("exec: [./script]", "#!/no/such/interpreter\n", "'./script' cannot be started"),
    ("run: 'true', shell: [no-such-shell, -c]", "", "'no-such-shell' is not on the PATH"),
    ("run: 'true', shell: [./script, -c]", "echo\n", "a script needs a first line"),
  ])
  func saysWhatIsWrongWithAProgram(action: String, script: String, message: String) throws {
    let scratch = try ScratchPipeline("steps: { a: { \(action) } }")
    try scratch.folder.write(script, to: "script")
    chmod("\(scratch.path)/script", 0o755)
    let result = try scratch.devtool("check")
    #expect(result.status == 69)
    let steps = try #require(try scratch.record()["steps"] as? [[String: Any]])
    let reason = try #require(steps[0]["reason"] as? String)
    #expect(reason.contains(message))
  }

  /// A signal that ends a step has a name; who ended it is not us.
  @Test(arguments: [
    ("kill -KILL $$", "killed by SIGKILL"), ("ulimit -c 0; kill -SEGV $$", "killed by SIGSEGV"),
    ("kill -TERM $$", "killed by SIGTERM"), ("kill -PIPE $$", "killed by SIGPIPE"),
    ("ulimit -c 0; kill -XFSZ $$", "killed by SIGXFSZ"),
  ])
  func namesTheSignal(script: String, reason: String) throws {
    let scratch = try ScratchPipeline("steps: { a: { exec: [sh, -c, '\(script)'] } }")
    #expect(try scratch.devtool("check").status == 1)
    let steps = try #require(try scratch.record()["steps"] as? [[String: Any]])
    #expect(steps[0]["reason"] as? String == reason)
  }

  /// Whether the system writes a core is its own business; bash sees the same flag.
  @Test func tellsOfACoreDump() throws {
    let scratch = try ScratchPipeline(
      "steps: { a: { exec: [sh, -c, 'ulimit -S -c $(ulimit -H -c); kill -SEGV $$'] } }")
    #expect(try scratch.devtool("check").status == 1)
    let bash = try scratch.tool.shell(
      "bash -c 'ulimit -S -c $(ulimit -H -c); bash -c '\\''kill -SEGV $$'\\''; exit 0'",
      in: scratch.path)
    #expect(bash.standardError.contains("Segmentation fault"))
    let isDumped = bash.standardError.contains("core dumped")
    let steps = try #require(try scratch.record()["steps"] as? [[String: Any]])
    #expect(
      steps[0]["reason"] as? String == "killed by SIGSEGV" + (isDumped ? " (core dumped)" : ""))
  }

  #if os(Linux)
    /// Somebody sets the clock, here by a day forth and back with each look at it: no step lasts
    /// longer for it, and none runs out of time.
    @Test func theWallClockMayJump() throws {
      let scratch = try ScratchPipeline(
        """
        defaults: { timeout: 1m, idle-timeout: 1m }
        steps:
          a: { run: 'sleep 0.3; false', retry: { max: 1, backoff: 10ms } }
          b: { run: 'sleep 0.1', when: always }
        """)
      try scratch.folder.write(
        """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <time.h>

        int clock_gettime(clockid_t clock, struct timespec *now) {
          static int (*real)(clockid_t, struct timespec *);
          static _Atomic unsigned looks;
          if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
          int status = real(clock, now);
          if (clock == CLOCK_REALTIME) now->tv_sec += looks++ % 2 ? 86400 : -86400;
          return status;
        }
        """, to: "jump.c")
      let compiled = try scratch.tool.shell(
        "clang -shared -fPIC -o jump.so jump.c -ldl", in: scratch.path)
      try #require(compiled.status == 0, "\(compiled.standardError)")
      let result = try scratch.devtool(
        "check", environment: ["LD_PRELOAD": "\(scratch.path)/jump.so"])
      #expect(result.status == 1, "\(result.standardError)")
      #expect(try scratch.statuses() == ["a: failed", "b: passed"])
      let record = try scratch.record()
      let start = try #require(
        ISO8601DateFormatter().date(from: record["startedAt"] as? String ?? ""))
      #expect(abs(start.timeIntervalSinceNow) > 80_000)
      let steps = try #require(record["steps"] as? [[String: Any]])
      let times = try (steps + [record]).map { try #require($0["durationSeconds"] as? Double) }
      #expect(times.allSatisfy { (0.1..<60).contains($0) }, "\(times)")
      #expect(steps[0]["attempts"] as? Int == 2)
      #expect(steps[0]["reason"] as? String == "exit status 1")
    }
  #endif

  /// Ctrl-Z stops the run with everything that it started; `fg` goes on.
  @Test func stopsAndGoesOn() throws {
    let scratch = try ScratchPipeline(
      """
      steps:
        a: |
          setsid sh -c 'echo $$ > other; until test -e go; do sleep 0.01; done' &
          echo $PPID > parent; echo $$ > pid; i=0; until test -e go; do i=$((i+1)); echo $i > count; sleep 0.01; done; wait
      """)
    let running = try scratch.tool.start(["check"], in: scratch.path)
    // A shell that is stopped between the making of its file and the writing would never be found.
    func isWritten(_ file: String) -> Bool {
      (try? scratch.folder.read(file).hasSuffix("\n")) ?? false
    }
    #expect(waitUntil { isWritten("count") && isWritten("other") })
    running.send(SIGWINCH)
    running.send(SIGTSTP)
    func state(_ file: String) -> Character? {
      guard let pid = try? scratch.folder.read(file).dropLast(),
        let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
      else { return nil }
      return text.split(separator: ")").last?.dropFirst().first
    }
    #if os(Linux)
      // A shell whose child was stopped before it became another program waits for it in the state D, in
      // which a process that runs is only for a moment.
      func isStopped(_ file: String) -> Bool {
        (0..<5).allSatisfy { _ in
          usleep(1_000)
          return state(file).map { "DT".contains($0) } ?? false
        }
      }
      #expect(
        waitUntil { state("parent") == "T" && isStopped("pid") && isStopped("other") },
        "\(["pid", "other", "parent"].map { state($0).map(String.init) ?? "none" })")
    #endif
    try scratch.folder.write("", to: "go")
    running.send(SIGCONT)
    #expect(try running.finish().status == 0)
  }

  /// Under `nohup` the steps, too, outlive the terminal.
  @Test func stepsIgnoreWhatWeIgnore() throws {
    let scratch = try ScratchPipeline(
      "steps: { a: 'kill -HUP $$; kill -USR2 $$; echo alive', b: 'kill -USR1 $$' }")
    let result = try scratch.tool.shell(
      "trap '' HUP USR2; exec \"$DEVTOOL_PATH\" check", in: scratch.path)
    #expect(result.status == 1)
    #expect(try scratch.log("a").hasSuffix("\nalive\n"))
    #expect(try scratch.statuses() == ["a: passed", "b: failed"])
  }

  /// Files of ours that were cut off, or that a later version wrote, are no reason to fail.
  @Test(arguments: [
    ".devtool/lock", ".devtool/cache/files", ".devtool/cache/toolchain.json",
    ".devtool/history.sqlite", "record",
  ])
  func doesWithoutWhatIsDamaged(file: String) throws {
    let scratch = try ScratchPipeline(
      "steps: { a: { run: echo a, inputs: [.ci.yml] }, b: { run: 'false', allow-failure: true } }")
    #expect(try scratch.devtool("check").status == 0)
    let path =
      file == "record"
      ? ".devtool/runs/\(try #require(try scratch.runs().last))/record.json" : file
    for content in ["\u{0}\u{1}garbage", "", #"{"schema": "devtool.run/99"}"#] {
      try scratch.folder.write(content, to: path)
      for arguments in [["check"], ["check", "--failed"], ["check", "--explain", "a"]] {
        let result = try scratch.tool.start(arguments, in: scratch.path).finish()
        #expect(result.status == 0, "\(arguments) with \(content): \(result)")
        try scratch.folder.write(content, to: path)
      }
    }
  }
}
