import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What people with other terminals see.
@Suite(.blocking) struct TerminalTests {
  private static func scratch() throws -> ScratchPipeline {
    try ScratchPipeline("steps: { good: 'true', bad: { run: exit 3, allow-failure: true } }")
  }

  @Test(arguments: [
    ([:], false), (["FORCE_COLOR": "1"], true), (["CLICOLOR_FORCE": "1"], true),
    (["FORCE_COLOR": "0"], false), (["FORCE_COLOR": "1", "NO_COLOR": "1"], false),
    (["CI": "true"], false), (["CI": "true", "FORCE_COLOR": "1"], true),
    (["FORCE_COLOR": "1", "NO_COLOR": ""], true),
  ])
  func coloursOnlyWhereWanted(environment: [String: String], isColoured: Bool) throws {
    let result = try Self.scratch().devtool("check", environment: environment)
    #expect(result.status == 0)
    #expect(result.standardOutput.contains("\u{1B}[") == isColoured)
    #expect(result.standardError.contains("\u{1B}[") == isColoured)
  }

  @Test(arguments: [40, 80, 140])
  func fitsTheWidth(columns: Int) throws {
    let scratch = try ScratchPipeline(
      """
      steps: { a-step-with-a-rather-long-name: 'true', other: { run: exit 3, allow-failure: true } }
      """)
    let result = try scratch.devtool("check", environment: ["COLUMNS": "\(columns)"])
    // Paths and commands stay whole, so that they can be copied.
    let tooWide = result.standardOutput.split(separator: "\n").filter { line in
      line.count > columns && !line.contains("/") && !line.contains("$ ")
    }
    #expect(tooWide.map(String.init) == [])
  }

  #if os(Linux)
    private static let script = "/usr/bin/script"

    /// Lists break between words on a terminal, and go on below their last column.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: script), "needs script(1)"))
    func listsFitTheWidth() throws {
      let scratch = try Self.scratch()
      let running = try RunningTool(
        Self.script,
        ["-qefc", "stty cols 60; exec '\(scratch.tool.path)' rules list", "/dev/null"],
        directory: scratch.path, environment: scratch.tool.environment)
      #expect(try running.finish().status == 0)
      let lines = running.outputText.split(whereSeparator: \.isNewline)
      #expect(lines.filter { $0.count > 60 } == [])
      let place = try #require(lines.firstIndex { $0.contains("codeowners") })
      #expect(lines[place + 1].prefix(34).allSatisfy { $0 == " " })
      let words = lines[place...(place + 3)].map { $0.split(separator: " ").joined(separator: " ") }
      #expect(words.joined(separator: " ").contains("invalid lines in CODEOWNERS and, optionally,"))
    }

    /// Without a name nothing is known of what a terminal can draw.
    @Test(
      .enabled(if: FileManager.default.isExecutableFile(atPath: script), "needs script(1)"),
      arguments: [("export TERM=xterm", true), ("export TERM=dumb", false), ("unset TERM", false)])
    func drawsOnlyWhereTheTerminalHasAName(line: String, draws: Bool) throws {
      let scratch = try Self.scratch()
      let running = try RunningTool(
        Self.script, ["-qefc", "\(line); exec '\(scratch.tool.path)' check", "/dev/null"],
        directory: scratch.path, environment: scratch.tool.environment)
      #expect(try running.finish().status == 0)
      #expect(running.outputText.contains("\u{1B}[") == draws)
    }

