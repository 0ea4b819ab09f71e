import CIModel
import Foundation
import Testing

@testable import LogParsing

@Suite struct RecognizerTests {
  @Test func registryIsSortedAndComplete() {
    let names = RecognizerRegistry.all.map { String(describing: type(of: $0)) }
    #expect(names == names.sorted())
    #expect(Set(names).count == names.count)
  }

  /// Then the order in which they are asked makes no difference.
  @Test func noTwoClaimTheSameLine() throws {
    var claims: Set<String> = []
    let corpus = ProcessInfo.processInfo.environment["DEVTOOL_LOG_CORPUS"].map {
      URL(fileURLWithPath: $0)
    }
    let logs = try corpus.map {
      try FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
    }
    var all = try (logs ?? []).filter { $0.pathExtension == "log" }.map {
      Array(try Data(contentsOf: $0))
    }
    all += try fixtureNames(withExtension: "log").map { try fixture("\($0).log") }
    for bytes in all {
      var splitter = LineSplitter()
      bytes.withUnsafeBytes { bytes in
        splitter.split(bytes) { head, _ in
          let line = LogLine(LinePrefix.strip(head))
          let owners = RecognizerRegistry.all.filter {
            type(of: $0).firstBytes != nil && $0.event(in: line) != nil
          }
          if owners.count > 1 {
            let names = owners.map { String(describing: type(of: $0)) }
            claims.insert("\(names.joined(separator: ", ")): \(line.text.prefix(200))")
          }
        }
      }
    }
    #expect(claims.sorted() == [])
  }

  @Test(arguments: [
    (
      "Test Case 'A.testB' started at 2026-11-20 23:31:18.868",
      LogEvent.testStarted(name: "A.testB", .xctest)
    ),
    ("Test Case '-[M.A testB]' started.", .testStarted(name: "-[M.A testB]", .xctest)),
    (
      "Test Case '-[M.A testB]' started (Iteration 2 of 3).",
      .testStarted(name: "-[M.A testB]", .xctest)
    ),
    (
      "Test Case 'A.testB' passed (0.25 seconds)",
      .testEnded(name: "A.testB", .xctest, .passed, seconds: 0.25)
    ),
    (
      "Test Case 'A.testB' passed (0.0 seconds)",
      .testEnded(name: "A.testB", .xctest, .passed, seconds: 0)
    ),
    (
      "Test Case '-[A testB]' failed (1.500 seconds).",
      .testEnded(name: "-[A testB]", .xctest, .failed, seconds: 1.5)
    ),
    (
      "Test Case 'A.testB' skipped (0.001 seconds)",
      .testEnded(name: "A.testB", .xctest, .skipped, seconds: 0.001)
    ),
    ("Test Case 'A.testB' passed", nil),
    ("Test Case 'A.testB' passed (fast)", nil),
    ("Test Case 'A.testB", nil),
    ("Test case 'A.testB()' passed on 'iPhone' (0.1 seconds)", nil),
  ])
  func testCase(line: String, expected: LogEvent?) {
    #expect(event(line, by: XCTestCaseLine()) == expected)
  }

  @Test(arguments: [
    (
      "Test case 'A.testB()' passed on 'Clone 1 of iPhone 16 - App (60915)' (0.001 seconds)",
      LogEvent.testEndedOnDevice(name: "A.testB()", .xctest, .passed, seconds: 0.001)
    ),
    (
      "Test case 'A/b()' failed on 'My Mac - App (1)' (0.004 seconds)",
      .testEndedOnDevice(name: "A/b()", .swiftTesting, .failed, seconds: 0.004)
    ),
    (
      "Test case 'free()' passed on 'iPhone 16' (0.000 seconds)",
      .testEndedOnDevice(name: "free()", .swiftTesting, .passed, seconds: 0)
    ),
    (
      "Test case '-[A testB]' skipped on 'iPhone 16' (0.000 seconds)",
      .testEndedOnDevice(name: "-[A testB]", .xctest, .skipped, seconds: 0)
    ),
    ("Test suite 'A' started on 'iPhone 16 - App (60915)'", .suiteStarted(name: "A", .xctest)),
    ("Test case 'A.testB()' passed on 'iPhone 16'", nil),
    ("Test Case 'A.testB' passed (0.1 seconds)", nil),
  ])
  func device(line: String, expected: LogEvent?) {
    #expect(event(line, by: XCTestDeviceLine()) == expected)
  }

  @Test(arguments: [
    (
      "\t Executed 11 tests, with 2 tests skipped and 3 failures (1 unexpected) in 1.6 (1.6) seconds",
      LogEvent.executed(tests: 11, skipped: 2, failures: 3)
    ),
    (
      "     Executed 1 test, with 1 failure (0 unexpected) in 0.202 (0.202) seconds",
      .executed(tests: 1, failures: 1)
    ),
    (
      " Executed 2 tests, with 1 test skipped and 0 failures (0 unexpected) in 0 (0) seconds",
      .executed(tests: 2, skipped: 1, failures: 0)
    ),
    ("Executed the plan", nil),
    ("Executed 99999999999999999999 tests, with 0 failures (0 unexpected) in 0 (0) seconds", nil),
  ])
  func totals(line: String, expected: LogEvent?) {
    #expect(event(line, by: XCTestTotals()) == expected)
  }

