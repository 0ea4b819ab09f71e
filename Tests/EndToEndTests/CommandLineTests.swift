import CIModel
import Foundation
import TestSupport
import Testing

/// What the command line takes and refuses.
@Suite(.blocking) struct CommandLineTests {
  private static let commands = [
    "check", "report", "comment", "log", "changes", "coverage", "validate", "doctor", "schema",
    "release-notes",
  ]

  @Test func printsTheVersion() throws {
    let result = try ScratchPipeline(nil).devtool("--version")
    #expect(result.status == 0)
    #expect(result.standardOutput.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
    #expect(result.standardError == "")
  }

  @Test func printsHelpWhenNothingIsAsked() throws {
    let scratch = try ScratchPipeline(nil)
    let alone = try scratch.devtool(environment: ["COLUMNS": "80"])
    #expect(alone.status == 0)
    let help = try scratch.devtool("--help", environment: ["COLUMNS": "80"])
    #expect(alone.standardOutput == help.standardOutput)
    for command in Self.commands { #expect(alone.standardOutput.contains("\n  \(command) ")) }
    let statuses = alone.standardOutput.split(separator: "\n")
      .drop { $0 != "EXIT STATUS" }.dropFirst().prefix { $0.hasPrefix("  ") }
      .compactMap { Int($0.split(separator: " ")[0]) }
    #expect(statuses == [0, 1, 64, 69, 70, 75, 77, 78, 124, 129, 130, 143])
    #expect(alone.standardOutput.contains("--generate-completion-script"))
  }

  @Test(
    arguments: commands + [
      "bundle", "export", "history coverage", "history export", "history flaky", "history import",
      "history sizes", "history slow", "history tests", "history warnings", "import", "init",
      "merge", "plan", "quarantine add", "quarantine expire", "quarantine list",
      "quarantine remove", "rules explain", "rules list", "rules message", "rules test",
    ])
  func documents(command: String) throws {
    let scratch = try ScratchPipeline(nil)
    func devtool(_ arguments: [String]) throws -> CommandResult {
      try scratch.tool.start(arguments, in: scratch.path, environment: ["COLUMNS": "80"]).finish()
    }
    let words = command.split(separator: " ").map(String.init)
    let help = try devtool(words + ["--help"])
    #expect(help.status == 0)
    #expect(help.standardOutput.contains("USAGE: devtool \(command)"))
    #expect(help.standardError == "")
    let other = try devtool(["help"] + words)
    // A page of the documentation may follow.
    #expect(other.standardOutput.hasPrefix(help.standardOutput))
    let lines = help.standardOutput.split(separator: "\n").map(String.init)
    #expect(lines.filter { $0.count > 80 && !$0.contains("https://") } == [])
    // What stands in columns must not be wrapped.
    let titles = ["EXAMPLES", "EXIT STATUS"]
    if let first = lines.firstIndex(where: titles.contains) {
      let examples = lines[(first + 1)...].prefix { !$0.hasPrefix("USAGE") }
      #expect(examples.filter { !$0.hasPrefix("  ") && !titles.contains($0) } == [])
    }
  }

  @Test(arguments: [
    ("pipeline", 0, "The pipeline\n\n  `.ci.yml` lists the steps to run under `steps:`."),
    ("rules", 0, "\n\nRules\n"), ("check", 0, "USAGE: devtool check"),
    ("pipelin", 64, "unknown command or topic 'pipelin'; did you mean 'pipeline'?"),
    ("chek", 64, "unknown command or topic 'chek'; did you mean 'check'?"),
  ])
  func printsPagesOfTheDocumentation(topic: String, status: Int, text: String) throws {
    let result = try ScratchPipeline(nil).devtool("help", topic, environment: ["COLUMNS": "70"])
    #expect(result.status == status)
    #expect(
      (result.standardOutput + result.standardError).contains(text), "\(result.standardOutput)")
  }

  /// A page is no command.
  @Test func topicsAreOnlyForHelp() throws {
    let scratch = try ScratchPipeline(nil)
    #expect(try scratch.devtool("pipeline").status == 64)
    #expect(try scratch.devtool("help").standardOutput.contains(" troubleshooting\n"))
  }

  @Test(arguments: [
    (["check", "-j1", "--dry-run"], 0), (["check", "--graph"], 0),
    (["check", "--graph", "dot"], 0),
    (["check", "--list", "--color=blue"], 64), (["check", "--graph", "nonsense"], 64),
  ])
  func takesTheUsualSpellings(arguments: [String], status: Int) throws {
    let scratch = try ScratchPipeline("steps: { a: 'true' }")
    let result = try scratch.tool.start(arguments, in: scratch.path).finish()
    #expect(result.status == status, "\(result.standardError)")
  }

