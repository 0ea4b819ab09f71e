import ArgumentParser
import CIModel
import CIServices
import GitHistory
import ProcessExecution
import Reporters

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
      """)

  @OptionGroup var changes: ChangeOptions

  @Flag(name: .customLong("no-renames"), help: "List a renamed file as deleted and added.")
  var ignoresRenames = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    let nothing = ChangeSet(base: "", head: "", mergeBase: "", files: [], commits: [])
    if try output.reporter().render(changes: nothing, style: .file) == nil {
      throw ValidationError("changes cannot be shown as \(output.format)")
    }
  }

  func run() throws {
    let environment = currentEnvironment()
    let request = BaseRequest(
      base: changes.base, head: changes.head, ci: CIEnvironment.detect(environment))
    let directory = try Workspace.workingDirectory()
    let changeSet: ChangeSet
    do throws(GitError) {
      let repository = try GitRepository.open(
        containing: directory, environment: environment)
      let range = try repository.resolveBase(request)
      changeSet = try repository.changeSet(range, detectsRenames: !ignoresRenames)
    } catch {
      throw CommandFailure(.missingInput, error.description, help: error.help)
    }
    let style = TerminalStyle.standardOutput(environment)
    guard let text = try output.reporter().render(changes: changeSet, style: style) else {
      throw CommandFailure(.badCommandLine, "changes cannot be shown as \(output.format)")
    }
    try StandardOutput.write(text)
  }
}

extension BaseRequest {
  /// What the command line names goes before what the CI service says.
  init(base: String?, head: String?, ci: CIEnvironment) {
    self.init(
      base: base, baseBranch: ci.baseBranch, head: head, isPullRequestMerge: ci.isPullRequestMerge,
      mergeCommit: ci.commit, isPullRequest: ci.isPullRequest,
      headCommit: ci.headCommit ?? ci.commit)
  }
}
