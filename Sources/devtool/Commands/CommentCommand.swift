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
    abstract: "Post the results of a run on the pull request: GitHub, GitHub Enterprise, GitLab.",
    usage: "devtool comment [<run>] [<options>]",
    discussion: """
      devtool posts one comment that lists what to fix, edits it in place, and adds remarks at changed \
      lines with findings. With nothing to report, it posts nothing. Threads that a person answered or \
      resolved stay as they are. The exit status tells whether posting worked, not the run's verdict.

      The token comes from GH_TOKEN, GITHUB_TOKEN or GH_ENTERPRISE_TOKEN (`pull-requests: write`, and \
      `statuses: write` for --status), or from GITLAB_TOKEN (scope `api`, role Developer).

      EXAMPLES
        devtool comment --dry-run
        devtool comment --status
        devtool comment --request 12 --repository apple/swift-nio
        devtool comment devtool-bundle.tar --name linux
      """)

  @Argument(help: StoredRunOptions.help("Post this run")) var runName: String?
  /// As `check --failed` names a run.
  @Option(help: .hidden) var from: String?
  @Flag(help: "Print the comment and post nothing; needs no token or network.") var dryRun = false
  @Flag(help: "Also set a status of the commit.") var status = false
  @Option(help: "Name this pipeline, to tell several on one pull request apart.")
  var name = ReviewSession.usualName
  @Option(help: ArgumentHelp("Use this pull request (default: from CI).", valueName: "number"))
  var request: Int?
  @Option(
    help: ArgumentHelp("Use this repository (default: from CI).", valueName: "owner/name"))
  var repository: String?
  @Option(help: ArgumentHelp("Connect to this host (default: github.com).", valueName: "host"))
  var host: String?

  func validate() throws {
    guard ReviewSession.isName(name) else {
      throw ValidationError("--name must be up to 40 letters, digits, `.`, `_` and single `-`")
    }
    if runName != nil, from != nil { throw ValidationError("name only one run") }
    if let request, request < 1 { throw ValidationError("--request must be at least 1") }
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
