import CIModel
import CIRules
import FileSystem
import GitHistory
import PipelineConfig
import ProcessExecution
import RunEvents
import RunStorage
import Synchronization
import TestSupport
import Testing

@testable import LocalState
@testable import PipelineRunner
@testable import StepCache

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs of one checkout, one after the other, with played commands: each command's name is a step's,
/// and it writes what `makes` says.
@Suite struct UntouchedResultsTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
  }

  private func step(_ id: String, inputs: [String]? = nil, outputs: [String]? = nil)
    -> PipelineStep
  {
    var step = PipelineStep(id: id, action: .exec(ExecOptions([id])))
    step.inputs = inputs
    step.outputs = outputs
    return step
  }

  private struct Run {
    var upToDate: [String]
    var commands: [String]
    /// What the reader was told of steps that ended: their ids, or how many were up to date.
    var told: [String]
  }

  private func check(
    _ steps: [PipelineStep], jobs: Int = 2, makes: [String: [String: String]] = [:]
  ) throws -> Run {
    var pipeline = Pipeline()
    pipeline.steps = steps
    let commands = Mutex<[String]>([])
    let told = Mutex<[String]>([])
    let scratch = scratch
    let launcher = ProcessLauncher { invocation, _ throws(LaunchError) in
      commands.withLock { $0.append(invocation.executable) }
      for (path, content) in makes[invocation.executable] ?? [:] {
        _ = try? scratch.write(content, to: path)
      }
      return .exited(0)
    }
    let result = try CheckRun.sample(
      pipeline, in: scratch.path, key: testKey, id: "run-\(UInt64.random(in: 0...UInt64.max))",
      jobs: jobs, launcher: launcher
    ) { event, _ in
      switch event {
      case .stepEnded(let result): told.withLock { $0.append(result.id) }
      case .upToDate(let count): told.withLock { $0.append("\(count) up to date") }
      default: break
      }
    }.run()
    #expect(result.verdict == .passed)
    return Run(
      upToDate: result.record.steps.filter { $0.isUpToDate == true }.map(\.id),
      commands: commands.withLock { $0.sorted() }, told: told.withLock { $0 })
  }

  /// Has files known as if they had been read long after their last change.
  private func know(_ paths: [String]) throws {
    var text = ""
    for name in paths {
      let path = "\(scratch.path)/\(name)"
      let status = try #require(FileStatus(path, followsLink: false))
      text += "\(FileStamp(status).text)\t\(try #require(fileDigest(path)))\t\(name)\n"
    }
    try SealedFile(folder: scratch.path + "/.devtool/cache", name: "files", key: testKey)
      .write(Array(text.utf8))
  }

  @Test(arguments: [1, 2, 3])
  func nothingRunsWhereNothingChanged(jobs: Int) throws {
    let names = (0..<200).map { "s\($0)" }
    let steps = names.map { step($0, inputs: ["in/\($0)"], outputs: ["out/\($0)"]) }
    for name in names { try scratch.write(name, to: "in/\(name)") }
    let makes = Dictionary(uniqueKeysWithValues: names.map { ($0, ["out/\($0)": "made"]) })
    #expect(try check(steps, jobs: jobs, makes: makes).commands == names.sorted())
    try know(names.flatMap { ["in/\($0)", "out/\($0)"] })
    let again = try check(steps, jobs: jobs, makes: makes)
    #expect(again.upToDate == names)
    #expect(again.commands == [])
    #expect(again.told == ["200 up to date"])

    // Another input, a file that is gone, one that is different.
    try scratch.write("changed", to: "in/s7")
    try scratch.remove("out/s8")
    try scratch.write("changed", to: "out/s9")
    let after = try check(steps, jobs: jobs, makes: makes)
    #expect(after.upToDate == names.filter { $0 != "s7" })
    #expect(after.commands == ["s7"])
    // Those behind it need not wait for the one that runs.
    #expect(Array(after.told.prefix(7)) == (0..<7).map { "s\($0)" })
    #expect(after.told.contains("s7"))
    #expect(try scratch.read("out/s8") == "made")
    #expect(try scratch.read("out/s9") == "made")
  }

  /// What was seen before the first command ran says nothing after it.
  @Test(arguments: [1, 2])
  func whatACommandChangesIsSeen(jobs: Int) throws {
    try scratch.write("one", to: "in")
    var reads = step("reads", inputs: ["in"])
    reads.needs = ["writes"]
    let steps = [step("writes"), reads]
    let first = try check(steps, jobs: jobs, makes: ["writes": ["in": "one"]])
    #expect(first.commands == ["reads", "writes"])
    try know(["in"])
    let same = try check(steps, jobs: jobs)
    #expect(same.commands == ["writes"])
    #expect(same.upToDate == ["reads"])
    try know(["in"])
    let changed = try check(steps, jobs: jobs, makes: ["writes": ["in": "two"]])
    #expect(changed.commands == ["reads", "writes"])
    #expect(changed.upToDate == [])
  }
}
