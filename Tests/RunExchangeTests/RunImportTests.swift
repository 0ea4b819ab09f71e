import CIModel
import FileSystem
import Foundation
import RunExchange
import RunStorage
import TestSupport
import Testing

/// Runs made of what other tools left.
struct RunImportTests {
  private static func fixture(_ path: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../\(path)").standardized.path
  }

  private func read(
    checkout: String = "/home/ci/demo", keeping run: RunDirectory? = nil,
    _ body: (inout RunImport) throws -> Void
  ) throws -> RunRecord {
    var reading = RunImport(
      .sample(), named: "ios", checkout: checkout, mask: nil,
      attachments: run.map { AttachmentStore(in: $0.path) })
    try body(&reading)
    return reading.finish()
  }

  private func words(_ test: TestCase) -> String {
    let runs = test.runs.count > 1 ? " of \(test.runs.count)" : ""
    let issue = test.issues.first
    let place = issue?.file.map { " at \($0):\(issue?.line ?? 0)" } ?? ""
    return "\(test.id ?? test.name) \(test.outcome.rawValue)\(runs)"
      + (test.isFlaky == true ? " flaky" : "") + place
      + (issue.map { ": \($0.message.prefix(60))" } ?? "")
  }

  @Test(arguments: [
    (
      "CIRulesTests/Fixtures/pytest9.xml",
      [
        "tests.test_math.test_adds passed",
        "tests.test_math.test_fails failed at tests/test_math.py:11: AssertionError: assert 'a & b' == '<b>'; - <b>; + a & b",
        "tests.test_math.test_numbers[1] passed",
        "tests.test_math.test_numbers[2] failed at tests/test_math.py:19: AssertionError: odd; assert 2 == 1",
        "tests.test_math.test_skipped skipped: later",
      ]
    ),
    (
      "CIRulesTests/Fixtures/swiftpm63.xml",
      [
        "KitTests.KitTests/testAdds passed", "KitTests.KitTests/testFails failed: failure",
        "KitTests.KitTests/testSkipped passed",
      ]
    ),
    (
      "CIRulesTests/Fixtures/jest-junit16.xml",
      [
        "cart adds up passed", "cart later skipped",
        "cart takes off failed at src/cart.test.js:9: Error: expect(received).toBe(expected) // Object.is equality",
      ]
    ),
    (
      "RunExchangeTests/Fixtures/nextest0.9.xml",
      [
        "kit.tests::fails failed of 3 at src/lib.rs:20: thread 'tests::fails' panicked at src/lib.rs:20:5",
        "kit.tests::flaky_that_has_to_fail failed of 2: test passed on attempt 2/3 but is configured to fail when fl",
        "kit.tests::ok passed",
        "kit::bin/kit.tests::adds passed of 2 flaky",
      ]
    ),
    (
      "RunExchangeTests/Fixtures/gradle8.xml",
      [
        "com.example.CartTest.adds() passed",
        "com.example.CartTest.fails() failed: org.opentest4j.AssertionFailedError: expected: <3> but was: ",
      ]
    ),
    (
      "RunExchangeTests/Fixtures/android-connected8.xml",
      [
        "com.example.CartTest.adds passed",
        "com.example.CartTest.fails failed: java.lang.AssertionError: expected:<3> but was:<4>",
        "com.example.CartTest.later skipped",
      ]
    ),
    (
      "CIRulesTests/Fixtures/xcresult-tests.json",
      [
        "AppTests.CartTests/testAdds() passed", "AppTests.CartTests/testLater() skipped",
        "AppTests.CartTests/testSilent() failed: failed",
        "AppTests.CartTests/testTwice() failed at CartTests.swift:41: XCTAssertEqual failed: (\"1\") is not equal to (\"2\")",
      ]
    ),
  ])
  func readsReports(path: String, expected: [String]) throws {
    let record = try read { try $0.addReport(Self.fixture(path)) }
    #expect(record.tests.map(words) == expected)
    let failed = expected.contains { $0.contains(" failed") }
    #expect(record.steps.map(\.status) == [failed ? .failed : .passed])
    #expect(record.steps.first?.missesInput == nil)
    #expect(record.counts.other?.total == record.tests.reduce(0) { $0 + $1.runs.count })
  }

