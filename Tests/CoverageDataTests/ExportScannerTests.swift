import CoverageData
import Testing

struct ExportScannerTests {
  @Test func readsEveryFile() throws {
    let files = try Fixture.covkit()
    #expect(files.count == 10)
    let search = try #require(files.first { $0.path == "/package/Sources/Core/Search.swift" })
    #expect(search.lines.count == 10)
    #expect(search.lines.covered == 10)
    #expect(search.functions.count == 2)
    #expect(search.segments.count == 10)
    #expect(
      search.segments[2]
        == CoverageSegment(
          line: 5, column: 4, count: UInt64(Int64.max), hasCount: true, isRegionEntry: true,
          isGap: false))
    #expect(search.segments[4].hasCount == false)
  }

  @Test func readsAnyOrderAndPassesOverTheUnknown() throws {
    let text = """
      { "type": "x", "data": [ { "totals": {"a": [1, {"b": "}]\\""}]}, "files": [
        { "summary": {"mcdc": {"count": 1}, "lines": {"percent": 1.5e3, "covered": 3, "count": 4}},
          "future": [null, true, -1.5], "segments": [[1,2,18446744073709551615,true,false],
          [3,1,99999999999999999999999,true,true,true]], "filename": "/a \\"b\\"/\\u00e9\\ud83d\\ude00\\\\.swift" }
      ] } ], "version": "3.0.1" }
      """
    let files = try Fixture.export(Array(text.utf8))
    #expect(files.map(\.path) == ["/a \"b\"/é😀\\.swift"])
    #expect(files.first?.lines.count == 4)
    #expect(files.first?.segments.map(\.count) == [.max, .max])
    #expect(files.first?.segments.map(\.isGap) == [false, true])
  }

  @Test func coversNoMoreThanThereIs() throws {
    let text = #"{"data":[{"files":[{"summary":{"lines":{"covered":9,"count":4}}}]}]}"#
    #expect(try Fixture.export(Array(text.utf8)).map(\.lines.covered) == [4])
  }

  @Test func acceptsNoFiles() throws {
    #expect(try Fixture.export(Array(#"{"data":[{"files":[]}]}"#.utf8)).isEmpty)
  }

  @Test func refusesEveryCutOffDocument() throws {
    let bytes = try Fixture.bytes("covkit-llvm-cov-21.json")
    var end = bytes.count
    while let last = bytes[..<end].last, last <= 0x20 { end -= 1 }
    // Every 7th place hits each kind of token.
    for length in stride(from: 0, to: end, by: 7) {
      #expect(throws: CoverageError.self, "cut at \(length)") {
        try Fixture.export(Array(bytes[..<length]))
      }
    }
  }

  @Test(arguments: [
    "[]", "{}", "null", #"{"data":1}"#, #"{"data":[{"files":[{"segments":[[1]]}]}]}"#,
    #"{"data":[{"files":[{"segments":[["1",2,3,true,true,false]]}]}]}"#,
    #"{"data":[{"files":[{"filename":"\q"}]}]}"#, #"{"data":[{"files":[{"filename":"\u12"}]}]}"#,
    #"{"data":[{"files":[]}]} trailing"#, #"{"data":[{"files":[]}],}"#, #"{"x":],"data":[]}"#,
  ])
  func refusesOtherDocuments(text: String) {
    #expect(throws: CoverageError.self) { try Fixture.export(Array(text.utf8)) }
  }
}