  @Test func coloursAsAsked() throws {
    let scratch = try ScratchPipeline("steps: { a: 'true' }")
    #expect(try scratch.devtool("check", "--color").standardOutput.contains("\u{1B}["))
    let never = try scratch.devtool(
      "check", "--no-color", environment: ["FORCE_COLOR": "1"])
    #expect(!never.standardOutput.contains("\u{1B}["))
  }

  /// A format that the help lists can be asked for.
  @Test(arguments: [
    ("changes", ["json", "plain", "release-notes", "terminal"], "markdown"),
    ("coverage", [], "html"),
  ])
  func listsTheFormatsThatItCanShow(command: String, formats: [String], other: String) throws {
    let scratch = try ScratchPipeline(nil)
    let help = try scratch.devtool(command, "--help", environment: ["COLUMNS": "300"])
    let list = try #require(
      help.standardOutput.firstMatch(of: /Print the result in this format: ([^.]*)\./))
    let names = list.1.split(separator: ",").map { $0.filter { !$0.isWhitespace } }
    if !formats.isEmpty { #expect(names == formats) }
    #expect(!names.contains(other))
    let refused = try scratch.devtool(command, "--format", other)
    #expect(refused.status == 64)
    #expect(refused.standardError.contains("cannot be shown as \(other); choose one of "))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completes(shell: String) throws {
    let result = try ScratchPipeline(nil).devtool("--generate-completion-script", shell)
    #expect(result.status == 0)
    for command in Self.commands { #expect(result.standardOutput.contains(command)) }
  }

  @Test func completesFiles() throws {
    let result = try ScratchPipeline(nil).devtool("--experimental-dump-help")
    // Each option with its kind of completion, without the arguments' order of keys.
    let options = result.standardOutput.split(separator: "\"abstract\"")
      .filter { $0.contains(/"valueName" ?: "(file|folder)"/) }
    #expect(options.count > 20)
    #expect(options.filter { !$0.contains("\"completionKind\"") } == [])
  }

  @Test(arguments: [
    (["chek"], "unknown command 'chek'", "check"),
    (["frobnicate"], "unknown command 'frobnicate'", "--help"),
    (["rules", "lst"], "unknown command 'lst'", "did you mean 'list'?"),
    (["rules", "frobnicate"], "'frobnicate'", "--help"),
    (["help", "chek"], "unknown command or topic 'chek'", "check"),
    (["help", "frobnicate"], "unknown command or topic 'frobnicate'", "lists them"),
    (["check", "--onyl", "rules"], "--onyl", "--only"),
    (["check", "--report", "junti"], "unknown format 'junti'", "junit"),
    (["check", "--report", "junit="], "junit=", "file"),
    (["check", "--fail-on", "wrning"], "wrning", "warning"),
    (["check", "stpe"], "'stpe'", "step"),
    (["check", "--only", "stpe"], "'stpe'", "step"),
    (["check", "--skip", "rule"], "'rule'", "rules"),
    (["check", "step", "--only", "step"], "--only", "not both"),
    (["check", "-q", "-v"], "--quiet", "together"),
    (["report", "--format", "makrdown"], "makrdown", "markdown"),
    (["changes", "--format", "junit"], "junit", "changes"),
    (["coverage", "--metric", "lines"], "lines", "distinct"),
    (["log", "--slow", "5"], "'5'", "unit"),
    (["log", "a", "b"], "'b'", "--help"),
    (["changes", "--base"], "--base", "--help"),
  ])
  func refuses(arguments: [String], wrong: String, hint: String) throws {
    let scratch = try ScratchPipeline("steps: { step: 'true' }")
    let result = try scratch.tool.start(arguments, in: scratch.path).finish()
    #expect(result.status == 64)
    #expect(result.standardOutput == "")
    #expect(result.standardError.contains(wrong))
    #expect(result.standardError.contains(hint))
    #expect(!scratch.folder.exists(".devtool"))
  }

  @Test(arguments: [["check"], ["check", "--list"], ["report"], ["validate"], ["log", "x.log"]])
  func refusesABadConfiguration(arguments: [String]) throws {
    let scratch = try ScratchPipeline("steps: { step: { rnu: 'true' } }\n")
    try scratch.folder.write("", to: "x.log")
    let result = try scratch.tool.start(arguments, in: scratch.path).finish()
    #expect(result.status == 78)
    #expect(result.standardOutput == "")
    #expect(result.standardError.contains(".ci.yml:1:18: error: unknown key 'rnu'"))
    #expect(result.standardError.hasSuffix("1 problem in .ci.yml\n"))
    #expect(!scratch.folder.exists(".devtool"))
  }

  @Test(arguments: ["directory", "unreadable", "huge", "missing"])
  func refusesAConfigurationThatCannotBeRead(kind: String) throws {
    let scratch = try ScratchPipeline(nil)
    let file = scratch.folder.url.appendingPathComponent(".ci.yml").path
    switch kind {
    case "directory":
      try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
    case "unreadable":
      // A link to itself is unreadable for root, too.
      try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: ".ci.yml")
      try scratch.folder.write("", to: "Package.swift")
    case "huge":
      try scratch.folder.write(
        "steps: { a: 'true' }\n" + String(repeating: "# filler\n", count: 400_000), to: ".ci.yml")
    default: break
    }
    let result =
      kind == "missing"
      ? try scratch.devtool("check", "--config", "nowhere.yml") : try scratch.devtool("check")
    #expect(result.status == 78)
    #expect(result.standardOutput == "")
    #expect(result.standardError.contains("error: "))
    #expect(result.standardError.contains(kind == "missing" ? "nowhere.yml" : ".ci.yml"))
  }

