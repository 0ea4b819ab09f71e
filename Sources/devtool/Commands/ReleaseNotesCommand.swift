import ArgumentParser
import CIModel
import GitHistory
import ProcessExecution
import TerminalUI

struct ReleaseNotesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "release-notes",
    abstract: "Print the commits of a release as Markdown, grouped by kind.",
    discussion: """
      EXAMPLES
        devtool release-notes v1.3.0              commits since the tag before it
        devtool release-notes --since v1.0.0      commits since that tag
      """)

  @Argument(help: "End at this tag or commit.") var release = "HEAD"
  @Option(help: ArgumentHelp("Start after this tag.", valueName: "tag")) var since: String?

  func run() throws {
    let folder = try Workspace.workingDirectory()
    let start: String
    do throws(GitError) {
      start = try GitRepository.startOfRelease(
        release, since: since, in: folder, currentEnvironment())
    } catch {
      throw CommandFailure(.missingInput, error.description, help: error.help)
    }
    try ChangesCommand.parse(["--base", start, "--head", release, "--format", "release-notes"])
      .run()
  }
}
