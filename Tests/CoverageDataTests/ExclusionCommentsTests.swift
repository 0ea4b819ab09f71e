import CIModel
import CoverageData
import TestSupport
import Testing

struct ExclusionCommentsTests {
  /// The lines that are left of ten that ran, and the problems.
  private func read(_ text: String) throws -> (left: [Int], excluded: Int, problems: [Finding]) {
    let scratch = try ScratchDirectory()
    try scratch.write(text, to: "A.swift")
    try scratch.write("", to: "B.swift")
    var assembler = CoverageAssembler(
      CoverageInputs(
        profiles: [], objects: [], repositoryRoot: scratch.path, packageRoot: scratch.path,
        targets: nil))
    for name in ["A", "B"] {
      var hits = LineHits()
      hits.append(1, 10, count: 1)
      assembler.add(MeasuredFile(path: "\(scratch.path)/\(name).swift", hits: hits))
    }
    let coverage = try assembler.coverage()
    let hits = coverage.files.first { $0.path == "A.swift" }?.lineHits ?? LineHits()
    let group = coverage.excluded.first { $0.reason == "comments" }
    return ((1...10).filter { hits[$0] != nil }, group?.lines.count ?? 0, assembler.findings)
  }

  @Test(arguments: [
    ("a\nb // LCOV_EXCL_LINE\n", [2]),
    ("a\n// LCOV_EXCL_START\nb\n  /* LCOV_EXCL_STOP */\n", [2, 3, 4]),
    ("a\nb // coverage:ignore\nc\n", [2]),
    ("a\n  // coverage:ignore because it cannot fail\nc\n", [2, 3]),
    ("// coverage:ignore-start\na\n// coverage:ignore-end\nb // LCOV_EXCL_LINE\n", [1, 2, 3, 4]),
    ("/// coverage:ignore-file\n/// LCOV_EXCL_START\nb\n", []),
    ("let a = \"// LCOV_EXCL_LINE\"\n", []), ("let b = \"LCOV_EXCL_START\"\n", []),
    ("open(\"http://a\") // coverage:ignore\n", [1]),
    (##"let a = #"b"// LCOV_EXCL_LINE"#; f()"##, []), ("/* a */ f() // coverage:ignore\n", [1]),
    ("a / b // \" LCOV_EXCL_LINE\n", [1]), ("// coverage:ignorée\nb\n", []),
    ("// coverage:ignored\n// LCOV_EXCL_LINES\n", []),
    ("a\r\nb // LCOV_EXCL_LINE\r\n", [2]), ("", []),
  ])
  func leavesOut(text: String, lines: [Int]) throws {
    let (left, excluded, problems) = try read(text)
    #expect(left == (1...10).filter { !lines.contains($0) })
    #expect(excluded == lines.count)
    #expect(problems == [])
  }

  @Test func leavesOutAFile() throws {
    let (left, excluded, problems) = try read("a\n// coverage:ignore-file\n")
    #expect(left == [])
    #expect(excluded == 10)
    #expect(problems == [])
  }

  @Test(arguments: [
    ("a\n// LCOV_EXCL_START\nb\n", 2, "no end"),
    ("a\n// coverage:ignore-end\n", 2, "without a beginning"),
    (
      "// LCOV_EXCL_START\n// LCOV_EXCL_START\n// LCOV_EXCL_STOP\n", 2, "inside the block of line 1"
    ),
  ])
  func refuses(text: String, line: Int, message: String) throws {
    let (left, _, problems) = try read(text)
    let problem = try #require(problems.first)
    #expect(problem.severity == .error)
    #expect(problem.location == SourceLocation("A.swift", line: line))
    #expect(problem.message.contains(message))
    #expect(problem.help?.isEmpty == false)
    // A forgotten end leaves nothing out.
    if message == "no end" { #expect(left.count == 10) }
  }
}
