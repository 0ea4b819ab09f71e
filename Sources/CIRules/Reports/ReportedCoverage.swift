import CIModel

/// The coverage that other tools report: of changed files, of targets and of everything.
struct ReportedCoverage {
  struct File {
    var lines: Coverage.Ratio
    /// First line of the first function that never ran, 1-based; `nil` when there is none or the
    /// report does not contain it.
    var firstMissed: Int?

    private var share: Double { Double(lines.covered) / Double(lines.count) }
    private var rank: (Double, Int, Int) { (share, -lines.count, firstMissed ?? .max) }

    static func worse(_ one: File, _ other: File) -> File { one.rank <= other.rank ? one : other }
  }

  /// Number of files that count.
  private(set) var fileCount = 0
  /// The coverage of all files, each counted once. Of a file in several targets the better result
  /// counts.
  private(set) var total = Coverage.Ratio(covered: 0, count: 0)
  private(set) var targets: [String: Coverage.Ratio] = [:]
  /// Changed files by path, without long runs of marks. Of several reported files that may be one
  /// changed file, the worst counts. Macs may spell a name in another Unicode normalization, and
  /// strings are equal in all.
  private(set) var changed: [String: File] = [:]
  /// The worst file whose name can mean too many changed files; `nil` when there is none.
  private(set) var unclear: File?

  /// - Parameter search: The changed files, for reports from another machine.
  init(
    _ reports: [CoverageReport], checkout: String?, changed search: consuming ReportedFiles,
    scope: FileScope
  ) {
    let all = reports.lazy.flatMap(\.targets)
    // Paths of another machine do not show the root of the repository: all of them count.
    let isHere = all.flatMap(\.files).contains {
      !ReportPaths.relative($0.path, checkout).hasPrefix("/")
    }
    // By the path in the report, since two of another machine can end like one changed file.
    var best: [Name: Place] = [:]
    for target in all {
      for file in target.files where file.lines.count > 0 {
        let path = ReportPaths.relative(file.path, checkout)
        if isHere, path.hasPrefix("/") { continue }
        let name = Name(text: path == file.path ? file.path : path)
        var place = best[name] ?? Place(path, search.files(named: file.path), scope)
        if place.counts {
          targets[target.name] =
            (targets[target.name] ?? Coverage.Ratio(covered: 0, count: 0)) + file.lines
        }
        if place.file.map({ $0.lines.covered < file.lines.covered }) ?? true {
          place.file = File(lines: file.lines, firstMissed: file.firstMissed)
          best[name] = place
        }
      }
    }
    for place in best.values where place.counts {
      guard let file = place.file else { continue }
      fileCount += 1
      total = total + file.lines
      for path in (place.changed ?? []).map(\.path.cuttingRunsOfMarks) {
        changed[path] = changed[path].map { File.worse($0, file) } ?? file
      }
      if place.changed == nil { unclear = unclear.map { File.worse($0, file) } ?? file }
    }
  }

  /// A path of a report. It keeps no second copy of the bytes, and equals no other normalization.
  private struct Name: Hashable {
    let text: String

    static func == (one: Name, other: Name) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

    func hash(into hasher: inout Hasher) {
      _ = text.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: .init($0)) }
    }
  }

  /// What a path of a report means.
  private struct Place {
    var file: File?
    /// `nil` when they are too many.
    let changed: [FileChange]?
    let counts: Bool

    init(_ path: String, _ found: [FileChange]?, _ scope: FileScope) {
      let isDependency = path.hasPrefix("/") && Self.isBelowCheckouts(path)
      changed = found.map { files in
        isDependency ? files.filter(Self.isBelowCheckouts) : files
      }
      let isInScope = { scope.contains(FileChange(.modified, path)) }
      counts =
        changed.map {
          $0.isEmpty ? !isDependency && isInScope() : $0.contains(where: scope.contains)
        }
        ?? true
    }

    private static func isBelowCheckouts(_ file: FileChange) -> Bool {
      ([file.path] + (file.otherPaths ?? [])).contains { isBelowCheckouts("/\($0)") }
    }

    /// Whether Xcode keeps dependencies in the folder of a file, if the repository has no such folder.
    private static func isBelowCheckouts(_ path: String) -> Bool {
      path.contains("/SourcePackages/checkouts/")
    }
  }
}
