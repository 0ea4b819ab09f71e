@testable import CIRules

/// Reads reports of linters and property lists, in every format and without one.
let reportTarget = FuzzTarget(name: "reports") { input throws(Contradiction) in
  let bytes = Array(input)
  let formats: [LinterReport.Format?] = [
    nil, .checkstyle, .junit, .sarif, .swiftlint, .xcresult,
  ]
  let readings = formats.map { LinterReport.read(bytes, format: $0) }
  try expect(
    readings == formats.map { LinterReport.read(bytes, format: $0) },
    "the second reading says something else")
  if let found = readings[0] {
    try expect(
      readings.dropFirst().contains(found), "what was recognized is not what any format reads")
  }
  let tree = PropertyTree.read(bytes)
  try expect(PropertyTree.read(bytes) == tree, "the second property list is another one")
}
