package import LocalState
package import RunEvents
package import RunStorage

/// What a run reports to and keeps its results in.
package struct RunServices: Sendable {
  /// Holds the record of the run.
  package let record: RecordKeeper
  package let directory: RunDirectory
  /// What tests attach.
  let attachments: AttachmentStore
  /// Where runs and results are kept, and what is believed of them.
  package let state: StateFolder
  package var observer: RunObserver
  /// Notes what takes how long; `nil` when that was not asked for.
  package let trace: TraceRecorder?
  /// What is written down for later runs.
  package let writes = DeferredWrites()
  /// When the builds of the run began.
  let buildStarts = BuildStarts()
  /// What the steps that have ended left for later ones.
  let outputs = StepOutputs()
  /// Where steps write it.
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
