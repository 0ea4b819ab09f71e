import PipelineConfig
import Testing

/// What a step says when its filters leave no test.
@Suite struct ChosenTestsTests {
  @Test(arguments: [
    (["Cart"], [], 5, "no test matches the filter 'Cart'; there are 5 tests"),
    (
      ["A", "tag:b"], ["C"], 1,
      "no test matches the filter 'A', 'tag:b' after 'C' is skipped; there is 1 test"
    ),
    ([], ["C", "D"], 2, "no test is left after 'C', 'D' are skipped; there are 2 tests"),
  ])
  func namesThePatterns(filter: [String], skip: [String], count: Int, expected: String) {
    var options = SwiftTestOptions()
    options.filter = filter
    options.skip = skip
    #expect(options.nothingChosen(of: count) == expected)
  }
}