  @Test(arguments: [
    ("◇ Test run started.", LogEvent.runStarted),
    ("◇ Test x() started.", .testStarted(name: "x()", .swiftTesting)),
    ("\u{200B}◇ Test x() started.", .testStarted(name: "x()", .swiftTesting)),
    ("◇ ● ● Test \"two args\" started.", .testStarted(name: "two args", .swiftTesting)),
    ("\u{1007C8}  Test x() started.", .testStarted(name: "x()", .swiftTesting)),
    ("◊ Test x() started.", .testStarted(name: "x()", .swiftTesting)),
    (
      "✔ Test \"passed after 2.0 seconds.\" passed after 0.002 seconds.",
      .testEnded(
        name: "passed after 2.0 seconds.", .swiftTesting, .passed, seconds: 0.002)
    ),
    (
      "✔ Test \"a \"quoted\" name\" passed after 0.002 seconds with 1 warning.",
      .testEnded(name: "a \"quoted\" name", .swiftTesting, .passed, seconds: 0.002)
    ),
    (
      "✘ Test p(_:) with 3 test cases failed after 0.004 seconds with 2 issues.",
      .testEnded(name: "p(_:)", .swiftTesting, .failed, seconds: 0.004)
    ),
    (
      "━ Test k() passed after 0.004 seconds with 1 known issue.",
      .testEnded(name: "k()", .swiftTesting, .passed, seconds: 0.004)
    ),
    (
      "× Test x() failed after 0.5 seconds with 1 issue.",
      .testEnded(name: "x()", .swiftTesting, .failed, seconds: 0.5)
    ),
    (
      "➜ Test off() skipped: \"waiting on bug 123\"",
      .testSkipped(name: "off()", reason: "waiting on bug 123")
    ),
    ("➜ Test off() skipped.", .testSkipped(name: "off()", reason: nil)),
    (
      "➜ Test c() was cancelled after 0.004 seconds: \"not after 2 seconds\"",
      .testEnded(
        name: "c()", .swiftTesting, .cancelled, seconds: 0.004, reason: "not after 2 seconds")
    ),
    (
      "✘ Test run with 28 tests in 3 suites failed after 1.204 seconds with 14 issues (including 1 warning and 2 known issues).",
      .runEnded(tests: 28, outcome: .failed, seconds: 1.204)
    ),
    (
      "✔ Test run with 1 test passed after 0.001 seconds.",
      .runEnded(tests: 1, outcome: .passed, seconds: 0.001)
    ),
    (
      "◇ Test case passing 2 arguments s → \"b to c\", n → 2 to \"two args\" started.",
      .testCaseStarted(test: "two args", arguments: "s → \"b to c\", n → 2")
    ),
    (
      "◇ Passing 1 argument n → 1 to p(_:)", .testCaseStarted(test: "p(_:)", arguments: "n → 1")
    ),
    (
      "✘ Test x() recorded an issue at ST.swift:8:30: Expectation failed: 1 == 2",
      .issueRecorded(
        test: "x()", .swiftTesting,
        TestIssue("Expectation failed: 1 == 2", file: "ST.swift", line: 8, column: 30))
    ),
    (
      "✘ Test \"a\" recorded an issue with 2 arguments s → \" at \", n → 2 at ST.swift:1:2: Issue recorded",
      .issueRecorded(
        test: "a", .swiftTesting,
        TestIssue(
          "Issue recorded", file: "ST.swift", line: 1, column: 2, arguments: "s → \" at \", n → 2"))
    ),
    (
      "✘ Test x() recorded an issue: Caught error: E()",
      .issueRecorded(test: "x()", .swiftTesting, TestIssue("Caught error: E()"))
    ),
    (
      "━ Test k() recorded a known issue at A.swift:1:2: Issue recorded",
      .issueRecorded(
        test: "k()", .swiftTesting,
        TestIssue("Issue recorded", file: "A.swift", line: 1, column: 2, isKnown: true))
    ),
    (
      "⚠︎ Test w() recorded a warning at A.swift:1:2: Issue recorded",
      .issueRecorded(
        test: "w()", .swiftTesting,
        TestIssue("Issue recorded", file: "A.swift", line: 1, column: 2, severity: .warning))
    ),
    ("± inserted [3], removed [4]", .issueDetail("± inserted [3], removed [4]")),
    ("↳ just a comment", .issueDetail("just a comment")),
    ("⎙ Attached 'note.txt' to attaches().", .notice),
    // The Windows console.
    (
      "√ Test x() passed after 0.1 seconds.",
      .testEnded(name: "x()", .swiftTesting, .passed, seconds: 0.1)
    ),
    (
      "× Test x() failed after 0.1 seconds with 1 issue.",
      .testEnded(name: "x()", .swiftTesting, .failed, seconds: 0.1)
    ),
    (
      "▲ Test w() recorded a warning at A.swift:1:2: Issue recorded",
      .issueRecorded(
        test: "w()", .swiftTesting,
        TestIssue("Issue recorded", file: "A.swift", line: 1, column: 2, severity: .warning))
    ),
    ("→ a detail", .issueDetail("a detail")),
    ("→ Test off() skipped: \"not here\"", .testSkipped(name: "off()", reason: "not here")),
    (
      "- Test k() passed after 0.1 seconds with 1 known issue.",
      .testEnded(name: "k()", .swiftTesting, .passed, seconds: 0.1)
    ),
    ("✔ Suite A passed after 0.1 seconds.", .suiteEnded(name: "A", .swiftTesting, .passed)),
    ("➜ Suite Off skipped: \"off\"", .suiteEnded(name: "Off", .swiftTesting, .skipped)),
    ("✔ done", nil),
    ("✔Test x() passed after 0.1 seconds.", nil),
    ("- a list item", nil),
    ("✔ Test x() passed after a while.", nil),
  ])
  func swiftTesting(line: String, expected: LogEvent?) {
    #expect(event(line, by: SwiftTestingLine()) == expected)
  }

