import CIModel

/// The coverage of a result bundle, as `xcrun xccov view --report --json` prints it: files by
/// target, each with the number of its executable lines and of those that ran.
///
/// The report does not list these lines, but it contains the first line of each function. Format:
/// `man xccov`, Xcode 16.
struct CoverageReport: Hashable {
  struct File: Hashable {
    /// The path as the tool wrote it; absolute.
    var path: String
    var lines: Coverage.Ratio
    /// First line of the first function that never ran, 1-based; `nil` when there is none.
    var firstMissed: Int?
  }

  struct Target: Hashable {
    var name: String
    var files: [File]
  }

  /// The targets without those of tests, which run all of their own lines.
  var targets: [Target] = []

  /// Maximum number of files; no project with a single report has more.
  private static let mostFiles = 200_000

  static func recognizes(_ document: ReportDocument) -> Bool {
    document.json?["targets"]?.elements != nil && document.json?["executableLines"] != nil
  }

  static func read(_ bytes: [UInt8]) throws(ReportProblem) -> CoverageReport {
    let document = try ReportDocument.read(bytes)
    guard recognizes(document), let json = document.json else { throw .noCoverage }
    var report = CoverageReport()
    var count = 0
    for target in json["targets"].list {
      guard let name = target["name"]?.text, let files = target["files"]?.elements else {
        throw .noCoverage
      }
      let product = target["buildProductPath"]?.text ?? ""
      if name.hasSuffix(".xctest") || product.contains(".xctest/") { continue }
      var read = Target(name: ReportText.line(name), files: [])
      for file in files {
        count += 1
        guard count <= mostFiles else { throw .tooMuch(mostFiles) }
        read.files.append(try self.file(file))
      }
      report.targets.append(read)
    }
    return report
  }

  private static func file(_ file: JSONText) throws(ReportProblem) -> File {
    guard let path = file["path"]?.text, let covered = file["coveredLines"]?.integer,
      let count = file["executableLines"]?.integer, 0...count ~= covered, count < 1 << 31
    else { throw .noCoverage }
    let missed = file["functions"].list.first {
      $0["executionCount"]?.integer == 0 && ($0["executableLines"]?.integer ?? 0) > 0
    }
    return File(
      path: path, lines: Coverage.Ratio(covered: covered, count: count),
      firstMissed: missed?["lineNumber"]?.integer.flatMap { $0 > 0 ? $0 : nil })
  }
}
