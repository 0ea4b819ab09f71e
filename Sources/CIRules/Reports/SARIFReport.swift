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
      report.doubts += reader.doubts
      for result in run["results"].list {
        for entry in reader.entries(result) { try report.add(entry) }
      }
    }
    if runs == 0 { report.doubts.append("contains no tool run") }
    return report
  }
}

/// A run of a tool: its rules, the places of its files, and whether it finished.
private struct SARIFRun {
  private let run: JSONText
  /// The rules by id; `ruleIDs` has their ids in the order of the driver, for rules named by index
  /// (section 3.19.23).
  private var rules: [String: Rule] = [:]
  private var ruleIDs: [String] = []
  /// Addresses of files that results name by index (section 3.14.15).
  private var artifacts: [JSONText] = []

  private struct Rule {
    var level: String?
    var messages: JSONText?
  }

  /// Maximum number of rules and of files. Beyond it a level is a warning, and an index names no
  /// file.
  private static let most = 100_000

  init(_ run: JSONText) {
    self.run = run
    let driver = run["tool"]?["driver"]
    for rule in (driver?["rules"]).list.prefix(Self.most) {
      let id = rule["id"]?.text ?? ""
      ruleIDs.append(id)
      rules[id] = Rule(
        level: rule["defaultConfiguration"]?["level"]?.text, messages: rule["messageStrings"])
    }
    artifacts = Array(run["artifacts"].list.prefix(Self.most))
  }

  /// Reasons why the results may be incomplete (sections 3.14.23, 3.20.14). A notification of an
  /// error is one, too (section 3.58.6).
  var doubts: [String] {
    var doubts: [String] = []
    for invocation in run["invocations"].list {
      let told = invocation["toolExecutionNotifications"].list.first {
        $0["level"]?.text == "error"
      }
      if told == nil, invocation["executionSuccessful"]?.boolean != false { continue }
      let message = told?["message"]?["text"]?.text.map { ": \(ReportText.line($0))" } ?? ""
      doubts.append("reports that the tool failed\(message)")
      if doubts.count == 3 { return doubts }
    }
    if doubts.isEmpty, run["results"]?.elements == nil {
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
    let id = result["ruleId"]?.text ?? result["rule"]?["id"]?.text
    let index = (result["ruleIndex"] ?? result["rule"]?["index"])?.integer
    let indexed = index.flatMap { ruleIDs.indices.contains($0) ? ruleIDs[$0] : nil }
    // An id may continue behind the rule's: `CA1000/1` (section 3.27.5).
    let rule = indexed ?? id ?? ""
    let known = rules[rule] ?? rules[String(rule.prefix { $0 != "/" })]
    let level = result["level"]?.text ?? (kind == "fail" ? known?.level ?? "warning" : "none")
    let target = address(result["analysisTarget"])
    var entry = ToolReport.Entry(
      file: target?.path, writtenFile: target?.written, severity: ToolReport.severity(level),
      message: ReportText.line(message(result["message"], known)),
      rule: ReportText.line(id ?? rule), isNew: state.map { $0 == "new" })
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

  /// The text of a message (section 3.11): its own text, or the rule's text by id, with arguments
  /// in place of `{0}` and the like.
  private func message(_ message: JSONText?, _ rule: Rule?) -> String {
    let template =
      message?["text"] ?? message?["id"]?.text.flatMap { rule?.messages?[$0]?["text"] }
    var text = template?.text ?? message?["markdown"]?.text ?? ""
    guard text.contains("{") else { return text }
    for (index, argument) in (message?["arguments"]).list.prefix(10).enumerated() {
      text = text.replacing("{\(index)}", with: argument.text ?? "")
    }
    return text
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
      guard let name = base, let folder = run["originalUriBaseIds"]?[name] else { break }
      if !address.contains("://"), let start = folder["uri"]?.text {
        address = start.hasSuffix("/") ? start + address : "\(start)/\(address)"
      }
      base = folder["uriBaseId"]?.text
    }
    return ReportAddress(address)
  }
}
