import Foundation
import TestSupport
import Testing

/// `devtool init` in packages that know nothing of devtool.
@Suite(.longRunning) struct InitProjectTests {
  private func devtool(
    _ repository: ScratchRepository, _ arguments: String...
  ) throws -> CommandResult {
    try BuiltTool().start(arguments, in: repository.path).finish()
  }

  /// Every file with its content, git's own without its hooks left out.
  private func snapshot(_ repository: ScratchRepository) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: repository.path)
    where !path.hasPrefix(".git/") || path.hasPrefix(".git/hooks/") {
      files[path] = FileManager.default.contents(atPath: "\(repository.path)/\(path)")
    }
    return files
  }

  private static let written = [
    ".ci.yml", ".github/pull_request_template.md", ".github/workflows/ci.yml", "AGENTS.md",
    "Makefile",
  ]

  @Test(arguments: StartingPackage.all) func setsUp(package: StartingPackage) throws {
    let repository = try package.repository()
    let before = try snapshot(repository)
    let shown = try devtool(repository, "init", "--all", "--service", "github", "--dry-run")
    #expect(shown.status == 0, "\(shown.standardError)")
    for path in Self.written { #expect(shown.standardOutput.contains("==> \(path) <==\n")) }
    #expect(try snapshot(repository) == before)
    let first = try devtool(repository, "init", "--all", "--service", "github")
    #expect(first.status == 0, "\(first.standardError)")
    let after = try snapshot(repository)
    for path in Self.written {
      #expect(first.standardOutput.contains("Wrote \(path): "))
      let text = String(decoding: after[path] ?? Data(), as: UTF8.self)
      #expect(!text.isEmpty && shown.standardOutput.contains(text))
    }
    let again = try devtool(repository, "init", "--all", "--service", "github")
    #expect(again.status == 0, "\(again.standardError)")
    let lines = again.standardOutput.split(separator: "\n")
    #expect(lines.count == Self.written.count + 3)
    #expect(lines.allSatisfy { $0.hasSuffix(" already exists.") })
    #expect(try snapshot(repository) == after)
    let valid = try devtool(repository, "validate")
    #expect(valid.status == 0, "\(valid.standardError)")
    #expect(valid.standardOutput.contains("build"))
  }

  @Test(arguments: [StartingPackage.untested, .withLibrary])
  func thenItPasses(package: StartingPackage) throws {
    let repository = try package.repository()
    #expect(try devtool(repository, "init", "--all").status == 0)
    let result = try devtool(repository, "check")
    #expect(result.status == 0, "\(result.standardOutput)\(result.standardError)")
    guard package.name == StartingPackage.withLibrary.name else { return }
    // An edit, which `make test` builds.
    try repository.directory.write(
      "public func two() -> Int { 1 + 1 }\n", to: "Sources/One/A.swift")
    let tool = try BuiltTool()
    for target in ["build", "test", "report", "clean"] {
      let made = try tool.shell("make \(target) DEVTOOL='\(tool.path)'", in: repository.path)
      #expect(made.status == 0, "make \(target): \(made.standardOutput)\(made.standardError)")
    }
  }

  @Test func leavesOtherFilesAlone() throws {
    let repository = try StartingPackage.untested.repository()
    try repository.directory.write("all:\n", to: "Makefile")
    try repository.directory.write("test: { script: make }\n", to: ".gitlab-ci.yml")
    let result = try devtool(repository, "init", "--service", "auto", "--makefile", "--agents")
    #expect(result.status == 1)
    #expect(result.standardError.contains("note: chose GitLab: there is .gitlab-ci.yml"))
    #expect(result.standardError.contains("another .gitlab-ci.yml exists; it is left unchanged"))
    #expect(result.standardError.contains("\n    check:\n      image: swift:6.3\n"))
    #expect(!result.standardError.contains("workflow:"))
    #expect(result.standardError.contains("another Makefile exists; it is left unchanged"))
    #expect(result.standardOutput.contains("Wrote AGENTS.md: "))
    #expect(try repository.directory.read("Makefile") == "all:\n")
  }

  @Test(
    arguments: [
      (["--comment"], 64, "--comment requires --service"),
      (["--service", "jenkins"], 64, "jenkins"),
      (["--service", "circleci", "--comment"], 64, "--comment is for github and gitlab"),
      (["--service", "github", "--release", "https://a/$(id)"], 64, "--release must be a URL"),
      (["--templates", "none", "--makefile"], 69, "none"),
      (["--uninstall", "--hooks", "--all"], 64, "--uninstall"),
    ] as [([String], Int, String)])
  func refuses(arguments: [String], status: Int, message: String) throws {
    let repository = try StartingPackage.untested.repository()
    let result = try BuiltTool().start(["init"] + arguments, in: repository.path).finish()
    #expect(result.status == status)
    #expect(result.standardError.contains(message), "\(result.standardError)")
  }

  @Test func findsTheWorkflowThatCallsDevtool() throws {
    let repository = try StartingPackage.untested.repository()
    let place = ".github/workflows/build.yml"
    try repository.directory.write("on: push\njobs: {}\n", to: ".github/workflows/a.yml")
    try repository.directory.write("on: push\n# devtool check\n", to: place)
    let result = try devtool(repository, "init", "--service", "github")
    #expect(result.status == 0)
    #expect(result.standardOutput.contains("\(place) already exists.\n"))
    #expect(!repository.directory.exists(".github/workflows/ci.yml"))
  }

  @Test func belongsToTheTop() throws {
    let repository = try ScratchRepository()
    try repository.commit("Begin", ["App/Package.swift": "// swift-tools-version: 6.0\n"])
    let below = try BuiltTool().run(
      "init", "--service", "github", in: repository.path + "/App")
    #expect(below.status == 69)
    #expect(below.standardError.contains("must be at the top of the checkout"))
    #expect(try devtool(repository, "init", "--service", "github").status == 0)
    #expect(try repository.directory.read(".ci.yml").contains("matrix: { package: [App] }"))
  }

  @Test func saysThatATemplateIsWrong() throws {
    let repository = try StartingPackage.untested.repository()
    try repository.directory.write("__NO__\n", to: ".devtool-templates/agents/AGENTS.md")
    let result = try devtool(repository, "init", "--agents")
    #expect(result.status == 78)
    #expect(
      result.standardError.contains(
        "the template agents/AGENTS.md contains the unknown placeholder __NO__"))
  }

  @Test func aNewerPipelineSaysHowToUpdate() throws {
    let pipeline = try ScratchPipeline("requires: '>= 99'\nquantum: 1\n")
    for command in ["validate", "check"] {
      let result = try pipeline.devtool(command)
      #expect(result.status == 78)
      #expect(result.standardError.contains("this file requires devtool >= 99, but this is "))
      #expect(result.standardError.contains("help: install a newer one: `curl -fsSL https://"))
      #expect(!result.standardError.contains("quantum'"))
    }
  }
}
