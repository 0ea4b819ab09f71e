import CIModel
import Foundation
import TestSupport
import Testing

@testable import CoverageData

struct CoverageFilesTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func read(
    _ texts: [(CoverageFiles.Format, String)], _ policy: CoveragePolicy = CoveragePolicy(),
    package: String = ""
  ) throws -> CollectedCoverage {
    let sources = try texts.enumerated().map { index, text in
      let file = try scratch.write(text.1, to: "data/\(index)")
      return CoverageFiles.Source(text.0, file.path)
    }
    return try CoverageFiles(
      CoverageInputs(
        profiles: [], objects: [], repositoryRoot: scratch.path,
        packageRoot: scratch.path + package,
        targets: nil, policy: policy)
    ).read(sources)
  }

  private func describe(_ coverage: Coverage) -> [String] {
    coverage.files.map { file in
      let hits = file.lineHits?.runs.map { run in
        (run.first == run.last ? "\(run.first)" : "\(run.first)-\(run.last)") + ":\(run.count)"
      }
      return "\(file.path) \(hits?.joined(separator: " ") ?? "")"
    }
  }

  // MARK: LCOV

  @Test func readsWhatLLVMCovWrites() throws {
    let text = try Fixture.text("covkit-llvm-cov-21.lcov").replacing(
      "/package/", with: scratch.path + "/")
    let coverage = try read([(.lcov, text)]).coverage
    var inputs = try Fixture.covkitInputs()
    inputs.targets = nil
    inputs.repositoryRoot = "/package"
    var assembler = CoverageAssembler(inputs)
    for file in try Fixture.covkit() { assembler.add(file) }
    let expected = try assembler.coverage()
    #expect(coverage.totals.lines == expected.totals.lines)
    #expect(coverage.files.map(\.path) == expected.files.map(\.path))
    #expect(coverage.files.map(\.lineHits?.ratio) == expected.files.map(\.lineHits?.ratio))
    #expect(coverage.files.map(\.uncoveredLines) == expected.files.map(\.uncoveredLines))
  }

  @Test func readsEveryKindOfLine() throws {
    let text = """
      TN:suite
      SF:Sources/A.swift
      VER:1
      FN:1,5,a
      FN:7,b
      FNDA:3,a
      FNDA:0,b
      FNF:2
      FNH:1
      BRDA:2,0,0,1
      BRDA:2,0,1,-
      BRDA:8,0,0,0
      DA:3,2,checksum
      DA:1,3
      DA:2,3
      DA:2,1
      DA:8,18446744073709551000
      DA:9,1.8446744073709552e+19
      DA:10,-4
      LF:900
      LH:800
      end_of_record
      """.replacing("\n", with: "\r\n")
    let coverage = try read([(.lcov, text)]).coverage
    // The sums of the file are not believed, and the last line has no newline.
    #expect(
      describe(coverage)
        == ["Sources/A.swift 1:3 2:4 3:2 8:18446744073709551000 9:\(UInt64.max) 10:0"])
    #expect(coverage.totals.lines == .init(covered: 5, count: 6))
    #expect(coverage.totals.functions == .init(covered: 1, count: 2))
    #expect(coverage.files.first?.partialLines == [2, 8])
  }

  /// More lines than are kept until they are merged, and a function that is named twice.
  @Test func readsLinesAgainAndAgain() throws {
    let again = String(repeating: "DA:1,1\nDA:2,0\n", count: 70_000)
    let text = "SF:Sources/A.swift\nFN:1,a\nFN:1,a\nFN:2,b\nFNDA:1,b\n\(again)end_of_record\n"
    let coverage = try read([(.lcov, text)]).coverage
    #expect(describe(coverage) == ["Sources/A.swift 1:70000 2:0"])
    #expect(coverage.totals.functions == .init(covered: 1, count: 2))
  }

  /// Each folder of a path can be the top of the checkout.
  @Test(arguments: [(4_096, true), (4_098, false)])
  func boundsTheLengthOfPaths(bytes: Int, isRead: Bool) throws {
    let path = String(repeating: "/a", count: bytes / 2)
    let text = ["Sources/A.swift", path].map { "SF:\($0)\nDA:1,1\nend_of_record\n" }.joined()
    try scratch.write("", to: "Sources/A.swift")
    let result = Result { try read([(.lcov, text)]).coverage.files.map(\.path) }
    if isRead {
      #expect(try result.get() == ["Sources/A.swift"])
    } else {
      #expect {
        try result.get()
      } throws: {
        if case .tooManyFolders? = $0 as? CoverageError { true } else { false }
      }
    }
  }

  @Test(arguments: [(10, false), (11, true)])
  func boundsTheFoldersOfAllPaths(count: Int, isTooMuch: Bool) {
    var paths = ReportedPaths(repositoryRoot: scratch.path, root: scratch.path, room: 1_000)
    for number in 0..<count {
      let isNoted = paths.note("/\(number)" + String(repeating: "/a", count: 99))
      #expect(isNoted == (number < 10))
    }
    #expect((paths.problem != nil) == isTooMuch)
  }

  /// A look at a long path below a folder that exists walks many folders.
  @Test(arguments: [("a", "/x", 40, true), ("a", "/x", 400, false), ("b", "/x", 400, true)])
  func boundsTheWalks(folder: String, start: String, count: Int, isRead: Bool) throws {
    try scratch.write("", to: "\(folder)/z")
    var paths = ReportedPaths(repositoryRoot: scratch.path, root: scratch.path, room: 2_000)
    #expect(paths.note(start + String(repeating: "/a", count: count) + "/b.c") == isRead)
    #expect((paths.problem == nil) == isRead)
    // The folders of a report are looked into for each of its paths.
    var other = ReportedPaths(repositoryRoot: scratch.path, root: scratch.path, room: 2_000)
    let folders = Array(repeating: String(repeating: "a/", count: 400), count: 10)
    for number in 0..<20 { _ = other.note("\(number).c", in: folders) }
    #expect(other.problem != nil)
  }

  /// A name with a line end can contain a record.
  @Test(arguments: [
    ("Sources/x\nend_of_record\nSF:Sources/a.c", false), ("Sources/a.c\r", false),
    ("x\ny/notes.txt", false), ("Icon\r", true), ("x\r/a.c", true), ("Sources/b c.c", true),
  ])
  func refusesLineEndsInNames(file: String, isRead: Bool) throws {
    let text = "SF:Sources/a.c\nDA:1,1\nend_of_record\n"
    for isSubmodule in [false, true] {
      let repository = try ScratchRepository()
      var folder = ""
      if isSubmodule {
        try repository.shell("git init -q sub && touch .gitmodules")
        folder = "sub/"
      }
      try repository.directory.write("", to: folder + file)
      try repository.shell("cd ./\(folder) && git add -A && git commit -qm A")
      try repository.shell("git add -A 2> /dev/null")
      let data = try scratch.write(text, to: "data")
      let files = CoverageFiles(
        CoverageInputs(
          profiles: [], objects: [], repositoryRoot: repository.path,
          packageRoot: repository.path, targets: nil))
      if isRead {
        #expect(try files.read([.init(.lcov, data.path)]).coverage.files.count == 1)
      } else {
        #expect(throws: CoverageError.lineEndInPath(folder + file)) {
          try files.read([.init(.lcov, data.path)])
        }
      }
    }
  }

  @Test func mergesTracefilesForDistinctLines() throws {
    let one = "SF:Sources/A.swift\nDA:1,1\nDA:2,0\nDA:3,0\nend_of_record\n"
    let two =
      "SF:Sources/A.swift\nDA:2,4\nDA:4,0\nend_of_record\nSF:Sources/B.swift\nDA:1,1\nend_of_record\n"
    let coverage = try read([(.lcov, one), (.lcov, two), (.lcov, one)]).coverage
    #expect(describe(coverage) == ["Sources/A.swift 1:2 2:4 3-4:0", "Sources/B.swift 1:1"])
  }

  @Test(arguments: [
    ("", 1), ("nonsense\n", 1), ("SF:a.swift\nDA:1\nend_of_record\n", 2),
    ("SF:a.swift\nDA:0,1\nend_of_record\n", 2), ("SF:a.swift\nDA:x,1\nend_of_record\n", 2),
    ("SF:a.swift\nDA:1,1\n", 2), ("DA:1,1\n", 1), ("end_of_record\n", 1),
    ("SF:a.swift\nSF:b.swift\nend_of_record\n", 2),
  ])
  func refusesBrokenTracefiles(text: String, line: Int) throws {
    let error = #expect(throws: CoverageError.self) { try read([(.lcov, text)]) }
    guard case .malformedData(_, line, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  // MARK: Cobertura

  @Test func readsCobertura() throws {
    try scratch.write("", to: "Sources/A & B.swift")
    let text = """
      <?xml version="1.0"?>
      <!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">
      <!-- <class filename="No.swift"> -->
      <coverage line-rate="0.5"><sources><source>/elsewhere/project</source></sources>
      <packages><package name="p"><classes>
      <class name='A' filename='Sources/A &amp; B.swift'>
        <methods>
          <method name="f" signature="&lt;T>(a > b)"><lines><line number="2" hits="5"/></lines></method>
          <method name="g"><lines><line number="9" hits="0"/></lines></method>
        </methods>
        <lines>
          <line number="9" hits="0"/>
          <line number="2" hits="5" branch="true" condition-coverage="50% (1/2)"/>
          <line number="3" hits="0"/>
        </lines>
      </class>
      <class name="Inner" filename="Sources/A &#38; B.swift"><methods/><lines><line number="12" hits="1"/></lines></class>
      </classes></package></packages></coverage>
      """
    let coverage = try read([(.cobertura, text)]).coverage
    #expect(describe(coverage) == ["Sources/A & B.swift 2:5 3:0 9:0 12:1"])
    #expect(coverage.totals.functions == .init(covered: 1, count: 2))
    #expect(coverage.totals.regions == .init(covered: 1, count: 2))
    #expect(coverage.files.first?.partialLines == [2])
  }

  @Test(arguments: [
    ("", "a <coverage> element"), ("{}", "a <coverage> element"),
    ("<html></html>", "a <coverage> element"), ("<coverage>", "</coverage> at the end"),
    ("<coverage><class filename=\"a.swift\"></coverage>", "</coverage> at the end"),
    (
      "<coverage><class filename=\"a.swift\"><line number=\"x\" hits=\"1\"/></class></coverage>",
      "`number` and `hits` of the line"
    ),
    (
      "<coverage><class><line number=\"1\" hits=\"1\"/></class></coverage>",
      "a `filename` of the class"
    ),
    ("<coverage><", "</coverage> at the end"), ("<coverage><!-- ", "</coverage> at the end"),
    ("<coverage><class filename=\"a.swift", "</coverage> at the end"),
  ])
  func refusesBrokenReports(text: String, expected: String) throws {
    let error = #expect(throws: CoverageError.self) { try read([(.cobertura, text)]) }
    guard case .malformedData(_, 1, expected) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  // MARK: llvm-cov

  @Test func readsJSON() throws {
    let text = try Fixture.text("covkit-llvm-cov-21.json").replacing(
      "/package/", with: scratch.path + "/")
    let coverage = try read([(.llvmJSON, text)]).coverage
    #expect(coverage.totals.otherLines?.count ?? 0 > coverage.totals.lines.count)
    let error = #expect(throws: CoverageError.self) {
      try read([(.llvmJSON, String(text.prefix(500)))])
    }
    #expect(error?.description.contains("not a complete output of llvm-cov export") == true)
  }

  @Test func namesAFileThatIsMissing() {
    let error = #expect(throws: CoverageError.self) {
      try CoverageFiles(
        CoverageInputs(
          profiles: [], objects: [], repositoryRoot: "/r", packageRoot: "/r", targets: nil)
      ).read([.init(.lcov, "/no/such.lcov")])
    }
    #expect(error == .fileFailed(path: "/no/such.lcov", message: "No such file or directory"))
  }

  // MARK: Paths

  @Test func findsFilesOfOtherMachines() throws {
    try scratch.write("", to: "Sources/Core/A.swift")
    try scratch.write("", to: "Sources/Core/B.swift")
    let text =
      ["/ci/build/Sources/Core/A.swift", "/ci/build/Sources/Core/B.swift", "/usr/include/x.h"]
      .map { "SF:\($0)\nDA:1,1\nend_of_record\n" }.joined()
    let collected = try read([(.lcov, text)])
    #expect(
      collected.coverage.files.map(\.path) == ["Sources/Core/A.swift", "Sources/Core/B.swift"])
    #expect(collected.coverage.excluded.map(\.reason) == ["outside"])
    #expect(collected.notes == ["Coverage: paths below /ci/build/ were mapped to this checkout"])
  }

  /// A change can add files so that another folder of the data seems to be the checkout.
  @Test(
    arguments: [
      // One decoy is fewer than the real files.
      (
        ["kit/S/_.c", "S/_.c", "S/a.c", "S/b.c"], ["_.c", "a.c", "b.c"].map { "/ci/kit/S/\($0)" },
        ["S/_.c", "S/a.c", "S/b.c"]
      ),
      (
        ["kit/S/_.c", "S/a.c", "S/b.c", "S/c.c"],
        ["_.c", "a.c", "b.c", "c.c"].map { "/ci/kit/S/\($0)" },
        ["S/_.c", "S/a.c", "S/b.c", "S/c.c"]
      ),
      // No file here has the first path, which is below the same folder.
      (["S/a.c"], ["/ci/kit/S/_.c", "/ci/kit/S/a.c"], ["S/_.c", "S/a.c"]),
      // Two machines.
      (["S/a.c", "S/b.c"], ["/ci/1/S/a.c", "/ci/2/S/b.c"], ["S/a.c", "S/b.c"]),
      // Either can be the checkout.
      (["kit/S/a.c", "S/a.c", "S/b.c"], ["/ci/kit/S/a.c", "/ci/kit/S/b.c"], nil),
      (["kit/S/a.c", "S/a.c"], ["/ci/kit/S/a.c"], nil),
      (["S/a.c"], ["/ci/kit/S/../S/./a.c", "S//a.c"], ["S/a.c"]),
    ] as [([String], [String], [String]?)])
  func choosesTheFolderOfMostFiles(
    files: [String], reported: [String], expected: [String]?
  ) throws {
    for file in files { try scratch.write("", to: file) }
    for reported in [reported, reported.reversed()] {
      let text = reported.map { "SF:\($0)\nDA:1,1\nend_of_record\n" }.joined()
      if let expected {
        #expect(try read([(.lcov, text)]).coverage.files.map(\.path) == expected)
      } else {
        let error = #expect(throws: CoverageError.self) { try read([(.lcov, text)]) }
        #expect(error?.description.contains("this checkout can be /ci/ or /ci/kit/") == true)
      }
    }
  }

  /// A path can be relative to the package or to the repository.
  @Test(arguments: [
    (["kit/a.c", "kit/b.c", "kit/c.c", "kit/kit/a.c"], ["kit/a.c", "kit/b.c", "kit/c.c"]),
    (["kit/a.c", "kit/b.c", "kit/c.c", "a.c"], ["a.c", "b.c", "c.c"]),
    (["kit/a.c", "kit/kit/a.c"], ["kit/a.c"]),
  ])
  func choosesTheRootOfMostFiles(files: [String], reported: [String]) throws {
    for file in files { try scratch.write("", to: file) }
    let text = reported.map { "SF:\($0)\nDA:1,1\nend_of_record\n" }.joined()
    if files.count == 2 {
      let error = #expect(throws: CoverageError.self) { try read([(.lcov, text)], package: "/kit") }
      #expect(error?.description.contains("can mean different files") == true)
    } else {
      let coverage = try read([(.lcov, text)], package: "/kit").coverage
      #expect(coverage.files.map(\.path) == ["kit/a.c", "kit/b.c", "kit/c.c"])
    }
  }

  /// Names that Swift strings hold equal, or that look the same because they are not UTF-8.
  @Test(arguments: [
    ("Sources/\u{E9}.c", "Sources/e\u{301}.c"), ("Sources/\u{FFFD}.c", "Sources/\u{FFFD}.c"),
  ])
  func keepsFilesApart(one: String, other: String) throws {
    let text = "SF:\(one)\nDA:1,0\nend_of_record\nSF:\(other)\nDA:1,1\nend_of_record\n"
    let coverage = try read([(.lcov, text)]).coverage
    #expect(coverage.files.map(\.lines.covered) == [0, 1])
    #expect(coverage.merging(coverage).files.map(\.lines.covered).count { $0 == 0 } > 0)
  }

  @Test func countsAFileWhoseNameBeginsWithAMark() throws {
    let coverage = try read([(.lcov, "SF:\u{301}a.c\nDA:1,1\nend_of_record\n")]).coverage
    #expect(coverage.files.map(\.path) == ["\u{301}a.c"])
  }

  @Test func leavesOutTestsAndBuildFolders() throws {
    let text = [
      "Sources/A.swift", "Tests/ATests/T.swift", ".build/checkouts/d/D.swift", ".build/x/G.swift",
    ]
    .map { "SF:\($0)\nDA:1,1\nDA:2,0\nend_of_record\n" }.joined()
    let coverage = try read([(.lcov, text)]).coverage
    #expect(coverage.files.map(\.path) == ["Sources/A.swift"])
    #expect(coverage.excluded.map(\.reason) == ["dependencies", "generated", "tests"])
  }
}
