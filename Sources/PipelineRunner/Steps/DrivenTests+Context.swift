import CIModel
import LogParsing
import PipelineConfig
import ProcessExecution
import RunEvents
import RunStorage
import SecretMasking
import SwiftPackage
import TestExecution

extension AttachmentKeeper {
  fileprivate init(_ store: AttachmentStore, hiding mask: SecretMask?) {
    let hide: AttachmentStore.Masking?
    if let mask {
      hide = { (bytes: [UInt8]) -> [UInt8] in mask.masked(bytes) }
    } else {
      hide = nil
    }
    self.init(
      keepFile: { store.keep($0, below: $1, as: $2, $3, hiding: hide) },
      keepBytes: { store.keep($0, as: $1, $2, hiding: hide) }, release: store.release,
      limits: store.limits.words)
  }
}

extension DrivenTests {
  /// The context of the test runner.
  func executionContext(
    _ session: StepSession, tests: String, profiles: String?
  ) -> TestExecutionContext {
    let id = planned.step.id
    let observer = session.run.services.observer
    let log = session.log
    let mask = session.mask
    let trace = session.run.services.trace
    let pass = { @Sendable (bytes: UnsafeRawBufferPointer) in
      log.append(bytes)
      observer.onOutput(id, bytes)
    }
    let output = mask.map { MaskedLines($0, pass).take } ?? pass
    var execution = TestExecutionContext(
      launcher: session.run.environment.launcher, environment: session.environment,
      directory: session.directory, repositoryRoot: session.run.environment.repositoryRoot,
      scratchDirectory: tests, profileDirectory: profiles,
      eventStreamVersion: TestExecutionContext.eventStreamVersion(
        toolchain: session.run.environment.toolchain?.version ?? ""),
      customWarnings: session.customWarnings, deadline: session.deadline,
      onOutput: output,
      onEvent: { event in
        // An event that contains a secret is dropped instead of masked: the log has its line.
        let words = String(describing: event).replacing("\\u{1B}", with: "\u{1B}")
        if let mask, mask.finds(in: Array(words.utf8)) { return }
        observer.log(id, event)
        trace?.take(event, step: id)
      })
    execution.cleanupLauncher = session.run.environment.cleanupLauncher
    execution.aside.onTrial = { test, isStart in
      observer.onEvent(
        .progress(stepID: id, isStart ? .trialStarted(test) : .trialEnded(test)))
    }
    execution.attachments = AttachmentKeeper(session.run.services.attachments, hiding: mask)
    execution.aside.stepStartedAt = session.stepStartedAt
    execution.onNote = { observer.onEvent(.note("  \($0)")) }
    execution.grace = Grace(
      interrupt: .seconds(1), terminate: .seconds(1), linger: .seconds(2))
    return execution
  }

  /// Turns off leak detection, because XCTest itself leaks on Linux and every run would fail;
  /// `ASAN_OPTIONS` or `LSAN_OPTIONS` in `env` replaces this.
  func sanitizerOptions(_ session: StepSession) -> [String: String] {
    guard options.sanitizer == .address, session.environment["ASAN_OPTIONS"] == nil,
      session.environment["LSAN_OPTIONS"] == nil
    else { return [:] }
    return ["ASAN_OPTIONS": "detect_leaks=0"]
  }
}
