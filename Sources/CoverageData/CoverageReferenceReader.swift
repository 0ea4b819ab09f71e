package import CIModel
import FileSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads the references for coverage: a stored base and the floors of a ratchet.
package struct CoverageReferenceReader: Sendable {
  private let root: String
  private let readFile: @Sendable (_ path: String) -> [UInt8]?
  private let isOwnRecord: @Sendable (_ bytes: [UInt8], _ id: String) -> Bool

  /// - Parameters:
  /// - root: The absolute folder that contains `.ci.yml` and `.devtool/runs`.
  /// - readFile: The trusted content of a file, by its absolute path; `nil` when there is none.
  /// - isOwnRecord: Whether this devtool wrote the bytes of a stored run; others are ignored.
  package init(
    root: String, readFile: @escaping @Sendable (_ path: String) -> [UInt8]?,
    isOwnRecord: @escaping @Sendable (_ bytes: [UInt8], _ id: String) -> Bool = { _, _ in false }
  ) {
    self.root = root
    self.readFile = readFile
    self.isOwnRecord = isOwnRecord
  }

  /// - Parameters:
  /// - mergeBase: The full id of the commit whose stored run is the base if no file is configured.
  /// - run: The id of the current run.
  package func references(
    _ policy: CoveragePolicy, metric: Coverage.LineMetric, mergeBase: String?, except run: String?
  ) -> CoverageReferences {
    var references = CoverageReferences()
    if let noDrop = policy.noDrop {
      references.baseline =
        noDrop.baseline.map { baseline(file: $0, metric) }
        ?? baseline(commit: mergeBase, metric, except: run)
    }
    if let ratchet = policy.ratchet { references.floors = floors(ratchet) }
    return references
  }

  // MARK: Floors

  package func floors(_ ratchet: CoveragePolicy.Ratchet) -> CoverageReferences.Floors {
    let path = "\(root)/\(ratchet.file)"
    guard let bytes = readFile(path) else {
      return .missing(
        "the ratchet file \(ratchet.file) does not exist yet",
        help: "Run `devtool coverage --update-ratchet` and commit the file.")
    }
    do {
      let floors = try JSONDecoder().decode(
        CoverageFloors.self, from: Data(bytes))
      guard floors.schema == CoverageFloors.schemaName else {
        return .missing(
          "the schema of \(ratchet.file) is '\(floors.schema)', this version reads "
            + "'\(CoverageFloors.schemaName)'",
          help: "Rewrite it with `devtool coverage --update-ratchet`.")
      }
      return .found(floors)
    } catch {
      return .missing(
        "\(ratchet.file) is not a ratchet file",
        help: "Restore it from git, or remove it and run `devtool coverage --update-ratchet`.")
    }
  }

  // MARK: A stored base

  /// The necessary parts of a record or of the JSON of `devtool coverage`.
  private struct Document: Decodable {
    var coverage: Numbers?
    /// Set if the coverage is that of another run, perhaps of another commit.
    var judgedRun: String?
    var changes: Head?
    var checkout: Checkout?
    var metric: Coverage.LineMetric?
    var isPartial: Bool?
    var totals: Coverage.Totals?

    struct Numbers: Decodable {
      var metric: Coverage.LineMetric
      var isPartial: Bool
      var totals: Coverage.Totals
    }

    struct Checkout: Decodable {
      var isModified: Bool
    }

    struct Head: Decodable {
      var head: String
      var totals: ChangeSet.Totals
    }

    var numbers: Numbers? {
      if let coverage { return coverage }
      guard let metric, let totals else { return nil }
      return Numbers(metric: metric, isPartial: isPartial ?? false, totals: totals)
    }
  }

  private func baseline(
    file: String, _ metric: Coverage.LineMetric
  ) -> CoverageReferences.Baseline {
    let advice =
      "Write it on the base branch with `devtool coverage --format json --output \(file)`."
    guard let bytes = readFile("\(root)/\(file)") else {
      return .missing("there is no \(file)", help: advice)
    }
    guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)),
      let numbers = document.numbers, let lines = CoverageReferenceReader.lines(numbers, metric)
    else { return .missing("\(file) contains no coverage", help: advice) }
    if numbers.isPartial { return .missing("\(file) contains partial data", help: advice) }
    return .found(lines, source: file)
  }

  private func baseline(
    commit: String?, _ metric: Coverage.LineMetric, except run: String?
  ) -> CoverageReferences.Baseline {
    guard let commit else {
      return .missing(
        "there is no merge base to compare with",
        help: "Name the target branch of the change with `--base BRANCH`.")
    }
    let runs = "\(root)/.devtool/runs"
    for id in folderContents(runs).sorted().reversed() where id != run {
      guard let bytes = try? FileSystem.readFile("\(runs)/\(id)/record.json"),
        isOwnRecord(bytes, id),
        let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)),
        document.changes?.head == commit, document.checkout?.isModified == false,
        document.judgedRun == nil, let numbers = document.numbers,
        !numbers.isPartial,
        let lines = CoverageReferenceReader.lines(numbers, metric)
      else { continue }
      return .found(lines, source: "run \(id) of \(commit.prefix(12))")
    }
    return .missing(
      "no stored run without uncommitted files measured the merge base \(commit.prefix(12))",
      help: "Run `devtool check` on that commit, or store its coverage in a file and name it with "
        + "`no-drop: { baseline: FILE }`.")
  }

  private static func lines(
    _ numbers: Document.Numbers, _ metric: Coverage.LineMetric
  ) -> Coverage.Ratio? {
    numbers.metric == metric ? numbers.totals.lines : numbers.totals.otherLines
  }
}
