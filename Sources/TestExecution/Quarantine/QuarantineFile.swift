package import CIModel
import FileSystem
package import RunHistory

/// The file of quarantined tests that `.ci.yml` names and `devtool quarantine` edits.
package struct QuarantineFile {
  /// The path that `.ci.yml` gives.
  private let path: String
  private let file: CheckoutFile
  private let isLink: Bool
  private let now: Timestamp
  /// The text of the file; `nil` when there is no file.
  private let text: String?

  /// Why the file cannot be read or changed.
  package struct Problem: Error, Hashable {
    package var exitCode: ExitCode
    /// A lowercase fragment.
    package var message: String
    /// One imperative sentence; `nil` when there is no fix.
    package var help: String?

    init(_ exitCode: ExitCode, _ message: String, help: String? = nil) {
      (self.exitCode, self.message, self.help) = (exitCode, message, help)
    }

    init(_ error: FileError) { self.init(.missingInput, error.description) }
  }

  /// - Parameters:
  ///   - root: The absolute path of the pipeline's folder.
  ///   - checkout: The absolute path of the top of the checkout.
  ///   - now: The current time, which determines today's date.
  ///   - refusal: Returns why a file may not be read; `nil` when it may.
  package init(
    _ policy: TestPolicy, root: String, checkout: String, on now: Timestamp,
    refusal: (String) -> String?
  ) throws(Problem) {
    guard let path = policy.quarantine else {
      throw Problem(
        .badConfiguration, "`tests` in .ci.yml sets no quarantine file",
        help: "Write `tests: { quarantine: ci/quarantine.txt }` in .ci.yml.")
    }
    let place = "\(root)/\(path)"
    if let refusal = refusal(place) {
      throw Problem(.missingInput, refusal, help: "Use a regular file of the repository.")
    }
    self.path = path
    self.now = now
    file = CheckoutFile(path, root: root, checkout: checkout)
    isLink = FileStatus(place, followsLink: false)?.isLink ?? false
    do throws(FileError) {
      let bytes = try readFile(place, limit: QuarantineList.largest + 1)
      if bytes.count > QuarantineList.largest {
        throw FileError(.read, place, .hasNoEnd(limit: QuarantineList.largest))
      }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw FileError(.read, place, .damaged)
      }
      self.text = text
    } catch {
      guard error.isMissing, !isLink else { throw Problem(error) }
      text = nil
    }
  }

  private func list() throws(Problem) -> QuarantineList {
    guard let text else {
      throw Problem(
        .missingInput, "the file '\(path)' does not exist",
        help: "Create it with `devtool quarantine add`.")
    }
    return QuarantineList.parse(text).list
  }

  /// Returns the quarantined tests and their results in earlier runs.
  package func trends(in history: RunHistory) throws(Problem) -> HistoryTrends {
    try list().trends(in: history, on: now)
  }

  /// Adds the given tests; none is added when an error is thrown.
  ///
  /// - Parameters:
  ///   - until: The last day as the user entered it; `nil` for no end.
  ///   - days: The last day as a number of days from today.
  ///   - known: The tests of the newest run; `nil` when there is none. The file may list others as
  ///     well, such as tests of another platform.
  /// - Returns: The added lines with their line numbers, and warnings for the user.
  package func add(
    _ ids: [String], reason: String, until: String? = nil, days: Int? = nil, known: Set<String>?
  ) throws(Problem) -> (text: String, warnings: [String]) {
    let until = try lastDay(until, days)
    let quarantine = Quarantine(
      reason: QuarantineList.trimmed(reason[...]), since: now.calendarDay)
    var listed = QuarantineList.parse(text ?? "").list.entries
    var edited = QuarantineText(text ?? "")
    var (lines, warnings): ([String], [String]) = ([], [])
    for id in ids {
      if let entry = listed.first(where: { $0.id == id }) {
        throw Problem(
          .badCommandLine, "'\(id)' is already on line \(entry.line) of \(path)",
          help: "Edit that line, or remove it with `devtool quarantine remove`.")
      }
      let end = until.map { ", until \($0)" } ?? ""
      let line = "\(id)  # \(now.calendarDay)\(end): \(quarantine.reason)"
      edited.add(line)
      // Checks that the new line parses to the intended entry.
      let number = edited.lineCount
      listed.append(.init(id: id, quarantine: quarantine, until: until, line: number))
      guard !quarantine.reason.isEmpty, QuarantineList.parse(edited.text).list.entries == listed
      else {
        throw Problem(
          .badCommandLine, "'\(id)' and its reason do not form a valid line of \(path)",
          help: "Write the id without '#' and spaces around it, and a reason of one line.")
      }
      lines.append("\(path):\(number): \(line)\n")
      if let known, !known.contains(id) {
        let near = nearestSpelling(of: id, among: known.sorted())
        warnings.append(
          "the newest run has no test '\(id)'" + (near.map { "; did you mean '\($0)'?" } ?? ""))
      }
    }
    try write(edited)
    return (lines.joined(), warnings)
  }

  private static let possibleDays = 1...3_650

  private func lastDay(_ until: String?, _ days: Int?) throws(Problem) -> String? {
    switch (until, days) {
    case (nil, nil): return nil
    case (let until?, nil):
      if let day = Timestamp(calendarDay: until), now.calendarDay <= day.calendarDay {
        return until
      }
      throw Problem(
        .badCommandLine, "--until takes a day not before \(now.calendarDay), not '\(until)'")
    case (nil, let days?):
      if Self.possibleDays.contains(days) {
        let seconds = now.secondsSinceEpoch + Int64(days) * Timestamp.day
        return Timestamp(secondsSinceEpoch: seconds).calendarDay
      }
      let most = Self.possibleDays.upperBound
      throw Problem(.badCommandLine, "--days takes a number from 1 to \(most), not \(days)")
    default: throw Problem(.badCommandLine, "--until and --days cannot be combined")
    }
  }

  /// Removes the given tests; none is removed when an error is thrown.
  ///
  /// - Returns: The removed lines.
  package func remove(_ ids: [String]) throws(Problem) -> String {
    let entries = try list().entries
    let known = Set(entries.map(\.id))
    for id in ids where !known.contains(id) {
      let near = nearestSpelling(of: id, among: entries.map(\.id))
      throw Problem(
        .badCommandLine, "\(path) has no test '\(id)'",
        help: near.map { "Did you mean '\($0)'?" }
          ?? "Run `devtool quarantine list` to see its tests.")
    }
    return try remove(Set(ids), isShown: false)
  }

  /// Removes the tests whose last day has passed.
  ///
  /// - Parameter isShown: Whether to show what would be removed, without changing the file.
  package func expire(isShown: Bool) throws(Problem) -> String {
    let expired = try list().entries.filter { $0.isExpired(on: now) }
    if expired.isEmpty { return "\(path): no test has expired\n" }
    return try remove(Set(expired.map(\.id)), isShown: isShown)
  }

  private func remove(_ ids: Set<String>, isShown: Bool) throws(Problem) -> String {
    var edited = QuarantineText(text ?? "")
    let lines = edited.remove(ids)
    if !isShown { try write(edited) }
    let title = "\(path): \(isShown ? "would remove" : "removed") \(counted(lines.count, "line"))\n"
    return title + lines.map { "  \($0)\n" }.joined()
  }

  private func write(_ edited: QuarantineText) throws(Problem) {
    do throws(FileError) {
      // The link leads to a file with other content.
      if isLink { throw FileError(.write, path, .isLink) }
      let bytes = Array(edited.text.utf8)
      if bytes.count > QuarantineList.largest {
        throw FileError(.write, path, .hasNoEnd(limit: QuarantineList.largest))
      }
      try file.write(bytes)
    } catch {
      throw Problem(error)
    }
  }
}