  @Test(arguments: [["check"], ["report"], ["coverage"], ["validate"]])
  func needsAPackage(arguments: [String]) throws {
    let scratch = try ScratchPipeline(nil)
    let result = try scratch.tool.start(arguments, in: scratch.path).finish()
    #expect(result.status == 69)
    #expect(result.standardOutput == "")
    #expect(result.standardError.contains("no .ci.yml and no Package.swift in \(scratch.path)"))
    #expect(result.standardError.contains("  help: "))
  }

  @Test func saysWhatIsMissingWithoutConfiguration() throws {
    let scratch = try ScratchPipeline(nil)
    try scratch.folder.write("", to: "Package.swift")
    let result = try scratch.devtool("validate")
    #expect(result.status == 69)
    #expect(result.standardError.contains("there is no .ci.yml"))
  }

  @Test func validates() throws {
    let scratch = try ScratchPipeline(
      "steps: { b: { run: 'true', needs: a }, a: 'true' }\nrules: { pr-size: { warn: 9 } }\n")
    let result = try scratch.devtool("validate")
    #expect(result.status == 0)
    #expect(result.standardOutput == ".ci.yml: valid, 2 steps (a, b), 8 rules (7 by default)\n")
    #expect(result.standardError == "")
  }

  @Test func keepsTheAnswerShort() throws {
    let steps = (1...50).map { "  s\($0): 'true'\n" }.joined()
    let result = try ScratchPipeline("steps:\n\(steps)").devtool("validate")
    #expect(result.standardOutput.hasSuffix("s19, s20, and 30 more), 8 rules (8 by default)\n"))
  }

  @Test func listsAndPlansWithoutRunning() throws {
    let scratch = try ScratchPipeline(
      "steps: { b: { run: touch ran, needs: a }, a: { exec: [touch, 'r a n'] } }")
    let list = try scratch.devtool("check", "--list")
    #expect(list.standardOutput == "a  exec\nb  run  needs a\n")
    let plan = try scratch.devtool("check", "--dry-run", "--skip", "b")
    #expect(plan.standardOutput.contains("a  exec\n  $ touch 'r a n'\n"))
    #expect(plan.standardOutput.contains("b  run  needs a  (left out)\n"))
    #expect(!scratch.folder.exists(".devtool"))
    #expect(!scratch.folder.exists("ran"))
  }

  @Test func examines() throws {
    let scratch = try ScratchPipeline("steps: { a: 'true' }")
    func write(_ package: String) throws {
      try scratch.folder.write(
        "// swift-tools-version: 6.0\nimport PackageDescription\nlet package = \(package)\n",
        to: "Package.swift")
    }
    try write("Package(name: \"P\")")
    let good = try scratch.devtool("doctor")
    let document = try JSONText.decode(
      JSONValue.self, from: Array(try scratch.devtool("doctor", "--json").standardOutput.utf8))
    var validation = SchemaValidation(JSONContract.doctor.schema(isClosed: true))
    #expect(validation.problems(in: document) == [])
    #expect(document["checks"]?.list?.contains { $0["topic"] == "package" } == true)
    #expect(good.status == 0, "\(good.standardOutput)")
    #expect(good.standardOutput.contains("config         .ci.yml, 1 step\n"))
    try write("Package(nam: \"P\")")
    let broken = try scratch.devtool("doctor")
    #expect(broken.status == 69)
    #expect(
      broken.standardOutput.contains("Package.swift:3:22: error: incorrect argument label"),
      "\(broken.standardOutput)")
    try scratch.folder.write("let a = 1\n", to: "Package.swift")
    #expect(
      try scratch.devtool("doctor").standardOutput.contains(
        "the first line declares no tools version"))
    let lost = try scratch.devtool("doctor", environment: ["PATH": "/nowhere"])
    #expect(lost.status == 69)
    #expect(lost.standardOutput.contains("✗ swift"))
  }
}