  @Test(arguments: [
    (
      "partialTest Case 'A.testB' passed (0.101 seconds)",
      LogEvent.testEnded(name: "A.testB", .xctest, .passed, seconds: 0.101)
    ),
    (
      "XCTestOutputBarrierTest Case '-[A testB]' started.",
      .testStarted(name: "-[A testB]", .xctest)
    ),
    (
      "half✔ Test x() passed after 0.003 seconds.",
      .testEnded(name: "x()", .swiftTesting, .passed, seconds: 0.003)
    ),
    (
      "libswiftSwiftOnonerror: Process '/p/X.xctest A.B/c' exited with unexpected signal code 4",
      .processEnded(signal: 4, tests: ["A.B/c"])
    ),
    (
      "partial output✘ Test a() recorded an issue at F.swift:3:4: Expectation failed: 1 == x",
      .issueRecorded(
        test: "a()", .swiftTesting,
        TestIssue("Expectation failed: 1 == x", file: "F.swift", line: 3, column: 4))
    ),
    ("byeerror: Exited with unexpected signal code 6", .processEnded(signal: 6, tests: [])),
    ("byeExited with signal code 4", .processEnded(signal: 4, tests: [])),
    ("bye** TEST FAILED **", .buildEnded(action: "test", succeeded: false, seconds: nil)),
    ("byemake: *** [test] Error 1", .failureWrapper("make: *** [test] Error 1")),
    ("byemake[2]: *** [test] Error 1", .failureWrapper("make[2]: *** [test] Error 1")),
    (
      "bye##[error]Process completed with exit code 1.",
      .failureWrapper("Process completed with exit code 1.")
    ),
    (
      "byeRestarting after unexpected exit, crash, or test timeout in A.b(); summary will include totals from previous launches.",
      .restarted(after: "A.b()")
    ),
    (
      "bye*** Program crashed: Illegal instruction at 0x00007fba01d6df7f ***",
      .crashReport(reason: "Illegal instruction")
    ),
    (
      "bye\u{1F4A3} Program crashed: Signal 4: Backtracing from 0xefaea1... done",
      .signalCaught(4)
    ),
    ("say ** TEST SUCCEEDED **", nil), ("the log says make: *** [test] Error 1 twice", nil),
    ("Program crashed: no", nil), ("make: a 1", nil), ("it ends: ** TEST FAILED ** here", nil),
    ("it says Test Case 'A.testB' passed", nil), ("a sentence.", nil), ("✘ Test of a b", nil),
    ("say ✘ Test of a recorded an issue b", nil),
  ])
  func glued(line: String, expected: LogEvent?) {
    #expect(event(line, by: GluedResult()) == expected)
  }

