import CIModel

/// SARIF 2.1.0, https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
enum SARIFReport: ReportReader {
  static let format = ToolReport.Format.sarif

  static func recognizes(_ document: ReportDocument) -> Bool {
    document.json?["runs"]?.elements != nil
  }

  static func read(_ document: ReportDocument) throws(ReportProblem) -> ToolReport {
    var report = ToolReport(format)
    guard let json = document.json else { return report }
    var runs = 0
    for run in json["runs"].list {
      runs += 1
      let reader = SARIFRun(run)
      for doubt in reader.doubts { report.doubt(doubt) }
      for result in run["results"].list {
        for entry in reader.entries(result) { try report.add(entry) }
      }
    }
    if runs == 0 { report.doubt("contains no tool run") }
    return report
  }
}

/// A run of a tool: its rules, the places of its files, and whether it finished.
private struct SARIFRun {
  private let run: JSONText
  private let rules: SARIFRules
  /// The folders that addresses are relative to, by name.
  private let folders: JSONText?
  /// Addresses of files that results name by index (section 3.14.15).
  private var artifacts: [JSONText] = []

  /// Maximum number of files. Beyond it an index names no file.
  private static let most = 100_000

  init(_ run: JSONText) {
    self.run = run
    rules = SARIFRules(run)
    folders = run["originalUriBaseIds"]
    artifacts = Array(run["artifacts"].list.prefix(Self.most))
  }

  /// Reasons why the results may be incomplete (sections 3.14.23, 3.15, 3.20). A
  /// notification of an error is one, too (section 3.58.6).
  var doubts: [String] {
    var doubts: [String] = []
    for invocation in run["invocations"].list {
      let told = ["toolExecutionNotifications", "toolConfigurationNotifications"].lazy
        .compactMap { invocation[$0].list.first { $0["level"]?.text == "error" } }.first
      let signal = invocation["exitSignalName"]?.text
      if told == nil, signal == nil, invocation["executionSuccessful"]?.boolean != false {
        continue
      }
      let message = told?["message"]?["text"]?.text ?? signal
      doubts.append(
        "reports that the tool failed\(message.map { ": \(ReportText.line($0))" } ?? "")")
      if doubts.count == 3 { return doubts }
    }
    if (run["externalPropertyFileReferences"]?["results"]).list.first != nil {
      doubts.append("has results in other files, which are not read")
    } else if doubts.isEmpty, run["results"]?.elements == nil {
      doubts.append("has a run without results")
    }
    return doubts
  }

  /// The finding of a result at each of its locations, or in the file that was analysed (section
  /// 3.27.13). Empty when it is not a finding: it passed, is suppressed, or is absent since the
  /// base.
  func entries(_ result: JSONText) -> [ToolReport.Entry] {
    let state = result["baselineState"]?.text
    let kind = result["kind"]?.text ?? "fail"
    guard state != "absent", !["pass", "notApplicable"].contains(kind), !isSuppressed(result) else {
      return []
    }
    let (id, known) = rules.rule(of: result)
    let level =
      result["level"]?.text ?? (kind == "fail" ? rules.level(of: known, result) : "none")
    let target = address(result["analysisTarget"])
    var entry = ToolReport.Entry(
      file: target?.path, writtenFile: target?.written, severity: ToolReport.severity(level),
      message: ReportText.line(message(result["message"], rules.messages(of: known))),
      rule: ReportText.line(id), isNew: state.map { $0 == "new" })
    var entries: [ToolReport.Entry] = []
    for place in result["locations"].list.prefix(ToolReport.mostEntries + 1) {
      guard let place = place["physicalLocation"] else { continue }
      let file = address(place["artifactLocation"]) ?? target
      (entry.file, entry.writtenFile) = (file?.path, file?.written)
      let region = place["region"]
      entry.line = region?["startLine"]?.integer
      entry.column = region?["startColumn"]?.integer
      entry.endLine = region?["endLine"]?.integer
      entry.isFurther = !entries.isEmpty
      entries.append(entry)
    }
    return entries.isEmpty ? [entry] : entries
  }

  /// Whether a result is suppressed (section 3.27.23). It is not if a suppression is under review
  /// or was rejected.
  private func isSuppressed(_ result: JSONText) -> Bool {
    var count = 0
    for suppression in result["suppressions"].list {
      count += 1
      if suppression["status"]?.text ?? "accepted" != "accepted" { return false }
    }
    return count > 0
  }

  /// Maximum bytes of a message with its arguments; a message can use each one many times.
  private static let longestMessage = 64 << 10

  /// The text of a message (section 3.11): its own text, or the rule's text by id, with arguments
  /// in place of `{0}` and the like.
  private func message(_ message: JSONText?, _ ofRule: JSONText?) -> String {
    let template = message?["text"] ?? message?["id"]?.text.flatMap { ofRule?[$0]?["text"] }
    let text = template?.text ?? message?["markdown"]?.text ?? ""
    var pieces = text.split(separator: "{", omittingEmptySubsequences: false)[...]
    guard pieces.count > 1, let start = pieces.popFirst() else { return text }
    let arguments = (message?["arguments"]).list.prefix(10).map { $0.text ?? "" }
    // In one pass: an argument can contain `{0}` itself.
    var result = String(start)
    for piece in pieces {
      let (digits, rest) = (piece.prefix { $0 != "}" }, piece.drop { $0 != "}" })
      if let index = Int(digits), arguments.indices.contains(index), !rest.isEmpty {
        result += arguments[index] + rest.dropFirst()
      } else {
        result += "{" + piece
      }
      if result.utf8.count > Self.longestMessage { break }
    }
    return result
  }

  private func address(_ location: JSONText?) -> ReportAddress? {
    var location = location
    if location?["uri"] == nil, let index = location?["index"]?.integer,
      artifacts.indices.contains(index)
    {
      location = artifacts[index]["location"]
    }
    guard var address = location?["uri"]?.text else { return nil }
    var base = location?["uriBaseId"]?.text
    // Folders may be inside of others, even in circles.
    for _ in 0..<8 {
      guard let name = base, let folder = folders?[name] else { break }
      if !address.contains("://"), let start = folder["uri"]?.text {
        address = start.hasSuffix("/") ? start + address : "\(start)/\(address)"
      }
      base = folder["uriBaseId"]?.text
    }
    return ReportAddress(address)
  }
}
