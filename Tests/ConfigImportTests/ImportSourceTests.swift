import CIRules
import ConfigImport
import Foundation
import PipelineConfig
import TestSupport
import Testing

/// Configurations of other tools, as projects write them, and what they become.
struct ImportSourceTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Fixtures")

  @Test(arguments: [
    "commitlint-conventional", "commitlint-npm", "commitlint-override", "commitlint-rules",
    "commitlint-shared",
    "github-calls", "github-checkouts", "github-combinations", "github-jobs", "github-matrix",
    "github-swift-asn1", "github-swift-system",
    "gitlint-authors", "gitlint-contrib", "gitlint-everything", "gitlint-merges", "swiftlint-app",
    "swiftlint-disabled", "swiftlint-included", "swiftlint-library", "swiftlint-only",
    "travis-jobs", "travis-lines", "travis-matrix", "travis-settings",
  ])
  func becomes(name: String) throws {
    let source = try #require(
      ImportSource.all.first { name.hasPrefix($0.name) }, "no tool is called so")
    let files = try source.files(in: Self.folder.appendingPathComponent(name).path)
    #expect(!files.isEmpty)
    let config = try source.config(files)
    let text = "version: 1\n" + config.yaml(from: source.name)
    _ = try Self.pipeline(text)
    expectGolden(text + "\n---\n" + config.summary(of: files.map(\.name)), "\(name).txt")
  }

  private static func pipeline(_ text: String) throws -> Pipeline {
    try ConfigReader(fileName: ".ci.yml", rules: RuleRegistry.descriptors).read(Array(text.utf8))
  }

  @Test func areSortedAndHaveNamesOfTheirOwn() {
    let names = ImportSource.all.map(\.name)
    #expect(names == names.sorted() && Set(names).count == names.count)
  }

  /// Whatever stands in a file, what is written is a `.ci.yml` without it.
  @Test(arguments: [
    ("travis", "script: \"make \\u2028steps: {}\""), ("travis", "script: ['a: b', '#x', '- y']"),
    ("travis", "script: |\n  a\n   b\n\n  c: 'd' # \"e\"\n"),
    ("travis", "env: [\"A='x\\\"y'\"]\nscript: [x]"),
    ("travis", "script: 'echo ${matrix.a} ${env.B}'"), ("travis", "script: \"\\u0085x: 1\""),
    (
      "travis",
      "script: [\"swift test --filter '**'\", swift test --filter 'a/*', swift build -c fast]"
    ),
    ("travis", "script: swift test --num-workers 0"), ("travis", "script: \"x\\0y\""),
    ("travis", "env: { 'A B': 1, '1A': 2, \"A\\n\": 3, C: ~ }\nscript: [x]"),
    ("travis", "[]"), ("travis", "script: { a: b }"), ("travis", "script: [a, a, a]"),
    ("github", "on: push\njobs: { a: { needs: a, steps: [{ run: x }] } }"),
    ("github", "on: push\njobs: { a: { needs: [b], steps: [{ run: x }] }, b: { needs: a } }"),
    ("github", "on: push\njobs: { a: { steps: [{ run: x, working-directory: ~/b }] } }"),
    ("github", "on: push\njobs: { a: { steps: [{ run: x, working-directory: 'a/../..' }] } }"),
    (
      "github",
      "on: push\njobs: { 'ä ö': { steps: [{ run: x, name: '🚀' }, { run: y, name: '🚀' }] } }"
    ),
    (
      "github",
      "on: push\njobs: { a: { strategy: { matrix: { 'x y': [1], v: ['a,b', c], w: [~] } }, steps: [{ run: 'a ${{ matrix.v }}' }, { run: 'b ${{ matrix.w' }] } }"
    ),
    ("gitlint", "[title-match-regex]\nregex=(\n[body-match-regex]\nregex=a/*\n"),
    (
      "gitlint",
      "[title-max-length]\nline-length=-5\n[body-min-length]\nmin-length=99999999999999999999"
    ),
    (
      "gitlint",
      "[title-must-not-contain-word]\nwords=,\n[CT1]\ntypes=\n[general]\ncontrib=CT1,CC3\n"
    ),
    ("gitlint", "[body-changed-file-mention]\nfiles=../../etc,{a,[b\n"),
    ("gitlint", "[general]\nignore=all"), ("gitlint", "[a]\n]=\n= y\n: z"),
    ("commitlint", "rules: { type-enum: [2, always, ['', ' ']], scope-enum: [2, always, []] }"),
    (
      "commitlint", "rules: { header-max-length: [2, always, 0], type-min-length: [2, always, -1] }"
    ),
    ("commitlint", "{\"rules\": {\"type-case\": [2, \"always\", \"x\\u2028y\"], \"a\\nb\": [2]}}"),
    ("commitlint", "rules: { trailer-exists: [2, always, ':'], subject-case: [2, sometimes] }"),
    (
      "swiftlint",
      "custom_rules: { a: { regex: '\\n' }, b: { regex: x, severity: fatal }, commits: { regex: x } }"
    ),
    ("swiftlint", "included: ['/', '~', '${x}', 'a{b', 'a[', '..']\nexcluded: [a/../b]"),
    (
      "swiftlint",
      "custom_rules: { a: { regex: x, included: '(a|b)' }, b: { regex: x, included: 'a' }, c: { regex: x, message: '${file} ${' } }"
    ),
    ("swiftlint", "custom_rules: { a_b: { regex: x }, a-b: { regex: y }, A_B: { regex: z } }"),
  ])
  func staysAPipeline(source name: String, text: String) throws {
    let source = try #require(ImportSource.all.first { $0.name == name })
    let config = try source.config([SourceFile(name: source.paths[0], text: text)])
    let written = "version: 1\n" + config.yaml(from: name)
    do {
      let pipeline = try Self.pipeline(written)
      #expect(pipeline.steps.count >= config.steps.count)
    } catch {
      Issue.record("\(error)\n\(written)")
    }
  }

  /// A product of any size is one of too many jobs, and is not written out.
  @Test(arguments: [[16, 16], [2, 150], [1_000, 1_000, 550, 606]])
  func matrixOfVeryManyJobs(counts: [Int]) throws {
    let source = try #require(ImportSource.all.first { $0.name == "github" })
    let lists = counts.enumerated().map { index, count in
      "a\(index): [\((0..<count).map(String.init).joined(separator: ", "))]"
    }
    let text =
      "on: push\njobs: { a: { strategy: { matrix: { \(lists.joined(separator: ", ")) } }, "
      + "steps: [{ run: 'make ${{ matrix.a0 }}' }] } }"
    let config = try source.config([SourceFile(name: source.paths[0], text: text)])
    #expect(config.steps.isEmpty == (counts != [16, 16]))
  }

  /// Imported steps replace the default ones, so that a package would no longer be tested.
  @Test(arguments: [
    ("uses: other/ci/.github/workflows/x.yml@v1", true, ["a-cmake-g", "build", "test"]),
    ("uses: other/ci/.github/workflows/x.yml@v1", false, ["a-cmake-g"]),
    (
      "uses: vapor/ci/.github/workflows/run-unit-tests.yml@main", true,
      ["a-cmake-g", "b-build", "b-test"]
    ),
    (
      "{ uses: o/r/.github/workflows/swift_package_test.yml@1, with: { linux_build_command: swift build } }",
      true, ["a-cmake-g", "b-build"]
    ),
    (
      "{ uses: o/r/.github/workflows/swift_package_test.yml@1, with: { enable_linux_checks: false } }",
      true, ["a-cmake-g", "build", "test"]
    ),
    ("steps: [{ run: make }]", true, ["a-cmake-g", "b-make"]),
  ])
  func addsStepsThatTest(job: String, isPackage: Bool, steps: [String]) throws {
    let folder = try ScratchDirectory()
    let text = "on: push\njobs:\n  a: { steps: [{ run: cmake -G Ninja -B build }] }\n  b: "
    let job = job.hasPrefix("{") ? job : "{ \(job) }"
    try folder.write(text + job, to: ".github/workflows/ci.yml")
    if isPackage { try folder.write("", to: "Package.swift") }
    let project = try ImportedProject(named: "github", in: folder.path)
    #expect(try Self.pipeline("version: 1\n" + project.yaml).steps.map(\.id) == steps)
    let added = "devtool added its default steps build and test."
    #expect(project.summary.contains(added) == (steps.last == "test"))
    #expect(project.yaml.contains(added) == (steps.last == "test"))
  }

  /// Where no imported step runs, a run would check nothing and pass.
  @Test(arguments: [
    ("swift test", true, false, ["build", "test"], "steps build and test."),
    ("swift test", true, true, [], nil),
    ("make", true, false, ["build", "test"], "steps build and test."),
    ("swift test --enable-code-coverage", true, false, ["build"], "step build."),
    ("swift test", false, false, [], "add `swift-build` and `swift-test` steps."),
  ])
  func addsStepsThatRunHere(
    script: String, isPackage: Bool, isMac: Bool, added: [String], warning: String?
  ) throws {
    let folder = try ScratchDirectory()
    try folder.write(
      "on: push\njobs: { a: { runs-on: macos-15, steps: [{ name: mac, run: \(script) }] } }",
      to: ".github/workflows/ci.yml")
    if isPackage { try folder.write("", to: "Package.swift") }
    let project = try ImportedProject(named: "github", in: folder.path, isMac: isMac)
    let steps = try Self.pipeline("version: 1\n" + project.yaml).steps.map(\.id)
    #expect(Array(steps.dropFirst()) == added)
    let finding = "No imported step builds or tests the package on Linux: "
    for text in [project.summary, project.yaml] {
      #expect(text.contains(finding) == (warning != nil))
      #expect(warning.map { text.contains($0) } ?? true)
    }
    #expect(project.summary.hasPrefix("1 step of "))
  }

  /// However workflows call each other, a bounded part is read.
  @Test func boundsCallsAndInputs() throws {
    let source = try #require(ImportSource.all.first { $0.name == "github" })
    let path = ".github/workflows/"
    let deep = (0..<8).map { level in
      let calls = (0..<8).map { "  j\($0): { uses: ./\(path)w\(level + 1).yml }\n" }.joined()
      return SourceFile(
        name: "\(path)w\(level).yml",
        text: "on: \(level == 0 ? "push" : "workflow_call")\njobs:\n\(calls)")
    }
    let long = String(repeating: "x", count: 400_000)
    let use = String(repeating: "${{ inputs.a }}", count: 10)
    let wide = [
      SourceFile(name: "\(path)x.yml", text: "on: push\njobs: { a: { uses: ./\(path)y.yml } }"),
      SourceFile(
        name: "\(path)y.yml",
        text:
          "on: { workflow_call: { inputs: { a: { default: \(long) } } } }\n"
          + "jobs: { b: { steps: [{ run: 'make \(use)' }, { run: make }] } }"),
    ]
    let config = try source.config(wide + deep)
    #expect(config.steps.map(\.id) == ["make"])
    #expect(config.leftOut.contains { $0.reason == "too many workflows call each other" })
    #expect(config.leftOut.contains { $0.reason == "it has a GitHub expression: ${{ … }}" })
  }

  /// A workflow that runs devtool, such as one that it wrote, needs no conversion.
  @Test(arguments: [
    ("      - run: devtool check\n", nil),
    ("      - run: make\n", "`devtool init --from github` reads .github/workflows/ci.yml"),
  ])
  func advises(step: String, advice: String?) throws {
    let folder = try ScratchDirectory()
    let text = "on: push\njobs:\n  check:\n    steps:\n"
    try folder.write(text + step, to: ".github/workflows/ci.yml")
    #expect(ImportSource.advice(in: folder.path) == advice)
  }

  /// A configuration that is a program can be saved first.
  @Test func advisesAboutPrograms() throws {
    let folder = try ScratchDirectory()
    try folder.write("export default {}", to: "commitlint.config.js")
    let advice =
      "`npx commitlint --print-config json > .commitlintrc.json` saves what "
      + "commitlint.config.js computes"
    #expect(ImportSource.advice(in: folder.path) == advice)
    #expect(throws: ImportProblem.self) { try ImportedProject(named: "", in: folder.path) }
    #expect(ImportProblem.unnamed(advice: advice).help == "Here \(advice).")
    #expect(ImportProblem.unnamed(advice: nil).help == "None of them has a file here.")
  }

  @Test(arguments: [
    ("travis", "a: [", 1), ("swiftlint", "a: 1\nb: }\n", 2), ("commitlint", "", 1),
    ("gitlint", "[[[", 1), ("gitlint", "[general]\nx", 2),
  ])
  func saysWhatItCannotRead(source name: String, text: String, line: Int) throws {
    let source = try #require(ImportSource.all.first { $0.name == name })
    do {
      _ = try source.config([SourceFile(name: "x", text: text)])
      Issue.record("it was read")
    } catch {
      #expect(error.line >= line)
    }
  }

  @Test(arguments: [
    ("gitlint", "Run this in the folder that has .gitlint."),
    ("swiftlint", "Run this in the folder that has one of .swiftlint.yml, .swiftlint.yaml."),
  ])
  func saysWhereToRun(source name: String, help: String) throws {
    let source = try #require(ImportSource.all.first { $0.name == name })
    #expect(ImportProblem.absent(source, root: "/a").help == help)
  }

  @Test func cutsWhatNobodyReads() throws {
    let source = try #require(ImportSource.all.first { $0.name == "travis" })
    let lines = (1...400).map { "- make a\($0)\n" }.joined()
    let keys = (1...300).map { "k\($0): 1\n" }.joined()
    let config = try source.config([SourceFile(name: "x", text: "script:\n\(lines)\(keys)")])
    #expect(config.steps.count == 300)
    #expect(config.yaml(from: "travis").contains("# Only the first 300 steps were imported.\n"))
    #expect(config.yaml(from: "travis").contains("# - and 200 more\n"))
  }
}
