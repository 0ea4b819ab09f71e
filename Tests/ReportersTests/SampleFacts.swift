import CIModel
import Reporters

enum SampleCoverage {
  static func small(minimum: Double?) -> Coverage {
    func file(
      _ path: String, _ target: String?, _ covered: Int, _ count: Int, _ missed: [[Int]]
    ) -> Coverage.File {
      var file = Coverage.File(
        path: path, target: target, lines: .init(covered: covered, count: count),
        functions: .init(covered: covered / 10, count: count / 10),
        regions: .init(covered: covered / 2, count: count / 2),
        otherLines: .init(covered: covered, count: count), uncoveredLines: missed,
        partialLines: missed.isEmpty ? [] : [1])
      file.missedFunctions = missed.filter { $0[1] > $0[0] + 2 }.map {
        .init(
          name: "\(target ?? "").<T>(_:) at \($0[0])", line: $0[0], endLine: $0[1],
          count: $0[0] == 77 ? 12 : 0, regions: .init(covered: 0, count: ($0[1] - $0[0]) / 4))
      }
      return file
    }
    let files = [
      file("Sources/Money/Price.swift", "Money", 120, 120, []),
      file("Sources/Store/Cache.swift", "Store", 3, 98, [[4, 97], [99, 99]]),
      file("Sources/Store/Cart.swift", "Store", 181, 200, [[12, 19], [40, 42], [77, 84]]),
      file(
        "Sources/Store/Checkout/PaymentProviders/Invoice/InvoiceRenderer.swift", "Store", 59, 90,
        [[10, 40]]),
      file("Sources/tool/main.swift", "tool", 0, 1, [[1, 1]]),
    ]
    let lines = files.reduce(Coverage.Ratio(covered: 0, count: 0)) { $0 + $1.lines }
    return Coverage(
      metric: .distinct, isPartial: minimum != nil,
      totals: .init(
        lines: lines, functions: .init(covered: 36, count: 50),
        regions: .init(covered: 181, count: 254), otherLines: lines),
      files: files,
      excluded: [
        .init(reason: "dependencies", files: 9, lines: .init(covered: 15, count: 595)),
        .init(reason: "tests", files: 1, lines: .init(covered: 310, count: 320)),
      ],
      thresholds: minimum.map {
        [.init(name: "coverage.minimum", required: $0, actual: 71.31, passed: false)]
      } ?? [])
  }

  static var withPatch: Coverage {
    var coverage = small(minimum: 50)
    coverage.isPartial = false
    coverage.thresholds[0].passed = true
    coverage.patch = .init(
      lines: .init(covered: 7, count: 9),
      files: [
        .init(
          path: "Sources/Store/Cart.swift", lines: .init(covered: 7, count: 9),
          uncoveredLines: [[12, 13]])
      ])
    return coverage
  }
}

enum SampleChanges {
  static var branch: ChangeSet {
    let ada = Commit.Signature(
      name: "Ada", email: "ada@example.com", date: Timestamp(secondsSinceEpoch: 1_767_323_045))
    let ids = ["a", "b", "c", "d"].map { String(repeating: $0, count: 40) }
    return ChangeSet(
      base: ids[0], head: ids[3], mergeBase: ids[1],
      files: [
        FileChange(.modified, "CHANGELOG.md", additions: 2, deletions: 1),
        FileChange(
          .added, "Docs/logo.png", isBinary: true, oldMode: nil),
        FileChange(
          .renamed, "Sources/Store/Checkout/PaymentProviders/Invoice/InvoiceRenderer.swift",
          oldPath: "Sources/Store/InvoiceRenderer.swift", similarity: 91, additions: 12,
          deletions: 9),
        FileChange(.added, "Sources/Store/日本語.swift", additions: 310, oldMode: nil),
        FileChange(.deleted, "Sources/Store/Old.swift", deletions: 84, mode: nil),
        FileChange(.typechanged, "link", additions: 1, deletions: 1, mode: "120000"),
      ],
      commits: [
        Commit(id: ids[2], subject: "store: render invoices", author: ada, committer: ada),
        Commit(
          id: ids[3],
          subject: "store: a subject that goes on for much longer than the seventy-two columns "
            + "that git asks for", body: "Why.", author: ada, committer: ada),
      ])
  }
}

enum SampleLog {
  static var failed: LogReport {
    var facts = LogFacts()
    facts.verdict = .failed
    facts.counts = TestCounts(
      xctest: XCTestCounts(passed: 1, failed: 1), swiftTesting: nil)
    facts.tests = [
      SampleRecord.test("CartTests", "testAdd", seconds: 1.5),
      SampleRecord.test(
        "CartTests", "testTotal", .failed,
        issues: [
          TestIssue("XCTAssertTrue failed", file: "Tests/StoreTests/CartTests.swift", line: 4)
        ]),
    ]
    facts.lines = LineCounts(total: 120, unrecognized: 3)
    facts.reasons = ["1 test failed"]
    return LogReport(facts: facts, slowSeconds: 1)
  }

  static var empty: LogReport { LogReport(facts: LogFacts(), slowSeconds: 1) }
}
