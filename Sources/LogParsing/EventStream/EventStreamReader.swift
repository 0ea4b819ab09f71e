package import CIModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads the JSON lines that Swift Testing writes for
/// `--event-stream-output-path F --event-stream-version 6.3`.
///
/// A truncated last line is tolerated, since the process may have died; any other line that cannot
/// be decoded is counted and reported in the facts' reasons.
package struct EventStreamReader {
  private var pending: [UInt8] = []
  private var folder: EventStreamFolder
  private let decoder = JSONDecoder()
  private var lineCount = 0
  private var undecodable: [Int] = []

  /// - Parameters:
  ///   - root: The absolute path of the repository; files below it are shown relative to it.
  ///   - width: Maximum number of tests that run at once, when a maximum was set; the others wait
  ///     although they report that they have started.
  package init(root: String?, width: Int? = nil) {
    folder = EventStreamFolder(root: root, width: width)
  }

  /// A test that has begun (`unfinished`) or has ended.
  package struct Change: Hashable, Sendable {
    /// `Module.Suite/function(_:)`.
    package var id: String
    package var name: String
    package var outcome: TestOutcome
    package var durationSeconds: Double?
    /// Time of the change in seconds on the clock of the stream, which is that of
    /// `SuspendingClock`; `nil` when the stream does not contain it.
    package var instant: Double?

    init(_ test: TestCase, at instant: Double?) {
      self.instant = instant
      id = test.id ?? test.name
      name = test.name
      outcome = test.outcome
      durationSeconds = test.outcome == .unfinished ? nil : test.durationSeconds
    }
  }

  /// A value that a test attached, and that was written to a file.
  package struct Attached: Hashable, Sendable {
    /// `Module.Suite/function(_:)`.
    package var testID: String
    /// The name that the test gives it; `nil` when the stream does not contain it.
    package var name: String?
    /// The absolute path as in the stream; not to be trusted.
    package var path: String

    package init(testID: String, name: String?, path: String) {
      (self.testID, self.name, self.path) = (testID, name, path)
    }
  }

  /// Returns the changes since the last call, in order.
  package mutating func takeChanges() -> [Change] { folder.takeChanges() }

  /// Returns the attachments since the last call, in order.
  package mutating func takeAttached() -> [Attached] { folder.takeAttached() }

  /// Reads a chunk; how the bytes are cut into chunks makes no difference.
  ///
  /// - Parameter processorSeconds: Processor time that the process has used since the last chunk; 0
  ///   when that is not known. It shows which tests ended before Swift Testing reported it.
  package mutating func read(_ bytes: UnsafeRawBufferPointer, processorSeconds: Double = 0) {
    folder.use(processorSeconds: processorSeconds)
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      pending.append(contentsOf: rest[..<end])
      readLine()
      pending.removeAll(keepingCapacity: true)
      rest = rest[(end + 1)...]
    }
    pending.append(contentsOf: rest)
  }

  /// Reads the last line, closes open tests, and computes the verdict.
  package mutating func finish() -> LogFacts {
    if !pending.isEmpty {
      let before = undecodable.count
      readLine()
      if undecodable.count > before { undecodable.removeLast() }
      pending.removeAll()
    }
    var facts = folder.finish()
    facts.lines = LineCounts(total: lineCount, unrecognized: undecodable.count)
    if let first = undecodable.first {
      let lines = undecodable.count == 1 ? "line" : "lines"
      facts.reasons.append(
        "\(undecodable.count) \(lines) of the event stream cannot be decoded, the first is \(first)"
      )
      facts.verdict = .failed
    }
    return facts
  }

  private mutating func readLine() {
    guard pending.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) else { return }
    lineCount += 1
    do {
      folder.fold(try decoder.decode(EncodedRecord.self, from: Data(pending)))
    } catch {
      // Counted, and reported with the facts.
      undecodable.append(lineCount)
    }
  }
}
