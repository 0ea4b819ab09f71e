import ArgumentParser
import CIModel
import FileSystem
import ProjectSetup
import ServiceExport
import TerminalUI

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the pipeline as jobs of a CI service, with tests in shards and one verdict.",
    usage: "devtool export <service> [<options>]",
    discussion: """
      One job builds and passes .build on. Shards run the tests, with the rules and other steps beside \
      them. A last job merges the runs, checks the requirements and, with --comment, posts the results.

      EXAMPLES
        devtool export github --shards 4 --output .github/workflows/ci.yml
        devtool export github --shards 4 --check .github/workflows/ci.yml
      """)

  @Argument(help: "Write the jobs for this CI service.")
  var service: SetupService

  @Option(help: ArgumentHelp("Split the tests among this many jobs.", valueName: "n"))
  var shards = 2

  @OptionGroup var options: ExportOptions

  @Option(help: .file("Write nothing; fail unless this file is up to date."), completion: .file())
  var check: String?

  @Option(help: .file("Write to this file."), completion: .file())
  var output: String?

  func run() throws {
    let export = try options.export(service, shards: shards)
    guard let path = check ?? output else {
      if let second = export.second {
        StandardOutput.message("devtool: note: --output also writes \(second.name) beside the file")
      }
      return try StandardOutput.write(export.text)
    }
    if check == nil, let top = options.topElsewhere {
      StandardOutput.message(
        "devtool: note: services read files at the top of the checkout, \(top), and run jobs there")
    }
    for (file, text) in export.files(at: path) {
      do throws(FileError) {
        if check == nil {
          makeFolder(of: Workspace.absolute(file))
          try writeFile(Workspace.absolute(file), Array(text.utf8))
          continue
        }
        let old = try readFile(Workspace.absolute(file), limit: 1 << 20)
        guard let difference = ServiceExport.staleness(of: old, instead: text) else { continue }
        StandardOutput.message(difference)
      } catch {
        throw CommandFailure(.missingInput, error.description)
      }
      throw CommandFailure(
        .checkFailed, "\(file) is out of date",
        help: "Write it again: \(export.command) --output \(path)")
    }
  }
}
