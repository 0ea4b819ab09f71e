import CIModel
import CoverageData
import Foundation
import GitHistory
import SwiftPackage
import TestSupport

/// A repository with a branch `main`, a branch `topic` that changes it, and coverage of what is
/// checked out.
struct PatchScratch {
  let repository: ScratchRepository

  /// - Parameter files: What `main` holds; the work goes on on `topic`.
  init(_ files: [String: String]) throws {
    repository = try ScratchRepository()
    try repository.git("config", "core.quotepath", "true")
    try repository.commit("Begin", files)
    try repository.git("checkout", "-q", "-b", "topic")
  }

  /// With the sources of the fixture package `patchkit` on `main`.
  static func patchkit() throws -> PatchScratch {
    try PatchScratch([
      "Sources/Kit/Cases.swift": try Fixture.text("patchkit/Sources/Kit/Cases.swift"),
      "Sources/Kit/Shapes.swift": try Fixture.text("patchkit/Sources/Kit/Shapes.swift"),
    ])
  }

  var path: String { repository.path }

  /// Numbered lines, so that each of them is its own.
  static func lines(_ count: Int, _ prefix: String = "line") -> String {
    (1...count).map { "\(prefix) \($0)\n" }.joined()
  }

  /// Replaces one line (1-based) of a file of the checkout.
  func edit(_ file: String, line: Int, _ text: String) throws {
    var lines = try repository.directory.read(file).components(separatedBy: "\n")
    lines[line - 1] = text
    try repository.directory.write(lines.joined(separator: "\n"), to: file)
  }

  /// Coverage as a tracefile tells it: `DA` numbers by path.
  func lcov(
    _ files: KeyValuePairs<String, [Int: Int]>, _ policy: CoveragePolicy = CoveragePolicy()
  ) throws -> Coverage {
    var text = ""
    for (file, counts) in files.sorted(by: { $0.key < $1.key }) {
      text += "SF:\(file.hasPrefix("/") ? file : "\(path)/\(file)")\n"
      for (line, count) in counts.sorted(by: { $0.key < $1.key }) {
        text += "DA:\(line),\(count)\n"
      }
      text += "end_of_record\n"
    }
    let scratch = try ScratchDirectory()
    let tracefile = try scratch.write(text, to: "coverage.lcov")
    return try CoverageFiles(inputs(policy)).read([.init(.lcov, tracefile.path)]).coverage
  }

  /// What llvm-cov printed for the fixture package, as if it lay here.
  ///
  /// - Parameter others: Further targets of the package.
  func llvm(
    _ policy: CoveragePolicy = CoveragePolicy(), with others: [PackageTarget] = []
  ) throws -> Coverage {
    var inputs = inputs(policy)
    inputs.targets =
      try PackageDescription(
        json: Fixture.bytes("patchkit-describe-6.3.1.json")
      ).targets + others
    inputs.objects = [
      "\(path)/.build/x86_64-unknown-linux-gnu/debug/PatchKitPackageTests.xctest"
    ]
    let text = try Fixture.text("patchkit-llvm-cov-21.json").replacing(
      "\"/package/", with: "\"\(path)/")
    var assembler = CoverageAssembler(inputs)
    for file in try Fixture.export(Array(text.utf8)) { assembler.add(file) }
    return try assembler.coverage()
  }

  private func inputs(_ policy: CoveragePolicy) -> CoverageInputs {
    CoverageInputs(
      profiles: [], objects: [], repositoryRoot: path, packageRoot: path, targets: nil,
      policy: policy)
  }

  /// The coverage of what `topic` changes.
  func patch(
    _ coverage: Coverage, _ policy: CoveragePolicy = CoveragePolicy(),
    request: BaseRequest = BaseRequest(base: "main"), includesWorkTree: Bool = true
  ) throws -> Coverage.Patch {
    let git = try GitRepository.open(containing: path)
    let range = try git.resolveBase(request)
    let changes = try git.lineChanges(
      LineChangeRequest(
        range, includesWorkTree: includesWorkTree,
        ignoresWhitespace: policy.patch.ignoresWhitespace), where: { _ in true })
    let sources = CheckoutSources(repositoryRoot: path, measured: .unknown)
    return PatchCoverage(coverage, policy: policy, sources: sources)
      .patch(of: changes, base: range.baseName)
  }
}

extension Coverage.Patch {
  /// `Sources/A.swift 1/2 missed 4-5`, a line for each file.
  var text: String {
    files.map { file in
      let missed = file.uncoveredLines.map { $0[0] == $0[1] ? "\($0[0])" : "\($0[0])-\($0[1])" }
      return "\(file.path) \(file.lines.covered)/\(file.lines.count)"
        + (missed.isEmpty ? "" : " missed " + missed.joined(separator: ","))
    }.joined(separator: "\n")
  }

  /// `tests 3, no code 2`.
  var leftOut: String {
    (notCounted ?? []).map { "\($0.reason) \($0.lines.count)" }.joined(separator: ", ")
  }
}
