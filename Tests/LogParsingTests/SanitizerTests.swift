import CIModel
import Testing

@testable import LogParsing

@Suite struct SanitizerTests {
  @Test(
    arguments: [
      (
        "#0 0x556a in heap_overflow /p/math_c.c:11:15", "heap_overflow", "/p/math_c.c", 11
      ),
      (
        "#1 $s4Demo4leakSbyF /p/Demo.swift:10:30 (Demo.xctest+0x116ce3) (BuildId: b31c)",
        "$s4Demo4leakSbyF", "/p/Demo.swift", 10
      ),
      (
        "#2 closure #1 in Counter.race() Counter.swift:12 (App:arm64+0x100003f)",
        "closure #1 in Counter.race()", "Counter.swift", 12
      ),
      ("#3 0x7f in malloc (/p/X.xctest+0xfff) (BuildId: dc98)", "malloc", nil, nil),
      ("#4 0x7f in swift_slowAlloc <null> (libswiftCore.so+0x46fa6e)", "swift_slowAlloc", nil, nil),
      ("#5 $s4Demo /p/Demo.swift (X+0x1)", "$s4Demo", "/p/Demo.swift", nil),
      ("#6 0x7f in $s6XCTest crtstuff.c", "$s6XCTest", "crtstuff.c", nil),
      ("#7 0x7f in f(int) /p/a b/x.cpp:3:1", "f(int)", "/p/a b/x.cpp", 3),
    ] as [(String, String, String?, Int?)])
  func frames(text: String, symbol: String, file: String?, line: Int?) throws {
    let frame = try #require(parsed(text))
    #expect(frame.symbol == symbol)
    #expect(frame.file == file)
    #expect(frame.line == line)
  }

  @Test(arguments: ["# heading", "#12", "1 0x7f in f", "#x 0x1"])
  func noFrames(text: String) {
    #expect(parsed(text) == nil)
  }

  @Test(arguments: [
    ("/r/Sources/A.swift", SanitizerFrame.Owner.package), ("/other/A.swift", .unknown),
    ("A.swift", .package), ("/r/.build/x/runner.swift", .system), ("WallClock.swift.o", .system),
    ("/home/build-user/llvm/asan.cpp", .system), ("/llvm-project/x/asan.cpp", .system),
    ("/build/glibc-2.31/string/memcpy.c", .system),
  ])
  func owners(file: String, owner: SanitizerFrame.Owner) throws {
    let frame = try #require(parsed("#0 0x1 in f \(file):1:2"))
    #expect(frame.owner(root: "/r") == owner)
  }

  @Test(arguments: [
    ("/r", "Sources/Counter.swift"), ("/home/me/r", "/r/Sources/Counter.swift"),
    ("/r/Tests", "T.swift"),
  ])
  func placesOfOtherMachines(root: String, file: String) throws {
    let shape = try #require(read(Self.race, root: root).runtimeWarnings.first?.shapes.first)
    #expect(shape.file == file)
    #expect(shape.identifiers.count == 2)
    let crashed = Self.race.replacing("WARNING: Thread", with: "==1==ERROR: Address")
    #expect(read(crashed, root: root).crashes.first?.file == file)
  }

  @Test func readableNames() {
    #expect(SymbolName.readable("$s4Demo7CounterC4raceyyF") == "Demo.Counter.race() -> ()")
    #expect(SymbolName.readable("heap_overflow") == "heap_overflow")
    #expect(SymbolName.readable("$shallow") == "$shallow")
  }

  private static let race = """
    WARNING: ThreadSanitizer: data race (pid=1)
      Write of size 8 at 0x7b by thread T1:
        #0 $s4Demo7CounterC4raceyyF /r/Sources/Counter.swift:5:9 (X+0x1)
        #1 $s9DemoTests /r/Tests/T.swift:9:9 (X+0x2)
    \("")
      Previous write of size 8 at 0x7b by main thread:
        #0 $s4Demo4leakSbyF /r/Sources/Other.swift:7:9 (X+0x3)

    """

