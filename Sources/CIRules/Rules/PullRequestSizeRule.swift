package import CIModel

/// Flags a change that is too large for one review.
package struct PullRequestSizeRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "pr-size",
    summary: "Flags a change with more added and deleted lines than a review can handle.",
    why:
      "The more lines there are, the fewer mistakes reviewers find in each; a change that "
      + "cannot be reviewed in one sitting gets approved unread. Binary files do not count, "
      + "nor do files that are not written by hand: \(GeneratedFiles.summary). Unless a limit "
      + "is set, these do not count either: lines of tests, of deleted files, and of C sources "
      + "that change by more than \(mostWrittenInC) lines at once, which other people wrote.",
    parameters: [
      .init(
        "fail", .integer(min: 1),
        "Maximum number of changed lines; more is an error. Off by default."),
      .init("fail-files", .integer(min: 1), "Maximum number of changed files; more is an error."),
      .init(
        "ignore-deleted-files", .boolean,
        "Ignore the lines of deleted files; `true` by default if no limit is set."),
      .init(
        "ignore-deletions", .boolean, "Count only added lines; `false` by default."),
      .init(
        "ignore-generated", .boolean,
        "Ignore files that are not written by hand; `true` by default. Files named like a lock file never count."
      ),
      .init(
        "ignore-moved", .boolean,
        "Ignore lines that only moved, within a file or between files; `false` by default."),
      .init(
        "ignore-tests", .boolean,
        "Ignore files below `Tests` and other folders whose names end in `Tests`; `true` by "
          + "default if no limit is set."),
      .init(
        "ignore-whitespace", .boolean,
        "Ignore lines in which only white space changes; `false` by default."),
      .init(
        "warn", .integer(min: 1),
        "Maximum number of changed lines; more is a warning. \(defaultLimit) by default."),
      .init(
        "warn-file", .integer(min: 1),
        "Maximum number of changed lines in one file; more is a warning."),
      .init("warn-files", .integer(min: 1), "Maximum number of changed files; more is a warning."),
    ],
    isDefault: true, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean(
      "2000 lines is the largest change that passes",
      files: [FileChange(.modified, "Sources/A.swift", additions: 1500, deletions: 500)]),
    .flagged(
      "deleted lines are added, not subtracted", as: .warning,
      files: [FileChange(.modified, "Sources/A.swift", additions: 1001, deletions: 1000)]),
    .flagged(
      "new and moved files count like modified ones", as: .warning,
      files: [
        FileChange(.added, "Sources/A.swift", additions: 1700, oldMode: nil),
        FileChange(.renamed, "Sources/B.swift", oldPath: "B.swift", additions: 301),
      ]),
    .clean(
      "tests and deleted files do not count by default",
      files: [
        FileChange(.modified, "Tests/ATests/A.swift", additions: 2001),
        FileChange(.deleted, "Sources/A.swift", deletions: 2001, mode: nil),
      ]),
    .flagged(
      "tests and deleted files count when a limit is set", as: .warning,
      values: ["warn": .integer(400)],
      files: [
        FileChange(.modified, "Tests/ATests/A.swift", additions: 201),
        FileChange(.deleted, "Sources/A.swift", deletions: 200, mode: nil),
      ]),
    .clean(
      "project files, recorded answers and vendored code are not written by hand",
      files: [
        FileChange(.modified, "App.xcodeproj/project.pbxproj", additions: 2100),
        FileChange(.modified, "Tests/Fixtures/a.json", additions: 2100),
        FileChange(.modified, "Vendor/a.swift", additions: 2100),
      ]),
    .clean(
      "an updated C library",
      files: [FileChange(.modified, "Sources/CParser/parser.c", additions: 2100)]),
    .flagged(
      "files that are not written by hand, when they count", as: .warning,
      values: ["ignore-generated": .boolean(false)],
      files: [FileChange(.modified, "Vendor/a.swift", additions: 2001)]),
    .flagged(
      "more than `fail` is an error instead of a warning", as: .error,
      values: ["fail": .integer(1000)],
      files: [FileChange(.modified, "Sources/A.swift", additions: 1001)]),
    .clean(
      "lock files and binary files are not read in a review",
      files: [
        FileChange(.modified, "Package.resolved", additions: 2100),
        FileChange(.modified, "logo.png", isBinary: true),
      ]),
    .clean(
      "deleted files, when they are ignored", ["ignore-deleted-files": .boolean(true)],
      files: [FileChange(.deleted, "Sources/A.swift", deletions: 900, mode: nil)]),
    .clean(
      "deletions, when they are ignored", ["ignore-deletions": .boolean(true)],
      files: [FileChange(.modified, "Sources/A.swift", additions: 9, deletions: 900)]),
    .flagged(
      "many files", as: .warning, values: ["warn-files": .integer(1)],
      files: [FileChange(.modified, "a", additions: 1), FileChange(.modified, "b", mode: "100755")]),
    .flagged(
      "many lines in one file", as: .warning, values: ["warn-file": .integer(100)],
      files: [
        FileChange(.modified, "a", additions: 101), FileChange(.modified, "b", additions: 100),
      ]),
  ]

  /// Maximum number of changed lines: our own choice, based on changes that maintainers of large
  /// packages merge.
  private static let defaultLimit = 2000

  private static let mostWrittenInC = 1000
  private static let inC = FileSelection(["**/*.{c,c++,cc,cpp,cxx,h,h++,hh,hpp,hxx,inc,s,S}"])
  private static let tests = FileSelection(["Tests/**", "**/*Tests/**"])

  private let options: RuleOptions
  private let countsDeletions: Bool
  private let countsDeletedFiles: Bool
  private let countsGenerated: Bool
  private let countsTests: Bool
  private let countsImports: Bool

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    let hasLimit = ["fail", "fail-files", "warn", "warn-file", "warn-files"].contains(
      where: options.has)
    countsDeletions = !options.flag("ignore-deletions")
    countsDeletedFiles = !options.flag("ignore-deleted-files", default: !hasLimit)
    countsGenerated = !options.flag("ignore-generated", default: true)
    countsImports = hasLimit
    countsTests = !options.flag("ignore-tests", default: !hasLimit)
  }

  package var id: String { options.id }

  /// Whether both paths of a file fit.
  private static func stays(_ file: FileChange, in fits: (String) -> Bool) -> Bool {
    fits(file.path) && file.oldPath.map(fits) ?? true
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    let generated = GeneratedFiles(facts)
    let scoped = changes.files.compactMap { options.scope.view(of: $0) }.filter {
      !Self.stays($0, in: GeneratedFiles.isLockFile)
        && (countsGenerated || !generated.contains($0))
        && (countsTests || !Self.stays($0, in: Self.tests.contains))
        && (countsImports || $0.changedLines <= Self.mostWrittenInC || !Self.inC.contains($0.path))
    }
    let files = scoped.filter {
      size(of: $0) > 0 && (countsDeletedFiles || $0.status != .deleted)
    }
    return lineFindings(files) + fileFindings(scoped) + singleFindings(files)
  }

  package func guardsContent(of file: FileChange?) -> Bool {
    file.map { options.scope.view(of: $0) != nil } ?? true
  }

  package var details: ChangeDetails {
    var details: ChangeDetails = []
    if !countsGenerated { details.insert(.generatedFiles) }
    if options.flag("ignore-whitespace") { details.insert(.ignoringWhitespace) }
    if options.flag("ignore-moved") { details.insert(.movedLines) }
    return details
  }

  private func size(of file: FileChange) -> Int {
    var (counts, moved) = (file.countedLines, file.moved)
    if options.flag("ignore-whitespace"), file.hiddenLines == nil,
      let others = file.ignoringWhitespace
    {
      // A line that only moved in the usual comparison need not be one that counts here.
      (counts, moved) = (others, file.movedIgnoringWhitespace)
    }
    if options.flag("ignore-moved"), let moved {
      counts.additions = max(0, counts.additions - moved.additions)
      counts.deletions = max(0, counts.deletions - moved.deletions)
    }
    return counts.additions + (countsDeletions ? counts.deletions : 0)
  }

  private func lineFindings(_ files: [FileChange]) -> [Finding] {
    let lines = files.reduce(0) { $0 + size(of: $1) }
    guard
      let tier = options.tier(
        of: lines, warn: options.integer("warn") ?? Self.defaultLimit, fail: options.integer("fail")
      )
    else { return [] }
    let largest = files.sorted {
      size(of: $0) != size(of: $1) ? size(of: $0) > size(of: $1) : $0.path < $1.path
    }.prefix(3).map { "\(displayedPath($0.path)) (\(size(of: $0)))" }
    return [
      options.finding(
        "\(countsDeletions ? "changes" : "adds") \(lines) lines in "
          + "\(counted(files.count, "file")), limit is \(tier.limit)",
        severity: tier.severity,
        help: "Split the change into smaller ones; the most lines are in "
          + "\(largest.joined(separator: ", ")).")
    ]
  }

  private func fileFindings(_ files: [FileChange]) -> [Finding] {
    guard
      let tier = options.tier(
        of: files.count, warn: options.integer("warn-files"), fail: options.integer("fail-files"))
    else { return [] }
    return [
      options.finding(
        "changes \(counted(files.count, "file")), limit is \(tier.limit)", severity: tier.severity,
        help: "Split the change into smaller ones.")
    ]
  }

  private func singleFindings(_ files: [FileChange]) -> [Finding] {
    guard let limit = options.integer("warn-file") else { return [] }
    return files.filter { size(of: $0) > limit }.map { file in
      options.finding(
        "changes \(size(of: file)) lines, limit for one file is \(limit)",
        at: SourceLocation(file.path), severity: options.warnLevel,
        help: "Split the change, or the file.")
    }
  }
}
