package import CIModel

/// Reads a build or test log in one pass and folds it into facts.
///
/// Memory grows with the facts, not with the log. How the bytes are cut into chunks makes no
/// difference to the events or the facts.
package struct LogReader {
  package struct Options: Sendable {
    /// Absolute path of the repository; files below it are shown relative to it.
    package var root: String?
    package var customWarnings: [WarningPolicy.Custom]
    /// Categories that a limit judges; what a sanitizer reports under one of them does not fail
    /// the log by itself.
    package var limitedCategories: Set<String>
    /// The XCTests, as printed, of the one process whose output this is; `nil` when it may be that
    /// of several, or is not known. Knowing them unmasks lines that tests only imitate.
    package var plannedXCTests: Set<String>?

    package init(
      root: String? = nil, customWarnings: [WarningPolicy.Custom] = [],
      limitedCategories: Set<String> = [], plannedXCTests: Set<String>? = nil
    ) {
      self.root = root
      self.customWarnings = customWarnings
      self.limitedCategories = limitedCategories
      self.plannedXCTests = plannedXCTests
    }

    /// What `.ci.yml` says under `warnings:` about how a log is read.
    package init(root: String?, warnings: WarningPolicy) {
      self.init(
        root: root, customWarnings: warnings.custom,
        limitedCategories: Set(warnings.limits.keys))
    }
  }

  private var splitter = LineSplitter()
  private var folder: LogFolder

  package init(options: Options = Options()) {
    folder = LogFolder(options: options)
  }

  /// Reads a chunk; `onEvent` gets one event per line, and the line, which is valid during the call
  /// only. A line with carriage returns is handed over in its parts.
  package mutating func read(
    _ bytes: UnsafeRawBufferPointer, _ onEvent: (LogEvent, LogLine) -> Void = { _, _ in }
  ) {
    // The splitter is moved out, so that its closure can change the rest of the reader.
    var splitter = LineSplitter()
    swap(&splitter, &self.splitter)
    splitter.split(bytes) { head, tail in folder.read(head, tail, onEvent) }
    swap(&splitter, &self.splitter)
  }

  /// The XCTest that ended last, when XCTest has printed nothing since: what ended the process then
  /// came from it.
  package var lastEndedXCTest: String? { folder.tests.lastEnded }

  /// Reads the last line if it has no end, closes what is open, and judges. `onEvent` gets the
  /// event of that last line.
  package mutating func finish(
    _ onEvent: (LogEvent, LogLine) -> Void = { _, _ in }
  ) -> LogFacts {
    var splitter = LineSplitter()
    swap(&splitter, &self.splitter)
    splitter.finish { head, tail in folder.read(head, tail, onEvent) }
    return folder.finish()
  }
}
