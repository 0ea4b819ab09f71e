import Foundation
import Testing

@testable import ProcessExecution

@Suite struct SocketAddressTests {
  @Test(arguments: [
    ("02000050 7f000001 0000000000000000", "127.0.0.1:80", true),
    ("020001bb 5db8d822 0000000000000000", "93.184.216.34:443", false),
    ("02000000 08080808 0000000000000000", "8.8.8.8", false),
    ("02001f90 00000000 0000000000000000", "0.0.0.0:8080", true),
    (
      "0a0001bb 00000000 26062800 02200001 02481893 25c81946 00000000",
      "[2606:2800:220:1:248:1893:25c8:1946]:443", false
    ),
    ("0a000050 00000000 00000000 00000000 00000000 00000001 00000000", "[::1]:80", true),
    ("0a000050 00000000 00000000 00000000 00000000 00000000 00000000", "[::]:80", true),
    (
      "0a000035 00000000 20010db8 00000000 00010000 00000001 00000000",
      "[2001:db8::1:0:0:1]:53", false
    ),
    ("0a000050 00000000 00000000 00000000 0000ffff 7f000001 00000000", "127.0.0.1:80", true),
    ("0a000050 00000000 00000000 00000000 0000ffff 01020304 00000000", "1.2.3.4:80", false),
  ])
  func readsInternetAddresses(hex: String, text: String, isLoopback: Bool) {
    let address = SocketAddress(bytes(hex))
    #expect(address.text == text)
    guard case .internet(_, _, let found) = address else {
      Issue.record("no internet address: \(address)")
      return
    }
    #expect(found == isLoopback)
  }

  @Test func readsPaths() {
    #expect(SocketAddress([1, 0] + Array("/run/x".utf8) + [0, 7]) == .local(path: "/run/x"))
    #expect(SocketAddress([1, 0, 0] + Array("name".utf8)) == .local(path: "@name"))
  }

  @Test(arguments: [
    "", "02", "0200", "02000050 7f00", "0a000050 00000000 0000", "1000", "0000 0000",
  ])
  func takesTheRestForNothing(hex: String) {
    #expect(SocketAddress(bytes(hex)) == .other)
  }
}

@Suite struct NameQueryTests {
  /// Captured from glibc's resolver: `getaddrinfo("example.com")`.
  private static let query = "1f2c01000001000000000000 076578616d706c6503636f6d 00 0001 0001"

  @Test func readsTheName() {
    #expect(NameQuery.host(in: bytes(Self.query)) == "example.com")
  }

  @Test(arguments: [
    "", "1f2c", "1f2c8180000100000000000007657861",  // an answer
    "1f2c01000001000000000000 076578616d706c6503636f6d 00 00",  // torn off
    "1f2c01000001000000000000 c00c 0001 0001 00000000",  // a pointer
    "1f2c01000002000000000000 076578616d706c6503636f6d 00 0001 0001",  // two questions
    "474554202f20485454502f312e310d0a486f73743a2078",  // GET / HTTP/1.1
  ])
  func otherBytesAreNoQuery(hex: String) {
    #expect(NameQuery.host(in: bytes(hex)) == nil)
  }
}

private func bytes(_ hex: String) -> [UInt8] {
  let digits = Array(hex.filter { $0 != " " })
  return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
    UInt8(String(digits[$0...($0 + 1)]), radix: 16)
  }
}

#if os(Linux)
  /// Real processes that want something from the network; none of them gets out.
  @Suite struct NetworkWatchTests {
    private static let isDenyPossible = NetworkSandbox.live.check(.deny) == nil
    private static let isReportPossible = NetworkSandbox.live.check(.report) == nil

    private func attempts(
      _ script: String, _ mode: NetworkWatch.Mode
    ) throws -> (texts: [String], capture: ProcessLauncher.Capture) {
      let watch = NetworkWatch(mode)
      var invocation = Invocation("/bin/bash", ["-c", script], timeout: .seconds(20))
      invocation.network = watch
      let capture = try ProcessLauncher.live().capture(invocation)
      return (watch.attempts.map(\.text), capture)
    }

    @Test(.enabled(if: isDenyPossible)) func deniesWhatIsOutsideAndNamesIt() throws {
      let (texts, capture) = try attempts(
        """
        (: > /dev/tcp/93.184.216.34/443) 2>&1
        echo status $?
        """, .deny)
      #expect(texts == ["93.184.216.34:443 through bash"])
      #expect(capture.termination == .exited(0))
      #expect(capture.text.contains("Network is unreachable"))
      #expect(capture.text.hasSuffix("status 1\n"))
    }

    @Test(.enabled(if: isDenyPossible)) func namesTheHostThatIsLookedUp() throws {
      let (texts, capture) = try attempts(
        "exec 3<>/dev/tcp/nowhere.example.com/80; echo status $?", .deny)
      #expect(texts.contains { $0.hasPrefix("nowhere.example.com (name look-up at ") }, "\(texts)")
      #expect(capture.text == "status 1\n")
    }

    @Test(.enabled(if: isDenyPossible)) func leavesLoopbackAlone() throws {
      // Nobody listens there, which only loopback says at once.
      let (texts, capture) = try attempts("(: > /dev/tcp/127.0.0.1/9) 2>&1", .deny)
      #expect(texts == [])
      #expect(capture.text.contains("Connection refused"))
    }

    @Test(.enabled(if: isReportPossible)) func onlyLooksOnWhenItReports() throws {
      // An address of TEST-NET-1 for UDP: connecting sends nothing.
      let (texts, capture) = try attempts(
        "exec 3<>/dev/udp/192.0.2.1/9; echo status $?", .report)
      #expect(texts == ["192.0.2.1:9"])
      #expect(capture.text.hasPrefix("status "))
    }

    @Test(.enabled(if: isReportPossible)) func tellsHowAWatchedCommandEnded() throws {
      #expect(try attempts("exit 7", .report).capture.termination == .exited(7))
      #expect(
        try attempts("ulimit -c 0; kill -SEGV $$", .report).capture.termination
          == .signaled(SIGSEGV))
      // As `SignalMonitor` does, for itself and not for its commands.
      signal(SIGXFSZ, SIG_IGN)
      #expect(
        try attempts("ulimit -c 0; kill -XFSZ $$", .report).capture.termination
          == .signaled(SIGXFSZ))
      let (_, capture) = try attempts("pwd; echo oops >&2; read x; echo [$x]", .report)
      #expect(capture.errorText == "oops\n")
      #expect(capture.text.hasSuffix("\n[]\n"))
    }

    @Test(.enabled(if: isReportPossible)) func saysWhyAWatchedCommandDidNotStart() throws {
      var invocation = Invocation("/etc/passwd")
      invocation.network = NetworkWatch(.report)
      #expect(throws: LaunchError.refused(executable: "/etc/passwd", code: EACCES)) {
        try ProcessLauncher.live().capture(invocation)
      }
    }

    @Test(.enabled(if: isReportPossible)) func endsAWatchedCommandThatHangs() throws {
      var invocation = Invocation("/bin/sh", ["-c", "sleep 300"], timeout: .milliseconds(100))
      invocation.network = NetworkWatch(.report)
      #expect(try ProcessLauncher.live().capture(invocation).termination == .timedOut)
    }
  }
#endif
