package import CIModel

/// Writes SARIF 2.1.0, for GitHub's code scanning, editors and viewers.
///
/// Source: https://docs.oasis-open.org/sarif/sarif/v2.1.0. GitHub accepts only results with a
/// location and identifies a result by `primaryLocationLineHash`
/// (https://docs.github.com/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning).
package struct SARIFReporter: Reporter {
  package static let name = "sarif"
  package static let summary = "SARIF 2.1.0, for code scanning and editors."
  package static let medium = ReportMedium.json

  /// The purpose of each rule, by id; a rule without an entry is explained by its findings.
  package var ruleSummaries: [String: String] = [:]

  package init() {}

  package func render(_ record: RunRecord, style: TerminalStyle) -> String {
    let issues = ServiceIssue.all(record)
    var order: [String] = []
    var rules: [String: SARIFDocument.Rule] = [:]
    for issue in issues where rules[issue.rule] == nil {
      order.append(issue.rule)
      rules[issue.rule] = rule(issue)
    }
    order.sort()
    let indices = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    let driver = SARIFDocument.Driver(
      version: record.devtoolVersion.isEmpty ? nil : serviceLine(record.devtoolVersion, limit: 100),
      rules: order.compactMap { rules[$0] })
    let run = SARIFDocument.Run(
      tool: .init(driver: driver), invocations: [invocation(record)],
      results: issues.map { result($0, indices) })
    return JSONText.encode(SARIFDocument(runs: [run]))
  }

  private func rule(_ issue: ServiceIssue) -> SARIFDocument.Rule {
    let help = issue.issue.help.map { serviceText($0) }
    let summary = ruleSummaries[issue.rule] ?? Self.summaries[issue.rule]
    return SARIFDocument.Rule(
      id: issue.rule,
      shortDescription: .init(summary ?? "\(issue.issue.kind.words) \(issue.rule)."),
      help: .init(help ?? summary ?? "See the message of the result."),
      defaultConfiguration: .init(level: issue.issue.severity.rawValue))
  }

  private static let summaries = [
    "compiler": "Messages of the compiler and the linker.",
    "crash": "A test process died.", "run": "The run did not pass.",
    "step": "A step of the pipeline did not pass.", "test-crashed": "A test crashed.",
    "test-failed": "A test failed.", "test-not-run": "A test was scheduled and never started.",
    "test-timed-out": "A test exceeded its time limit.",
    "test-unfinished": "A test started and never finished.",
    "test-warning": "A test recorded a warning.",
  ]

  private func result(_ issue: ServiceIssue, _ indices: [String: Int]) -> SARIFDocument.Result {
    var region: SARIFDocument.Region?
    if let line = issue.line {
      region = .init(startLine: line, startColumn: issue.column, endLine: issue.endLine)
    }
    return SARIFDocument.Result(
      ruleId: issue.rule, ruleIndex: indices[issue.rule] ?? -1,
      level: issue.issue.severity.rawValue,
      message: .init(issue.message.isEmpty ? issue.rule : issue.message),
      locations: [
        .init(
          physicalLocation: .init(
            artifactLocation: .init(uri: uri(issue.path), uriBaseId: "%SRCROOT%"), region: region))
      ],
      partialFingerprints: [
        "devtool/v1": issue.uniqueFingerprint,
        "primaryLocationLineHash": "\(issue.fingerprint.prefix(16)):\(issue.ordinal)",
      ],
      suppressions: issue.issue.suppressed.map {
        [.init(kind: "external", justification: serviceText($0))]
      })
  }

  private func invocation(_ record: RunRecord) -> SARIFDocument.Invocation {
    let isStored = !record.id.isEmpty
    let end = Int64(min(max(record.durationSeconds, 0), 1e9).rounded())
    let seconds = record.startedAt.secondsSinceEpoch.addingReportingOverflow(end).partialValue
    return SARIFDocument.Invocation(
      executionSuccessful: record.verdict == .passed || record.verdict == .failed,
      exitCode: record.exitCode,
      startTimeUtc: isStored ? record.startedAt.iso8601 : nil,
      endTimeUtc: isStored ? Timestamp(secondsSinceEpoch: seconds).iso8601 : nil,
      toolExecutionNotifications: record.notes.map {
        .init(level: "note", message: .init(serviceText($0)))
      })
  }

  /// A relative reference of RFC 3986; a colon in its first segment would be read as a scheme.
  private func uri(_ path: String) -> String {
    var result = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"), UInt8(ascii: "+"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }
}

extension RecordIssue.Kind {
  /// The text before the name of a rule without an explanation.
  fileprivate var words: String {
    switch self {
    case .crash: "Crashes:"
    case .test, .testWarning: "Tests:"
    case .diagnostic: "Messages of the compiler or a linter of the group"
    case .finding: "Findings of the rule"
    case .runtimeWarning: "Runtime warnings of the category"
    case .step: "Steps:"
    }
  }
}
