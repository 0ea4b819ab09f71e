import Testing

@testable import CodeReview

@Suite struct ReviewMarkerTests {
  private static let marker = ReviewMarker(name: "ci", kind: .finding("ab12"), digest: "cd34")

  @Test(arguments: [
    ("text\n\n\(marker.line)\n", true), ("text\r\n\(marker.line)\r\n", true), (marker.line, true),
    ("> \(marker.line)", false), ("\(marker.line)\nand more", false), ("", false),
    ("<!-- devtool:finding name=ci digest=cd34 -->", false),
    ("<!-- devtool:other name=ci id=ab12 digest=cd34 -->", false),
    ("<!-- devtool:finding id=ab12 digest=cd34 -->", false),
  ])
  func isReadFromTheLastLine(body: String, isFound: Bool) {
    #expect(ReviewMarker(in: body) == (isFound ? Self.marker : nil))
  }

  @Test func aSummaryHasNoFinding() {
    let marker = ReviewMarker(name: "linux-6.3", kind: .summary, digest: "00")
    #expect(ReviewMarker(in: "All clear.\n" + marker.line) == marker)
  }

  @Test(arguments: [
    ("ci", true), ("linux-6.3_a", true), ("", false), ("a b", false), ("a--b", false),
    ("a-", false), ("a>", false), (String(repeating: "a", count: 41), false), ("ä", false),
  ])
  func aNameFitsIntoAMarker(name: String, isName: Bool) {
    #expect(ReviewSession.isName(name) == isName)
  }
}
