import Foundation
import Testing

@testable import CoverageByTest

@Suite struct LineMapTests {
  private typealias Region = CoverageMapping.Region

  private func region(
    _ startLine: Int, _ startColumn: Int, _ endLine: Int, _ endColumn: Int,
    _ kind: Region.Kind = .code
  ) -> Region {
    Region(
      kind: kind, counter: .zero, file: 0, start: .init(line: startLine, column: startColumn),
      end: .init(line: endLine, column: endColumn))
  }

  @Test func theInnermostRegionDecides() {
    // func f() {        1
    //   a()             2
    //   if x {          3
    //     b()           4
    //   }               5
    // }                 6
    let geometry = LineGeometry([region(1, 10, 6, 2), region(3, 8, 5, 4)])
    #expect(geometry.linesOfRegion == [[1...3, 6...6], [3...5]])
    #expect(geometry.executableLines == [1...6])
  }

  @Test func regionsOfOnePlaceBothDecide() {
    let geometry = LineGeometry([region(1, 1, 2, 2), region(1, 1, 2, 2)])
    #expect(geometry.linesOfRegion == [[1...2], [1...2]])
  }

  @Test func skippedCodeCannotRun() {
    // func f() {        1
    // #if os(macOS)     2
    //   a()             3
    // #endif            4
    // }                 5
    let geometry = LineGeometry([region(1, 10, 5, 2), region(2, 1, 4, 1, .skipped)])
    #expect(geometry.executableLines == [1...1, 5...5])
  }

  @Test func nothingBetweenFunctions() {
    let geometry = LineGeometry([region(1, 10, 2, 2), region(5, 10, 6, 2)])
    #expect(geometry.executableLines == [1...2, 5...6])
    #expect(LineGeometry([]).executableLines.isEmpty)
  }

  @Test func countsOfExpressions() {
    let counters: [CoverageMapping.Counter] = [
      .zero, .counter(0), .subtract(expression: 0), .add(expression: 1), .add(expression: 2),
      .counter(9), .add(expression: 9),
    ]
    let function = CoverageMapping.Function(
      name: 1, files: ["a"],
      expressions: [
        [.counter(0), .counter(1)], [.subtract(expression: 0), .counter(2)],
        // A circle, which no compiler writes.
        [.add(expression: 2), .counter(0)],
      ],
      regions: counters.map { counter in
        var region = region(1, 1, 2, 2)
        region.counter = counter
        return region
      })
    let counts = function.counts([5, 7, 1])
    #expect(Array(counts[..<4]) == [0, 5, UInt64.max - 1, UInt64.max])
    #expect(Array(counts[5...]) == [0, 0])
  }

  #if os(Linux)
    /// The program that runs these tests.
    private var ownBytes: Data {
      get throws {
        try Data(contentsOf: URL(fileURLWithPath: "/proc/self/exe"), options: .alwaysMapped)
      }
    }

    @Test func readsItsOwnSections() throws {
      try ownBytes.withUnsafeBytes { bytes in
        let sections = try ELFSections(bytes)
        #expect(try sections.contents(of: ".text").count == 1)
        #expect(try sections.contents(of: ".nothing").isEmpty)
      }
    }

    /// A binary with the name of another section in the place of that of its build id.
    @Test(arguments: [("__llvm_covmap", false), ("__llvm_covfun", true)])
    func knowsBinariesWithoutCoverage(section: String, isWithout: Bool) throws {
      var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "/bin/sh")))
      let name = Array(".note.gnu.build-id".utf8)
      let place = try #require(bytes.lastRange(of: name))
      let filler = [UInt8](repeating: 0, count: name.count - section.utf8.count)
      bytes.replaceSubrange(place, with: Array(section.utf8) + filler)
      let lackCoverage = try bytes.withUnsafeBytes { try ELFSections($0).lackCoverage }
      #expect(lackCoverage == isWithout)
    }

    @Test func cutFilesAreNoCrash() throws {
      try ownBytes.withUnsafeBytes { bytes in
        for count in [0, 3, 16, 63, 64, 100, bytes.count / 2] {
          var mapping = CoverageMapping()
          #expect(throws: BinaryReader.Malformed.self) {
            try mapping.add(UnsafeRawBufferPointer(rebasing: bytes[..<count])) { _ in true }
          }
        }
      }
    }
  #endif

  @Test func profilesThatAreNone() throws {
    var bytes = [UInt8](repeating: 0, count: 256)
    #expect(throws: BinaryReader.Malformed.self) {
      try bytes.withUnsafeBytes { _ = try RawProfile($0) }
    }
    withUnsafeBytes(of: (0xFF6C_7072_6F66_7281 as UInt64).littleEndian) {
      bytes.replaceSubrange(0..<8, with: $0)
    }
    bytes[8] = 11
    #expect(throws: BinaryReader.Malformed(offset: 8, version: 11)) {
      try bytes.withUnsafeBytes { _ = try RawProfile($0) }
    }
    bytes[8] = 10
    // No function at all is fine, more than there is room for is not.
    try bytes.withUnsafeBytes { bytes in
      var seen = 0
      try RawProfile(bytes).forEachExecuted { _, _ in seen += 1 }
      #expect(seen == 0)
    }
    for field in [2, 3, 4, 5, 6, 9] {
      var damaged = bytes
      damaged.replaceSubrange(field * 8..<field * 8 + 8, with: [UInt8](repeating: 0x7F, count: 8))
      #expect(throws: BinaryReader.Malformed.self, "field \(field)") {
        try damaged.withUnsafeBytes { _ = try RawProfile($0) }
      }
    }
  }
}