    /// On a terminal of its own, where Ctrl-C must not leave the reader waiting in the dark.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: script), "needs script(1)"))
    func saysThatItIsCancelling() throws {
      let scratch = try ScratchPipeline(
        """
        steps: { slow: "trap '' INT; echo $PPID > pid; : > ready; until test -e go; do sleep 0.01; done" }
        """)
      let running = try RunningTool(
        Self.script, ["-qefc", "stty cols 80; exec '\(scratch.tool.path)' check", "/dev/null"],
        directory: scratch.path, environment: scratch.tool.environment)
      #expect(waitUntil { scratch.folder.exists("ready") })
      #expect(waitUntil { running.outputText.contains("\u{1B}[2m  slow 0:0") })
      let pid = try #require(Int32(scratch.folder.read("pid").dropLast()))
      kill(pid, SIGINT)
      #expect(
        waitUntil { running.outputText.contains("cancelling; press Ctrl-C again to stop at once") })
      try scratch.folder.write("", to: "go")
      #expect(try running.finish().status == 130)
      #expect(running.outputText.contains("Cancelled"))
    }

    /// Steps side by side have a line each, with what they do and how much there is to do.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: script), "needs script(1)"))
    func showsWhatEachStepDoes() throws {
      let package = try PlayedPackage(
        """
        jobs: 2
        steps:
          test: { swift-test: { workers: 1, coverage: false } }
          other: "echo $PPID > pid; until test -e go; do sleep 0.01; done"
          last: { run: 'true', needs: [test, other] }
        """)
      let tool = package.scratch.tool
      let running = try RunningTool(
        Self.script, ["-qefc", "stty cols 80; exec '\(tool.path)' check", "/dev/null"],
        directory: package.scratch.path,
        environment: tool.environment.merging(package.environment(stopsIn: "xctest")) { $1 })
      #expect(waitUntil { running.outputText.contains("  1/4 tests  M.A/two 0:0") })
      let status = running.outputText.components(separatedBy: "\u{1B}[J").last ?? ""
      #expect(status.contains("  test  0:0"))
      #expect(status.contains("\u{1B}[2m  other 0:0"))
      #expect(status.contains("  0 of 3 steps done, 1 to go"))
      // The lines are drawn in place.
      #expect(waitUntil { running.outputText.contains("\r\u{1B}[2A\u{1B}[J") })
      try package.scratch.folder.write("", to: "go")
      #expect(waitUntil { running.outputText.contains("  1 of 3 steps done, 1 to go") })
      kill(try #require(Int32(package.scratch.folder.read("pid").dropLast())), SIGINT)
      #expect(try running.finish().status == 130)
    }
  #endif

  /// Services end a job that prints nothing for long.
  @Test func tellsWithoutATerminalThatItIsAlive() throws {
    let scratch = try ScratchPipeline(
      "steps: { slow: 'until test -e go; do sleep 0.01; done' }")
    let running = try scratch.tool.start(
      ["check"], in: scratch.path, environment: ["DEVTOOL_PROGRESS_INTERVAL": "1"])
    #expect(waitUntil { running.errorText.components(separatedBy: "\n  slow 0:0").count > 2 })
    try scratch.folder.write("", to: "go")
    #expect(try running.finish().status == 0)
    #expect(!running.errorText.contains("\u{1B}"))
  }

  /// Nothing but the tool and what it asks for.
  @Test func worksInABareEnvironment() throws {
    let scratch = try ScratchPipeline("steps: { a: { exec: [/bin/sh, -c, 'echo \"[$PATH]\"'] } }")
    let result = try RunningTool(
      scratch.tool.path, ["check"], directory: scratch.path,
      environment: scratch.tool.environment.filter {
        $0.key.hasSuffix("_PATH") || $0.key == "LLVM_PROFILE_FILE"
      }
    ).finish()
    #expect(result.status == 0, "\(result)")
    #expect(result.standardOutput.contains("✓ Passed"))
  }

  @Test func saysThatNothingIsOnThePath() throws {
    let scratch = try ScratchPipeline("steps: { a: 'true' }")
    let result = try scratch.devtool("check", environment: ["PATH": ""])
    #expect(result.status == 69)
    #expect(result.standardOutput.contains("'bash' is not on the PATH"))
  }

  @Test func saysThatThereIsNoToolchain() throws {
    let scratch = try ScratchPipeline(nil)
    try scratch.folder.write("", to: "Package.swift")
    let result = try scratch.devtool("check", environment: ["PATH": "/usr/sbin"])
    #expect(result.status == 69)
    #expect(result.standardOutput == "")
    #expect(result.standardError.contains("no 'swift' on the PATH"))
  }

  @Test func saysThatItsFolderIsGone() throws {
    let scratch = try ScratchPipeline(nil)
    for command in ["check", "log", "changes", "report", "validate", "doctor"] {
      let result = try scratch.tool.shell(
        "mkdir gone && cd gone && rmdir ../gone && \"$DEVTOOL_PATH\" \(command) < /dev/null",
        in: scratch.path)
      #expect(result.status == 69)
      #expect(
        (result.standardOutput + result.standardError)
          .contains("the working directory no longer exists"))
    }
  }

  @Test func quietSaysNothingBeforeTheReport() throws {
    let scratch = try ScratchPipeline("steps: { a: echo hello; exit 2 }")
    let quiet = try scratch.devtool("check", "--quiet")
    #expect(quiet.status == 1)
    #expect(quiet.standardError == "")
    #expect(quiet.standardOutput.contains("✗ Failed"))
    #expect(try scratch.devtool("check", "--verbose").standardError.contains("  hello\n"))
  }

  /// A group for each step, and nothing a step prints is a command.
  @Test func foldsStepsForTheService() throws {
    let scratch = try ScratchPipeline(
      "steps: { say: 'echo ::error::no', bad: { run: 'exit 3', allow-failure: true } }")
    let result = try scratch.devtool(
      "check", environment: ["CI": "true", "GITHUB_ACTIONS": "true"])
    let lines = result.standardError.split(separator: "\n").map(String.init)
    let tokens = lines.filter { $0.hasPrefix("::stop-commands::") }
      .map { $0.dropFirst("::stop-commands::".count) }
    #expect(Set(tokens).count == 2)
    #expect(
      lines.map { line in
        tokens.reduce(line.replacing(/\d+m?s/, with: "TIME")) {
          $0.replacing($1, with: "TOKEN")
        }
      } == [
        "::group::say  echo ::error::no", "::stop-commands::TOKEN", "  : :error::no", "::TOKEN::",
        "::endgroup::", "✓ say  TIME", "::group::bad  exit 3", "::stop-commands::TOKEN",
        "::TOKEN::", "::endgroup::", "! bad  TIME  exit status 3",
      ])
  }
}
