import CIModel
import CIRules
import Foundation
import GitHistory
import SwiftPackage
import TestSupport
import Testing

@testable import CoverageData

/// The tricky cases of patch coverage, numbered; each with a repository of its own.
struct PatchCasesTests {
  private let file = "Sources/A.swift"

  /// Ten lines of which 1 to 5 ran and 6 to 10 did not.
  private let half = Dictionary(uniqueKeysWithValues: (1...10).map { ($0, $0 <= 5 ? 1 : 0) })

  private func scratch(_ lines: Int = 10) throws -> PatchScratch {
    try PatchScratch([file: PatchScratch.lines(lines)])
  }

  @Test func case1RenameAlone() throws {
    let scratch = try scratch()
    try scratch.repository.git("config", "diff.renames", "false")
    try scratch.repository.git("mv", file, "Sources/B.swift")
    try scratch.repository.commit("Rename")
    let patch = try scratch.patch(scratch.lcov(["Sources/B.swift": half]))
    #expect(patch.addedLines == 0)
    #expect(patch.lines.count == 0)
    #expect(patch.explanation == "the change adds no lines")
    #expect(patch.problem == nil)
  }

  @Test func case2RenameAndEdit() throws {
    let scratch = try scratch()
    try scratch.repository.git("mv", file, "Sources/B.swift")
    try scratch.edit("Sources/B.swift", line: 7, "changed")
    try scratch.repository.commit("Rename and edit")
    let patch = try scratch.patch(scratch.lcov(["Sources/B.swift": half]))
    #expect(patch.text == "Sources/B.swift 0/1 missed 7")
  }

  @Test func case2RewrittenFileIsNew() throws {
    let scratch = try scratch()
    try scratch.repository.git("mv", file, "Sources/B.swift")
    try scratch.repository.commit("Rewrite", ["Sources/B.swift": PatchScratch.lines(10, "other")])
    let patch = try scratch.patch(scratch.lcov(["Sources/B.swift": half]))
    #expect(patch.text == "Sources/B.swift 5/10 missed 6-10")
  }

  @Test func case3MovedLines() throws {
    let scratch = try scratch()
    let moved = PatchScratch.lines(10).split(separator: "\n").map(String.init)
    let text = (moved[3...] + moved[..<3]).joined(separator: "\n") + "\n"
    try scratch.repository.commit("Move", [file: text])
    let patch = try scratch.patch(scratch.lcov([file: half]))
    #expect(patch.addedLines == 3)
    #expect(patch.text == "Sources/A.swift 0/3 missed 8-10")
  }

