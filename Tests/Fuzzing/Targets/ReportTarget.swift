@testable import CIRules

/// Reads reports of linters and property lists, in every format and without one.
let reportTarget = FuzzTarget(name: "reports") { input throws(Contradiction) in
  let bytes = Array(input)
  let formats: [ToolReport.Format?] = [nil] + ToolReport.Format.allCases
  func readings() -> [ToolReport?] {
    formats.map { format in try? ReportReaders.read(bytes, format: format) }
  }
  let first = readings()
  try expect(first == readings(), "the second reading says something else")
  if let found = first[0] {
    try expect(
      first.dropFirst().contains(found), "what was recognized is not what any format reads")
  }
  let coverage = try? CoverageReport.read(bytes)
  try expect(coverage == (try? CoverageReport.read(bytes)), "the second coverage is another one")
  let tree = PropertyTree.read(bytes)
  try expect(PropertyTree.read(bytes) == tree, "the second property list is another one")
}
