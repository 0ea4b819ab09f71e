import CIModel
import Testing

@testable import PipelineRunner

struct ApartUseTests {
  private func test(_ id: String, _ interference: Interference?) -> TestCase {
    var test = TestCase(
      name: id, id: id, framework: .xctest, function: "test", outcome: .passed)
    test.interference = interference
    return test
  }

  /// What ran beside a victim and is of its suite is likely to be the next one.
  @Test func neighboursOfTheSameSuiteAreKeptApartToo() {
    let caught = ApartUse.caught([
      test("M.A/one", Interference(beside: ["M.A/two", "M.AB/x", "M.B/y"], isReproduced: false)),
      test("M.A/two", nil),
      test("M.A/three", Interference(after: ["M.A/four"], isReproduced: true)),
      test("M.A/five", Interference(beside: ["M.A/three"], isReproduced: true)),
      test("M.free()", Interference(beside: ["M.other()"], isReproduced: true)),
    ])
    #expect(
      caught == [
        "M.A/one": false, "M.A/two": false, "M.A/three": true, "M.A/five": false,
        "M.free()": false,
      ])
  }
}
