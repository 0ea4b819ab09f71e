import CIModel

/// The results in reports, each with its place in the repository and whether it is shown.
struct PlacedResults {
  struct Result {
    var entry: ToolReport.Entry
    /// The path in the repository; `nil` when the file is not in the checkout, or the report names
    /// none.
    var path: String?
    /// The files of the change to which it applies.
    var changed: [String] = []
    /// Whether `paths` and `exclude` include it. A result without a place is included.
    var isInScope = true
    var isNew = false
    var isShown = false
  }

  private(set) var all: [Result] = []
  /// Maximum number of files of all results; a name can mean many files. Further results are shown
  /// without a file.
  private static let mostPlaces = 200_000
  let reportCount: Int
  let skippedTests: Int

  init(_ reports: [ToolReport], changes: ChangeSet, facts: Facts, options: RuleOptions) {
    reportCount = reports.count
    skippedTests = reports.reduce(0) { $0 + ($1.tests?.skipped ?? 0) }
    let files = changes.files.filter { $0.status != .deleted && options.scope.contains($0) }
    var search = ReportedFiles(
      files: files, checkout: facts.surroundings.checkout, distrustsChange: facts.distrustsChange)
    let lines = Self.addedLines(facts)
    let showsAll = options.flag("all")
    let showsFailed = options.text("failed-tests") != "changed"
    var places: [Names: Place] = [:]
    func find(_ names: Names) -> Place {
      if let known = places[names] { return known }
      let place = Place(names) { Place($0, &search, options.scope, lines) }
      places[names] = place
      return place
    }
    var roomForPlaces = Self.mostPlaces
    for var entry in reports.lazy.flatMap(\.entries) {
      var place = find(Names(entry))
      if place.isWritten { entry.file = entry.writtenFile }
      var result = Result(entry: entry, path: place.path, isInScope: place.isInScope)
      let changed = place.files.lazy.filter { showsAll || $0.lines.concern(entry) }
      roomForPlaces -= place.files.count
      if roomForPlaces < 0, place.files.count > 1 {
        place.isUnclear = place.isUnclear || !changed.isEmpty
      } else {
        result.changed = changed.map(\.text)
      }
      // A failed test or an error without a place may be on any line.
      let isAnywhere = entry.file?.isEmpty ?? true && !entry.isFurther
      let isShownAnywhere =
        entry.isFailedTest ? showsFailed || isAnywhere : isAnywhere && entry.severity == .error
      result.isShown =
        isShownAnywhere ? place.isInScope : place.isUnclear || !result.changed.isEmpty
      all.append(result)
    }
  }

  /// The names by which a result refers to its file.
  private struct Names: Hashable {
    var file: RepositoryPath?
    /// See `ToolReport.Entry.writtenFile`.
    var written: RepositoryPath?

    init(_ entry: ToolReport.Entry) {
      file = entry.file.map { RepositoryPath($0) }
      written = entry.writtenFile.map { RepositoryPath($0) }
    }
  }

  /// A changed file that a name can mean. Looked up once for all results, since paths can be long.
  private struct ChangedFile {
    var path: RepositoryPath
    var text: String
    var lines: Lines
  }

  /// The place of a file that reports name.
  private struct Place {
    var path: String?
    var isInScope = true
    var files: [ChangedFile] = []
    /// Whether the name can mean too many files of the change; results are shown without a file.
    var isUnclear = false
    /// Whether `Names.written` means changed files.
    var isWritten = false

    init() {}

    /// - Parameter find: The place of a file by one name.
    init(_ names: Names, _ find: (String) -> Place) {
      self = names.file.map { find($0.text) } ?? Place()
      guard let written = names.written.map({ find($0.text) }) else { return }
      isUnclear = isUnclear || written.isUnclear
      if written.files.isEmpty { return }
      let known = Set(files.map(\.path))
      files += written.files.filter { !known.contains($0.path) }
      files.sort { $0.path < $1.path }
      isInScope = isInScope || written.isInScope
      path = written.path
      isWritten = true
    }

    init(
      _ file: String, _ search: inout ReportedFiles, _ scope: FileScope,
      _ lines: [RepositoryPath: Lines]
    ) {
      guard let found = search.files(named: file) else {
        isUnclear = true
        return
      }
      path = found.first?.path ?? search.unchangedPath(named: file)
      files = found.map {
        ChangedFile(
          path: $0.exactPath, text: $0.path, lines: lines[$0.exactPath] ?? Lines())
      }
      isInScope =
        !files.isEmpty || path.map { scope.contains(FileChange(.modified, $0)) } ?? true
    }
  }

  /// The paths at which a result is shown, `nil` for one without a path; empty when it is not
  /// shown.
  func shownPaths(_ index: Int) -> [String?] {
    let result = all[index]
    if !result.isShown { return [] }
    return result.entry.isFailedTest || result.changed.isEmpty ? [result.path] : result.changed
  }

  /// - Parameter isNew: Called for the most severe results first, and among these last for those on
  ///   changed lines.
  mutating func markNew(_ isNew: (ToolReport.Entry) -> Bool) {
    let indices = all.indices.filter { !all[$0].entry.isFurther }
    for severity in Severity.allCases.sorted(by: >) {
      for isTouched in [false, true] {
        for index in indices
        where all[index].entry.severity == severity && !all[index].changed.isEmpty == isTouched {
          all[index].isNew = isNew(all[index].entry)
        }
      }
    }
  }

  /// Shows new results in addition to those that are already shown.
  mutating func showNew(where isWanted: (ToolReport.Entry) -> Bool) {
    for index in all.indices where all[index].isNew && all[index].isInScope {
      if isWanted(all[index].entry) { all[index].isShown = true }
    }
  }

  /// The added lines of a file.
  private struct Lines {
    /// The numbers that tools can give to the lines; ascending and disjoint.
    var spans: [ClosedRange<Int>] = []
    var endFile = false

    /// Whether a result is on an added line, or on the whole file. A result behind the last line, where
    /// parsers report an unexpected end, is on the last line.
    func concern(_ entry: ToolReport.Entry) -> Bool {
      guard let line = entry.line, line > 0 else { return true }
      let next = spans.partitioningIndex { $0.upperBound >= line }
      if next == spans.count { return endFile }
      return spans[next].lowerBound <= max(line, entry.endLine ?? line)
    }

    mutating func join() {
      spans.sort { $0.lowerBound < $1.lowerBound }
      spans = spans.reduce(into: []) { joined, span in
        if let last = joined.last, span.lowerBound <= last.upperBound + 1 {
          joined[joined.count - 1] = last.lowerBound...max(last.upperBound, span.upperBound)
        } else {
          joined.append(span)
        }
      }
    }
  }

  private static func addedLines(_ facts: Facts) -> [RepositoryPath: Lines] {
    var lines: [RepositoryPath: Lines] = [:]
    for text in facts.addedText + facts.hiddenText {
      lines[text.exactPath, default: Lines()].spans += text.spans
      if text.endsFile { lines[text.exactPath]?.endFile = true }
    }
    for path in lines.keys { lines[path]?.join() }
    return lines
  }
}