  @Test(arguments: [
    (
      "/p/F.swift:7:29: warning: 'old()' is deprecated [#DeprecatedDeclaration]",
      LogEvent.diagnostic(
        Diagnostic(
          .warning, "'old()' is deprecated", file: "/p/F.swift", line: 7, column: 29,
          group: "DeprecatedDeclaration"))
    ),
    (
      "Sources/A.swift:1:2: warning: [AlwaysUseLowerCamelCase] rename the constant 'X'",
      .diagnostic(
        Diagnostic(
          .warning, "rename the constant 'X'", file: "Sources/A.swift", line: 1, column: 2,
          group: "AlwaysUseLowerCamelCase"))
    ),
    (
      "/p/c.c:2:2: warning: \"hash warning\" [-W#warnings]",
      .diagnostic(
        Diagnostic(
          .warning, "\"hash warning\"", file: "/p/c.c", line: 2, column: 2, group: "-W#warnings"))
    ),
    (
      "/p/A.swift:3:1: error: Force Cast Violation: Force casts should be avoided (force_cast)",
      .diagnostic(
        Diagnostic(
          .error, "Force Cast Violation: Force casts should be avoided", file: "/p/A.swift",
          line: 3,
          column: 1, group: "force_cast"))
    ),
    (
      "macro expansion #expect:1:45: error: cannot convert",
      .diagnostic(
        Diagnostic(
          .error, "cannot convert", file: "macro expansion #expect", line: 1, column: 45))
    ),
    (
      "/tmp/bad/B.swift:2: error: undefined reference to 'missing_impl'",
      .diagnostic(
        Diagnostic(
          .error, "undefined reference to 'missing_impl'", file: "/tmp/bad/B.swift", line: 2))
    ),
    (
      "/p/T.swift:6: error: A.testB : XCTAssertEqual failed: (\"3\") is not equal to (\"4\")",
      .issueRecorded(
        test: "A.testB", .xctest,
        TestIssue(
          "XCTAssertEqual failed: (\"3\") is not equal to (\"4\")", file: "/p/T.swift", line: 6))
    ),
    (
      "<EXPR>:0: error: A.testB : threw error \"boom",
      .issueRecorded(test: "A.testB", .xctest, TestIssue("threw error \"boom"))
    ),
    (
      "/p/a b/T.m:12: error: -[A testB] : failed - no",
      .issueRecorded(
        test: "-[A testB]", .xctest, TestIssue("failed - no", file: "/p/a b/T.m", line: 12))
    ),
    (
      "<unknown>:0: A.testB : Test skipped: threw error \"NoDB()\"", .notice
    ),
    (
      "/p/T.swift:8: A.testB : Test skipped - not today",
      .skipReason(
        test: "A.testB", TestIssue("not today", file: "/p/T.swift", line: 8, severity: .note))
    ),
    (
      "/p/T.swift:14: Test Case 'A.testB' measured [Time, seconds] average: 0.002",
      .measured(test: "A.testB")
    ),
    (
      "Crash/C.swift:2: Fatal error: custom message",
      .fatalError(reason: "Fatal error: custom message", file: "Crash/C.swift", line: 2)
    ),
    (
      "2023-11-02 00:32:58.817637+0100 App[36985:15008257] Crash/C.swift:3: Precondition failed: b",
      .fatalError(reason: "Precondition failed: b", file: "Crash/C.swift", line: 3)
    ),
    (
      "clang: error: linker command failed with exit code 1 (use -v to see invocation)",
      .failureWrapper("linker command failed with exit code 1 (use -v to see invocation)")
    ),
    (
      "clang: error: no such file or directory: 'x.c'",
      .diagnostic(Diagnostic(.error, "no such file or directory: 'x.c'"))
    ),
    (
      "/p/Pods.xcodeproj: warning: target is old",
      .diagnostic(Diagnostic(.warning, "target is old", file: "/p/Pods.xcodeproj"))
    ),
    // The swiftbuild build system of Swift 6.3.
    (
      "/p/Package.swift: tool-product: /p/Sources/tool/main.swift:4: error: undefined reference to 'f'",
      .diagnostic(
        Diagnostic(
          .error, "undefined reference to 'f'", file: "/p/Sources/tool/main.swift", line: 4))
    ),
    (
      "/p/Package.swift: Kit: clang: warning: argument unused during compilation: '-rdynamic' "
        + "[-Wunused-command-line-argument]", .notice
    ),
    (
      "/p/Package.swift: Kit: clang: warning: argument unused during compilation: '-lfoo' "
        + "[-Wunused-command-line-argument]",
      .diagnostic(
        Diagnostic(
          .warning, "Kit: clang: argument unused during compilation: '-lfoo'",
          file: "/p/Package.swift", group: "-Wunused-command-line-argument"))
    ),
    // A folder can be named like a message.
    (
      "/p/a:1: note: b/B.swift:2:7: warning: odd",
      .diagnostic(
        Diagnostic(.warning, "odd", file: "/p/a:1: note: b/B.swift", line: 2, column: 7))
    ),
    (
      "/p/a:1: warning: b/B.swift:6: error: A.testB : odd",
      .issueRecorded(
        test: "A.testB", .xctest, TestIssue("odd", file: "/p/a:1: warning: b/B.swift", line: 6))
    ),
    (
      "/p/B.swift:2:7: warning: see A.swift:3:1: note: b",
      .diagnostic(
        Diagnostic(.warning, "see A.swift:3:1: note: b", file: "/p/B.swift", line: 2, column: 7))
    ),
    (
      "/p/a: note: b.swift:2:7: warning: odd",
      .diagnostic(Diagnostic(.warning, "odd", file: "/p/a: note: b.swift", line: 2, column: 7))
    ),
    (
      "/p/ld a: warning: b.swift:2:7: error: odd",
      .diagnostic(Diagnostic(.error, "odd", file: "/p/ld a: warning: b.swift", line: 2, column: 7))
    ),
    (
      "/p/a:1: :1: :1: :1: :1: :1: :1: :1: :1: c.swift:2:7: warning: odd",
      .diagnostic(
        Diagnostic(
          .warning, "odd", file: "/p/a:1: :1: :1: :1: :1: :1: :1: :1: :1: c.swift", line: 2,
          column: 7))
    ),
    (
      "/p/a: note: b.c:2:7: runtime error: odd",
      .sanitizerReport(
        category: RuntimeWarningCategory.undefinedBehaviorSanitizer, reason: "odd",
        file: "/p/a: note: b.c", line: 2)
    ),
    ("a sentence: error: this is prose", nil),
    ("2025-10-21T13:54:18+0200 warning codes.app: method=GET: error: x", nil),
    ("/p/F.swift:7:29", nil),
    ("12:30:45 all is well", nil),
  ])
  func located(line: String, expected: LogEvent?) {
    #expect(event(line, by: LocatedMessage()) == expected)
  }