  /// What failed outside of a test, and a test of which nothing says how it ended.
  @Test(arguments: [
    (
      #"{"nodeType":"Test Suite","name":"CartTests","result":"Failed","children":[CASE,"#
        + #"{"nodeType":"Failure Message","name":"setUp threw"}]}"#, "Passed",
      ["AppTests.CartTests/testAdds() passed", "AppTests/CartTests failed: setUp threw"]
    ),
    (
      "CASE", "Passed",
      [
        "AppTests.CartTests/testAdds() passed",
        "AppTests/AppTests failed: failed, although none of its tests did",
      ]
    ),
    ("CASE", "unknown", ["AppTests.CartTests/testAdds() unfinished"]),
  ])
  func whatFailsAroundXcodesTests(node: String, result: String, expected: [String]) throws {
    let scratch = try ScratchDirectory()
    let test =
      #"{"nodeType":"Test Case","name":"testAdds()","nodeIdentifier":"CartTests/testAdds()","result":"\#(result)"}"#
    let text =
      #"{"testNodes":[{"nodeType":"Test Plan","name":"App","result":"Failed","children":[{"#
      + #""nodeType":"Unit test bundle","name":"AppTests","result":"Failed","children":["#
      + node.replacing("CASE", with: test) + "]}]}]}"
    try scratch.write(text, to: "tests.json")
    let record = try read { try $0.addReport("\(scratch.path)/tests.json") }
    #expect(record.tests.map(words) == expected)
    #expect(record.steps.map(\.status) == [.failed])
  }

  /// What each attempt said of a test that ran again, and which arguments it was called with.
  @Test(arguments: [
    (
      "junit.xml",
      """
      <testsuite name="s"><testcase classname="C" name="a"><flakyFailure message="timed out">trace
      </flakyFailure></testcase><testcase classname="C" name="b"><failure message="no"/>
      <rerunFailure message="still no"/></testcase></testsuite>
      """,
      [
        "C.a passed flaky: 1 failed timed out | trace; 2 passed",
        "C.b failed: 1 failed still no; 2 failed no",
      ]
    ),
    (
      "tests.json",
      """
      {"testPlanConfigurations": [], "devices": [], "testNodes": [
        {"nodeType": "Test Case", "name": "a", "nodeIdentifier": "C/a", "result": "Passed", "children": [
          {"nodeType": "Repetition", "name": "First Run", "result": "Failed", "children": [
            {"nodeType": "Failure Message", "name": "A.swift:3: no"}]},
          {"nodeType": "Repetition", "name": "Retry 1", "result": "Passed"}]},
        {"nodeType": "Test Case", "name": "b", "nodeIdentifier": "C/b", "result": "Failed", "children": [
          {"nodeType": "Arguments", "name": "2", "result": "Failed", "children": [
            {"nodeType": "Failure Message", "name": "A.swift:9: odd"}]}]},
        {"nodeType": "Test Case", "name": "c", "nodeIdentifier": "C/c", "result": "Failed", "children": [
          {"nodeType": "Failure Message", "name": "Crash: App at c()"}]},
        {"nodeType": "Test Case", "name": "d", "nodeIdentifier": "C/d", "result": "Expected Failure",
         "children": [{"nodeType": "Failure Message", "name": "A.swift:9: known"}]},
        {"nodeType": "Test Case", "name": "e", "nodeIdentifier": "C/e", "result": "Passed", "children": [
          {"nodeType": "Device", "name": "iPhone", "result": "Failed", "children": [
            {"nodeType": "Failure Message", "name": "A.swift:3: no"}]},
          {"nodeType": "Device", "name": "iPad", "result": "Passed"}]},
        {"nodeType": "Test Case", "name": "f", "nodeIdentifier": "C/f", "result": "Passed", "children": [
          {"nodeType": "Arguments", "name": "1", "result": "Failed"}]},
        {"nodeType": "Test Case", "name": "g", "nodeIdentifier": "C/g", "result": "Passed", "children": [
          {"nodeType": "Device", "name": "iPhone", "result": "Passed", "children": [
            {"nodeType": "Arguments", "name": "1", "result": "Expected Failure", "children": [
              {"nodeType": "Failure Message", "name": "A.swift:9: known"}]}]}]},
        {"nodeType": "Test Case", "name": "h", "nodeIdentifier": "C/h", "result": "Passed", "children": [
          {"nodeType": "Device", "name": "iPhone", "result": "Passed", "children": [
            {"nodeType": "Repetition", "name": "First Run", "result": "Failed", "children": [
              {"nodeType": "Failure Message", "name": "A.swift:3: no"}]},
            {"nodeType": "Repetition", "name": "Retry 1", "result": "Passed"}]}]}]}
      """,
      [
        "C/a passed flaky: 1 failed no; 2 passed", "C/b failed: odd (2)",
        "C/c crashed: Crash: App at c()", "C/d passed: known, known",
        "C/e failed: no", "C/f failed: failed", "C/g passed: known (1)",
        "C/h passed flaky: 1 failed no; 2 passed",
      ]
    ),
  ])
  func keepsEveryAttempt(name: String, report: String, expected: [String]) throws {
    let scratch = try ScratchDirectory()
    try scratch.write(report, to: name)
    let record = try read { try $0.addReport("\(scratch.path)/\(name)") }
    let words = record.tests.map { test in
      let issues = test.issues.map { issue in
        issue.message + (issue.arguments.map { " (\($0))" } ?? "")
          + (issue.isKnown ? ", known" : "")
      }
      let attempts = test.attempts?.map { attempt in
        let output = attempt.output.filter { !$0.isNewline }
        return "\(attempt.number) \(attempt.outcome.rawValue)"
          + attempt.issues.map { " \($0.message)" }.joined()
          + (output.isEmpty ? "" : " | \(output)")
      }
      return "\(test.name) \(test.outcome.rawValue)\(test.isFlaky == true ? " flaky" : ""): "
        + (attempts ?? issues).joined(separator: "; ")
    }
    #expect(words == expected)
  }

