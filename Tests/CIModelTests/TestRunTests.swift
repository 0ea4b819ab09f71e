import CIModel
import Foundation
import Testing

@Suite struct TestRunTests {
  /// Memory for the results of a log is mostly memory for these.
  @Test func isSmall() { #expect(MemoryLayout<TestRun>.stride == 24) }

  @Test(
    arguments: [
      (0, 0, 0, 0), (1.234, 1.234, 7, 7), (0.0004, 0, 65_535, 65_535),
      (3_000_000.5, 3_000_000.5, 1, 1),
      // What no runner writes is unknown.
      (-1, nil, 65_536, nil), (5_000_000, nil, -1, nil), (.nan, nil, .max, nil),
      (.infinity, nil, 2, 2),
    ] as [(Double, Double?, Int, Int?)])
  func keepsWhatCanBe(start: Double, kept: Double?, worker: Int, keptWorker: Int?) throws {
    var run = TestRun(.passed, durationSeconds: nil)
    (run.startSeconds, run.worker) = (start, worker)
    #expect(run.startSeconds == kept)
    #expect(run.worker == keptWorker)
    let json = try JSONEncoder().encode(run)
    #expect(try JSONDecoder().decode(TestRun.self, from: json) == run)
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect(object["durationSeconds"] is NSNull)
    #expect((object["startSeconds"] == nil) == (kept == nil))
  }
}
