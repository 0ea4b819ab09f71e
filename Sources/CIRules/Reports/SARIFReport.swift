import CIModel

/// SARIF 2.1.0, https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
enum SARIFReport: ReportReader {
  static let format = ToolReport.Format.sarif

  /// Maximum bytes of the addresses of all results, many of which can share a long folder.
  private static let mostBytesOfAddresses = 64 << 20

  /// Maximum number of runs; GitHub reads 20.
  private static let mostRuns = 1_000

  static func recognizes(_ document: ReportDocument) -> Bool {
    document.json?["runs"]?.elements != nil
  }

  static func read(_ document: ReportDocument) throws(ReportProblem) -> ToolReport {
    var report = ToolReport(format)
    guard let json = document.json else { return report }
    var runs = 0
    var room = mostBytesOfAddresses
    for run in json["runs"].list {
      if runs == mostRuns {
        report.doubt("has more than \(mostRuns) tool runs; the others are not read")
        break
      }
      runs += 1
      var reader = SARIFRun(run, roomForAddresses: room)
      for doubt in reader.doubts { report.doubt(doubt) }
      for result in run["results"].list {
        try reader.add(result, to: &report)
      }
      room = reader.roomForAddresses
    }
    if json["inlineExternalProperties"].list.contains(where: { $0["results"].list.first != nil }) {
      report.doubt("has results outside of its runs, which are not read")
    }
    if runs == 0 { report.doubt("contains no tool run") }
    return report
  }
}

/// A run of a tool: its rules, the places of its files, and whether it finished.
private struct SARIFRun {
  /// An address, and the name of the folder that it is relative to (section 3.4).
  private struct Location {
    var uri: String?
    var base: String?

    init(_ json: JSONText?) {
      uri = json?["uri"]?.text
      base = json?["uriBaseId"]?.text
    }
  }

  private let run: JSONText
  private let rules: SARIFRules
  /// The folders that addresses are relative to, by name.
  private var folders: [[UInt8]: Location] = [:]
  /// Addresses of files that results name by index (section 3.14.15).
  private let artifacts: [Location]

  private var lacksArtifacts = false
  /// Bytes that the addresses of further results may have.
  private(set) var roomForAddresses: Int

  /// Maximum number of files, of folders, and of invocations. Beyond it an index or a name means
  /// none.
  private static let most = 100_000

  init(_ run: JSONText, roomForAddresses: Int) {
    self.run = run
    self.roomForAddresses = roomForAddresses
    rules = SARIFRules(run)
    artifacts = run["artifacts"].list.prefix(Self.most).map { Location($0["location"]) }
    guard let named = run["originalUriBaseIds"]?.members else { return }
    for (name, value) in named.prefix(Self.most) {
      folders[name] = folders[name] ?? Location(value)
    }
  }

  /// Reasons why the results may be incomplete (sections 3.14.23, 3.15, 3.20). A
  /// notification of an error is one, too (section 3.58.6).
  var doubts: [String] {
    var doubts: [String] = []
    for (index, invocation) in run["invocations"].list.enumerated() {
      if index == Self.most { return doubts + ["has too many invocations, which are not all read"] }
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

  /// Adds the finding of a result at each of its locations, or in the file that was analysed
  /// (section 3.27.13), but not if it passed, is suppressed, or is absent since the base.
  mutating func add(_ result: JSONText, to report: inout ToolReport) throws(ReportProblem) {
    let state = result["baselineState"]?.text
    let kind = result["kind"]?.text ?? "fail"
    guard state != "absent", !["pass", "notApplicable"].contains(kind), !isSuppressed(result) else {
      return
    }
    let (id, known) = rules.rule(of: result)
    let level =
      result["level"]?.text ?? (kind == "fail" ? rules.level(of: known, result) : "none")
    var entry = ToolReport.Entry(
      severity: ToolReport.severity(level),
      message: ReportText.line(message(result["message"], of: known)),
      rule: id, isNew: state.map { $0 == "new" })
    let target = try address(result["analysisTarget"], &report)
    (entry.file, entry.writtenFile) = (target?.path, target?.written)
    for place in result["locations"].list {
      guard let place = place["physicalLocation"] else { continue }
      let file = try address(place["artifactLocation"], &report) ?? target
      (entry.file, entry.writtenFile) = (file?.path, file?.written)
      let region = place["region"]
      entry.line = region?["startLine"]?.integer
      entry.column = region?["startColumn"]?.integer
      entry.endLine = region?["endLine"]?.integer
      try report.add(entry)
      entry.isFurther = true
    }
    if !entry.isFurther { try report.add(entry) }
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

  /// Maximum number of arguments in a text. What comes behind them stays as it is.
  private static let mostArguments = 64

  /// The text of a message (section 3.11): its own text, or the rule's text by id, with arguments
  /// in place of `{0}` and the like.
  private func message(_ message: JSONText?, of rule: Int?) -> String {
    let text =
      message?["text"]?.text ?? message?["id"]?.text.flatMap { rules.message($0, of: rule) }
      ?? message?["markdown"]?.text ?? ""
    var pieces = text.utf8.split(
      separator: UInt8(ascii: "{"), maxSplits: Self.mostArguments, omittingEmptySubsequences: false
    )[...]
    guard pieces.count > 1, let start = pieces.popFirst() else { return text }
    let arguments = (message?["arguments"]).list.prefix(10).map { $0.text ?? "" }
    // In one pass: an argument can contain `{0}` itself.
    var result = String(Substring(start))
    for piece in pieces.lazy.map({ Substring($0) }) {
      let digits = piece.utf8.prefix { $0 != UInt8(ascii: "}") }
      let rest = piece.utf8[digits.endIndex...]
      if let index = Int(Substring(digits)), arguments.indices.contains(index), !rest.isEmpty {
        result += arguments[index] + Substring(rest.dropFirst())
      } else {
        result += "{" + piece
      }
      // A message can use each argument many times.
      if result.utf8.count > ReportText.mostBytes { break }
    }
    return result
  }

  private mutating func address(
    _ json: JSONText?, _ report: inout ToolReport
  ) throws(ReportProblem) -> ReportAddress? {
    var location = Location(json)
    if location.uri == nil, let index = json?["index"]?.integer, index >= 0 {
      if index < artifacts.count {
        location = artifacts[index]
      } else if !lacksArtifacts {
        lacksArtifacts = true
        report.doubt("names a file by an index, but does not list it")
      }
    }
    guard var address = location.uri else { return nil }
    // Folders may be inside of others, even in circles.
    for _ in 0..<8 {
      guard let folder = location.base.flatMap({ folders[Array($0.utf8)] }) else { break }
      if !address.contains("://"), let start = folder.uri {
        address = start.hasSuffix("/") ? start + address : "\(start)/\(address)"
      }
      location.base = folder.base
    }
    roomForAddresses -= address.utf8.count
    guard roomForAddresses >= 0 else { throw .longNames }
    return ReportAddress(address)
  }
}