  @Test func keepsWhyATestWasSkipped() throws {
    let report = """
      <testsuite name="s"><testcase classname="C" name="a"><skipped message="no network"/>
      </testcase></testsuite>
      """
    let scratch = try ScratchDirectory()
    try scratch.write(report, to: "junit.xml")
    let record = try read { try $0.addReport("\(scratch.path)/junit.xml") }
    #expect(record.tests.first?.issues == [TestIssue("no network", severity: .note)])
    #expect(record.tests.first?.output == "")
  }

  private func junit(_ paths: [String]) -> String {
    let tags = paths.map { "[[ATTACHMENT|\($0)]]" }.joined(separator: "\n")
    return """
      <testsuite name="s"><testcase classname="C" name="a"><failure message="no"/>
      <system-out><![CDATA[begin
      \(tags)
      end]]></system-out></testcase></testsuite>
      """
  }

  @Test func keepsTheAttachmentsThatAReportNames() throws {
    let scratch = try ScratchDirectory()
    try scratch.write(
      junit(["shots/a.png", "./b.txt", "\(scratch.path)/out/b.txt"]), to: "out/junit.xml")
    try scratch.write("\u{89}PNG", to: "out/shots/a.png")
    try scratch.write("text", to: "out/b.txt")
    let run = try RunDirectory(root: scratch.path, id: "20261120T233118.042Z-1")
    let record = try read(checkout: scratch.path, keeping: run) {
      try $0.addReport("\(scratch.path)/out/junit.xml")
    }
    let kept = try #require(record.tests.first?.attachments)
    #expect(kept.map(\.name) == ["a.png", "b.txt", "b.txt"])
    for attachment in kept {
      #expect(attachment.leftOut == nil)
      #expect(
        FileManager.default.fileExists(atPath: "\(run.path)/\(try #require(attachment.path))"))
    }
    #expect(record.notes == [])
    #expect(record.tests.first?.output.contains("ATTACHMENT") == false)
    #expect(record.tests.first?.output.contains("end") == true)
  }

  /// The report is a stranger's.
  @Test func keepsNothingThatDoesNotLieBesideTheReport() throws {
    let scratch = try ScratchDirectory()
    let paths = [
      "../secret.txt", "/etc/passwd", ".git/config", "shots/.env", "link.txt", "folder/secret.txt",
      "gone.txt", "shots", "", "a\0b", "shots/../../secret.txt", "pipe",
    ]
    try scratch.write(junit(paths.map { $0.replacing("\0", with: "") }), to: "out/junit.xml")
    try scratch.write("secret", to: "secret.txt")
    try scratch.write("secret", to: "out/.git/config")
    try scratch.write("secret", to: "out/shots/.env")
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: "\(scratch.path)/out/link.txt", withDestinationPath: "../secret.txt")
    try files.createSymbolicLink(
      atPath: "\(scratch.path)/out/folder", withDestinationPath: "..")
    #expect(mkfifo("\(scratch.path)/out/pipe", 0o600) == 0)
    let run = try RunDirectory(root: scratch.path, id: "20261120T233118.042Z-1")
    let record = try read(checkout: scratch.path, keeping: run) {
      try $0.addReport("\(scratch.path)/out/junit.xml")
    }
    let noted = try #require(record.tests.first?.attachments)
    #expect(noted.count == paths.count - 1)
    #expect(noted.allSatisfy { $0.path == nil && $0.leftOut != nil })
    #expect(!files.fileExists(atPath: "\(run.path)/attachments"))
  }

  @Test func countsTheAttachmentsThatThereIsNoRoomFor() throws {
    let scratch = try ScratchDirectory()
    try scratch.write(junit((0..<50).map { "\($0).txt" }), to: "junit.xml")
    for number in 0..<50 { try scratch.write("\(number)", to: "\(number).txt") }
    let run = try RunDirectory(root: scratch.path, id: "20261120T233118.042Z-1")
    let record = try read(checkout: scratch.path, keeping: run) {
      try $0.addReport("\(scratch.path)/junit.xml")
    }
    #expect(record.tests.first?.attachments?.count == 20)
    #expect(
      record.notes == [
        "30 attachments left out: 20 per test are kept, and a run keeps 2000 of them and 256 MiB."
      ])
  }

  @Test func readsReruns() throws {
    let path = Self.fixture("CIRulesTests/Fixtures/surefire3.xml")
    let record = try read { try $0.addReport(path) }
    #expect(record.tests.contains { $0.isFlaky == true && $0.outcome == .passed })
    #expect(record.tests.count { $0.outcome == .failed } == 2)
    #expect(record.durationSeconds > 0)
  }

  /// A log may know of a failure that no report names; what both know is there once.
  @Test func takesFailuresOfTheLogThatNoReportNames() throws {
    let scratch = try ScratchDirectory()
    try scratch.write(
      "<testsuite tests=\"1\"><testcase classname=\"M.A\" name=\"testTold\">"
        + "<failure message=\"wrong\"/></testcase></testsuite>", to: "r.xml")
    let failure = { (test: String) in
      "Test Case 'A.\(test)' started at 2026-11-20 10:00:00.000\n/p/T.swift:1: error: A.\(test) : odd\n"
        + "Test Case 'A.\(test)' failed (0.1 seconds)\n"
    }
    try scratch.write(failure("testTold") + failure("testLost"), to: "log.txt")
    let run = try RunDirectory(root: scratch.path, id: RunDirectory.newID().id)
    let record = try read(checkout: scratch.path) {
      try $0.addReport(scratch.path + "/r.xml")
      try $0.addLog(scratch.path + "/log.txt", WarningPolicy(), in: run)
    }
    #expect(record.tests.map(\.name).sorted() == ["A.testLost", "M.A.testTold"])
    #expect(record.steps.first?.reason == "2 tests failed")
    #expect(record.steps.first?.suite != nil)
  }

  @Test func readsEventStreams() throws {
    let path = Self.fixture("LogParsingTests/Fixtures/swift63-events.jsonl")
    let record = try read { try $0.addEvents(path) }
    #expect(record.counts.swiftTesting?.total ?? 0 > 5)
    #expect(record.tests.allSatisfy { $0.framework == .swiftTesting && $0.id != nil })
    #expect(record.steps.first?.status == .failed)
    let reasons = record.steps.first?.reason?.split(separator: ";") ?? []
    #expect(Set(reasons).count == reasons.count)
    #expect(record.durationSeconds > 0)
  }

  /// Of another machine's paths nothing is known, which costs no outcome of a test.
  @Test func tracefilesOfOtherCheckouts() throws {
    let scratch = try ScratchDirectory()
    try scratch.write("SF:/builds/x/Sources/A.swift\nDA:1,2\nend_of_record\n", to: "a.info")
    let record = try read(checkout: scratch.path) {
      try $0.addEvents(Self.fixture("LogParsingTests/Fixtures/swift63-events.jsonl"))
      try $0.addCoverage([scratch.path + "/a.info"], root: scratch.path, CoveragePolicy())
    }
    #expect(!record.tests.isEmpty && record.coverage == nil)
    #expect(
      record.notes == [
        "Coverage was not read: the data contains no file of this checkout (left out: outside: 1). "
          + "Measure in this checkout, or write paths that are relative to its root."
      ])
    #expect(throws: RunImport.Problem.self) {
      try read(checkout: scratch.path) {
        try $0.addCoverage([scratch.path + "/a.info"], root: scratch.path, CoveragePolicy())
      }
    }
  }

  @Test(arguments: [
    ("xcbeautify.log", StepResult.Status?.none), ("swift63-build-error.log", .failed),
    ("swift63-swift-testing.log", .failed),
  ])
  func readsLogs(name: String, status: StepResult.Status?) throws {
    let scratch = try ScratchDirectory()
    let run = try RunDirectory(root: scratch.path, id: "20261120T233118.042Z-1")
    let path = Self.fixture("LogParsingTests/Fixtures/\(name)")
    let record = try read(checkout: scratch.path) {
      try $0.addLog(path, WarningPolicy(), in: run)
    }
    if let status { #expect(record.steps.first?.status == status) }
    #expect(!record.tests.isEmpty || !record.diagnostics.isEmpty)
    let log = try #require(record.steps.first?.logPath)
    #expect(try scratch.read(log) == String(contentsOfFile: path, encoding: .utf8))
  }

  @Test func readsTracefiles() throws {
    let scratch = try ScratchDirectory()
    // As genhtml's `lcov --capture` writes it, with functions and branches.
    try scratch.write(
      """
      TN:unit
      SF:\(scratch.path)/Sources/A.swift
      FN:1,first
      FNDA:2,first
      FNF:1
      FNH:1
      BRDA:1,0,0,1
      DA:1,2
      DA:2,0
      LF:2
      LH:1
      end_of_record

      """, to: "genhtml.info")
    let record = try read(checkout: scratch.path) {
      try $0.addCoverage([scratch.path + "/genhtml.info"], root: scratch.path, CoveragePolicy())
    }
    #expect(record.coverage?.totals.lines.covered == 1)
    #expect(record.coverage?.totals.lines.count == 2)
    #expect(record.steps.first?.status == .passed)
  }

  /// Nothing to read is no success.
  @Test(arguments: ["CIRulesTests/Fixtures/swiftpm63-swift-testing.xml"])
  func aReportWithoutTestsProvesNothing(path: String) throws {
    let record = try read { try $0.addReport(Self.fixture(path)) }
    #expect(record.steps.first?.status == .failed)
    #expect(record.steps.first?.lacksInput == true)
  }

  /// What says anywhere that a test failed is no success.
  @Test(
    arguments: [
      ("<testsuite><testcase name='a'/><testcase name='b' status='failed'/></testsuite>", 1, nil),
      ("<testsuite><testcase name='b' result='FAILED'></testcase></testsuite>", 1, nil),
      (
        "<testsuite><testcase name='b' status='fail'><failure message='no'/></testcase></testsuite>",
        1,
        nil
      ),
      ("<testsuite><testcase name='b' status='run' result='completed'/></testsuite>", 0, nil),
      (
        "<testsuite failures='1.0'><testcase name='a'/></testsuite>", 0,
        "counts 1 failed test, but names 0"
      ),
      ("<testsuite failures='0.0' errors=''><testcase name='a'/></testsuite>", 0, nil),
      (
        "<testsuite errors='many'><testcase name='a'/></testsuite>", 0,
        "contains `errors` attributes that are not numbers"
      ),
      ("<testsuite tests='5'><testcase name='a'/></testsuite>", 0, "counts 5 tests, but names 1"),
      ("<testsuite tests='5' skipped='3' disabled='1'><testcase name='a'/></testsuite>", 0, nil),
      ("<testsuite name='pytest' tests='5'><testcase name='a'/></testsuite>", 0, nil),
      ("<testsuite hostname='tbd' tests='5'><testcase name='a'/></testsuite>", 0, nil),
      (
        "<testsuite failures='99999999999999999999'><testcase name='a'/></testsuite>", 0,
        "counts 9223372036854775807 failed tests, but names 0"
      ),
    ] as [(String, Int, String?)])
  func failuresThatHide(report: String, failed: Int, reason: String?) throws {
    let scratch = try ScratchDirectory()
    try scratch.write(report, to: "r.xml")
    let record = try read(checkout: scratch.path) { try $0.addReport(scratch.path + "/r.xml") }
    #expect(record.tests.count { $0.outcome == .failed } == failed)
    if failed == 0 { #expect(record.steps.first?.reason == reason.map { "r.xml \($0)" }) }
    let isClean = failed == 0 && reason == nil
    #expect((record.steps.first?.status == .passed) == isClean)
  }

  @Test func aReportThatNamesTooFewFails() throws {
    let scratch = try ScratchDirectory()
    try scratch.write(
      "<testsuite failures=\"2\" tests=\"2\"><testcase name=\"a\"/></testsuite>", to: "r.xml")
    let record = try read(checkout: scratch.path) { try $0.addReport(scratch.path + "/r.xml") }
    #expect(record.steps.first?.reason == "r.xml counts 2 failed tests, but names 0")
    #expect(record.steps.first?.lacksInput == false)
  }

  /// No entity is expanded, none is fetched, and what is cut or nested without end is refused.
  @Test(arguments: [
    ("", "is empty"), ("<testsuite><testcase", "is incomplete"), ("{}", "not a known report"),
    ("<html></html>", "not a known report"), ("hello", "not valid JSON"),
    (String(repeating: "<testsuite>", count: 100_000), "XML"),
    (String(repeating: "[", count: 100_000), "JSON"),
  ])
  func refusesOtherFiles(content: String, words: String) throws {
    let scratch = try ScratchDirectory()
    try scratch.write(content, to: "r.xml")
    let error = #expect(throws: RunImport.Problem.self) {
      try read { try $0.addReport(scratch.path + "/r.xml") }
    }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    #expect(throws: RunImport.Problem.self) {
      try read { try $0.addReport(scratch.path + "/none.xml") }
    }
    #expect(throws: RunImport.Problem.self) { try read { try $0.addReport("/dev/zero") } }
  }

  @Test func expandsNoEntities() throws {
    let scratch = try ScratchDirectory()
    let entities = (1...9).map {
      "<!ENTITY l\($0) \"\(String(repeating: "&l\($0 - 1);", count: 10))\">"
    }
    try scratch.write(
      """
      <?xml version="1.0"?>
      <!DOCTYPE t [<!ENTITY l0 "lol"><!ENTITY x SYSTEM "file:///etc/passwd">\(entities.joined())]>
      <testsuite><testcase name="a"><failure message="&l9;&x;"/></testcase></testsuite>
      """, to: "r.xml")
    let record = try read { try $0.addReport(scratch.path + "/r.xml") }
    #expect(record.tests.first?.issues.first?.message == "&l9;&x;")
  }

  @Test(arguments: [
    ("ios", true), ("a.b-c_1", true), ("", false), ("-x", false), ("a b", false), ("../x", false),
    (String(repeating: "a", count: 81), false),
  ])
  func names(text: String, isName: Bool) {
    #expect(RunImport.isName(text) == isName)
  }
}
