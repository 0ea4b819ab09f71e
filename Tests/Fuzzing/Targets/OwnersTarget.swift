@testable import CIRules

/// Reads two versions of CODEOWNERS, cut where the first NUL is, and says what the second takes from a group.
let ownersTarget = FuzzTarget(name: "codeowners") { input throws(Contradiction) in
  let parts = Array(input).split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
  let (before, after) = (Array(parts.first ?? []), Array(parts.last ?? []))
  for service in [Codeowners.Service.bitbucket, .gitHub, .gitLab] {
    let problems = losses(before, after, service)
    try expect(
      problems.elementsEqual(losses(before, after, service)) { $0 == $1 },
      "the second reading says something else")
    let lines = after.count { $0 == 0x0A } + 1
    try expect(
      problems.allSatisfy { $0.line.map { (1...lines).contains($0) } ?? true },
      "a problem lies behind the file")
    try expect(losses(after, after, service).isEmpty, "what does not change is a problem")
  }
  var owners = Codeowners(after)
  for path in ["a", "Sources/Core/A.swift", ".github/CODEOWNERS"] {
    try expect(owners.owners(of: path) == owners.owners(of: path), "\(path) has other owners")
  }
}

private func losses(
  _ old: [UInt8], _ new: [UInt8], _ service: Codeowners.Service
) -> [(line: Int?, text: String)] {
  GuardedOwners(
    Codeowners(new, matchesPaths: false, for: service),
    was: Codeowners(old, matchesPaths: false, for: service),
    isGroup: { $0 == "@org/core" }
  ).problems(added: [], group: "@org/core")
}