  @Test(arguments: [
    ("error: fatalError", LogEvent.failureWrapper("fatalError")),
    ("error: cancelled", .failureWrapper("cancelled")),
    (
      "error: emit-module command failed with exit code 1 (use -v to see invocation)",
      .failureWrapper("emit-module command failed with exit code 1 (use -v to see invocation)")
    ),
    ("error: no such module 'X'", .diagnostic(Diagnostic(.error, "no such module 'X'"))),
    (
      "error: SwiftCompile normal x86_64 /p/a b.swift failed with a nonzero exit code. Command line:"
        + "     cd /p",
      .failureWrapper("SwiftCompile normal x86_64 /p/a b.swift failed with a nonzero exit code")
    ),
    // A tool's own words are the user's only clue.
    (
      "error: protoc failed with a nonzero exit code",
      .diagnostic(Diagnostic(.error, "protoc failed with a nonzero exit code"))
    ),
    (
      "warning: argument unused during compilation: '-rdynamic' [-Wunused-command-line-argument]",
      .notice
    ),
    (
      "warning: /p/a b/F.swift:8:25 'sum' is deprecated: use add [#DeprecatedDeclaration]",
      .diagnostic(
        Diagnostic(
          .warning, "'sum' is deprecated: use add", file: "/p/a b/F.swift", line: 8, column: 25,
          group: "DeprecatedDeclaration"))
    ),
    (
      "error: /p/F.swift:8 no",
      .diagnostic(Diagnostic(.error, "no", file: "/p/F.swift", line: 8))
    ),
    ("error: /p/F.swift:8:x no", .diagnostic(Diagnostic(.error, "/p/F.swift:8:x no"))),
    ("error: /p:80", .diagnostic(Diagnostic(.error, "/p:80"))),
    ("note: Building targets in dependency order", .notice),
    (
      "warning: 'kit': /p/Package.swift:4:15: warning: 'init(name:)' is deprecated: replaced by "
        + "'init(name:path:)' [#DeprecatedDeclaration]",
      .diagnostic(
        Diagnostic(
          .warning, "'init(name:)' is deprecated: replaced by 'init(name:path:)'",
          file: "/p/Package.swift", line: 4, column: 15, group: "DeprecatedDeclaration"))
    ),
    (
      "warning: 'kit': /p/Package.swift is old",
      .diagnostic(Diagnostic(.warning, "'kit': /p/Package.swift is old"))
    ),
    (
      "warning: 'kit': /opt/swift/usr/bin/swift-frontend -frontend -c -primary-file /p/Package.swift "
        + "-target x86_64-unknown-linux-gnu -module-name kit -o /tmp/T/Package-1.o", .notice
    ),
    (
      "warning: /opt/swift/usr/bin/swift-frontend is old",
      .diagnostic(Diagnostic(.warning, "/opt/swift/usr/bin/swift-frontend is old"))
    ),
    ("warning: No matching test cases were run", .notice),
    ("error:", nil),
    ("  error: indented", nil),
    ("errors were found", nil),
  ])
  func unplaced(line: String, expected: LogEvent?) {
    #expect(event(line, by: CompilerMessage()) == expected)
  }

  @Test(arguments: [
    (
      "error: Process '/p/X.xctest A.B/c' exited with unexpected signal code 6",
      LogEvent.processEnded(signal: 6, tests: ["A.B/c"])
    ),
    (
      "error: Process '/p/X.xctest A.B/c,A.B/d' exited with unexpected signal code 11",
      .processEnded(signal: 11, tests: ["A.B/c", "A.B/d"])
    ),
    (
      "error: Process '/p/X.xctest' exited with unexpected signal code 9",
      .processEnded(signal: 9, tests: [])
    ),
    ("error: Exited with unexpected signal code 9", .processEnded(signal: 9, tests: [])),
    ("Exited with signal code 4", .processEnded(signal: 4, tests: [])),
    ("Exited with a sigh", nil),
    ("error: Process '/p/X.xctest' exited normally", nil),
  ])
  func processEnd(line: String, expected: LogEvent?) {
    #expect(event(line, by: ProcessEnd()) == expected)
  }

