import ArgumentParser
import CIModel
import CIRules
import CIServices
import GitHistory
import PipelineConfig
import PipelineRunner
import ProcessExecution
import Reporters
import RuleExecution
import SecretMasking
import TerminalUI

struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "List the rules, explain one, test their examples, or check a commit message.",
    subcommands: [List.self, Explain.self, Test.self, Message.self])
}

extension RulesCommand {
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List all rules: the built-in ones and those of .ci.yml.",
      usage: "devtool rules list [--format terminal|json]")

    @OptionGroup var output: TableOptions
    @OptionGroup var config: ConfigOptions
    @OptionGroup var judge: JudgeOptions

    func run() throws {
      let environment = currentEnvironment()
      let workspace = try judge.workspace(
        config: config.config, isRepositoryEnough: true, environment)
      let catalogue = RuleCatalogue(try workspace.loadPipeline(for: environment))
      if output.isJSON {
        try StandardOutput.write(JSONText.encode(catalogue), .json)
      } else {
        try StandardOutput.write(
          WrappedText.fitting(
            catalogue.table(), Terminal(descriptor: 1, environment: environment)))
      }
    }
  }

  struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "explain",
      abstract: "Explain a rule: what it does, its settings, and what it finds in this change.",
      discussion: """
        EXAMPLES
          devtool rules explain pr-size
          devtool rules explain migrations-alone --base main --pr-title "Move the data"
        """)

    @Argument(help: ArgumentHelp("Explain this rule.", valueName: "id"))
    var id: String

    @OptionGroup var changes: ChangeOptions
    @OptionGroup(title: "Pull request, overriding the CI service") var pullRequest:
      PullRequestOptions
    @OptionGroup var config: ConfigOptions
    @OptionGroup var judge: JudgeOptions

    func run() throws {
      let environment = currentEnvironment()
      let known = try pullRequest.known(environment)
      let workspace = try judge.workspace(
        config: config.config, isRepositoryEnough: true, changes: changes, pullRequest: known,
        environment)
      let policy = workspace.policy(environment)
      let pipeline = try workspace.loadPipeline(for: environment)
      let catalogue = RuleCatalogue(pipeline)
      guard let entry = catalogue.rules.first(where: { $0.id == id }) else {
        let near = nearestSpelling(of: id, among: catalogue.rules.map(\.id))
        throw CommandFailure(
          .badCommandLine, "there is no rule '\(id)'",
          help: near.map { "Did you mean '\($0)'?" }
            ?? "`devtool rules list` prints all rules.")
      }
      var text = entry.documentation(of: RuleRegistry.rule(id: entry.rule ?? id), in: pipeline)
      if entry.enabled {
        let ci = CIEnvironment.detect(environment)
        var settings = pipeline.rules.filter { $0.id == id }
        if settings.isEmpty { settings = [RuleSettings(id: id)] }
        Workspace.forgetSecrets(of: pipeline)
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        var request = BaseRequest(base: changes.base, head: changes.head, ci: ci)
        request.needsRemoteBase = workspace.trusted != nil
        var surroundings = workspace.surroundings(ci, environment)
        surroundings.secrets = Secrets.names(pipeline).union(
          Secrets.suspected(in: environment))
        let explanation = RuleExplanation(
          settings, base: request,
          from: FactSources(pipeline, policy: policy, state: nil, surroundings: surroundings),
          environment: environment, pullRequest: known,
          programs: CommandRules(
            launcher: .live(), environment: environment, root: workspace.repositoryRoot,
            workDirectory: scratch.path, policy: policy, secrets: Secrets.names(pipeline),
            mask: Secrets.mask(pipeline, in: environment)))
        let words = Self.describe(explanation)
        text += "\n" + (Secrets.mask(pipeline, in: environment)?.masked(words) ?? words)
      }
      try StandardOutput.write(
        WrappedText.fitting(text, Terminal(descriptor: 1, environment: environment)))
    }

    private static func describe(_ explanation: RuleExplanation) -> String {
      var text = "On this change"
      if let size = explanation.size {
        text += " (\(counted(size.files, "file")), \(counted(size.commits, "commit"))):\n"
      } else {
        text += ":\n"
      }
      for condition in explanation.conditions {
        text += "  \(condition.key): \(condition.outcome)\n\(condition.trace)"
      }
      if let problem = explanation.problem {
        return text + "  not checked: \(problem.message)\n  help: \(problem.help)\n"
      }
      if !explanation.applies { return text + "  The rule does not apply.\n" }
      for finding in explanation.findings {
        var place = ""
        if let location = finding.location {
          place = location.file + (location.line.map { ":\($0)" } ?? "") + ": "
        }
        text += "  \(place)\(finding.severity.rawValue): \(finding.message)"
        text += finding.suppressed.map { " (suppressed: \($0))\n" } ?? "\n"
      }
      for note in explanation.notes { text += "  \(note)\n" }
      if explanation.findings.isEmpty, explanation.notes.isEmpty {
        text += "  Nothing to report.\n"
      }
      if explanation.notes.contains(where: { $0.hasPrefix("Not checked without") }) {
        text += "  `devtool check` runs the tests, and then checks the rule again.\n"
      }
      return text
    }
  }
}
