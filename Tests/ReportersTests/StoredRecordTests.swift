import CIModel
import Foundation
import Reporters
import Testing

/// A stored record is read as `JSONDecoder` alone would read it.
struct StoredRecordTests {
  private func isRead(_ bytes: [UInt8]) -> Bool {
    let read = try? JSONText.record(from: bytes)
    return read == (try? JSONText.decode(RunRecord.self, from: bytes))
  }

  @Test(arguments: SampleRecord.all.keys.sorted())
  func readsSamples(name: String) throws {
    let record = try #require(SampleRecord.all[name])
    #expect(try JSONText.record(from: JSONText.bytes(record)) == record)
  }

  /// Plain tests keep their place between the others.
  @Test func keepsTheOrder() throws {
    var record = SampleRecord.green
    record.tests = (0..<40).map { number in
      var test = TestCase(
        name: "A.test\(number)", id: "M.A/test\(number)", framework: .xctest, module: "M",
        function: "test\(number)", outcome: .passed, durationSeconds: Double(number) / 7,
        runs: [TestRun(.passed, durationSeconds: nil)], file: "A.swift", line: number + 1)
      test.runs[0].startSeconds = Double(number) / 1_000
      test.runs[0].worker = number % 2
      if number % 3 == 0 { test.step = "test" }
      if number % 5 == 0 { test.tags = ["slow"] }
      if number % 7 == 0 { test.module = nil }
      if number % 11 == 0 {
        test.issues = [
          TestIssue("x"),
          TestIssue(
            "\u{1}\u{7F}é\u{202E}\u{1F600}\n", file: "A.swift", line: 3, column: 9, isKnown: true,
            severity: .warning, arguments: "n → 1"),
        ]
      }
      return test
    }
    #expect(try JSONText.record(from: JSONText.bytes(record)) == record)
    #expect(PlainTests(of: JSONText.bytes(record)).rest.count < JSONText.bytes(record).count / 2)
  }

  /// What differs from what is written, well-formed or not.
  @Test(arguments: [
    (#""name" : "A.testB""#, #""name" : "\u0041.test\uD83D\uDE00B\n""#),
    (#""name" : "A.testB""#, #""name" : "A", "name" : "B""#),
    (#""name" : "A.testB""#, #""name" : null"#), (#""name" : "A.testB","#, ""),
    (#""name" : "A.testB""#, #""name" : "A.testB", "later" : [{"tests" : [1]}]"#),
    (#""line" : 3"#, #""line" : 3.5"#), (#""line" : 3"#, #""line" : 3e0"#),
    (#""line" : 3"#, #""line" : null"#), (#""outcome" : "passed""#, #""outcome" : "no""#),
    (#""isKnown" : false"#, #""isKnown" : 0"#), (#""isKnown" : false"#, #""isKnown" : true"#),
    (#""isKnown" : false,"#, ""), (#""column" : null,"#, ""),
    (#""column" : null"#, #""column" : 1.5"#), (#""severity" : "error""#, #""severity" : "bad""#),
    (#""message" : "1 < 2""#, #""message" : "\u000g""#),
    (#""message" : "1 < 2""#, #""message" : "1", "message" : "\ud800""#),
    (#""message" : "1 < 2""#, #""message" : "1", "snapshot" : {}"#),
    (#""durationSeconds" : 0.25"#, #""durationSeconds" : "inf""#),
    (#""durationSeconds" : 0.25"#, #""durationSeconds" : 1e-3"#),
    (#""durationSeconds" : 0.25"#, #""durationSeconds" : 1e999"#),
    (#""tests" : ["#, #""tests" : [], "tests" : ["#), (#""tests" : ["#, #""tests" : [,"#),
    (#""tests" : ["#, #""tests":["#), (#""schema""#, #""x""#), ("}", "]"), ("{", "[{"),
  ])
  func readsOthersAlike(text: String, replacement: String) throws {
    var record = SampleRecord.green
    record.tests = [
      TestCase(
        name: "A.testB", id: "M.A/testB", framework: .xctest, module: "M", function: "testB",
        outcome: .passed, durationSeconds: 0.25, runs: [TestRun(.passed, durationSeconds: 0.25)],
        file: "A.swift", line: 3)
    ]
    record.tests[0].issues = [TestIssue("1 < 2", file: "A.swift")]
    let document = JSONText.encode(record)
    #expect(document.contains(text))
    let place = try #require(document.range(of: text))
    let edited = document.replacingCharacters(in: place, with: replacement)
    #expect(isRead(Array(edited.utf8)), "\(edited)")
    #expect(isRead(Array(document.replacing(text, with: replacement).utf8)))
  }
}
