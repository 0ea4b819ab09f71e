import CIModel
import FileSystem

/// A `RecordIssue` in the form that code hosting services require: with a path inside the
/// repository, valid line numbers, and a fingerprint.
struct ServiceIssue {
  let issue: RecordIssue
  /// The path relative to the repository root. Issues without a location there use the
  /// configuration file, because GitHub and GitLab refuse results without one.
  let path: String
  /// 1-based; `nil` when the issue is about the whole file.
  let line: Int?
  let column: Int?
  let endLine: Int?
  let message: String
  let rule: String
  /// A hash of rule, path and message without numbers, so that it does not change when lines shift.
  let fingerprint: String
  /// The 1-based index among issues with the same rule, path and message.
  let ordinal: Int

  /// Unique in the report: 64 hexadecimal digits.
  var uniqueFingerprint: String {
    ordinal == 1 ? fingerprint : SHA256.hex("\(fingerprint):\(ordinal)")
  }

  /// All issues that a service can show; a run that did not pass has at least one error.
  static func all(_ record: RunRecord) -> [ServiceIssue] {
    var issues = RecordIssue.all(record)
    issues += VerdictReasons.unexplainedSteps(record).map { step in
      RecordIssue(
        kind: .step, severity: .error, rule: "step", title: step.id,
        message: "step \(step.id) \(step.status.words)" + (step.reason.map { ": \($0)" } ?? ""))
    }
    let hasError = issues.contains { $0.severity == .error && $0.suppressed == nil }
    if record.verdict != .passed, !hasError {
      let reasons = VerdictReasons.of(record, nil).joined(separator: ", ")
      issues.append(
        RecordIssue(
          kind: .step, severity: .error, rule: "run", title: "run",
          message: "the run \(record.verdict.sentence)" + (reasons.isEmpty ? "" : ": \(reasons)")))
    }
    let fallback = record.config.path.flatMap(insidePath) ?? "Package.swift"
    var seen: [String: Int] = [:]
    return issues.map { issue in
      var unnumbered = ServiceIssue(issue, fallback: fallback, ordinal: 1)
      let count = seen[unnumbered.fingerprint, default: 0] + 1
      seen[unnumbered.fingerprint] = count
      if count > 1 { unnumbered = ServiceIssue(issue, fallback: fallback, ordinal: count) }
      return unnumbered
    }
  }

  private init(_ issue: RecordIssue, fallback: String, ordinal: Int) {
    self.issue = issue
    self.ordinal = ordinal
    let inside = issue.file.flatMap(ServiceIssue.insidePath)
    path = inside ?? fallback
    let line = inside == nil ? nil : issue.line.flatMap(ServiceIssue.position)
    self.line = line
    column = line == nil ? nil : issue.column.flatMap(ServiceIssue.position)
    endLine = issue.endLine.flatMap(ServiceIssue.position).flatMap { end in
      line.map { max($0, end) }
    }
    rule = serviceLine(issue.rule, limit: 200)
    var text = issue.message
    if issue.kind == .test || issue.kind == .crash { text = "\(issue.title): \(text)" }
    if inside == nil, let place = Reporters.place(issue.file, issue.line, issue.column) {
      text = "\(place): \(text)"
    }
    fingerprint = SHA256.hex(
      [rule, path, ServiceIssue.withoutNumbers(serviceText(text))].joined(separator: "\n"))
    message = serviceText(([text] + issue.notes).joined(separator: "\n"))
  }

  /// Positions start at 1, and readers store them in 32 bits.
  private static func position(_ number: Int) -> Int? {
    (1...Int(Int32.max)).contains(number) ? number : nil
  }

  /// Returns a path that stays in the repository; `nil` for a path outside of it, and for other
  /// text such as `<unknown>`.
  static func insidePath(_ path: String) -> String? {
    guard !path.isEmpty, path.utf8.count <= 4_096, !path.hasPrefix("/"), !path.hasPrefix("<"),
      !path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }),
      !path.split(separator: "/").contains("..")
    else { return nil }
    return path
  }

  /// Replaces each number by `#`: counts in messages change with every commit.
  private static func withoutNumbers(_ text: String) -> String {
    var result: [UInt8] = []
    var isNumber = false
    for byte in text.utf8 {
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      if !isDigit { result.append(byte) } else if !isNumber { result.append(UInt8(ascii: "#")) }
      isNumber = isDigit
    }
    return String(decoding: result, as: UTF8.self)
  }
}
