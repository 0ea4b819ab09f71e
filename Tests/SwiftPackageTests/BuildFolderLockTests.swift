#if os(Linux)
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  @testable import SwiftPackage

  @Suite struct BuildFolderLockTests {
    @Test(arguments: [
      ("/work/My App/.build", "/tmp", "/tmp/_work_My App_.build.lock"),
      ("/a:b/.build", "/var/tmp/", "/var/tmp/_a_b_.build.lock"),
      (
        "/" + String(repeating: "x", count: 300), "/tmp",
        "/tmp/" + String(repeating: "x", count: 250) + ".lock"
      ),
    ])
    func isWhereSwiftPMPutsIt(scratch: String, temporary: String, path: String) {
      #expect(BuildFolderLock.lockPath(scratch: scratch, temporary: temporary) == path)
    }

    @Test func namesItsHolder() throws {
      let scratch = try ScratchDirectory()
      let file = try scratch.write("", to: "lock")
      #expect(BuildFolderLock.holder(ofLock: file.path) == nil)
      let holder = Process()
      holder.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
      holder.arguments = ["--no-fork", file.path, "sleep", "300.25"]
      try holder.run()
      defer {
        // It inherits the signals that the thread of the test blocks, SIGTERM among them.
        kill(holder.processIdentifier, SIGKILL)
        holder.waitUntilExit()
      }
      var found: (pid: Int32, command: String)?
      for _ in 0..<2_000 where found?.command != "sleep 300.25" {
        found = BuildFolderLock.holder(ofLock: file.path)
        usleep(5_000)
      }
      #expect(found?.pid == holder.processIdentifier)
      #expect(found?.command == "sleep 300.25")
      #expect(
        BuildFolderLock.notice(["make", "build"], directory: scratch.path) == nil)
    }
  }
#endif
