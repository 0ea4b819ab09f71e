import ArgumentParser
import CIModel
import CodeReview
import FileSystem
import GitHistory
import ProcessExecution
import RunStorage
import TerminalUI

struct CommentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "comment",
    abstract: "Say on the pull request what a run found: GitHub, GitHub Enterprise, GitLab.",
    usage: "devtool comment [<run>] [<options>]",
    discussion: """
      One comment says what has to be done, and findings on changed lines stand at those lines. It is \
      edited in place, and it is not made when there is nothing to say. Threads that a person answered \
      or resolved stay as they are. The exit status says whether it could be said, not what was said.

      The token comes from GITHUB_TOKEN, GH_TOKEN or GH_ENTERPRISE_TOKEN (`pull-requests: write`, for \
      --status also `statuses: write`), or from GITLAB_TOKEN (scope `api`, role Developer).

      EXAMPLES
        devtool comment --dry-run
        devtool comment --status
        devtool comment --request 12 --repository apple/swift-nio
        devtool comment devtool-bundle.tar --name linux
      """)

  @Argument(help: StoredRunOptions.help("The run")) var runName: String?
  /// As `check --failed` names a run.
  @Option(help: .hidden) var from: String?
  @Flag(help: "Print what would be said; needs no token and no network.") var dryRun = false
  @Flag(help: "Set a status of the commit, too.") var status = false
  @Option(help: "The name of this pipeline, when several comment on one request.")
  var name = ReviewSession.usualName
  @Option(help: ArgumentHelp("The pull request, where no CI service tells.", valueName: "number"))
  var request: Int?
  @Option(
    help: ArgumentHelp("The repository, where no CI service tells.", valueName: "owner/name"))
  var repository: String?
  @Option(help: ArgumentHelp("The host of the service (default: github.com).", valueName: "host"))
  var host: String?

  func validate() throws {
    guard ReviewSession.isName(name) else {
      throw ValidationError("--name takes up to 40 letters, digits, `.`, `_` and single `-`")
    }
    if runName != nil, from != nil { throw ValidationError("name one run") }
    if let request, request < 1 { throw ValidationError("--request takes a number from 1 on") }
  }

  func run() throws {
    let environment = currentEnvironment()
    let workspace = try Workspace.findOrWorkingDirectory(config: nil)
    let store = RunStore(try workspace.openState(environment))
    let runName = runName ?? from
    guard let record = try store.read(runName) else {
      throw CommandFailure(.missingInput, "there is no run yet", help: "Run `devtool check` first.")
    }
    let isOwn = !store.isFile(runName)
    do {
      let place = try ReviewRequest.detect(
        ReviewRequest.Options(
          number: request, repository: repository, host: host, isPreview: dryRun,
          commit: isOwn ? record.changes?.head : nil), environment
      ) { try? readFile($0, limit: PullRequest.largestEvent) }
      let session = ReviewSession(
        record, isOwn: isOwn, name: name, setsStatus: status, link: place.link)
      if dryRun {
        let lines = GitRepository.addedLineNumbers(
          of: record.changes, containing: workspace.repositoryRoot, environment: environment)
        return try StandardOutput.write(place.preview(session, lines: lines))
      }
      StandardOutput.message(try place.run(session, environment))
    } catch let error as ReviewError {
      if error == .noPullRequest {
        return StandardOutput.message("devtool: note: \(error.message)")
      }
      throw CommandFailure(error.exitCode, error.message, help: error.help)
    }
  }
}
