import CIModel
import CoverageData
import Foundation
import ProcessExecution
import SwiftPackage
import TestSupport
import Testing

/// A package that has been built with coverage and whose tests have run.
struct MeasuredPackage {
  var root: String
  var binPath: String
  var profiles: [String]
  var toolchain: Toolchain
  var scratch: ScratchDirectory

  func inputs(_ policy: CoveragePolicy = CoveragePolicy()) throws -> CoverageInputs {
    let described = try run("swift", ["package", "describe", "--type", "json"], in: root)
    let package = try PackageDescription(json: Array(described.standardOutput.utf8))
    let products = BuildProducts(binPath: binPath, package: package)
    return CoverageInputs(
      profiles: profiles, objects: try products.objects(), repositoryRoot: root, packageRoot: root,
      targets: package.targets, policy: policy)
  }

  func collect(_ inputs: CoverageInputs) throws -> CollectedCoverage {
    try CoverageCollector(toolchain: toolchain, launcher: .testing)
      .collect(inputs, workDirectory: scratch.path)
  }

  /// Runs llvm-cov on what the last `collect` merged.
  func llvmCov(_ arguments: [String], _ inputs: CoverageInputs) throws -> String {
    let objects = inputs.objects.enumerated().flatMap { $0 == 0 ? [$1] : ["-object", $1] }
    let result = try run(
      toolchain.llvmCov,
      arguments + ["-instr-profile=\(scratch.path)/coverage.profdata"] + objects, in: root)
    try #require(result.status == 0, "\(result.standardError)")
    return result.standardOutput
  }

  /// Checks every number against `llvm-cov report` and against the records of its LCOV export.
  func expectParity() throws {
    let inputs = try inputs(CoveragePolicy(metric: .llvm))
    let llvm = try collect(inputs).coverage
    let table = try llvmCov(["report"], inputs)
    let rows = ReportRow.parse(table)
    for file in llvm.files {
      let row = try #require(rows.first { $0.matches(file.path, root: root) }, "\(file.path)")
      #expect(row.regions == file.regions, "\(file.path)")
      #expect(row.functions == file.functions, "\(file.path)")
      #expect(row.lines == file.lines, "\(file.path)")
    }
    let own = rows.filter { row in llvm.files.contains { row.matches($0.path, root: root) } }
    #expect(own.count == llvm.files.count)
    #expect(own.reduce(Coverage.Ratio(covered: 0, count: 0)) { $0 + $1.lines } == llvm.totals.lines)
    let total = try #require(rows.last)
    let measured =
      llvm.excluded.reduce(llvm.totals.lines) { $0 + $1.lines }
    #expect(total.name == "TOTAL")
    #expect(measured == total.lines)

    var distinctInputs = inputs
    distinctInputs.policy.metric = .distinct
    let distinct = try collect(distinctInputs).coverage
    let records = LCOVRecord.parse(try llvmCov(["export", "-format=lcov"], inputs))
    for file in distinct.files {
      let record = try #require(records.first { $0.file == "\(root)/\(file.path)" })
      #expect(record.lines == file.lines, "\(file.path)")
      #expect(record.uncovered == file.uncoveredLines.flatMap { Array($0[0]...$0[1]) })
    }
    // What was measured one way can be shown the other way, with what is left out.
    #expect(distinct.counted(by: .llvm).totals == llvm.totals)
    #expect(distinct.counted(by: .llvm).excluded == llvm.excluded)
    #expect(llvm.counted(by: .distinct).files == distinct.files)
    try expectFunctions(inputs, as: llvm)
  }

  /// Checks that the list of functions has those that `llvm-cov report` counts.
  private func expectFunctions(_ inputs: CoverageInputs, as coverage: Coverage) throws {
    var inputs = inputs
    inputs.wantsFunctions = true
    let listed = try collect(inputs).coverage
    #expect(listed.totals == coverage.totals)
    for file in listed.files {
      let functions = try #require(file.functionList)
      #expect(functions.count == file.functions.count, "\(file.path)")
      #expect(functions.count { $0.count > 0 } == file.functions.covered, "\(file.path)")
      #expect(
        functions.reduce(.init(covered: 0, count: 0)) { $0 + $1.regions } == file.regions,
        "\(file.path)")
      #expect(!functions.contains { $0.name.hasPrefix("$s") || $0.line > $0.endLine })
    }
  }
}

/// A row of `llvm-cov report`.
struct ReportRow {
  var name: String
  var regions: Coverage.Ratio
  var functions: Coverage.Ratio
  var lines: Coverage.Ratio

  /// The table shows paths without what they all begin with.
  func matches(_ path: String, root: String) -> Bool {
    "\(root)/\(path)" == name || "\(root)/\(path)".hasSuffix("/" + name)
  }

  static func parse(_ table: String) -> [ReportRow] {
    table.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count >= 13 else { return nil }
      let numbers = words.suffix(12).map { Int($0) }
      func ratio(_ column: Int) -> Coverage.Ratio? {
        guard let count = numbers[column], let missed = numbers[column + 1] else { return nil }
        return Coverage.Ratio(covered: count - missed, count: count)
      }
      guard let regions = ratio(0), let functions = ratio(3), let lines = ratio(6) else {
        return nil
      }
      return ReportRow(
        name: words.dropLast(12).joined(separator: " "), regions: regions, functions: functions,
        lines: lines)
    }
  }
}

/// What the `DA` lines of one file of an LCOV document say.
struct LCOVRecord {
  var file: String
  var lines = Coverage.Ratio(covered: 0, count: 0)
  var uncovered: [Int] = []

  static func parse(_ text: String) -> [LCOVRecord] {
    var records: [LCOVRecord] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("SF:") { records.append(LCOVRecord(file: String(line.dropFirst(3)))) }
      guard line.hasPrefix("DA:"), !records.isEmpty else { continue }
      let fields = line.dropFirst(3).split(separator: ",")
      guard let number = Int(fields[0]) else { continue }
      let isCovered = fields[1] != "0"
      let last = records.count - 1
      records[last].lines = records[last].lines + .init(covered: isCovered ? 1 : 0, count: 1)
      if !isCovered { records[last].uncovered.append(number) }
    }
    return records
  }
}
