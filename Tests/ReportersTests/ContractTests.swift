import CIModel
import Foundation
import Reporters
import TestSupport
import Testing

/// What the reporters write is what `devtool schema` says that they write.
@Suite struct ContractTests {
  private func document(_ text: String?) throws -> JSONValue {
    try JSONText.decode(JSONValue.self, from: Array(try #require(text).utf8))
  }

  /// Every sample, each with its contract; the samples together have every key once.
  private func samples(_ name: String) throws -> [JSONValue] {
    let reporter = JSONReporter()
    switch name {
    case "changes":
      return try [SampleChanges.branch, SampleContracts.changes].map {
        try document(reporter.render(changes: $0, style: TerminalStyle()))
      }
    case "comparison":
      return try [
        SampleComparison.everything, RunComparison(SampleRecord.green, with: SampleContracts.run),
      ].map { try document(reporter.render(comparison: $0, style: TerminalStyle())) }
    case "runs":
      return [
        try document(reporter.render(runs: SampleComparison.runs, style: TerminalStyle()))
      ]
    case "trends":
      return try SampleTrends.all.map {
        try document(reporter.render(trends: $0, style: TerminalStyle()))
      }
    case "coverage":
      return try [SampleCoverage.small(minimum: 90), SampleContracts.coverage].map {
        try document(reporter.render(coverage: $0, style: TerminalStyle()))
      }
    case "log":
      return [try document(reporter.render(log: SampleContracts.log, style: TerminalStyle()))]
    default:
      return try [SampleRecord.everything, SampleContracts.run].map {
        try document(reporter.render($0, style: TerminalStyle()))
      }
    }
  }

  @Test(arguments: ["changes", "comparison", "coverage", "log", "run", "runs", "trends"])
  func describesEveryKeyThatIsWritten(name: String) throws {
    let contract = try #require(JSONContract.all.first { $0.name == name })
    // Closed, so that a key which the schema does not know is an error here.
    var validation = SchemaValidation(contract.schema(isClosed: true))
    for sample in try samples(name) {
      #expect(validation.problems(in: sample) == [])
    }
    // And none that is never written.
    #expect(validation.places.subtracting(validation.visited).sorted() == [])
  }

  @Test func refusesWhatIsNone() throws {
    let contract = JSONContract.changes
    var document = try samples("changes")[0]
    guard case .object(var members) = document else { return }
    members["base"] = "main"
    members["totals"] = nil
    document = .object(members)
    var validation = SchemaValidation(contract.schema)
    #expect(
      validation.problems(in: document) == [
        ": 'totals' is missing", "/base: 'main' does not match ^[0-9a-f]{40}$",
      ])
    // A later version may say more.
    members["base"] = members["head"]
    members["totals"] = ["files": .number(0), "additions": .number(0), "deletions": .number(0)]
    members["extra"] = .null
    #expect(validation.problems(in: .object(members)) == [])
  }

  @Test func contractsAreSortedAndDescribed() {
    let names = JSONContract.all.map(\.name)
    #expect(names == names.sorted())
    #expect(Set(names).count == names.count)
    for contract in JSONContract.all {
      #expect(contract.summary.hasSuffix("."))
      #expect(contract.id.hasPrefix("devtool.\(contract.name)/"))
    }
  }
}
