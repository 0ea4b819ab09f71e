import ArgumentParser
import CIModel
import CIRules
import CIServices
import GitHistory
import PipelineConfig
import ProcessExecution
import RunExchange
import RunStorage
import TerminalUI

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Create a run from other tools: JUnit, xcresult, events, logs, coverage.",
    usage: "devtool import [<options>]",
    discussion: """
      devtool stores the run like any other, and exits with its verdict. The run fails if a test failed, if \
      the log shows a failure, or if a report counts more failures than it names. The limits of .ci.yml for \
      tests and warnings apply. `devtool merge` joins the run with others and checks their coverage.

      EXAMPLES
        devtool import --junit build/**/TEST-*.xml --name android -o android.tar
        devtool import --xcresult-json tests.json --log ios.log --name ios -o ios.tar
        devtool bundle -o linux.tar; devtool merge linux.tar ios.tar android.tar
      """)

  @Option(parsing: .upToNextOption, help: .file("Read JUnit reports."), completion: .file())
  var junit: [String] = []
  @Option(
    parsing: .upToNextOption,
    help: .file("Read output of `xcrun xcresulttool get test-results tests`."), completion: .file())
  var xcresultJson: [String] = []
  @Option(
    parsing: .upToNextOption, help: .file("Read event streams of Swift Testing."),
    completion: .file())
  var events: [String] = []
  @Option(parsing: .upToNextOption, help: .file("Read LCOV files."), completion: .file())
  var lcov: [String] = []
  @Option(parsing: .upToNextOption, help: .file("Read Cobertura files."), completion: .file())
  var cobertura: [String] = []
  @Option(help: .file("Read this build or test log."), completion: .file()) var log: String?
  @Option(help: "Name the step of the run, to tell merged runs apart.")
  var name = "import"
  @Option(
    name: [.customShort("o", allowingJoined: true), .customLong("output")],
    help: .file("Also write a bundle to this file."), completion: .file())
  var output: String?
  @OptionGroup var config: ConfigOptions
  @OptionGroup var judge: JudgeOptions
  @OptionGroup var reports: ReportOptions

  func validate() throws {
    if (junit + xcresultJson + events + lcov + cobertura).isEmpty, log == nil {
      throw ValidationError(
        "name what to import: --junit, --xcresult-json, --events, --lcov, --cobertura or --log")
    }
    guard RunImport.isName(name) else {
      throw ValidationError("--name must be up to 80 letters, digits, `.`, `_` and `-`")
    }
  }

  func run() throws {
    let environment = currentEnvironment()
    let service = CIEnvironment.detect(environment)
    let workspace = try judge.workspace(
      config: config.config, needsPackage: false, environment)
    let results = junit + xcresultJson + events + [log].compactMap(\.self)
    try workspace.refuseTracked(results + lcov + cobertura, environment)
    var conclusion = try RunConclusion(workspace, reports, environment)
    let pipeline = conclusion.pipeline
    conclusion.bundle = output
    var record = workspace.newRecord(service, swiftVersion: nil)
    record.pullRequest = PullRequest.detected(environment)
    record.checkout = try? GitRepository.open(
      containing: workspace.root, environment: environment
    ).checkout(branch: service.headBranch)
    let run = try RunDirectory.make(in: workspace, id: record.id)
    var read = RunImport(
      record, named: name, checkout: workspace.repositoryRoot,
      mask: Secrets.mask(pipeline, in: environment), attachments: AttachmentStore(in: run.path))
    do throws(RunImport.Problem) {
      for path in junit + xcresultJson { try read.addReport(Workspace.absolute(path)) }
      for path in events { try read.addEvents(Workspace.absolute(path)) }
      if let log { try read.addLog(Workspace.absolute(log), pipeline.warnings, in: run) }
      try read.addCoverage(
        lcov.map(Workspace.absolute), cobertura: cobertura.map(Workspace.absolute),
        root: workspace.root, pipeline.coverage)
    } catch {
      run.remove()
      throw CommandFailure(.missingInput, error.message, help: error.help)
    }
    try conclusion.conclude(
      read.finish(), in: run, Policies(tests: pipeline.tests, warnings: pipeline.warnings),
      try reports.requests(beside: []), lacking: read.lack)
  }
}

extension ArgumentHelp {
  static func file(_ text: String) -> ArgumentHelp { ArgumentHelp(text, valueName: "file") }
}
