import ArgumentParser
import CIModel
import FileSystem
import ProjectSetup
import ServiceExport
import TerminalUI

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the pipeline as jobs of a CI service: tests in shards, judged together.",
    discussion: """
      One job builds and hands over .build, shards run the tests, the rules and other steps run beside \
      them, and a last job merges, judges and, with --comment, says on the pull request what was found.

      EXAMPLES
        devtool export github --shards 4 --output .github/workflows/ci.yml
        devtool export github --shards 4 --check .github/workflows/ci.yml
      """)

  @Argument(help: "The CI service: github, gitlab, buildkite, circleci.")
  var service: SetupService

  @Option(help: ArgumentHelp("How many jobs run the tests.", valueName: "n"))
  var shards = 2

  @OptionGroup var options: ExportOptions

  @Option(
    help: ArgumentHelp("Write nothing; fail unless this file is up to date.", valueName: "file"),
    completion: .file())
  var check: String?

  @Option(help: ArgumentHelp("Write to this file.", valueName: "file"), completion: .file())
  var output: String?

  func run() throws {
    let export = try options.export(service, shards: shards)
    guard let path = (check ?? output).map(Workspace.absolute) else {
      return try StandardOutput.write(export.text)
    }
    do throws(FileError) {
      if check == nil { return try writeFile(path, Array(export.text.utf8)) }
      let old = String(decoding: try readFile(path, limit: 1 << 20), as: UTF8.self)
      guard let difference = export.staleness(of: old) else { return }
      StandardOutput.message(difference)
    } catch {
      throw CommandFailure(.missingInput, error.description)
    }
    throw CommandFailure(
      .checkFailed, "\(check ?? "") is not what .ci.yml comes to",
      help: "Write it again: \(export.command) --output \(check ?? "")")
  }
}