  @Test func case4Whitespace() throws {
    let scratch = try scratch()
    try scratch.edit(file, line: 3, "    line   3")
    try scratch.repository.commit("Indent")
    let coverage = try scratch.lcov([file: half])
    #expect(try scratch.patch(coverage).text == "Sources/A.swift 1/1")
    var policy = CoveragePolicy()
    policy.patch.ignoresWhitespace = true
    let patch = try scratch.patch(coverage, policy)
    #expect(patch.lines.count == 0)
    #expect(patch.leftOut == "whitespace 1")
    #expect(
      patch.explanation
        == "no executable line changed: 1 where only white space differs")
  }

  @Test func case5LineEndings() throws {
    let scratch = try scratch()
    try scratch.repository.git("config", "core.autocrlf", "false")
    try scratch.repository.commit(
      "CRLF", [file: PatchScratch.lines(10).replacing("\n", with: "\r\n")])
    let coverage = try scratch.lcov([file: half])
    #expect(try scratch.patch(coverage).text == "Sources/A.swift 5/10 missed 6-10")
    var policy = CoveragePolicy()
    policy.patch.ignoresWhitespace = true
    let patch = try scratch.patch(coverage, policy)
    #expect(patch.lines.count == 0)
    #expect(patch.leftOut == "whitespace 10")
  }

  @Test func case6CommentsInsideOfABody() throws {
    let scratch = try PatchScratch.patchkit()
    try scratch.edit("Sources/Kit/Cases.swift", line: 7, "    // another comment")
    try scratch.repository.commit("Comment")
    let coverage = try scratch.llvm()
    #expect(try scratch.patch(coverage).text == "Sources/Kit/Cases.swift 1/1")
    var policy = CoveragePolicy()
    policy.patch.ignoresComments = true
    let patch = try scratch.patch(coverage, policy)
    #expect(patch.lines.count == 0)
    #expect(patch.leftOut == "comments 1")
  }

  @Test func case7OutsideOfFunctions() throws {
    let scratch = try PatchScratch.patchkit()
    try scratch.edit("Sources/Kit/Cases.swift", line: 3, "public struct  Box {")
    try scratch.edit("Sources/Kit/Cases.swift", line: 5, "  public var  name: String")
    try scratch.edit(
      "Sources/Kit/Cases.swift", line: 20, "  _ first: Int, _ second: Int, _ last: Int")
    try scratch.repository.commit("Types")
    let patch = try scratch.patch(scratch.llvm())
    #expect(patch.addedLines == 3)
    #expect(patch.lines.count == 0)
    #expect(patch.leftOut == "no code 3")
  }

  @Test func case8NothingToCount() throws {
    let scratch = try scratch()
    try scratch.repository.commit(
      "Document", ["README.md": "text\nmore\n", "Tests/ATests/T.swift": "test\n"])
    let coverage = try scratch.lcov([file: half])
    let patch = try scratch.patch(coverage)
    #expect(patch.lines.hundredthsOfPercent == nil)
    #expect(
      patch.explanation
        == "no executable line changed: 2 in other files, 1 in tests")
    // It passes: there is nothing that could be tested.
    #expect(judge(coverage, patch).findings == [])
    #expect(judge(coverage, patch).thresholds.first?.actual == nil)
  }

  @Test func case9DeletedLinesOnly() throws {
    let scratch = try scratch()
    var lines = PatchScratch.lines(10).split(separator: "\n")
    lines.removeSubrange(5...7)
    try scratch.repository.commit("Delete", [file: lines.joined(separator: "\n") + "\n"])
    let patch = try scratch.patch(scratch.lcov([file: [5: 0, 6: 0]]))
    #expect(patch.addedLines == 0)
    #expect(patch.lines.count == 0)
    #expect(patch.explanation == "the change adds no lines")
  }

  @Test func case10FileThatNoTestLinks() throws {
    let scratch = try PatchScratch.patchkit()
    // The object file of an unlinked target gives a file at 0 %.
    try scratch.repository.commit("Add", ["Sources/Free/Free.swift": PatchScratch.lines(3)])
    var coverage = try scratch.lcov(["Sources/Free/Free.swift": [1: 0, 2: 0, 3: 0]])
    #expect(try scratch.patch(coverage).text == "Sources/Free/Free.swift 0/3 missed 1-3")
    // Without one, nothing is known, and that is said.
    coverage = try scratch.llvm()
    coverage.targets?.append(.init(name: "Free", path: "Sources/Free", isTest: false))
    let patch = try scratch.patch(coverage)
    #expect(
      patch.unmeasured
        == [.init(path: "Sources/Free/Free.swift", addedLines: 3, reason: .notBuilt)])
    #expect(patch.problem?.contains("no source file in common") == true)
    for (severity, expected) in [
      (nil, nil), (Severity.warning, Severity.warning), (.error, .error),
    ] {
      var policy = CoveragePolicy()
      policy.patch.minimum = 1
      policy.patch.noData = severity
      let finding = judge(coverage, patch, policy).findings.first {
        $0.message.hasPrefix("no coverage data for 3 changed lines")
      }
      #expect(finding?.severity == expected)
    }
  }

  @Test func case11FileThatIsNotCompiled() throws {
    let scratch = try PatchScratch.patchkit()
    try scratch.edit("Sources/Kit/Cases.swift", line: 39, "  right == left")
    try scratch.repository.commit("Add", ["Scripts/tool.swift": PatchScratch.lines(3)])
    let patch = try scratch.patch(scratch.llvm())
    #expect(patch.text == "Sources/Kit/Cases.swift 1/1")
    #expect(
      patch.unmeasured == [.init(path: "Scripts/tool.swift", addedLines: 3, reason: .noTarget)])
    #expect(patch.problem == nil)
  }

  @Test(arguments: [
    ("Plugins/Gen/plugin.swift", nil), ("Plugins/Gen/plugin.swift", PackageTarget.Kind.plugin),
    ("Sources/Gen/plugin.swift", .plugin), ("Snippets/Start.swift", .snippet),
  ])
  func case11FileThatNoTestCanLink(path: String, kind: PackageTarget.Kind?) throws {
    let scratch = try PatchScratch.patchkit()
    try scratch.repository.commit("Add", [path: PatchScratch.lines(3)])
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
    let targets = kind.map { [PackageTarget(name: "Gen", kind: $0, path: folder)] } ?? []
    let patch = try scratch.patch(scratch.llvm(with: targets))
    #expect(patch.unmeasured == [])
    #expect(patch.leftOut == "no sources 3")
    #expect(patch.problem == nil)
  }

  @Test(arguments: [
    ("Plugins/Gen/Gen.swift", PackageTarget.Kind.macro), ("Plugins/Gen/Gen.swift", .library),
    ("Plugins/Gen/Gen.swift", .executable), ("Code/Gen/Package.swift", .library),
  ])
  func case11FileOfATargetThatNoTestLinks(path: String, kind: PackageTarget.Kind) throws {
    let scratch = try PatchScratch.patchkit()
    try scratch.repository.commit("Add", [path: PatchScratch.lines(3)])
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
    let target = PackageTarget(name: "Gen", kind: kind, path: folder)
    let patch = try scratch.patch(scratch.llvm(with: [target]))
    #expect(patch.unmeasured?.map(\.reason) == [.notBuilt])
  }

  @Test func case12TypesOnly() throws {
    let scratch = try PatchScratch.patchkit()
    try scratch.edit("Sources/Kit/Shapes.swift", line: 6, "public enum Sort {")
    try scratch.repository.commit("Rename")
    let coverage = try scratch.llvm()
    #expect(!coverage.files.contains { $0.path == "Sources/Kit/Shapes.swift" })
    let patch = try scratch.patch(coverage)
    #expect(patch.unmeasured?.map(\.reason) == [.noCode])
    #expect(patch.problem == nil)
    #expect(patch.lines.count == 0)
    #expect(judge(coverage, patch).findings == [])
  }

  @Test func case13InactiveCondition() throws {
    let scratch = try PatchScratch.patchkit()
    try scratch.edit("Sources/Kit/Cases.swift", line: 15, "    return 10")
    try scratch.repository.commit("Edit")
    #expect(try scratch.patch(scratch.llvm()).leftOut == "not built 1")
    // Merged with a report of the other platform, the line counts.
    let text = "SF:\(scratch.path)/Sources/Kit/Cases.swift\nDA:15,0\nend_of_record\n"
    let data = try ScratchDirectory()
    let merged = try CoverageFiles(
      CoverageInputs(
        profiles: [], objects: [], repositoryRoot: scratch.path, packageRoot: scratch.path,
        targets: nil)
    ).read([
      .init(.lcov, data.write(text, to: "plan9.lcov").path),
      .init(
        .lcov, data.write(text.replacing("DA:15,0", with: "DA:22,1\nDA:15,4"), to: "two.lcov").path),
    ])
    #expect(try scratch.patch(merged.coverage).text == "Sources/Kit/Cases.swift 1/1")
  }

  /// A function in C has data in some of its lines, or was not built.
  @Test(arguments: ["Sources/Kit/new.c", "Sources/Kit/new.hpp"])
  func case13FunctionsInC(path: String) throws {
    let scratch = try PatchScratch.patchkit()
    let text =
      "int a(void)\n{\n  return 1;\n}\n#ifdef B\nint b(void) {\n  return 2;\n}\n#endif\n"
    try scratch.repository.commit("Add", [path: text])
    let data = try ScratchDirectory()
    let lines = "SF:\(scratch.path)/\(path)\nDA:1,1\nDA:3,1\nend_of_record\n"
    let read = try CoverageFiles(
      CoverageInputs(
        profiles: [], objects: [], repositoryRoot: scratch.path, packageRoot: scratch.path,
        targets: nil)
    ).read([.init(.lcov, data.write(lines, to: "a.lcov").path)])
    let patch = try scratch.patch(read.coverage)
    #expect(patch.text == "\(path) 2/2")
    #expect(patch.leftOut == "no code 4, not built 3")
  }

  /// Code that a build leaves out is not the same as no code.
  @Test(arguments: [
    (
      "Sources/Kit/New.swift", "#if !DEBUG\nfunc a() {\n  b()\n}\n#endif\n",
      "no data 2, not built 3"
    ),
    (
      "Sources/Kit/New.swift", "#if os(Plan9)\nimport Plan9\ntypealias A = B\n#endif\n", "no data 4"
    ),
    (
      "Sources/Kit/New.swift", "#if A\nfunc a() {\n  b() // coverage:ignore\n}\n#endif\n",
      "no data 3, not built 2"
    ),
  ])
  func case13CodeThatIsNotBuilt(path: String, text: String, expected: String) throws {
    let scratch = try PatchScratch.patchkit()
    try scratch.repository.commit("Add", [path: text])
    let coverage = try scratch.llvm()
    let patch = try scratch.patch(coverage)
    #expect(patch.leftOut == expected)
    let isLeftOut = expected.contains("not built")
    #expect(patch.explanation?.hasPrefix("no changed line was measured") == isLeftOut)
    for severity in [nil, Severity.warning, .error] {
      var policy = CoveragePolicy()
      policy.patch.noData = severity
      let findings = judge(coverage, patch, policy).findings
      #expect(findings.map(\.severity) == (isLeftOut ? [severity].compactMap { $0 } : []))
    }
  }

  @Test func case14MultiLineStatement() throws {
    let scratch = try PatchScratch.patchkit()
    try scratch.edit("Sources/Kit/Cases.swift", line: 24, "    second + 0,")
    try scratch.repository.commit("Edit")
    #expect(try scratch.patch(scratch.llvm()).text == "Sources/Kit/Cases.swift 1/1")
  }

  @Test func case15SeveralRegionsOnALine() throws {
    let scratch = try PatchScratch.patchkit()
    try scratch.edit("Sources/Kit/Cases.swift", line: 29, "  let chosen = value ?? 8")
    try scratch.repository.commit("Edit")
    let coverage = try scratch.llvm()
    let patch = try scratch.patch(coverage)
    #expect(patch.text == "Sources/Kit/Cases.swift 1/1")
    #expect(patch.files.first?.partialLines == [29])
    var strict = CoveragePolicy()
    strict.patch.missesPartialLines = true
    #expect(try scratch.patch(coverage, strict).text == "Sources/Kit/Cases.swift 0/1 missed 29")
  }

  @Test func case16ClosureNeverCalled() throws {
    let scratch = try PatchScratch.patchkit()
    try scratch.edit("Sources/Kit/Cases.swift", line: 34, "  let work = { () -> Int in 43 }")
    try scratch.repository.commit("Edit")
    let llvm = try scratch.llvm(CoveragePolicy(metric: .llvm))
    // The report counts the line for the function and for the closure; the change counts it once.
    let file = try #require(llvm.files.first)
    #expect(file.lines.count > (file.otherLines?.count ?? 0))
    let patch = try scratch.patch(llvm)
    #expect(patch.text == "Sources/Kit/Cases.swift 1/1")
    #expect(patch.files.first?.partialLines == [34])
  }

  @Test func case17Generics() throws {
    let scratch = try PatchScratch.patchkit()
    try scratch.edit("Sources/Kit/Cases.swift", line: 39, "  right == left")
    try scratch.repository.commit("Edit")
    let coverage = try scratch.llvm()
    #expect(coverage.files.first?.lineHits?[39] == 2)
    #expect(try scratch.patch(coverage).text == "Sources/Kit/Cases.swift 1/1")
  }

  @Test func case18FileInTwoBinaries() throws {
    let scratch = try scratch()
    try scratch.edit(file, line: 2, "changed")
    try scratch.edit(file, line: 3, "changed")
    try scratch.edit(file, line: 4, "changed")
    try scratch.repository.commit("Edit")
    var assembler = CoverageAssembler(
      CoverageInputs(
        profiles: [], objects: [], repositoryRoot: scratch.path, packageRoot: scratch.path,
        targets: nil))
    for runs in [[(2, UInt64(0)), (3, 0)], [(3, 5), (4, 0)]] {
      var hits = LineHits()
      for (line, count) in runs { hits.append(line, line, count: count) }
      assembler.add(MeasuredFile(path: "\(scratch.path)/\(file)", hits: hits))
    }
    let coverage = try assembler.coverage()
    #expect(coverage.files.map(\.lines) == [.init(covered: 1, count: 3)])
    #expect(try scratch.patch(coverage).text == "Sources/A.swift 1/3 missed 2,4")
  }

  @Test func case19BaseMovedOn() throws {
    let scratch = try scratch()
    try scratch.edit(file, line: 2, "changed")
    try scratch.repository.commit("Edit")
    try scratch.repository.git("checkout", "-q", "main")
    try scratch.repository.commit("Meanwhile", ["Sources/Untested.swift": PatchScratch.lines(5)])
    try scratch.repository.git("checkout", "-q", "topic")
    let patch = try scratch.patch(
      scratch.lcov([file: half, "Sources/Untested.swift": [1: 0, 2: 0]]))
    #expect(patch.text == "Sources/A.swift 1/1")
  }

  @Test func case20BaseMergedIntoTopic() throws {
    let scratch = try scratch()
    try scratch.edit(file, line: 2, "changed")
    try scratch.repository.commit("Edit")
    try scratch.repository.git("checkout", "-q", "main")
    try scratch.repository.commit("Meanwhile", ["Sources/Untested.swift": PatchScratch.lines(5)])
    try scratch.repository.git("checkout", "-q", "topic")
    try scratch.repository.git("merge", "-q", "--no-edit", "main")
    let patch = try scratch.patch(
      scratch.lcov([file: half, "Sources/Untested.swift": [1: 0, 2: 0]]))
    #expect(patch.text == "Sources/A.swift 1/1")
  }

  @Test func case21MergeCommitOfTheService() throws {
    let scratch = try scratch(20)
    try scratch.edit(file, line: 12, "changed")
    try scratch.repository.commit("Edit")
    try scratch.repository.git("checkout", "-q", "main")
    // Lines above move the changed one in the merged file.
    try scratch.repository.commit("Meanwhile", [file: "new\nnew\n" + PatchScratch.lines(20)])
    try scratch.repository.git("checkout", "-q", "--detach", "main")
    try scratch.repository.git("merge", "-q", "--no-ff", "--no-edit", "topic")
    let counts = Dictionary(uniqueKeysWithValues: (1...22).map { ($0, $0 == 14 ? 0 : 1) })
    let patch = try scratch.patch(
      scratch.lcov([file: counts]),
      request: BaseRequest(baseBranch: "main", isPullRequestMerge: true), includesWorkTree: false)
    #expect(patch.text == "Sources/A.swift 0/1 missed 14")
  }

  @Test func case21NoHistory() throws {
    let scratch = try scratch()
    try scratch.repository.commit("Edit", [file: PatchScratch.lines(11)])
    try scratch.repository.git("checkout", "-q", "main")
    try scratch.repository.commit("Meanwhile")
    let clone = try ScratchRepository(
      cloning: scratch.repository, "--depth", "1", "--branch", "topic", "--no-single-branch")
    let git = try GitRepository.open(containing: clone.path)
    let error = #expect(throws: GitError.self) {
      try git.resolveBase(BaseRequest(base: "main"))
    }
    #expect(error?.help.contains("git fetch --unshallow") == true)
  }

  @Test func case22UncommittedEdits() throws {
    let scratch = try scratch()
    try scratch.edit(file, line: 2, "changed")
    try scratch.repository.commit("Edit")
    try scratch.edit(file, line: 8, "changed, too")
    let coverage = try scratch.lcov([file: half])
    #expect(try scratch.patch(coverage).text == "Sources/A.swift 1/2 missed 8")
    #expect(try scratch.patch(coverage, includesWorkTree: false).text == "Sources/A.swift 1/1")
  }

  @Test func case22EditedAfterTheBuild() throws {
    let scratch = try scratch()
    let coverage = try scratch.lcov([file: half])
    var inputs = CoverageInputs(
      profiles: [], objects: [], repositoryRoot: scratch.path, packageRoot: scratch.path,
      targets: nil)
    func wasEdited(_ stored: StoredMeasurement) -> Bool {
      CheckoutSources(repositoryRoot: scratch.path, measured: .marks(stored.sources ?? [:]))
        .wasEdited(file)
    }
    let measured = StoredMeasurement(inputs, coverage)
    #expect(!wasEdited(measured))
    try scratch.edit(file, line: 2, "changed")
    #expect(wasEdited(measured))
    // There and back: a new time is no edit.
    try scratch.repository.git("checkout", "Sources/A.swift")
    try scratch.repository.shell("touch Sources/A.swift")
    #expect(!wasEdited(measured))
    // What was edited before it was measured is no content that comes back.
    inputs.edited = [file]
    #expect(wasEdited(StoredMeasurement(inputs, coverage)))

    let profile = try scratch.repository.directory.write("", to: ".git/profile")
    let sources = CheckoutSources(repositoryRoot: scratch.path, measured: .edited([file]))
    #expect(sources.wasEdited(file))
    #expect(!sources.wasEdited("Sources/B.swift"))
    try scratch.repository.shell("touch -d '1 hour' Sources/A.swift")
    #expect(sources.newer([file], than: [profile.path]) == [file])
    try scratch.repository.shell("touch -d '3 hours ago' Sources/A.swift")
    #expect(sources.newer([file], than: [profile.path]) == [])
    #expect(sources.newer([file], than: []) == [])
    let patch = PatchCoverage(coverage, policy: CoveragePolicy(), wasEdited: sources.wasEdited)
      .patch(of: [LineChange(file, added: [2...2])])
    #expect(patch.problem == "Sources/A.swift was edited after the coverage was measured")
    expectNoPass(coverage, patch)
  }

  @Test func case23UntrackedFile() throws {
    let scratch = try scratch()
    try scratch.repository.directory.write(".build\n", to: ".gitignore")
    try scratch.repository.directory.write(PatchScratch.lines(4), to: "Sources/New/New.swift")
    try scratch.repository.directory.write(PatchScratch.lines(4), to: ".build/Generated.swift")
    let coverage = try scratch.lcov([file: half, "Sources/New/New.swift": [2: 1, 3: 0]])
    #expect(try scratch.patch(coverage).text == "Sources/New/New.swift 1/2 missed 3")
    #expect(try scratch.patch(coverage, includesWorkTree: false).addedLines == 0)
    // A picture or a profile has no lines.
    try scratch.repository.directory.write("a\0\n\n", to: "default.profraw")
    #expect(try scratch.patch(coverage).addedLines == 5)
  }

  @Test(arguments: [
    "Sources/With Space/A B.swift", "Sources/Größe.swift", "Sources/a\"b.swift",
    "Sources/tab\tname.swift", "Sources/日本.swift", "Sources/back\\slash.swift",
  ])
  func case24OddNames(name: String) throws {
    let scratch = try PatchScratch([name: PatchScratch.lines(10)])
    try scratch.edit(name, line: 6, "changed")
    try scratch.repository.commit("Edit")
    #expect(try scratch.patch(scratch.lcov([name: half])).text == "\(name) 0/1 missed 6")
  }

  /// Names that Swift strings hold equal are two files; Macs may report another normalization than
  /// git stores.
  @Test(arguments: [
    (["Sources/\u{E9}.swift"], "Sources/\u{E9}.swift 0/1 missed 6"),
    (["Sources/e\u{301}.swift"], "Sources/e\u{301}.swift 1/1"),
    (
      ["Sources/\u{E9}.swift", "Sources/e\u{301}.swift"],
      "Sources/\u{E9}.swift 0/1 missed 6\nSources/e\u{301}.swift 1/1"
    ),
  ])
  func case24TwinsInOtherNormalizations(changed: [String], expected: String) throws {
    let scratch = try scratch()
    let coverage = try scratch.lcov([
      "Sources/\u{E9}.swift": [6: 0], "Sources/e\u{301}.swift": [6: 1],
    ])
    let patch = PatchCoverage(coverage, policy: CoveragePolicy())
      .patch(of: changed.map { LineChange($0, added: [6...6]) })
    #expect(Array(patch.text.utf8) == Array(expected.utf8))
  }

  @Test(arguments: [
    (["Sources/\u{E9}.swift"], ["Sources/\u{E9}.swift 0/1 missed 6"]),
    (["Sources/e\u{301}.swift", "Sources/\u{E9}.swift"], ["Sources/e\u{301}.swift 0/1 missed 6"]),
  ])
  func case24DataInAnotherNormalization(changed: [String], expected: [String]) throws {
    let coverage = try scratch().lcov(["Sources/e\u{301}.swift": [6: 0]])
    let patch = PatchCoverage(coverage, policy: CoveragePolicy())
      .patch(of: changed.map { LineChange($0, added: [6...6]) })
    #expect(patch.text.utf8.elementsEqual(expected.joined(separator: "\n").utf8))
  }

  @Test(arguments: [
    ("Sources/a\\377.c", "Sources/a\u{FFFD}.c", false), ("a\\377.h", "a\u{FFFD}.h", false),
    ("Sources/a\\377.c", "Sources/b.c", false), ("Sources/a\u{FFFD}.c", "Sources/b.c", false),
    ("a\\377.txt", "b.c", true), ("Tests/a\\377.c", "b.c", true),
  ])
  func case24NamesThatAreNotUTF8(name: String, measured: String, isMet: Bool) throws {
    let scratch = try scratch()
    let new = "name=$(printf '\(name)'); mkdir -p $(dirname \"$name\"); seq 6 >\"$name\""
    try scratch.repository.shell(new)
    try scratch.edit(file, line: 2, "changed")
    try scratch.repository.commit("Edit")
    let coverage = try scratch.lcov([file: half, measured: [6: 0]])
    let patch = try scratch.patch(coverage, includesWorkTree: false)
    #expect(patch.problem?.contains("a\u{FFFD}.") == (isMet ? nil : true))
    if !isMet { expectNoPass(coverage, patch) }
  }

  @Test func case25ConfigurationOfTheUser() throws {
    let scratch = try scratch()
    try scratch.edit(file, line: 6, "changed")
    try scratch.repository.commit("Edit", [".gitattributes": "*.swift diff=odd\n"])
    for (key, value) in [
      ("diff.noprefix", "true"), ("diff.mnemonicPrefix", "true"), ("diff.external", "false"),
      ("diff.odd.textconv", "false"), ("color.ui", "always"), ("diff.context", "9"),
      ("diff.interHunkContext", "9"), ("diff.algorithm", "patience"),
    ] {
      try scratch.repository.git("config", key, value)
    }
    // A submodule is a commit, and has no lines.
    let id = try scratch.repository.git("rev-parse", "HEAD")
    try scratch.repository.git("update-index", "--add", "--cacheinfo", "160000,\(id),Vendor.swift")
    try scratch.repository.git("commit", "-q", "-m", "Vendor")
    let patch = try scratch.patch(scratch.lcov([file: half]), includesWorkTree: false)
    #expect(patch.text == "Sources/A.swift 0/1 missed 6")
    #expect(patch.unmeasured == [])
  }

  @Test func case26OtherRoots() throws {
    let scratch = try scratch()
    try scratch.edit(file, line: 6, "changed")
    try scratch.repository.commit("Edit")
    // Built on another machine.
    #expect(
      try scratch.patch(scratch.lcov(["/builds/group/project/\(file)": half])).text
        == "Sources/A.swift 0/1 missed 6")
    // Through a link.
    let links = try ScratchDirectory()
    try scratch.repository.shell("ln -s \"$PWD\" '\(links.path)/link'")
    let coverage = try scratch.lcov([file: half])
    let git = try GitRepository.open(containing: links.path + "/link")
    let changes = try git.lineChanges(
      LineChangeRequest(git.resolveBase(BaseRequest(base: "main")), includesWorkTree: true),
      where: { _ in true })
    let patch = PatchCoverage(coverage, policy: CoveragePolicy()).patch(of: changes)
    #expect(patch.text == "Sources/A.swift 0/1 missed 6")
  }

  @Test func case26NothingInCommon() throws {
    let scratch = try scratch()
    try scratch.edit(file, line: 6, "changed")
    try scratch.repository.commit("Edit")
    let coverage = try scratch.lcov(["Code/Other.swift": half])
    let patch = try scratch.patch(coverage)
    #expect(
      patch.problem
        == "the coverage data and the change have no source file in common (the change has "
        + "Sources/A.swift, the data has Code/Other.swift)")
    #expect(patch.help?.hasSuffix("that the changed sources are built.") == true)
    expectNoPass(coverage, patch)
  }

  /// A tracefile does not tell the targets: what is below `Plugins` may be part of an app.
  @Test func case26PluginsOfATracefile() throws {
    let scratch = try scratch()
    try scratch.repository.commit("Add", ["Plugins/P.swift": PatchScratch.lines(3)])
    let patch = try scratch.patch(try scratch.lcov(["Code/Other.swift": half]))
    #expect(patch.unmeasured?.map(\.path) == ["Plugins/P.swift"])
  }

  @Test func case26OnlyC() throws {
    let scratch = try scratch()
    try scratch.repository.commit("Add", ["Sources/C/c.c": PatchScratch.lines(3)])
    let patch = try scratch.patch(try scratch.lcov(["Code/Other.swift": half]))
    #expect(patch.help?.hasSuffix("the native build system measures only Swift.") == true)
  }

  /// SwiftPM builds what links of a target lead to, and the data has the path of the link.
  @Test(arguments: [
    ("Sources/Kit/B.swift", "../../Extra/B.swift", "Sources/Kit/B.swift"),
    ("Sources/Kit/More", "../../Extra", "Sources/Kit/More/B.swift"),
    ("Sources/Kit", "../Extra", "Sources/Kit/B.swift"),
    ("Sources/Kit/t.c", "../../Extra/B.txt", "Sources/Kit/t.c"),
  ])
  func sourcesThatAreBuiltOverALink(link: String, target: String, measured: String) throws {
    let file = target.hasSuffix(".txt") ? "Extra/B.txt" : "Extra/B.swift"
    let scratch = try PatchScratch([file: PatchScratch.lines(10), "Sources/a": ""])
    try scratch.repository.shell("mkdir -p $(dirname \(link)); ln -s \(target) \(link)")
    try scratch.edit(file, line: 6, "changed")
    try scratch.repository.commit("Edit")
    let patch = try scratch.patch(scratch.lcov([measured: half]))
    #expect(patch.text == "\(file) 0/1 missed 6")
    #expect(patch.problem == nil)
  }

  @Test func case27PackageInASubfolder() throws {
    let name = "packages/core/Sources/A.swift"
    let scratch = try PatchScratch([name: PatchScratch.lines(10)])
    try scratch.edit(name, line: 6, "changed")
    try scratch.repository.commit("Edit")
    let root = scratch.path
    for folder in ["", "/packages", "/packages/core/Sources"] {
      let git = try GitRepository.open(containing: root + folder)
      let changes = try git.lineChanges(
        LineChangeRequest(git.resolveBase(BaseRequest(base: "main")), includesWorkTree: true),
        where: { _ in true })
      let patch = PatchCoverage(try scratch.lcov([name: half]), policy: CoveragePolicy())
        .patch(of: changes)
      #expect(patch.text == "\(name) 0/1 missed 6")
    }
  }

  @Test func case28SourceLocation() throws {
    let scratch = try PatchScratch.patchkit()
    try scratch.edit("Sources/Kit/Cases.swift", line: 49, "  return 2")
    try scratch.edit("Sources/Kit/Cases.swift", line: 47, "#sourceLocation(file: \"B\", line: 9)")
    try scratch.repository.commit("Edit")
    let patch = try scratch.patch(scratch.llvm())
    #expect(patch.text == "Sources/Kit/Cases.swift 1/1")
    #expect(patch.leftOut == "no code 1")
  }

  @Test func case29NoNewlineAtTheEnd() throws {
    let scratch = try scratch()
    try scratch.repository.commit("Edit", [file: PatchScratch.lines(10) + "last"])
    let patch = try scratch.patch(scratch.lcov([file: half.merging([11: 0]) { $1 }]))
    #expect(patch.text == "Sources/A.swift 0/1 missed 11")
    #expect(patch.problem == nil)
  }

  @Test func case29LinesBeyondTheFile() throws {
    let scratch = try scratch()
    try scratch.edit(file, line: 2, "changed")
    try scratch.repository.commit("Edit")
    let coverage = try scratch.lcov([file: half.merging([11: 1]) { $1 }])
    let patch = try scratch.patch(coverage)
    #expect(
      patch.problem
        == "the coverage data is from other sources: it has lines beyond the end of Sources/A.swift"
    )
    expectNoPass(coverage, patch)
  }

  /// Clang and others count line ends that git does not, so a comment would shift the numbers.
  @Test(arguments: [
    ("a.c", "a\rb", false), ("a.h", "\ra", false), ("a.js", "\u{2028}", false),
    ("a.cs", "\u{85}", false), ("a.swift", "a\r\u{2028}\u{85}b", true), ("a.c", "a\r\nb", true),
    ("a.py", "\u{C}", true), ("a.c", "a\0", false), ("a.swift", "a\0", false),
  ])
  func case29OtherLineEnds(file: String, comment: String, isMeasured: Bool) throws {
    let scratch = try PatchScratch([file: PatchScratch.lines(10)])
    try scratch.edit(file, line: 1, comment)
    try scratch.edit(file, line: 6, "changed")
    try scratch.repository.commit("Edit")
    let coverage = try scratch.lcov([file: [6: 1, 7: 0]])
    let patch = try scratch.patch(coverage)
    #expect(
      patch.problem == (isMeasured ? nil : "git and compilers can find different lines in \(file)"))
    if !isMeasured { expectNoPass(coverage, patch) }
  }

  /// Whoever makes a file binary by an attribute leaves it out; and line ends matter only for a file
  /// with changed lines.
  @Test func case29FilesWithoutLines() throws {
    let scratch = try PatchScratch([
      ".gitattributes": "a.c -diff\n", "a.c": "1\n2\n", "b.c": "1\r\n2\r3\n",
    ])
    try scratch.repository.commit("Edit", ["a.c": "3\n", "b.c": "2\r3\n", "c.png": "\0"])
    let patch = try scratch.patch(scratch.lcov(["a.c": [1: 0], "b.c": [1: 0]]))
    #expect(patch.problem == nil)
  }

  @Test func case30WrappedCount() throws {
    let scratch = try PatchScratch.patchkit()
    try scratch.edit("Sources/Kit/Cases.swift", line: 57, "  return  nil")
    try scratch.repository.commit("Edit")
    let coverage = try scratch.llvm()
    #expect(coverage.files.first?.lineHits?[57] ?? 0 > UInt64(Int32.max))
    #expect(try scratch.patch(coverage).text == "Sources/Kit/Cases.swift 1/1")
    let text =
      "SF:\(scratch.path)/Sources/Kit/Cases.swift\nDA:57,18446744073709551000\nend_of_record\n"
    let data = try ScratchDirectory()
    let lcov = try CoverageFiles(
      CoverageInputs(
        profiles: [], objects: [], repositoryRoot: scratch.path, packageRoot: scratch.path,
        targets: nil)
    ).read([.init(.lcov, data.write(text, to: "a.lcov").path)])
    #expect(try scratch.patch(lcov.coverage).text == "Sources/Kit/Cases.swift 1/1")
  }

  @Test func case31ExcludedFiles() throws {
    let scratch = try PatchScratch.patchkit()
    try scratch.edit("Sources/Kit/Cases.swift", line: 39, "  right == left")
    try scratch.repository.commit(
      "Add",
      [
        "Tests/KitTests/New.swift": PatchScratch.lines(2),
        "Sources/Kit/Model.generated.swift": PatchScratch.lines(3),
        ".build/checkouts/dep/Sources/D.swift": PatchScratch.lines(4),
      ])
    let policy = CoveragePolicy(ignore: ["**/*.generated.swift"])
    let patch = try scratch.patch(scratch.llvm(policy), policy)
    #expect(patch.text == "Sources/Kit/Cases.swift 1/1")
    #expect(patch.leftOut == "ignored 3, no data 4, tests 2")
    // What a change commits is no dependency.
    #expect(patch.unmeasured?.map(\.reason) == [.noTarget])
  }

  @Test func case32MacroBodies() throws {
    // The compiler maps nothing of the body that a macro makes, nor the attribute's line.
    let scratch = try PatchScratch.patchkit()
    try scratch.edit("Sources/Kit/Cases.swift", line: 2, "@Observable")
    try scratch.repository.commit("Edit")
    let patch = try scratch.patch(scratch.llvm())
    #expect(patch.lines.count == 0)
    #expect(patch.leftOut == "no code 1")
  }

  @Test(arguments: [
    (9_999, 10_000, 10_000, false), (10_000, 10_000, 10_000, true), (8_999, 10_000, 9_000, false),
    (9_000, 10_000, 9_000, true),
  ])
  func case33Rounding(covered: Int, count: Int, minimum: Int, passed: Bool) throws {
    let scratch = try scratch()
    let coverage = try scratch.lcov([file: half])
    let patch = Coverage.Patch(lines: .init(covered: covered, count: count), files: [])
    let result = judge(coverage, patch, minimum: minimum)
    #expect(result.thresholds.map(\.passed) == [passed])
    #expect((result.thresholds.first?.actual == 100) == (covered == count))
  }

  @Test func case34DeletedCoveredCode() throws {
    let scratch = try scratch()
    // 90 of 100 lines before; 40 covered lines go.
    let before = Coverage.Ratio(covered: 90, count: 100)
    var coverage = try scratch.lcov([file: half])
    coverage.totals.lines = .init(covered: 50, count: 60)
    var policy = CoveragePolicy()
    policy.noDrop = .init()
    policy.ratchet = .init(file: "floors.json")
    var references = CoverageReferences()
    references.baseline = .found(before, source: "main")
    var floors = CoverageFloors(metric: .distinct)
    _ = floors.update(["total": before])
    references.floors = .found(floors)
    #expect(CoverageRequirements(policy, coverage, references: references).findings == [])
    coverage.totals.lines = .init(covered: 49, count: 60)
    let findings = CoverageRequirements(policy, coverage, references: references).findings
    #expect(findings.map(\.ruleID) == ["coverage.no-drop", "coverage.ratchet"])
  }

  @Test func case35PartialRun() throws {
    let scratch = try scratch()
    try scratch.edit(file, line: 2, "changed")
    try scratch.repository.commit("Edit")
    var coverage = try scratch.lcov([file: half])
    coverage.isPartial = true
    let patch = try scratch.patch(coverage)
    expectNoPass(coverage, patch)
    var policy = CoveragePolicy()
    policy.noDrop = .init()
    policy.ratchet = .init(file: "floors.json")
    var references = CoverageReferences()
    references.baseline = .found(.init(covered: 0, count: 9), source: "main")
    references.floors = .found(CoverageFloors(metric: .distinct))
    let requirements = CoverageRequirements(policy, coverage, references: references)
    #expect(requirements.thresholds.allSatisfy { !$0.passed })
    #expect(requirements.findings.count == 2)
  }

  // MARK: Judging

  private func judge(
    _ coverage: Coverage, _ patch: Coverage.Patch, _ policy: CoveragePolicy? = nil,
    minimum: Int = 1
  ) -> CoverageRequirements {
    var coverage = coverage
    coverage.patch = patch
    var policy = policy ?? CoveragePolicy()
    policy.patch.minimum = policy.patch.minimum ?? minimum
    return CoverageRequirements(policy, coverage)
  }

  private func expectNoPass(
    _ coverage: Coverage, _ patch: Coverage.Patch,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let result = judge(coverage, patch)
    #expect(result.thresholds.map(\.passed) == [false], sourceLocation: sourceLocation)
    #expect(
      result.findings.contains {
        $0.severity == .error && $0.message.contains("cannot be judged") && $0.help != nil
      }, sourceLocation: sourceLocation)
  }
}