  @Test(arguments: [
    (
      "make: *** [Makefile:37: test-fast] Error 1",
      LogEvent.failureWrapper("make: *** [Makefile:37: test-fast] Error 1")
    ),
    ("gmake[1]: *** [all] Error 2", .failureWrapper("gmake[1]: *** [all] Error 2")),
    ("make: *** [x] Error 1 (ignored)", .notice),
    ("make: Nothing to be done for 'all'.", nil),
    ("make: *** [x] Error of mine", nil),
  ])
  func make(line: String, expected: LogEvent?) {
    #expect(event(line, by: MakeLine()) == expected)
  }

  private static let passed = """
    Test Case 'A.testB' started at 2026-01-01 00:00:00.000
    Test Case 'A.testB' passed (0.001 seconds)

    """

  /// A failed run if the line comes after the tests; output while a test runs.
  @Test(arguments: [
    ("dyld[1]: Library not loaded: @rpath/A", true), ("dyld: Library not loaded: /a", true),
    ("/p/T: error while loading shared libraries: a.so: No such file or directory", true),
    ("swift: error while loading shared libraries: a.so: invalid ELF header", true),
    ("Command SwiftCompile failed with a nonzero exit code", true),
    ("Segmentation fault (core dumped)", true), ("Segmentation fault: 11", true),
    ("Killed: 9", true), ("./a.sh: line 3:  1234 Abort trap: 6", true),
    ("bash: Aborted (core dumped)", true), ("script returned exit code 1", true),
    ("dyld[1]: Symbol not found: _a", true), ("dyld: lazy symbol binding failed: a", true),
    ("free(): invalid pointer", true), ("malloc(): corrupted top size", true),
    ("double free or corruption (out)", true), ("corrupted size vs. prev_size", true),
    ("*** stack smashing detected ***: terminated", true),
    ("*** Error in `./a': free(): invalid pointer: 0x1 ***", true),
    ("malloc: *** error for object 0x1: pointer being freed was not allocated", true),
    ("My Tests(1,0x2) malloc: *** error for object 0x1: double free", true),
    ("free(): 3 blocks", false), ("*** stack smashing detected ***: never", false),
    ("malloc: *** set a breakpoint in malloc_error_break to debug", false),
    ("double free or not", false), ("*** Error in `a'", false), ("malloc(): ok", false),
    ("Players Killed: 9", false), ("Round 3 Killed: 9", false), ("Killed: 999", false),
    ("See Segmentation fault: 11 above", false), ("dyld: loaded: /a", false),
    ("Command A failed with grace", false), (": 9", false), (" (core dumped)", false), ("9", false),
  ])
  func programFailure(line: String, fails: Bool) {
    let expected: LogEvent? = fails ? .failureWrapper(line) : nil
    if !line.hasPrefix("script") { #expect(event(line, by: ProgramFailure()) == expected) }
    let facts = read(Self.passed + line)
    #expect(facts.verdict == (fails ? .failed : .passed))
    #expect(facts.reasons == (fails ? [line] : []))
    let parts = Self.passed.split(separator: "\n")
    let printed = "\(parts[0])\n\(line)\n\(parts[1])\nTest Suite 'A' passed at 2026\n"
    #expect(read("Test Suite 'A' started at 2026\n" + printed).verdict == .passed)
  }

  @Test(arguments: [
    (
      "    - ERROR | [iOS] xcodebuild: Returned an unsuccessful exit code.",
      LogEvent.failureWrapper("[iOS] xcodebuild: Returned an unsuccessful exit code.")
    ),
    (
      "    - WARN  | description: The description is equal to the summary.",
      .diagnostic(
        Diagnostic(.warning, "description: The description is equal to the summary."))
    ),
    ("    - NOTE  | [iOS] xcodebuild:  note: Target dependency graph (10 targets)", .notice),
    (
      "    - NOTE  | xcodebuild:  /p/Cart.swift:3:1: error: cannot find 'x' in scope",
      .diagnostic(
        Diagnostic(.error, "cannot find 'x' in scope", file: "/p/Cart.swift", line: 3, column: 1))
    ),
    (
      "[!] Cart did not pass validation, due to 1 error.",
      .failureWrapper("Cart did not pass validation, due to 1 error.")
    ),
    ("    - ERROR of mine", nil), ("[!] Cart", nil),
  ])
  func cocoaPods(line: String, expected: LogEvent?) {
    #expect(event(line, by: CocoaPodsLine()) == expected)
  }

  @Test(arguments: [
    (
      "    \u{2716} [CartTests] testAdd on 'Clone 1 of iPhone 17 - App (96789)' (0.5 seconds)",
      LogEvent.testEndedOnDevice(
        name: "CartTests.testAdd", .xctest, .failed, seconds: 0.5)
    ),
    (
      "    \u{2714} [Cart] adds() on 'Clone 1 of iPhone 17 - App (96789)' (0.25 seconds)",
      .testEndedOnDevice(name: "Cart/adds()", .swiftTesting, .passed, seconds: 0.25)
    ),
    ("    \u{2716} [CartTests] testAdd on the train", nil),
  ])
  func formattedDevices(line: String, expected: LogEvent?) {
    #expect(event(line, by: FormatterLine()) == expected)
  }

  @Test(arguments: [
    ("Test Suite CartTests started", LogEvent.notice),
    ("Test Suite CartTests started on 'Clone 1 of iPhone 17 - App (96789)'", .notice),
    ("Test Suite of mine started", nil),
    ("\u{26A0}\u{FE0F} the Swift runtime was unable to demangle the type of field 'x'", .notice),
  ])
  func formattedMessages(line: String, expected: LogEvent?) {
    #expect(event(line, by: FormatterMessage()) == expected)
  }

  @Test(arguments: [
    (
      "[5/17] Compiling Demo Demo.swift",
      LogEvent.buildProgress(step: 5, total: 17, task: "Compiling Demo Demo.swift")
    ),
    ("[3/13] Testing M.A/testB", .testEndedSilently(step: 3, total: 13, id: "M.A/testB")),
    ("[#Group]: <https://example.com>", nil),
    ("[1, 2, 3]", nil),
    ("[99999999999999999999/2] x", nil),
  ])
  func progress(line: String, expected: LogEvent?) {
    #expect(event(line, by: SwiftPMProgress()) == expected)
  }

  @Test(arguments: [
    (
      "Build complete! (28.95s)",
      LogEvent.buildEnded(action: "build", succeeded: true, seconds: 28.95)
    ),
    (
      "Build of product 'x' complete! (3.1s)",
      .buildEnded(action: "build", succeeded: true, seconds: 3.1)
    ),
    ("Building for debugging...", .notice),
    ("[#Group]: <https://docs.swift.org/compiler/documentation/diagnostics/group>", .notice),
    ("Build me a house", nil),
  ])
  func swiftPM(line: String, expected: LogEvent?) {
    #expect(event(line, by: SwiftPMNotice()) == expected)
  }

  @Test(arguments: [
    ("** TEST FAILED **", LogEvent.buildEnded(action: "test", succeeded: false, seconds: nil)),
    (
      "** TEST EXECUTE SUCCEEDED ** [109.328 sec]",
      .buildEnded(action: "test execute", succeeded: true, seconds: 109.328)
    ),
    ("** be careful **", nil),
  ])
  func xcodeEnd(line: String, expected: LogEvent?) {
    #expect(event(line, by: XcodeEnd()) == expected)
  }

  @Test(arguments: [
    ("*** Signal 4: Backtracing from 0x7fba01d6df7f... done ***", LogEvent.signalCaught(4)),
    (
      "*** Program crashed: Illegal instruction at 0x00007fba01d6df7f ***",
      .crashReport(reason: "Illegal instruction")
    ),
    (
      "*** Terminating app due to uncaught exception 'E', reason: 'r'",
      .crashReport(reason: "uncaught exception 'E', reason: 'r'")
    ),
    ("Thread 0 \"X\" crashed:", .crashReportThread(hasCrashed: true)),
    ("Thread 0 crashed:", .crashReportThread(hasCrashed: true)),
    ("Thread 12 \"-qos.overcommit\":", .crashReportThread(hasCrashed: false)),
    ("Thread 1:", .crashReportThread(hasCrashed: false)),
    ("Thread 1st:", nil),
    ("Thread pool:", nil),
    ("Backtrace took 0.02s", .crashReportEnded),
    ("*** emphasis ***", nil),
  ])
  func crashReport(line: String, expected: LogEvent?) {
    #expect(event(line, by: CrashReportLine()) == expected)
  }

  @Test(arguments: [
    (
      "  3 [ra]          0x000056181daa6431 idx(_:) + 32 in X.xctest at /p/C.swift:1:39",
      LogEvent.frame(file: "/p/C.swift", line: 1, isSystem: false, function: "idx(_:)")
    ),
    (
      "  1 [ra] 0x05 closure #1 in A.a() + 134 in X.xctest at /p/a + b/A.swift:4:54",
      .frame(
        file: "/p/a + b/A.swift", line: 4, isSystem: false, function: "closure #1 in A.a()")
    ),
    (
      "  5 [ra] [system] 0x0000561 implicit + 26 in X.xctest at /p/D.swift:2:3",
      .frame(file: "/p/D.swift", line: 2, isSystem: true, function: "implicit")
    ),
    (
      "    #0 0x7f0a in $s8SanTests /p/T.swift:7:98 (X.xctest+0x14)",
      .frame(file: "/p/T.swift", line: 7, isSystem: false, function: nil)
    ),
    ("\t3   Foundation  0x000000010a6ace4d -[NSAssertionHandler handle] + 195", .notice),
    ("3 blind mice", nil),
    ("#1 in the charts", .notice),
  ])
  func frames(line: String, expected: LogEvent?) {
    #expect(event(line, by: StackFrame()) == expected)
  }

  @Test(arguments: [
    (
      "2021-11-15 09:59:06.131200-0800 App[1:2] [Unknown process name] CGContextSaveGState: invalid context 0x0. If you want",
      "CGContextSaveGState: invalid context"
    ),
    (
      "<Error>: CGContextFill: invalid context 0x0. This is a serious error.",
      "CGContextFill: invalid context"
    ),
    ("Dec 1 10:00:00 App[1] <Error>: something else", nil),
    (
      "2020-06-06 00:08:20.245417+0800 App[23649:2335631] [Unknown process name] CGBitmapContextCreateImage: invalid context 0x0. If you want",
      "CGBitmapContextCreateImage: invalid context"
    ),
    (
      "<Error>: CGBitmapContextCreate: unsupported parameter combination: 8 integer bits/component; 32 bits/pixel; 3-component color space; kCGImageAlphaLast; 2048 bytes/row.",
      "CGBitmapContextCreate: unsupported parameter combination"
    ),
    (
      "CGBitmapContextCreate: invalid data bytes/row: should be at least 400 for 8 integer bits/component, 3 components, kCGImageAlphaPremultipliedLast.",
      "CGBitmapContextCreate: invalid data bytes/row"
    ),
    ("CGBitmapContextCreate: makes a context", nil),
    ("CGContextFill: is a function", nil),
  ])
  func cgContext(line: String, shape: String?) {
    let expected = shape.map {
      LogEvent.runtimeWarning(
        category: "cgcontext", shape: $0, identifiers: [String($0.prefix { $0 != ":" })])
    }
    #expect(event(line, by: CGContextWarning()) == expected)
  }

  @Test(arguments: [
    (
      "=== AttributeGraph: cycle detected through attribute 33496 ===",
      "attribute-graph", "cycle detected through attribute #"
    ),
    (
      "2022-05-30 10:15:07.466884+0100 T[27079:549918] [SwiftUI] Publishing changes from within view updates is not allowed, x.",
      "swiftui-state", "Publishing changes from within view updates is not allowed, x."
    ),
    (
      "Main Thread Checker: UI API called on a background thread: -[UIView bounds]",
      "main-thread-checker", "UI API called on a background thread: -[UIView bounds]"
    ),
    (
      "Unbalanced calls to begin/end appearance transitions for <App.Page: 0x7f8a>.",
      "appearance-transitions",
      "Unbalanced calls to begin/end appearance transitions for <App.Page>."
    ),
  ])
  func frameworkWarnings(line: String, category: String, shape: String) {
    guard case .runtimeWarning(let seen, let text, _)? = event(line, by: FrameworkWarning()) else {
      Issue.record("not recognized")
      return
    }
    #expect(seen == category)
    #expect(text == shape)
  }

  @Test(arguments: [
    (
      "Restarting after unexpected exit, crash, or test timeout in A.b(); summary will include x",
      LogEvent.restarted(after: "A.b()")
    ),
    (
      "Restarting after unexpected exit, crash, or test timeout; summary will include x",
      .restarted(after: nil)
    ),
    ("Restarting the engine", nil),
  ])
  func restarts(line: String, expected: LogEvent?) {
    #expect(event(line, by: XcodeRestart()) == expected)
  }

  @Test(arguments: [
    ("CompileC /p/x.o /p/x.c normal", LogEvent.buildCommand(kind: "CompileC")),
    ("SwiftDriver\\ Compilation A normal arm64", .buildCommand(kind: "SwiftDriver")),
    ("CompileCarefully now", nil),
    ("    CompileC indented", nil),
  ])
  func xcodeCommand(line: String, expected: LogEvent?) {
    #expect(event(line, by: XcodeCommand()) == expected)
  }

  @Test(arguments: [
    (
      "==32563==ERROR: AddressSanitizer: heap-use-after-free on address 0x60 at pc 0x5",
      LogEvent.sanitizerReport(
        category: "address-sanitizer", reason: "AddressSanitizer: heap-use-after-free", file: nil,
        line: nil)
    ),
    (
      "==7==ERROR: LeakSanitizer: detected memory leaks",
      .sanitizerReport(
        category: "leak-sanitizer", reason: "LeakSanitizer: detected memory leaks", file: nil,
        line: nil)
    ),
    (
      "WARNING: ThreadSanitizer: Swift access race (pid=470)",
      .sanitizerReport(
        category: "thread-sanitizer", reason: "ThreadSanitizer: Swift access race", file: nil,
        line: nil)
    ),
    (
      "SUMMARY: ThreadSanitizer: data race /p/T.swift:6:138 in $s8San",
      .sanitizerSummary(
        category: "thread-sanitizer", text: "data race /p/T.swift:6:138 in $s8San")
    ),
    ("SUMMARY: AddressSanitizer: SEGV /p/T.swift:6:138 in $s8San", .notice),
    ("==22242==ABORTING", .notice),
    ("==22242==Hint: address points to the zero page.", .notice),
    ("=>0x7c10ba7e1800: fa fa 06 fa", .notice),
    ("SUMMARY: all is well", nil),
    ("==12== a heading", nil),
    ("==================", .notice),
    ("== heading ==", nil),
    ("WARNING: be careful", nil),
  ])
  func sanitizers(line: String, expected: LogEvent?) {
    #expect(event(line, by: SanitizerReport()) == expected)
  }
}
