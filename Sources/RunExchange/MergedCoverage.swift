package import CIModel
package import CoverageData
import ProcessExecution
import RuleExecution
package import RunStorage
import SwiftPackage

/// Merges the coverage of several machines.
package struct MergedCoverage {
  private let shards: RunSet
  private let folders: [String: String]
  private let policy: CoveragePolicy
  private let root: String
  private let checkout: String
  private let environment: [String: String]
  /// The absolute paths of binaries to read the profiles with; empty uses those of an available
  /// build.
  package var objects: [String] = []
  /// The absolute paths of LCOV tracefiles to add.
  package var tracefiles: [String] = []

  /// - Parameters:
  ///   - folders: The folders of the records, by the names of the runs.
  ///   - root: The absolute path of the package.
  ///   - checkout: The absolute path of the top of the checkout.
  package init(
    _ shards: RunSet, in folders: [String: String], _ policy: CoveragePolicy, root: String,
    checkout: String, environment: [String: String]
  ) {
    (self.shards, self.folders, self.policy) = (shards, folders, policy)
    (self.root, self.checkout, self.environment) = (root, checkout, environment)
  }

  /// Adds the merged coverage to the record if a shard measured any.
  package func measure(
    _ record: inout RunRecord, in directory: RunDirectory
  ) throws(CoverageError) {
    let coverages = shards.runs.compactMap(\.record.coverage)
    guard !coverages.isEmpty else { return }
    if let collected = try byProfiles(in: directory) {
      // Imported coverage has no profiles.
      let imported = shards.runs.filter(\.record.isImport).compactMap(\.record.coverage)
      record.coverage = imported.reduce(collected.coverage) { $0.merging($1) }
      record.notes += collected.notes
      // Replaces the findings of the machines by those of the merge.
      record.findings.removeAll { $0.ruleID == CoveragePolicy.exclusionsID }
      record.findings += collected.findings
    } else {
      try refuseWithoutBinaries()
      record.coverage = coverages.dropFirst().reduce(coverages[0]) { $0.merging($1) }
      record.notes.append(
        "Coverage: no shard's binaries are available, so lines were merged from the records; "
          + "functions and regions are those of the shard that covers the most.")
    }
    try addTracefiles(to: &record)
    markGaps(&record)
  }

  /// Marks the coverage as partial when a shard ran tests without measuring, or left tests out on
  /// purpose.
  private func markGaps(_ record: inout RunRecord) {
    let steps = shards.runs.map { run in run.record.steps.filter { $0.shard != nil } }
    for (run, steps) in zip(shards.runs, steps) {
      guard run.record.coverage == nil, !run.record.tests.isEmpty, !run.record.isImport else {
        continue
      }
      record.coverage?.isPartial = true
      record.coverage?.isSelection = nil
      let shard = steps.first?.shard.map { ", shard \($0.text)," } ?? ""
      record.notes.append("Coverage: \(run.name)\(shard) has no coverage.")
    }
    if steps.joined().contains(where: { $0.shard?.isNarrowed == true }),
      record.coverage?.isPartial == false
    {
      record.coverage?.isPartial = true
      record.coverage?.isSelection = true
    }
  }

  // MARK: Profiles

  private func byProfiles(
    in directory: RunDirectory
  ) throws(CoverageError) -> CollectedCoverage? {
    var merged: CollectedCoverage?
    for number in 1... {
      var measured: [MeasuredShard] = []
      for run in shards.runs {
        guard let folder = folders[run.name] else { continue }
        let coverage = RunDirectory.coveragePath(in: folder, number: number)
        if let stored = try StoredMeasurement.read(in: coverage) {
          measured.append(MeasuredShard(name: run.name, folder: coverage, stored: stored))
        }
      }
      if measured.isEmpty { break }
      let work = RunDirectory.coveragePath(in: directory.path, number: number)
      let collector = try collector()
      guard let objects = try binaries(of: measured, collector, work) else { return nil }
      let collected = try collector.collect(
        merging: measured, with: objects, checkout: try sources(of: measured), policy,
        workDirectory: work)
      if var sum = merged {
        sum.coverage = sum.coverage.adding(collected.coverage)
        sum.findings += collected.findings
        sum.toolWarnings += collected.toolWarnings
        merged = sum
      } else {
        merged = collected
      }
    }
    return merged
  }

  private func collector() throws(CoverageError) -> CoverageCollector {
    let launcher = ProcessLauncher.live(cancellation: Cancellation())
    do throws(ToolchainError) {
      return CoverageCollector(
        toolchain: try Toolchain.find(environment: environment, launcher: launcher),
        launcher: launcher)
    } catch {
      throw .noToolchain(error.description)
    }
  }

  /// Returns the binaries that were named, else those of a shard that ran on this machine, else
  /// those of a build that was copied into this checkout.
  private func binaries(
    of measured: [MeasuredShard], _ collector: CoverageCollector, _ workDirectory: String
  ) throws(CoverageError) -> ShardObjects? {
    let roots = [checkout] + measured.map(\.stored.repositoryRoot)
    let isOfCheckout = measured.allSatisfy { $0.changedSource(in: checkout) == nil }
    if !objects.isEmpty {
      return try collector.locate(
        objects, among: roots, measured[0], workDirectory: workDirectory)
    }
    if let own = measured.lazy.compactMap({ $0.objects(below: nil) }).first { return own }
    guard isOfCheckout,
      let moved = measured.lazy.compactMap({ $0.objects(below: root) }).first
    else { return nil }
    return try collector.locate(
      moved.paths, among: roots, measured[0], workDirectory: workDirectory)
  }

  /// Returns a checkout with the sources as they were measured: comments in them exclude lines.
  private func sources(of measured: [MeasuredShard]) throws(CoverageError) -> String {
    var changed = ""
    for root in [checkout] + measured.map(\.stored.repositoryRoot) {
      guard let path = measured[0].changedSource(in: root) else { return root }
      if changed.isEmpty { changed = path }
    }
    throw .otherSources(path: changed, measuredBy: [measured[0].name, checkout])
  }

  /// Throws when a policy requires data that cannot be computed without binaries.
  private func refuseWithoutBinaries() throws(CoverageError) {
    let asked: String? =
      if policy.metric == .llvm {
        "coverage.metric: llvm"
      } else if policy.functionMinimum != nil {
        "coverage.minimum.functions"
      } else if policy.regionMinimum != nil {
        "coverage.minimum.regions"
      } else {
        nil
      }
    if let asked { throw .binariesNeeded(for: asked) }
  }

  // MARK: Other data

  private func addTracefiles(to record: inout RunRecord) throws(CoverageError) {
    guard !tracefiles.isEmpty, let coverage = record.coverage else { return }
    let inputs = CoverageInputs(
      profiles: [], objects: [], repositoryRoot: checkout, packageRoot: root,
      targets: nil, policy: policy)
    let read = try CoverageFiles(inputs).read(tracefiles.map { .init(.lcov, $0) })
    record.coverage = coverage.merging(read.coverage)
    record.notes += read.notes
    record.findings += read.findings
  }
}
