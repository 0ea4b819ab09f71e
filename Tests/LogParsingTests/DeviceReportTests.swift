import CIModel
import Testing

@testable import LogParsing

/// Reports in the form of iOS 14 to 16 and macOS 10.15.
@Suite struct DeviceReportTests {
  private static let report = """
    Incident Identifier: 356753AC-2172-45DC-977A-11F2328980D0
    Hardware Model:      iPhone14,2
    Process:             Cart [455]
    Path:                /private/var/containers/Bundle/Application/1/Cart.app/Cart

    Date/Time:           2022-09-18 15:28:37.3451 +0900
    Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
    Exception Subtype: KERN_INVALID_ADDRESS at 0x0000000000000001
    Triggered by Thread:  0

    Kernel Triage:
    VM - pmap_enter retried due to resource shortage

    Thread 0 name:   Dispatch queue: com.apple.main-thread
    Thread 0 Crashed:
    0   libswiftCore.dylib    \t0x000000018b4c5398 _assertionFailure + 1504 (Assert.swift:7)
    1   Cart                  \t0x0000000104e12418 static Cart.pay() (in Cart) (<compiler-generated>:0)
    2   Cart                  \t0x0000000104e12118 Page.tap() (in Cart) (Page.swift:21)

    Thread 1:
    0   Cart                  \t0x00000001cfc7c864 other (in Cart) (Other.swift:3)

    Thread 0 crashed with ARM Thread State (64-bit):
        x0: 0x8000000104e12870   x1: 0x0000000281bbc700
       esr: 0xf2000001  Address size fault

    Binary Images:
    0x104e0c000 - 0x104e13fff Cart arm64  <69345bdf4b1a33e8becd5d06e30dd596> /private/Cart.app/Cart

    EOF

    """

  @Test func tellsWhatDiedWhere() {
    let facts = read(Self.report)
    #expect(
      facts.crashes == [
        Crash(
          signal: "SIGSEGV", reason: "EXC_BAD_ACCESS, KERN_INVALID_ADDRESS at 0x0000000000000001",
          file: "Page.swift", line: 21, process: "Cart")
      ])
    #expect(facts.verdict == .failed)
    #expect(facts.lines.unrecognized == 0)
  }

  @Test func whatStandsBehindIsReadAsEver() {
    let facts = read(
      Self.report + """
        Test Case 'A.testB' started at 2026-01-01 00:00:00.000
        Test Case 'A.testB' passed (0.25 seconds)
        hello

        """)
    #expect(facts.counts == TestCounts(xctest: XCTestCounts(passed: 1)))
    #expect(facts.lines.unrecognized == 1)
    #expect(facts.crashes.count == 1)
  }

  /// macOS has longer heads and says more of the reason.
  @Test func wordsOfTheProgramComeFirst() {
    let facts = read(
      """
      Process:               CartTool [8256]
      Exception Type:        EXC_CRASH (SIGABRT)
      Exception Codes:       0x0000000000000000, 0x0000000000000000

      Application Specific Information:
      abort() called
      Cart/Pay.swift:12: Fatal error: no money

      Thread 0 Crashed:: Dispatch queue: com.apple.main-thread
      0   CartTool    \t0x000000010af56e45 main (in CartTool) (main.m:28)
      """)
    #expect(
      facts.crashes == [
        Crash(
          signal: "SIGABRT", reason: "Cart/Pay.swift:12: Fatal error: no money (EXC_CRASH)",
          file: "main.m", line: 28, process: "CartTool")
      ])
  }

  private static let json = """
    {"app_name":"Cart","timestamp":"2022-09-18 15:28:37.00 +0900","bug_type":"309","os_version":"iPhone OS 16.0"}
    {
      "procName" : "Cart",

      "osVersion" : {
        "isEmbedded" : true
    },
      "exception" : {"codes":"0x1, 0x2","rawCodes":[1,2],"type":"EXC_BREAKPOINT","signal":"SIGTRAP"},
      "asi" : {"libswiftCore.dylib":["Cart\\/Pay.swift:12: Fatal error: no money"]},
      "faultingThread" : 0
    }

    """

  @Test(arguments: ["", "}\n"])
  func readsJSON(rest: String) {
    let facts = read(Self.json + rest + "hello\n")
    #expect(facts.crashes.map(\.signal) == ["SIGTRAP"])
    #expect(facts.crashes.map(\.process) == ["Cart"])
    #expect(facts.crashes.first?.reason?.contains("Fatal error: no money") == true)
    #expect(facts.lines.unrecognized == 1)
  }

  /// Xcode's Organizer saves the text behind the head of the JSON.
  @Test func readsTextBehindAJSONHead() {
    let head = Self.json.prefix { $0 != "\n" }
    let facts = read(head + "\n" + Self.report)
    #expect(facts.crashes.map(\.process) == ["Cart"])
    #expect(facts.lines.unrecognized == 0)
  }

  @Test func aReportOfAHangIsNoCrash() {
    let facts = read("Process:             Cart [455]\nPath:                /x\n\n")
    #expect(facts.crashes.isEmpty)
    #expect(facts.verdict == .unknown)
  }

  @Test func aTestThatPrintsAReportAndPassesDidNotDie() {
    let facts = read(
      "Test Case 'A.testB' started at 2026-01-01 00:00:00.000\n" + Self.report
        + "Test Case 'A.testB' passed (0.25 seconds)\n")
    #expect(facts.crashes.isEmpty)
    #expect(facts.verdict == .passed)
  }
}
