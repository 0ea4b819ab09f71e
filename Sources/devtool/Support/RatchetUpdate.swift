import CIModel
import CoverageData
import FileSystem
import PipelineRunner
import Reporters
import TerminalUI

/// `devtool coverage --update-ratchet`: writes the file of floors, which only rise.
struct RatchetUpdate {
  var root: String
  /// The top of the checkout; absolute.
  var repositoryRoot: String
  var policy: CoveragePolicy

  /// - Parameter reason: Lowers what is not reached; kept in the file.
  func write(_ coverage: Coverage, loweringFor reason: String?) throws {
    guard let ratchet = policy.ratchet else {
      throw CommandFailure(
        .badConfiguration, "`coverage` of .ci.yml names no ratchet file",
        help: "Add `ratchet: .ci/coverage-floor.json`.")
    }
    if coverage.isPartial {
      throw CommandFailure(
        .missingInput, "floors are not taken from partial data",
        help: "Run `devtool check` until every test ran to its end.")
    }
    var floors = CoverageFloors(metric: coverage.metric)
    switch CoverageReferenceReader(root: root, readFile: { try? readFile($0) }).floors(ratchet) {
    case .found(let existing):
      guard existing.metric == coverage.metric else {
        throw CommandFailure(
          .missingInput,
          "the floors in \(ratchet.file) are of metric \(existing.metric.rawValue), the coverage is "
            + "of \(coverage.metric.rawValue)",
          help: "Set `metric` of `coverage` in .ci.yml, or remove the file and write it anew.")
      }
      floors = existing
    case .missing(let problem, let help):
      // Only a file that is not there may be written anew.
      if (try? readFile("\(root)/\(ratchet.file)", limit: 1)) != nil {
        throw CommandFailure(.missingInput, problem, help: help)
      }
    }
    let (raised, refused) = floors.update(coverage.parts(policy), loweringFor: reason)
    do throws(FileError) {
      try CheckoutFile(ratchet.file, root: root, checkout: repositoryRoot)
        .write(JSONText.bytes(floors))
    } catch {
      throw CommandFailure(.missingInput, error.description)
    }
    let changed = raised.map { "\($0) \(text(floors.floors[$0]))" }
    try StandardOutput.write(
      changed.isEmpty
        ? "\(ratchet.file): no floor rises\n"
        : "\(ratchet.file): \(changed.joined(separator: ", "))\n")
    if !refused.isEmpty {
      throw CommandFailure(
        .checkFailed, "floors never fall by themselves: \(refused.joined(separator: ", "))",
        help: "Cover the lines, or lower the floors with `--allow-lower --reason TEXT`.")
    }
  }

  private func text(_ floor: CoverageFloors.Floor?) -> String {
    guard let floor else { return "removed" }
    let decimals = String(floor.hundredths % 100 + 100).dropFirst()
    return "\(floor.hundredths / 100).\(decimals)% (\(counted(floor.missed, "line")) uncovered)"
  }
}
