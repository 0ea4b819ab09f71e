import ArgumentParser
import CIModel
import CIServices
import GitHistory
import PipelineConfig
import PipelineRunner
import ProcessExecution
import Reporters
import RuleExecution
import SecretMasking
import TerminalUI

struct ChangesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "changes",
    abstract: "Show what the branch changes: files, lines and commits since the merge base.",
    usage: "devtool changes [<options>]",
    discussion: """
      The base is --base, else the branch that the CI service names, else the default branch.

      EXAMPLES
        devtool changes
        devtool changes --base origin/release --format json
        devtool changes --staged
        devtool changes --ignore-whitespace --moved
      """)

  @OptionGroup var changes: ChangeOptions

  @Flag(name: .customLong("no-renames"), help: "List a renamed file as deleted and added.")
  var ignoresRenames = false

  @OptionGroup var history: HistoryOptions

  @Flag(help: "Also count lines as `git diff --ignore-all-space` does.")
  var ignoreWhitespace = false

  @Flag(help: "Also count lines that only moved, within a file or between files.")
  var moved = false

  @Option(help: OutputFormat.help(ReporterRegistry.changesNames)) var format = "terminal"

  func validate() throws {
    try history.check(changes)
    try OutputFormat.reporter(
      named: format, among: ReporterRegistry.changesNames, showing: "changes")
  }

  func run() throws {
    let environment = currentEnvironment()
    var request = BaseRequest(
      base: changes.base, head: changes.head, ci: CIEnvironment.detect(environment))
    request.isStaged = history.staged
    request.mode = try history.mode()
    request.followsFirstParent = history.firstParent
    var details: ChangeDetails = []
    if ignoreWhitespace { details.insert(.ignoringWhitespace) }
    if moved { details.insert(.movedLines) }
    let reader = HistoryReader(
      directory: try Workspace.workingDirectory(), environment: environment,
      fetching: history.fetching())
    var changeSet: ChangeSet
    do throws(GitError) {
      changeSet = try reader.comparison(
        request, detectsRenames: !ignoresRenames, details: details
      ).changes
    } catch {
      throw CommandFailure(.missingInput, error.description, help: error.help)
    }
    if let mask = mask(environment) { changeSet = mask.masked(changeSet) }
    let style = TerminalStyle.standardOutput(environment)
    let reporter = try OutputFormat.reporter(named: format)
    let text = reporter.render(changes: changeSet, style: style) ?? ""
    try StandardOutput.write(text, type(of: reporter).medium)
  }

  /// Masks the secrets that `.ci.yml` declares; other commands report what is wrong with it.
  private func mask(_ environment: [String: String]) -> SecretMask? {
    guard let workspace = try? Workspace.find(config: nil), workspace.configPath != nil else {
      return nil
    }
    do throws(CommandFailure) {
      return Secrets.mask(try workspace.loadPipeline(), in: environment)
    } catch {
      StandardOutput.message(
        "devtool: note: \(Workspace.configName) cannot be read, so devtool does not mask its secrets"
      )
      return nil
    }
  }
}

extension BaseRequest {
  /// The command line overrides the CI service.
  init(base: String?, head: String?, ci: CIEnvironment) {
    self.init(
      base: base, baseBranch: ci.baseBranch, head: head, isPullRequestMerge: ci.isPullRequestMerge,
      mergeCommit: ci.commit, isPullRequest: ci.isPullRequest,
      headCommit: ci.headCommit, headReference: ci.headReference)
  }
}
