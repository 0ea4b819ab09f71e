import CIModel
import LogParsing
import ProcessExecution

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs the Swift Testing tests of a product to the end, whatever single tests do.
///
/// The first process runs all of them, in parallel as under `swift test`. When it dies, those that
/// had not ended run again one after the other, so that the next death names one test.
struct SwiftTestingExecution {
  let product: TestProduct
  let context: TestExecutionContext

  func run() throws(TestExecutionError) -> TestExecutionResult {
    var result = TestExecutionResult()
    var pending = product.swiftTestingTests
    var round = 0
    while !pending.isEmpty {
      let stream = "\(context.scratchDirectory)/swift-testing-\(round).jsonl"
      var arguments = [
        "--testing-library", "swift-testing", "--event-stream-output-path", stream,
        "--event-stream-version", context.eventStreamVersion,
      ]
      let isAlone = round > 0
      if isAlone {
        arguments.append("--no-parallel")
        for id in pending {
          arguments += ["--filter", filterPattern(testID: id.text, .swiftTesting)]
        }
      }
      let ending = try TestProcess.run(
        product, arguments: arguments, profileName: "swift-testing-\(round)", context)
      round += 1

      var events = EventStreamReader(root: context.repositoryRoot)
      if let problem = feed(stream, to: &events) { result.problems.append(problem) }
      let part = SwiftTestingExecution.attribute(
        ending, events.finish(), wereAlone: isAlone, planned: Set(pending.map(\.text)))
      result.append(part)
      let ended = Set(part.tests.compactMap(\.id))
      let before = pending.count
      pending.removeAll { ended.contains($0.text) }
      if part.wasCancelled || part.timedOut { break }
      let died = part.isPartial
      // The second process has no parallel tests to blame: without progress there is no more to learn.
      if !died || (isAlone && pending.count == before) {
        if !pending.isEmpty {
          result.problems.append(
            "the test process ended (\(ending.termination.words)) before it ran "
              + counted(pending.count, "planned Swift Testing test"))
        }
        break
      }
    }
    result.tests += pending.map { TestCase(notRun: $0, .swiftTesting) }
    return result
  }

  /// What one process did to the tests; those that were in flight beside others are left out, so
  /// that they run again alone.
  static func attribute(
    _ ending: TestProcess.Ending, _ facts: LogFacts, wereAlone: Bool, planned: Set<String>
  ) -> TestExecutionResult {
    var result = TestExecutionResult()
    result.runtimeWarnings = ending.facts.runtimeWarnings
    result.notices = ending.notices
    result.wasCancelled = ending.termination == .cancelled
    result.timedOut = ending.termination == .timedOut
    if case .exited(let code) = ending.termination, code != 0 { result.exitCode = Int(code) }
    let inFlight = facts.tests.filter { $0.outcome == .unfinished }
    let canBlame = wereAlone || inFlight.count == 1 || result.wasCancelled || result.timedOut
    var arguments = IssueArguments(console: ending.facts.tests)
    for var test in facts.tests {
      arguments.complete(&test)
      guard let id = test.id, planned.contains(id) else { continue }
      if test.outcome == .unfinished {
        guard canBlame else { continue }
        test.setLastOutcome(ending.termination.outcomeOfRunningTest)
      }
      result.tests.append(test)
    }
    let blamed = result.tests.last { $0.outcome == .crashed }
    switch ending.termination {
    case .exited(let code):
      // A test that calls exit() ends the process, too.
      result.isPartial = !inFlight.isEmpty
      if code != 0, inFlight.isEmpty, !result.tests.contains(where: { $0.outcome.isFailure }) {
        result.problems.append(
          "the Swift Testing process exited with status \(code) although no test failed")
      }
    case .signaled, .timedOut, .cancelled:
      result.isPartial = true
    }
    if let blamed {
      result.crashes.append(ending.crash(of: blamed.name))
    } else if ending.termination.signalName != nil, inFlight.isEmpty {
      result.crashes.append(ending.crash(of: nil))
      result.problems.append("the test process was \(ending.termination.words)")
    }
    return result
  }

  /// Reads the event stream file; a sentence when it cannot be read.
  private func feed(_ path: String, to reader: inout EventStreamReader) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      return "the test process wrote no event stream (\(String(cString: strerror(errno))))"
    }
    defer { close(descriptor) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 262_144, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count < 0 {
        if errno == EINTR { continue }
        return "cannot read the event stream: \(String(cString: strerror(errno)))"
      }
      if count == 0 { return nil }
      reader.read(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }
}
