import Testing

@testable import CoverageByTest

/// Two files and three tests: `a` runs what `b` runs and more.
func sampleLines(
  _ text: String = "let a = 1\n", others: [String: String] = ["Package.swift": "f1"]
) -> TestLines {
  var file = TestLines.File(
    path: "Sources/Kit/A.swift", target: "Kit", isTest: false, text: Array(text.utf8))
  file.executableLines = [3...9, 12...14]
  file.bodies = [TestLines.Body(startLine: 3, startColumn: 12, endLine: 9, endColumn: 2)]
  var tests = TestLines.File(
    path: "Tests/KitTests/T.swift", target: "KitTests", isTest: true, text: [])
  tests.executableLines = [1...20]
  return TestLines(
    origin: .init(
      runID: "run-1", measuredAt: "2026-11-21T00:00:00Z", toolchain: "Swift 6.3.1",
      configuration: "debug"),
    files: [file, tests], others: others, lineSets: [[3...5, 7...9], [3...4], [1...20]],
    tests: [
      .init(
        id: "KitTests.T/a", parts: [.init(file: 0, lines: 0), .init(file: 1, lines: 2)],
        isComplete: true),
      .init(id: "KitTests.T/b", parts: [.init(file: 0, lines: 1)], isComplete: true),
      .init(id: "KitTests.T/c", parts: [], isComplete: false),
    ])
}

@Suite struct TestLinesTests {
  @Test func survivesItsBytes() throws {
    let data = sampleLines()
    let bytes = data.encoded()
    #expect(TestLines(encoded: bytes) == data)
    // Whatever is cut off or added is no record.
    for count in 0..<bytes.count { #expect(TestLines(encoded: Array(bytes[..<count])) == nil) }
    var other = bytes
    other[0] = 99
    #expect(TestLines(encoded: other) == nil)
  }

  @Test func damagedBytesAreNoCrash() {
    let bytes = sampleLines().encoded()
    for index in bytes.indices {
      for value in [UInt8(0), 0x7F, 0xFF] {
        var damaged = bytes
        damaged[index] = value
        _ = TestLines(encoded: damaged)?.tests(running: 1...100, in: 0)
      }
    }
  }

  @Test func knowsWhoRanALine() {
    let data = sampleLines()
    #expect(data.tests(running: 4...4, in: 0).map(\.id) == ["KitTests.T/a", "KitTests.T/b"])
    #expect(data.tests(running: 8...8, in: 0).map(\.id) == ["KitTests.T/a"])
    #expect(data.tests(running: 6...6, in: 0).isEmpty)
    #expect(data.tests(running: nil, in: 1).map(\.id) == ["KitTests.T/a"])
    #expect(data.linesOnly(by: "KitTests.T/a", in: 0) == [5...5, 7...9])
    #expect(data.linesOnly(by: "KitTests.T/b", in: 0).isEmpty)
  }

  @Test(
    arguments: [
      ("A.swift", LineQuery(file: "A.swift", lines: nil)),
      ("A.swift:7", LineQuery(file: "A.swift", lines: 7...7)),
      ("b:c/A.swift:7-9", LineQuery(file: "b:c/A.swift", lines: 7...9)),
      ("A.swift:", nil), ("A.swift:0", nil), ("A.swift:9-7", nil), ("A.swift:x", nil),
      (":7", nil), ("A.swift:7-", nil),
    ] as [(String, LineQuery?)])
  func readsQueries(text: String, query: LineQuery?) {
    #expect(LineQuery(text) == query)
  }

  private let text = (1...14).map { "line\($0)()\n" }.joined()

  @Test func answersLines() throws {
    let data = sampleLines(text)
    let answer = try data.answer(
      LineQuery(file: "Sources/Kit/A.swift", lines: 5...9), current: Array(text.utf8))
    #expect(answer.tests.map(\.id) == ["KitTests.T/a"])
    #expect(answer.tests.first?.lines == [5...5, 7...9])
    #expect(answer.uncoveredLines == [6...6])
    #expect(!answer.isOutdated)
    #expect(
      answer.text == """
        Sources/Kit/A.swift:5-9 was run by 1 of 3 tests (recorded 2026-11-21T00:00:00Z)
          KitTests.T/a  5, 7-9  alone: 5, 7-9
          no test       6

        """)
  }

  @Test func followsLinesThatMoved() throws {
    let data = sampleLines(text)
    let moved = Array(("new()\n" + text.replacing("line9()\n", with: "other()\n")).utf8)
    let answer = try data.answer(
      LineQuery(file: "Sources/Kit/A.swift", lines: 6...6), current: moved)
    #expect(answer.lines == 5...5)
    #expect(answer.isOutdated)
    #expect(
      throws: LineQueryError.changed(
        file: "Sources/Kit/A.swift", recordedAt: "2026-11-21T00:00:00Z")
    ) {
      try data.answer(LineQuery(file: "Sources/Kit/A.swift", lines: 10...10), current: moved)
    }
  }

  @Test(
    arguments: [
      (
        LineQuery(file: "Sources/Kit/B.swift", lines: 1...1),
        LineQueryError.unknownFile("Sources/Kit/B.swift", nearest: "Sources/Kit/A.swift")
      ),
      (
        LineQuery(file: "Sources/Kit/A.swift", lines: 10...11),
        .notExecutable(file: "Sources/Kit/A.swift", nearest: [9, 12])
      ),
      (
        LineQuery(file: "Sources/Kit/A.swift", lines: 99...99),
        .beyondEnd(file: "Sources/Kit/A.swift", lines: 14)
      ),
    ] as [(LineQuery, LineQueryError)])
  func explains(query: LineQuery, error: LineQueryError) {
    #expect(throws: error) {
      try sampleLines(text).answer(query, current: Array(text.utf8))
    }
  }

  @Test(arguments: [
    ("A.swift", true, "A.swift was not a source of the package when the tests were recorded", true),
    (
      "a.c", true, "the lines of a.c are not known by test: devtool records Swift sources only",
      false
    ),
    ("A.swift", false, "there is no source A.swift", true),
  ])
  func saysWhyAFileIsUnknown(file: String, fileExists: Bool, message: String, hasHelp: Bool) {
    let error = LineQueryError.unknownFile(file, nearest: nil)
    let query = LineQuery(file: file, lines: 1...1)
    #expect(error.message(for: query, fileExists: fileExists) == message)
    #expect((error.help != nil) == hasHelp)
  }
}
