package import CIModel
internal import FileSystem

/// `devtool coverage --update-ratchet`: writes the file of floors, which only rise.
package struct RatchetUpdate {
  private let root: String
  private let repositoryRoot: String
  private let policy: CoveragePolicy

  /// Why the floors were not changed.
  package struct Problem: Error {
    package var exitCode: ExitCode
    /// A lowercase fragment.
    package var message: String
    /// One imperative sentence.
    package var help: String?

    init(_ exitCode: ExitCode, _ message: String, help: String? = nil) {
      (self.exitCode, self.message, self.help) = (exitCode, message, help)
    }
  }

  /// - Parameters:
  /// - root: The absolute folder of the pipeline.
  /// - repositoryRoot: The absolute root of the checkout.
  package init(root: String, repositoryRoot: String, policy: CoveragePolicy) {
    (self.root, self.repositoryRoot, self.policy) = (root, repositoryRoot, policy)
  }

  /// - Parameter reason: The reason for lowering floors that are not reached; it is recorded in the
  ///   file.
  /// - Returns: A line about the floors that rose, and about those that should have fallen and did
  ///   not.
  package func write(
    _ coverage: Coverage, loweringFor reason: String?
  ) throws(Problem) -> (text: String, refusal: Problem?) {
    guard let ratchet = policy.ratchet else {
      throw Problem(
        .badConfiguration, "`coverage` of .ci.yml does not name a ratchet file",
        help: "Add `ratchet: .ci/coverage-floor.json`.")
    }
    if coverage.isPartial {
      throw Problem(
        .missingInput, "floors cannot be set from partial data",
        help: "Run `devtool check` until every test finishes.")
    }
    var floors = CoverageFloors(metric: coverage.metric)
    switch CoverageReferenceReader(root: root, readFile: { try? readFile($0) }).floors(ratchet) {
    case .found(let existing):
      guard existing.metric == coverage.metric else {
        throw Problem(
          .missingInput,
          "the floors in \(ratchet.file) use metric \(existing.metric.rawValue), the coverage uses "
            + "\(coverage.metric.rawValue)",
          help: "Set `metric` of `coverage` in .ci.yml, or remove the file and create it again.")
      }
      floors = existing
    case .missing(let problem, let help):
      // An existing file that cannot be read must not be overwritten.
      if (try? readFile("\(root)/\(ratchet.file)", limit: 1)) != nil {
        throw Problem(.missingInput, problem, help: help)
      }
    }
    let (raised, refused) = floors.update(coverage.parts(policy), loweringFor: reason)
    do throws(FileError) {
      try CheckoutFile(ratchet.file, root: root, checkout: repositoryRoot)
        .write(JSONText.bytes(floors))
    } catch {
      throw Problem(.missingInput, error.description)
    }
    let changed = raised.map { "\($0) \(text(floors.floors[$0]))" }
    let summary =
      changed.isEmpty
      ? "\(ratchet.file): no floor rises\n"
      : "\(ratchet.file): \(changed.joined(separator: ", "))\n"
    if refused.isEmpty { return (summary, nil) }
    let refusal = Problem(
      .checkFailed, "these floors would fall: \(refused.joined(separator: ", "))",
      help: "Cover the lines, or lower the floors with `--allow-lower --reason TEXT`.")
    return (summary, refusal)
  }

  private func text(_ floor: CoverageFloors.Floor?) -> String {
    guard let floor else { return "removed" }
    let decimals = String(floor.hundredths % 100 + 100).dropFirst()
    return "\(floor.hundredths / 100).\(decimals)% (\(counted(floor.missed, "line")) uncovered)"
  }
}