  @Test func foreignLinesMayStandInAReport() {
    let facts = read(
      "Test Case 'A.testB' started at 2026\n" + Self.race
        + """
        Test Case 'A.testB' passed (0.1 seconds)
        Test Case 'A.testC' started at 2026
          Location is heap block of size 24 at 0x7208 allocated by main thread:
            #0 malloc /r/Sources/Never.swift:1:1 (X+0x1)
        SUMMARY: ThreadSanitizer: data race /r/Sources/Counter.swift:5:9 in $s4Demo
        Test Case 'A.testC' passed (0.1 seconds)
        """, root: "/r")
    #expect(facts.counts.xctest == XCTestCounts(passed: 2))
    #expect(facts.reasons == ["1 race found by ThreadSanitizer"])
    #expect(
      facts.runtimeWarnings == [
        RuntimeWarning(
          category: "thread-sanitizer", count: 1, tests: ["A.testB"],
          shapes: [
            .init(
              shape: "data race in Demo.Counter.race() -> ()", count: 1,
              identifiers: ["Demo.Counter.race() -> ()", "Demo.leak() -> Swift.Bool"],
              file: "Sources/Counter.swift", line: 5, tests: [.init(name: "A.testB", count: 1)])
          ])
      ])
    #expect(facts.lines.unrecognized == 0)
  }

  @Test func aReportWithoutEndCounts() {
    #expect(read(Self.race).runtimeWarnings.first?.count == 1)
    #expect(read(Self.race + Self.race).runtimeWarnings.first?.count == 2)
  }

  @Test func aLimitJudgesInsteadOfTheVerdict() {
    let log = Array((Self.race + "Build complete! (1s)\n").utf8)
    var reader = LogReader(
      options: .init(
        root: nil, warnings: WarningPolicy(limits: ["thread-sanitizer": .init(max: 1)])))
    log.withUnsafeBytes { reader.read($0) }
    let facts = reader.finish()
    #expect(facts.verdict == .passed, "\(facts.reasons)")
    #expect(facts.runtimeWarnings.first?.count == 1)
  }

  @Test func recoveredReportIsNoCrash() {
    let facts = read(
      """
      Test Case 'A.testB' started at 2026
      ==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x60 at pc 0x55
          #0 0x1 in f /r/Sources/A.c:3:1
      SUMMARY: AddressSanitizer: heap-use-after-free /r/Sources/A.c:3:1 in f
      Test Case 'A.testB' passed (0.1 seconds)
      """, root: "/r")
    #expect(facts.crashes.isEmpty)
    #expect(facts.reasons == ["1 report of AddressSanitizer"])
    #expect(facts.runtimeWarnings.first?.shapes.first?.shape == "heap-use-after-free in f")
  }

  private func parsed(_ text: String) -> SanitizerFrame? {
    Array(text.utf8).withUnsafeBytes { SanitizerFrame(ByteCursor($0)) }
  }

  /// LeakSanitizer ends the process for them, too.
  @Test func indirectLeaksAloneFail() {
    let facts = read(
      """
      Test Suite 'All tests' passed at 2025-11-25 21:48:31.262
      ==62==ERROR: LeakSanitizer: detected memory leaks

      Indirect leak of 96 byte(s) in 1 object(s) allocated from:
          #0 0xaaaabf578560 in malloc /build-user/compiler-rt/lib/asan/asan_malloc_linux.cpp:68:3

      SUMMARY: AddressSanitizer: 96 byte(s) leaked in 1 allocation(s).
      """)
    #expect(facts.reasons == ["1 leak found by LeakSanitizer"])
  }

  @Test func aFrameWithoutFileKeepsItsSymbol() throws {
    let line = "    #0 Array.append<A>(contentsOf:) <null>:2671248 (PackageTests:x86_64+0x9ea49)"
    let symbol = Array(line.utf8).withUnsafeBytes { SanitizerFrame(LogLine($0).content)?.symbol }
    #expect(symbol == "Array.append<A>(contentsOf:)")
  }
}
