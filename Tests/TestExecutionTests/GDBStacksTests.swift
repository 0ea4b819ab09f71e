import CIModel
import Testing

@testable import TestExecution

/// What gdb 13.1 prints of a test that waits for a lock, shortened to two of its threads.
private let captured = """
  [New LWP 7639]
  [Thread debugging using libthread_db enabled]
  futex_wait (private=0, expected=2, futex_word=0x55d8e38bcea0) at ../sysdeps/nptl/futex-internal.h:146

  Thread 2 (Thread 0x7f05417fc6c0 (LWP 7642) "-qos.overcommit"):
  #0  __futex_abstimed_wait_common64 (private=<optimized out>, cancel=true) at ./nptl/futex.c:57
  #5  0x00007f0546d67d81 in _dispatch_sema4_timedwait () from /opt/swift/usr/lib/libdispatch.so

  Thread 1 (Thread 0x7f0545dfe980 (LWP 7634) "LabPackageTests"):
  #0  futex_wait (private=0, expected=2, futex_word=0x55d8e38bcea0) at ../sysdeps/nptl/futex-internal.h:146
  #3  ___pthread_mutex_lock (mutex=0x55d8e38bcea0) at ./nptl/pthread_mutex_lock.c:93
  #4  0x00007f0546a1b3c2 in $s10Foundation6NSLockC4lockyyF () from /opt/swift/usr/lib/libFoundation.so
  #5  0x000055d8d4a8e5f1 in $s8LabTests5CHangC8testLockyyF () at /p/Tests/LabTests/XC.swift:21
  #6  0x000055d8d4a95d3a in <deduplicated_symbol> () at /p/.build/debug/Runner.swift:6
  """

@Suite struct GDBStacksTests {
  @Test func findsTheStackThatLeadsToTheTest() throws {
    let stack = try #require(GDBStacks.hang(in: captured, root: "/p")?.stacks.first)
    #expect(stack.file == "Tests/LabTests/XC.swift")
    #expect(stack.line == 21)
    #expect(
      stack.lines == [
        "futex_wait at ../sysdeps/nptl/futex-internal.h:146",
        "___pthread_mutex_lock at ./nptl/pthread_mutex_lock.c:93", "Foundation.NSLock.lock() -> ()",
        "LabTests.CHang.testLock() -> () at Tests/LabTests/XC.swift:21",
      ])
  }

  @Test(arguments: [
    ("testLock", false, "late, in\n  futex_wait"), ("testLock", true, "late, in\n  futex_wait"),
    ("testLoc", false, "late; it is waiting"), ("waits()", false, "late; it is waiting"),
    ("waits()", true, "late, in\n  futex_wait"),
  ])
  func givesAStackToItsTest(function: String, isAlone: Bool, expected: String) throws {
    var hang = try #require(GDBStacks.hang(in: captured, root: "/p"))
    hang.what = "late"
    let issue = hang.issue(of: function, isAlone: isAlone)
    #expect(issue.message.hasPrefix(expected))
    #expect((issue.line == 21) == issue.message.contains("futex"))
  }

  @Test func saysThatTheCodeIsSomebodyElses() {
    let issue = GDBStacks.hang(in: captured, root: "/elsewhere")?.issue(of: "a", isAlone: true)
    #expect(issue?.file == nil)
    #expect(issue?.message == ", in\n  code outside the package, on every thread")
  }

  @Test(arguments: ["", "ptrace: Operation not permitted.\n", "Thread 1 (LWP 1):\n"])
  func noStackIsNoHang(text: String) {
    #expect(GDBStacks.hang(in: text, root: "/p") == nil)
  }
}
