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
    /// Categories that are judged by limits; sanitizer reports in one of them do not fail the log
    /// by themselves.
    package var limitedCategories: Set<String>
    /// The names, as printed, of the XCTests of the single process whose output this is; `nil` when
    /// there may be several processes, or the tests are not known. They help to detect lines that
    /// tests only imitate.
    package var plannedXCTests: Set<String>?
    /// Whether a wrapper may have put timestamps in front of the lines (`LineStamps`).
    package var mayHaveStamps = false

    package init(
      root: String? = nil, customWarnings: [WarningPolicy.Custom] = [],
      limitedCategories: Set<String> = [], plannedXCTests: Set<String>? = nil
    ) {
      self.root = root
      self.customWarnings = customWarnings
      self.limitedCategories = limitedCategories
      self.plannedXCTests = plannedXCTests
    }

    /// The options from `warnings:` of `.ci.yml`.
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

  /// Reads a chunk; `onEvent` receives one event per line, and the line, which is valid only during
  /// the call. A line with carriage returns is passed in parts.
  package mutating func read(
    _ bytes: UnsafeRawBufferPointer, _ onEvent: (LogEvent, LogLine) -> Void = { _, _ in }
  ) {
    // The splitter is moved out, so that its closure can change the rest of the reader.
    var splitter = LineSplitter()
    swap(&splitter, &self.splitter)
    splitter.split(bytes) { head, tail in folder.read(head, tail, onEvent) }
    swap(&splitter, &self.splitter)
  }

  /// Name of the last ended XCTest, if XCTest has printed nothing since: it then caused the end of
  /// the process.
  package var lastEndedXCTest: String? { folder.tests.lastEnded }

  /// Reads the last line if it has no terminator, closes open tests, and computes the verdict.
  /// `onEvent` receives the event of that last line.
  package mutating func finish(
    _ onEvent: (LogEvent, LogLine) -> Void = { _, _ in }
  ) -> LogFacts {
    var splitter = LineSplitter()
    swap(&splitter, &self.splitter)
    splitter.finish { head, tail in folder.read(head, tail, onEvent) }
    return folder.finish()
  }
}
