import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Two runs in one checkout.
@Suite(.blocking) struct CheckoutLockTests {
  @Test func theSecondRunWaitsForTheFirst() throws {
    let scratch = try ScratchPipeline(
      "steps: { a: 'mkdir held; : > ready; until test -e go; do sleep 0.01; done; rmdir held' }")
    let first = try scratch.tool.start(["check"], in: scratch.path)
    #expect(waitUntil { scratch.folder.exists("ready") })

    let busy = try scratch.devtool("check", "--no-wait")
    #expect(busy.status == 75)
    #expect(busy.standardError.contains("this checkout is in use by '"))
    #expect(busy.standardError.contains(" check' (pid "))

    let second = try scratch.tool.start(["check"], in: scratch.path)
    #expect(waitUntil { second.errorText.contains("Waiting for '") })
    try scratch.folder.write("", to: "go")
    #expect(try first.finish().status == 0)
    let result = try second.finish()
    #expect(result.status == 0)
    #expect(result.standardError.contains("Waiting for '"))
    #expect(try scratch.runs().count == 2)
  }

  @Test func waitingCanBeCancelled() throws {
    let scratch = try ScratchPipeline(
      "steps: { a: ': > ready; until test -e go; do sleep 0.01; done' }")
    let first = try scratch.tool.start(["check"], in: scratch.path)
    #expect(waitUntil { scratch.folder.exists("ready") })
    let second = try scratch.tool.start(["check"], in: scratch.path)
    usleep(200_000)
    second.send(15)
    #expect(try second.finish().status == 143)
    try scratch.folder.write("", to: "go")
    #expect(try first.finish().status == 0)
  }

  #if os(Linux)
    /// SwiftPM waits for another SwiftPM without a word of whom; here one whose manifest takes its
    /// time.
    @Test func namesTheSwiftPMThatHoldsTheBuildFolder() throws {
      let scratch = try ScratchPipeline("steps: { a: { exec: [swift, package, describe] } }")
      try scratch.folder.write(
        """
        // swift-tools-version: 6.0
        import Foundation
        import PackageDescription

        FileManager.default.createFile(atPath: "\(scratch.path)/reached", contents: nil)
        while FileManager.default.fileExists(atPath: "\(scratch.path)/slow") { usleep(10_000) }
        let package = Package(name: "Slow", targets: [.target(name: "Slow")])
        """, to: "Package.swift")
      try scratch.folder.write("", to: "Sources/Slow/Slow.swift")
      try scratch.folder.write("", to: "slow")
      let other = Process()
      other.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      other.arguments = ["swift", "build"]
      other.currentDirectoryURL = URL(fileURLWithPath: scratch.path)
      other.environment = scratch.tool.environment
      other.standardOutput = FileHandle.nullDevice
      try other.run()
      defer {
        try? scratch.folder.remove("slow")
        other.waitUntilExit()
      }
      // It takes the lock before it looks at the manifest.
      try #require(waitUntil { scratch.folder.exists("reached") })
      let running = try scratch.tool.start(["check"], in: scratch.path)
      #expect(waitUntil { running.errorText.contains("Step a waits for '") })
      try scratch.folder.remove("slow")
      let result = try running.finish()
      #expect(result.status == 0, "\(result.standardError)")
      #expect(
        result.standardError.contains(" (pid \(other.processIdentifier)), which uses .build."),
        "\(result.standardError)")
    }
  #endif

  /// A step that calls devtool in the same checkout must not wait for itself.
  @Test func aRunWithinARunNeedsNoLock() throws {
    let scratch = try ScratchPipeline("steps: { a: echo a }")
    let tool = scratch.tool.path
    try scratch.folder.write(
      "steps: { outer: '\"\(tool)\" check --config inner.yml --no-wait', other: 'true' }",
      to: ".ci.yml")
    try scratch.folder.write("steps: { inner: 'echo inner' }", to: "inner.yml")
    #expect(try scratch.devtool("check").status == 0)
  }

  /// What a killed run left behind is named by the next one.
  @Test func namesTheSurvivorsOfAKilledRun() throws {
    let sleep = uniqueSleep()
    let scratch = try ScratchPipeline(
      "steps: { a: 'sleep \(sleep) & echo $! > pid; : > ready; wait' }")
    let first = try scratch.tool.start(["check"], in: scratch.path)
    // Between fork and exec it still has the name of its shell.
    #expect(
      waitUntil {
        scratch.folder.exists("ready")
          && (try? processes(with: "sleep \(sleep)"))?.contains("sleep \(sleep) ") == true
      })
    let pid = try #require(Int32(scratch.folder.read("pid").dropLast()))
    first.send(9)
    _ = try first.finish()
    try scratch.folder.write("steps: { a: 'true' }", to: ".ci.yml")
    let result = try scratch.devtool("check")
    kill(pid, SIGKILL)
    #expect(result.status == 0)
    let notes = try #require(try scratch.record()["notes"] as? [String])
    #expect(notes.contains { $0.contains(" was killed and left processes running: ") })
    #expect(notes.contains { $0.contains("sleep (pid ") })
  }

  /// SwiftPM does not find the run's id in its environment.
  @Test func namesTheSurvivorsOfAKilledBuild() throws {
    let package = try PlayedPackage("steps: { build: { swift-build: {} } }")
    let first = try package.check(stopsIn: "build")
    #expect(waitUntil { package.isReached })
    first.send(9)
    _ = try first.finish()
    let result = try package.check(stopsIn: "").finish()
    try TestSupport.run("pkill", ["-9", "-f", package.sleep], in: "/")
    #expect(result.status == 0, "\(result.standardOutput)\(result.standardError)")
    let notes = try #require(try package.scratch.record()["notes"] as? [String])
    #expect(notes.contains { $0.contains(" was killed and left processes running: ") })
    #expect(notes.contains { $0.contains("sleep (pid ") })
  }
}
