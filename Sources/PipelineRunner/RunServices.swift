package import LocalState
package import RunEvents
package import RunStorage

/// The services that a run reports to and stores its results with.
package struct RunServices: Sendable {
  /// Keeps the record of the run.
  package let record: RecordKeeper
  package let directory: RunDirectory
  /// Stores the attachments of tests.
  let attachments: AttachmentStore
  /// The folder `.devtool`, where runs and results are stored.
  package let state: StateFolder
  package var observer: RunObserver
  /// Records timings; `nil` when no trace was requested.
  package let trace: TraceRecorder?
  /// Writes results for later runs in the background.
  package let writes = DeferredWrites()
  /// Start times of the builds of the run.
  let buildStarts = BuildStarts()
  /// The outputs of the steps that have ended.
  let outputs = StepOutputs()
  /// The files that steps write their outputs to.
  let outputFiles: OutputFiles

  package init(
    record: RecordKeeper, directory: RunDirectory, state: StateFolder,
    observer: RunObserver = .silent, trace: TraceRecorder? = nil
  ) {
    self.record = record
    self.directory = directory
    attachments = AttachmentStore(in: directory.path)
    self.state = state
    self.observer = observer
    self.trace = trace
    outputFiles = OutputFiles(in: directory)
  }
}
