import Foundation
import TestSupport
import Testing

/// `devtool init` without hooks.
@Suite(.blocking) struct InitTests {
  /// The steps are those that run without the file: with `.swift-format` there is a `lint`.
  @Test(arguments: [false, true])
  func initWritesTheDefaultPipelineOnce(lints: Bool) throws {
    let directory = try ScratchDirectory()
    let tool = try BuiltTool()
    try directory.write("// swift-tools-version: 6.0\n", to: "Package.swift")
    if lints { try directory.write("{}\n", to: ".swift-format") }
    let steps = try tool.run("check", "--list", in: directory.path).standardOutput
    #expect(steps.contains("lint") == lints)
    #expect(try tool.run("init", in: directory.path).status == 0)
    let written = try directory.read(".ci.yml")
    #expect(try tool.run("validate", in: directory.path).status == 0)
    #expect(try tool.run("check", "--list", in: directory.path).standardOutput == steps)
    // What is in comments is right, too.
    let lines = written.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0 == "# steps:" })
    let examples = lines[start...].map { $0.hasPrefix("#") ? String($0.dropFirst(2)) : "" }
      .filter { !$0.hasPrefix("What is required") }.joined(separator: "\n")
    let valid = try ScratchPipeline(examples).devtool("validate")
    #expect(valid.status == 0, "\(valid.standardError)")
    #expect(valid.standardOutput.contains("lint") == lints)
    try directory.write(written + "jobs: 1\n", to: ".ci.yml")
    let again = try tool.run("init", in: directory.path)
    #expect((again.status, again.standardOutput) == (0, ".ci.yml already exists.\n"))
    #expect(try directory.read(".ci.yml") == written + "jobs: 1\n")
  }

  @Test func initAsksForAPackage() throws {
    let directory = try ScratchDirectory()
    let tool = try BuiltTool()
    let refused = try tool.run("init", in: directory.path)
    #expect(refused.status == 69)
    #expect(refused.standardError.contains("there is no Package.swift in \(directory.path)"))
    #expect(!directory.exists(".ci.yml"))
    try directory.write("// swift-tools-version: 6.0\n", to: "App/Package.swift")
    for command in ["init", "check"] {
      let below = try tool.run(command, in: directory.path)
      #expect(below.status == 69)
      #expect(below.standardError.contains("help: The package is in App: run devtool there."))
    }
    let twice = try tool.run("init", "--from", "gitlint", "--from=danger", in: directory.path)
    #expect(twice.status == 64)
    #expect(twice.standardError.contains("--from can be given only once"))
    #expect(try tool.run("init", "--no-package", in: directory.path).status == 0)
    #expect(directory.exists(".ci.yml"))
  }

  /// Of each package of a repository, the file says whether it is built.
  @Test func initListsThePackagesOfARepository() throws {
    let repository = try ScratchRepository()
    let manifest = "// swift-tools-version: 6.0\n// testTarget\n"
    let folders = ["Kit", "Kit Über", "Kit/Demo", "own/ignored", "own/tracked", "x/y/z/Deep"]
    let files = Dictionary(uniqueKeysWithValues: folders.map { ("\($0)/Package.swift", manifest) })
    try repository.commit("Begin", files.filter { $0.key != "own/ignored/Package.swift" })
    try repository.shell(
      "mkdir own/ignored && cp Kit/Package.swift own/ignored && echo own/ > .gitignore")
    let tool = try BuiltTool()
    let result = try tool.run("init", in: repository.path)
    #expect(result.status == 0, "\(result.standardError)")
    #expect(result.standardError.contains("the packages in Kit/Demo, x/y/z/Deep are left out"))
    #expect(
      try repository.shell("cat .ci.yml").contains("another package: Kit/Demo, x/y/z/Deep.\n"))
    let graph = try tool.run("check", "--graph", in: repository.path).standardOutput
    for name in ["Kit", "Kit Über", "own/tracked"] {
      #expect(graph.contains("test[package=\(name)]"), "\(graph)")
    }
    #expect(!graph.contains("ignored"))
  }

  private static let dangerfile = """
    warn("Big") if git.lines_of_code > 2
    fail("Say why") if github.pr_body.length < 5
    markdown "Thanks"

    """

  @Test func takesOverADangerfile() throws {
    let repository = try ScratchRepository()
    try repository.commit("Begin", ["Dangerfile": Self.dangerfile])
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit("Go on", ["new.txt": "1\n2\n3\n"])
    func devtool(_ arguments: String...) throws -> CommandResult {
      try BuiltTool().start(arguments, in: repository.path).finish()
    }
    let shown = try devtool("init", "--from", "danger", "--dry-run")
    #expect(shown.status == 0)
    #expect(shown.standardOutput.contains("steps: {}"))
    #expect(shown.standardOutput.contains("if: 'lines_changed() > 2'"))
    #expect(!FileManager.default.fileExists(atPath: repository.path + "/.ci.yml"))
    let result = try devtool("init", "--from", "danger")
    #expect(result.status == 0, "\(result.standardError)")
    #expect(result.standardOutput.contains("2 rules of Dangerfile imported."))
    #expect(
      result.standardOutput.contains(
        "  Dangerfile:3: markdown: a rule reports findings and cannot write comments of its own\n"))
    let valid = try devtool("validate")
    #expect(
      valid.standardOutput.contains("valid, no steps, 10 rules (8 by default)"),
      "\(valid.standardError)")
    let judged = try devtool("check", "--only", "rules", "--base", "main", "--pr-body", "")
    #expect(judged.status == 1)
    #expect(judged.standardOutput.contains("Say why"))
    #expect(judged.standardOutput.contains("Big"))
    #expect(try devtool("init", "--from", "danger").status == 0)
    try repository.directory.write("version: 1\n", to: ".ci.yml")
    let again = try devtool("init", "--from", "danger")
    #expect(again.status == 1)
    #expect(try repository.directory.read(".ci.yml") == "version: 1\n")
    #expect(again.standardError.contains("--dry-run"))
  }

  @Test func saysWhereThereIsNoDangerfile() throws {
    let directory = try ScratchDirectory()
    let result = try BuiltTool().run("init", "--from", "danger", in: directory.path)
    #expect(result.status == 69)
    #expect(result.standardError.contains("there is no Dangerfile in \(directory.path)"))
    let unknown = try BuiltTool().run("init", "--from", "jenkins", in: directory.path)
    #expect(unknown.status == 64)
    #expect(unknown.standardError.contains("travis"), "\(unknown.standardError)")
  }

  @Test func saysWhatCouldBeTakenOver() throws {
    let directory = try ScratchDirectory()
    let tool = try BuiltTool()
    try directory.write("// swift-tools-version: 6.0\n", to: "Package.swift")
    try directory.write("[general]\nignore=B6\n", to: ".gitlint")
    try directory.write("script: make\n", to: ".travis.yml")
    try directory.write("export default {}\n", to: "commitlint.config.js")
    let advice =
      "`npx commitlint --print-config json > .commitlintrc.json` saves what commitlint.config.js computes, "
      + "`devtool init --from gitlint` reads .gitlint, `devtool init --from travis` reads .travis.yml"
    for options in [["--from"], ["--from", "--dry-run"]] {
      let asked = try tool.start(["init"] + options, in: directory.path).finish()
      #expect(asked.status == 64)
      #expect(
        asked.standardError.contains(
          "--from needs a name: commitlint, danger, github, gitlint, swiftlint, travis\n  help: Here \(advice)."
        ),
        "\(asked.standardError)")
    }
    let script = try tool.run("init", "--from", "commitlint", in: directory.path)
    #expect(script.status == 69)
    #expect(script.standardError.contains("commitlint.config.js is a program"))
    let steps = try tool.run("init", "--from", "travis", "--dry-run", in: directory.path)
    #expect(steps.standardOutput.contains("    run: 'make'\n"), "\(steps.standardError)")
    #expect(!steps.standardOutput.contains("# steps:"))
    let plain = try tool.run("init", in: directory.path)
    #expect(plain.status == 0)
    #expect(plain.standardError.contains("devtool: note: \(advice)"), "\(plain.standardError)")
  }
}
