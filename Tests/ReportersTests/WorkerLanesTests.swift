import CIModel
import Testing

@testable import Reporters

/// When which worker ran which tests.
struct WorkerLanesTests {
  /// A test step with these tests.
  private static func record(
    _ spans: [(worker: Int?, start: Double, seconds: Double, outcome: TestOutcome)],
    seconds: Double = 10
  ) -> RunRecord {
    var record = SampleRecord.green
    var step = SampleRecord.step("test", "swift-test", .passed, seconds: seconds)
    step.startSeconds = 1
    step.suite = SuiteResult(durationSeconds: seconds, targets: [])
    record.steps = [step]
    record.tests = spans.enumerated().map { index, span in
      var test = SampleRecord.test("A", "test\(index)", span.outcome, seconds: span.seconds)
      test.runs[0].startSeconds = span.start
      test.runs[0].worker = span.worker
      return test
    }
    return record
  }

  private static func lanes(_ record: RunRecord) -> String? {
    WorkerLanes(record.steps[0], of: record).map {
      String(decoding: $0.render().bytes, as: UTF8.self)
    }
  }

  @Test func eachWorkerHasALane() throws {
    let html = try #require(
      Self.lanes(
        Self.record([
          (1, 0, 2, .passed), (0, 0, 5, .passed), (0, 5, 0.001, .passed),
          (0, 5.001, 0.001, .failed),
        ])))
    #expect(html.contains("4 test runs on 2 lanes"))
    #expect(html.contains("aria-label=\"worker 0: 3 test runs, 5.00s of 10.0s\""))
    #expect(html.contains("worker 0, ended last<"))
    // What takes long has its name, and the others are one piece, which failed.
    #expect(html.contains("x=\"0.00%\" width=\"50.00%\"><title>StoreTests.A/test1, 5.00s</title>"))
    #expect(html.contains("<rect class=\"fail\" x=\"50.00%\" width=\"0.26%\" height=\"100%\"/>"))
    #expect(!html.contains("test3"))
  }

  /// A process that runs several at once tells no worker.
  @Test func testsBesideEachOtherAreDealtOut() throws {
    let html = try #require(
      Self.lanes(Self.record([(nil, 0, 4, .passed), (nil, 1, 4, .passed), (nil, 4, 2, .passed)])))
    #expect(html.contains("3 test runs on 2 lanes"))
    #expect(html.split(separator: "Swift Testing: 2 test runs").count == 2)
  }

  @Test func nothingIsDrawnWhereNothingIsKnown() {
    var record = Self.record([(0, 0, 1, .passed)])
    record.tests[0].runs[0].startSeconds = nil
    #expect(Self.lanes(record) == nil)
    // Of two steps with tests each has to be named.
    record = Self.record([(0, 0, 1, .passed)])
    record.steps.append(record.steps[0])
    record.steps[1].id = "others"
    #expect(Self.lanes(record) == nil)
    record.tests[0].step = "test"
    #expect(Self.lanes(record) != nil)
  }

  @Test(arguments: [1, 2, 40])
  func aPageHasRoomForItHoweverManyTestsThereAre(workers: Int) throws {
    let spans = (0..<20_000).map { index in
      (Int?.some(index % workers), Double(index / workers) * 0.01, 0.004, TestOutcome.passed)
    }
    let html = try #require(Self.lanes(Self.record(spans, seconds: 200)))
    #expect(html.utf8.count < 350_000)
    #expect(html.contains("8 lanes left out") == (workers == 40))
  }

  /// A record may be a stranger's.
  @Test(arguments: [
    (-1.0, 1.0), (1e300, 1), (0, 1e300), (.nan, 1), (0, .infinity), (0, -1), (0, .nan),
  ])
  func numbersThatCannotBeDoNoHarm(start: Double, seconds: Double) {
    let record = Self.record([(.max, start, seconds, .passed), (nil, start, seconds, .failed)])
    #expect(Self.lanes(record)?.contains("nan") != true)
  }
}
