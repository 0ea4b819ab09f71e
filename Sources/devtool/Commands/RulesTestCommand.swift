import ArgumentParser
import CIModel
import CIRules
import FileSystem
import PipelineConfig
import PipelineRunner
import ProcessExecution
import Reporters
import RuleExecution
import TerminalUI

extension RulesCommand {
  struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "test",
      abstract: "Test the rules against their examples.",
      usage: "devtool rules test [<file> ...] [--rule <id>] [--format terminal|json]",
      discussion: """
        devtool reads the examples in .ci.yml, under `examples` of each rule and of `rules` \
        itself, and those in the files that you name.

        EXAMPLES
          devtool rules test
          devtool rules test ci/rule-examples.yml
          devtool rules test --rule no-print

        EXIT STATUS
          0   every example gives the result that it expects
          1   an example does not
          69  there are no examples
          78  .ci.yml or a file of examples is invalid
        """)

    @Argument(
      help: ArgumentHelp("Read more examples from these files.", valueName: "file"),
      completion: .file(extensions: ["yml", "yaml"]))
    var files: [String] = []

    @Option(help: ArgumentHelp("Test only the examples of this rule. Repeatable.", valueName: "id"))
    var rule: [String] = []

    @OptionGroup var output: TableOptions
    @OptionGroup var config: ConfigOptions

    func run() throws {
      let environment = currentEnvironment()
      let errors = Terminal(descriptor: 2, environment: environment)
      let workspace = try Workspace.find(config: config.config)
      let pipeline = try workspace.loadPipeline(for: environment)
      Workspace.forgetSecrets(of: pipeline)
      let scratch = try ScratchFolder()
      defer { scratch.remove() }
      let tester = RuleTester(
        pipeline,
        programs: CommandRules(
          launcher: .live(), environment: environment, root: workspace.repositoryRoot,
          workDirectory: scratch.path, policy: workspace.policy(environment),
          secrets: Secrets.names(pipeline), mask: Secrets.mask(pipeline, in: environment)))
      for id in rule { try check(id, tester) }
      var cases = tester.cases
      for file in files { cases += try read(file, tester, errors) }
      for example in cases {
        if let id = example.rule { try check(id, tester, of: example) }
      }
      if !rule.isEmpty { cases = cases.filter { $0.rule.map(rule.contains) ?? false } }
      guard !cases.isEmpty else {
        throw CommandFailure(
          .missingInput, "there are no examples to test",
          help: "Add examples to a rule: `examples: [{ title: …, files: { … }, expect: passes }]`.")
      }
      let report = RuleTestReport(cases.map(tester.judge))
      try StandardOutput.write(
        output.isJSON ? JSONText.encode(report) : report.text, output.isJSON ? .json : .people)
      if !report.passed { throw CommandFailure(.checkFailed) }
    }

    private func read(
      _ file: String, _ tester: RuleTester, _ errors: Terminal
    ) throws(CommandFailure) -> [RuleCase] {
      let path = Workspace.absolute(file)
      try Workspace.find(config: config.config, needsPackage: false).refuseLinks(path)
      do {
        return try RuleCaseReader(fileName: file).read(
          try readFile(path, limit: 2 << 20, from: .commandLine))
      } catch let error as ConfigError {
        var text = error.rendered(color: errors.showsColor)
        if text.hasSuffix("\n") { text.removeLast() }
        StandardOutput.message(text)
        throw CommandFailure(.badConfiguration)
      } catch {
        throw CommandFailure(.missingInput, "\(error)", help: "Check the path.")
      }
    }

    private func check(
      _ id: String, _ tester: RuleTester, of example: RuleCase? = nil
    ) throws(CommandFailure) {
      if tester.ruleIDs.contains(id) { return }
      let place = example.map { "\($0.location.file):\($0.location.line ?? 1): " } ?? ""
      let near = nearestSpelling(of: id, among: tester.ruleIDs)
      throw CommandFailure(
        example == nil ? .badCommandLine : .badConfiguration, "\(place)there is no rule '\(id)'",
        help: near.map { "Did you mean '\($0)'?" }
          ?? "`devtool rules list` prints all rules.")
    }
  }
}
