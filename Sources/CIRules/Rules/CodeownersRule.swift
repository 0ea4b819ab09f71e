package import CIModel

/// Flags mistakes in CODEOWNERS, and changed files without an owner.
package struct CodeownersRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "codeowners",
    summary: "Flags invalid lines in CODEOWNERS and, optionally, changed files without an owner.",
    why:
      "Services silently skip a line of CODEOWNERS that they cannot read, so the files that "
      + "it should protect are merged without a review.",
    parameters: [
      .init(
        "include", .text,
        "Owner, such as `@org/maintainers`, that every added line must name, or the heading "
          + "that gives its owners. Lines of this owner must not be removed or overridden, and "
          + "the file must not move to a place where its service does not look: GitLab if it has "
          + "sections, else GitHub."),
      .init(
        "owned", .boolean,
        "Require an owner for every changed file, also for a deleted one, and for both paths of a "
          + "moved one; `false` by default. A list in `.gitlab`, or with sections or exclusions "
          + "where GitLab looks, is read as GitLab does: only `docs/`, not `docs`, owns what is in "
          + "a folder, `docs/**` only the files directly in it, `docs/a.md` is at any depth, and a "
          + "file that a line such as `!docs/` leaves out has no owner in that section. Every other "
          + "list is read as GitHub does, where `docs` and `docs/**` own all that is in the folder, "
          + "and `docs/a.md` begins at the root."),
    ],
    isDefault: false, defaultLevel: .warning, suppression: .maintainers)

  /// The paths where services look for the file, in order of precedence.
  private static let places: [RepositoryPath] = [
    ".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS",
    ".bitbucket/CODEOWNERS",
  ]

  /// The service that a list is for. A list without sections at a path that GitHub and GitLab share
  /// is for GitHub.
  private static func reader(of place: RepositoryPath, _ list: Codeowners) -> Codeowners.Service {
    owner(of: place) ?? (list.isForGitLab ? .gitLab : .gitHub)
  }

  /// The only service that reads a path; `nil` when several do.
  private static func owner(of place: RepositoryPath) -> Codeowners.Service? {
    switch place.text {
    case ".bitbucket/CODEOWNERS": .bitbucket
    case ".github/CODEOWNERS": .gitHub
    case ".gitlab/CODEOWNERS": .gitLab
    default: nil
    }
  }

  private static func placesRead(by service: Codeowners.Service) -> [RepositoryPath] {
    let own = RepositoryPath(".\(service.rawValue.lowercased())/CODEOWNERS")
    return service == .bitbucket ? [own] : [own, "CODEOWNERS", "docs/CODEOWNERS"]
  }

  private static func file(_ text: String) -> [String: FileContents] {
    ["CODEOWNERS": FileContents(new: Array(text.utf8))]
  }
  private static let touched = [FileChange(.modified, "Sources/Core/A.swift", additions: 1)]

  package static let examples: [RuleExample] = [
    .clean(
      "people, teams, addresses, sections, comments",
      files: [FileChange(.modified, "CODEOWNERS", additions: 5)],
      contents: file(
        "# us\n* @ada\n/docs/ @org/writers ada@lovelace.org # both\n[Core][2] @bob\n^[UI]\nSources/Core/\n"
      )),
    .clean("no CODEOWNERS file", ["owned": .boolean(true)], files: touched),
    .flagged(
      "invalid owners, and a negation", as: .warning, .warning,
      files: [FileChange(.modified, "CODEOWNERS", additions: 3)],
      contents: file("* @ada\n*.md writers\n!docs/ @bob\n")),
    .flagged(
      "a file without an owner", as: .warning, values: ["owned": .boolean(true)], files: touched,
      contents: file("/docs/ @ada\n*.md @bob\n")),
    .flagged(
      "a file without an owner that moves to where it has one", as: .warning,
      values: ["owned": .boolean(true)],
      files: [
        FileChange(.renamed, "docs/a.md", oldPath: "Sources/a.md", similarity: 100)
      ],
      contents: file("/docs/ @ada\n")),
    .flagged(
      "the last matching line counts, and names no owner", as: .warning,
      values: ["owned": .boolean(true)], files: touched,
      contents: file("* @ada\nSources/Core/\n")),
    .clean(
      "a folder at any depth", ["owned": .boolean(true)], files: touched,
      contents: file("Core/ @ada\n")),
    .flagged(
      "an added line without the group", as: .warning, values: ["include": .text("@org/all")],
      files: [FileChange(.modified, "CODEOWNERS", additions: 2)],
      addedLines: [
        AddedLine("CODEOWNERS", line: 1, text: "* @org/all @ada"),
        AddedLine("CODEOWNERS", line: 2, text: "/docs/ @bob"),
      ], contents: file("* @org/all @ada\n/docs/ @bob\n")),
    .flagged(
      "a section that gives its lines another owner", as: .warning, .warning,
      values: ["include": .text("@org/all")],
      files: [FileChange(.modified, "CODEOWNERS", additions: 1, deletions: 1)],
      addedLines: [AddedLine("CODEOWNERS", line: 1, text: "[Core] @bob")],
      contents: [
        "CODEOWNERS": FileContents(
          old: Array("[Core] @org/all\n/docs/\n".utf8), new: Array("[Core] @bob\n/docs/\n".utf8))
      ]),
  ]

  private let options: RuleOptions

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
  }

  package var id: String { options.id }

  package func neededContents(for changes: ChangeSet) -> Set<RepositoryPath> {
    let moved = changes.files.filter { $0.exactOldPath.map(Self.places.contains) ?? false }
    return Set(Self.places + moved.map(\.exactPath))
  }

  package var policyFiles: Set<RepositoryPath> { options.flag("owned") ? Set(Self.places) : [] }

  package func readsHiddenText(of file: FileChange) -> Bool { readsAddedLines(of: file) }

  package func guardsContent(of file: FileChange?) -> Bool {
    file.map { readsAddedLines(of: $0) } ?? options.has("include")
  }

  package func readsAddedLines(of file: FileChange) -> Bool {
    options.has("include") && Self.places.contains(file.exactPath)
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    var list = FindingList(id)
    addProblems(in: changes, facts, to: &list)
    if options.flag("owned") { addUnowned(in: changes, facts, to: &list) }
    return list.findings
  }

  /// Adds a finding for each changed file without an owner in the trusted list.
  private func addUnowned(
    in changes: ChangeSet, _ facts: Facts, to list: inout FindingList
  ) {
    guard let path = Self.places.first(where: { facts.policyFile($0) != nil }),
      let content = facts.policyFile(path)
    else { return }
    let lines = Codeowners(content, matchesPaths: false)
    let service = lines.exceptions.isEmpty ? Self.reader(of: path, lines) : Self.owner(of: path)
    var owners = Codeowners(content, for: service ?? .gitLab)
    for file in changes.files.flatMap({ options.scope.places(of: $0) }).map(\.path) {
      guard let known = owners.owners(of: file) else {
        list.add(
          options.finding(
            "the change has too many files to find the owner of each in \(path.text)",
            help: "Split the change, or give \(path.text) fewer patterns with wildcards."))
        return
      }
      if !known.isEmpty { continue }
      list.add(options.level) {
        options.finding(
          "has no owner in \(path.text)", at: SourceLocation(file), help: "Add a line for it.")
      }
    }
  }

  /// Adds findings for problems of the list after the change.
  private func addProblems(
    in changes: ChangeSet, _ facts: Facts, to list: inout FindingList
  ) {
    // A list that is deleted, replaced by a link or too large to be read protects nothing.
    for file in changes.files
    where Self.places.contains(file.exactPath) && facts.contents[file.exactPath]?.new == nil
      && options.has("include")
    {
      list.add(
        options.finding(
          Self.loss(of: file), at: SourceLocation(file.path),
          help: "Keep the file; without it the service asks no owner for a review."))
    }
    if options.has("include") {
      addLeavingLists(in: changes, facts, to: &list)
      addSecondLists(in: changes, facts, to: &list)
    }
    // Services read different paths, so every list that the change touches is checked. Problems of
    // an untouched list are not part of the change.
    var room = Self.largestLists
    for file in changes.files where Self.places.contains(file.exactPath) {
      guard let contents = facts.contents[file.exactPath], let new = contents.new else { continue }
      room -= new.count
      if let reason = Self.excess(of: new, room: room) {
        list.add(
          options.finding(
            reason, at: SourceLocation(file.path),
            help: "Make it smaller; without it the service asks no owner for a review."))
        continue
      }
      // A file from another path had no lines in force.
      let isList = file.exactOldPath.map(Self.places.contains) ?? true
      addProblems(in: file.exactPath, new, was: isList ? contents.old : [], facts, to: &list)
    }
  }

  /// The reason why a list is not read; `nil` for one that is.
  ///
  /// - Parameter room: What it leaves of `largestLists`, in bytes.
  private static func excess(of list: [UInt8], room: Int) -> String? {
    if list.count > largestList { return "has \(list.count) bytes, more than services read" }
    if list.count(where: { $0 == UInt8(ascii: "\n") }) > mostLines {
      return "has more than \(mostLines) lines, and the rule reads none of them"
    }
    return room < 0 ? "is not read, because all lists together are too large" : nil
  }

  /// The reason why the head has no readable list at a path that the change touches.
  private static func loss(of file: FileChange) -> String {
    if file.status == .deleted { return "is deleted" }
    return file.standsForFolder
      ? "is a link or submodule instead of a file"
      : "cannot be read: it is too large, or the change has too many files"
  }

  /// Adds a finding for a list that moves to a path that its service does not read.
  private func addLeavingLists(in changes: ChangeSet, _ facts: Facts, to list: inout FindingList) {
    for file in changes.files {
      guard let place = file.exactOldPath, Self.places.contains(place) else { continue }
      let old = facts.contents[file.exactPath]?.old ?? []
      let service = Self.reader(of: place, Codeowners(old, matchesPaths: false))
      if Self.placesRead(by: service).contains(file.exactPath) { continue }
      list.add(
        options.finding(
          "moves away from \(place.text), and \(service.rawValue) will not find it here",
          at: SourceLocation(file.path),
          help: "Keep the file; without it the service asks no owner for a review."))
    }
  }

  /// Adds a finding for a second list: it depends on the service which of the two is in force.
  private func addSecondLists(in changes: ChangeSet, _ facts: Facts, to list: inout FindingList) {
    for file in changes.files
    where file.isNewPath && Self.places.contains(file.exactPath) {
      let other = Self.places.first { place in
        place != file.exactPath && place != file.exactOldPath && facts.contents[place] != nil
          && !changes.files.contains { $0.isNewPath && $0.exactPath == place }
      }
      guard let other else { continue }
      list.add(
        options.finding(
          "is added although \(other.text) exists, and services read only one of them",
          at: SourceLocation(file.path), help: "Add its lines to \(other.text)."))
    }
  }

  private func addProblems(
    in file: RepositoryPath, _ content: [UInt8], was old: [UInt8]?, _ facts: Facts,
    to list: inout FindingList
  ) {
    let path = file.text
    var seen: Set<Problem> = []
    func add(_ problem: Problem, help: String) {
      if !seen.insert(problem).inserted { return }
      list.add(options.level) {
        options.finding(
          problem.text, at: SourceLocation(path, line: problem.line, endLine: problem.line),
          help: help)
      }
    }
    let before = old.map { Codeowners($0, matchesPaths: false) }
    for service in Self.readers(of: file, before) {
      let owners = Codeowners(content, matchesPaths: false, for: service)
      for problem in owners.problems {
        add(
          Problem(line: problem.line, text: problem.text),
          help: "Correct the line; the service silently skips it.")
      }
      for (line, pattern, _) in owners.exceptions where service != .gitLab || options.has("include")
      {
        add(
          Problem(
            line: line,
            text: service == .gitLab
              ? "'\(pattern)' removes owners"
              : "'\(pattern)': only GitLab supports exceptions with '!'"),
          help: "Name the files that have owners instead.")
      }
      guard let group = options.text("include") else { continue }
      if owners.entries.isEmpty {
        // At a path of higher precedence, an empty list also disables another one.
        add(
          Problem(line: nil, text: "names no owners"),
          help: "Keep its lines; without them the service asks no owner for a review.")
      }
      let added = Set(
        (facts.addedText + facts.hiddenText).filter { $0.exactPath == file }.flatMap(\.numbers))
      let was = old.map { Codeowners($0, matchesPaths: false, for: service) }
      let change = GuardedOwners(owners, was: was) { Self.areSame($0, group) }
      for (line, text) in change.problems(added: added, group: group) {
        add(
          Problem(line: line, text: text),
          help: line == nil
            ? "Restore the line, or ask \(group) to approve its removal."
            : "Add \(group) to the line, or to the heading that gives its owners.")
      }
    }
  }

  private struct Problem: Hashable {
    var line: Int?
    var text: String
  }

  /// Maximum size of a list in bytes:
  /// https://docs.github.com/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners#codeowners-file-size
  private static let largestList = 3_000_000

  /// Maximum number of lines of a list. A line of two bytes costs as much as any other.
  private static let mostLines = 100_000

  /// Maximum size of all lists of a change in bytes.
  private static let largestLists = 2 * largestList

  /// The services that may read the list. A list that was for GitLab before the change is read only
  /// by GitLab.
  private static func readers(
    of file: RepositoryPath, _ before: Codeowners?
  ) -> [Codeowners.Service] {
    if let owner = owner(of: file) { return [owner] }
    return before?.isForGitLab == true ? [.gitLab] : [.gitLab, .gitHub]
  }

  /// Whether two names of people or teams are equal, ignoring the case of ASCII letters only.
  private static func areSame(_ one: String, _ other: String) -> Bool {
    func folded(_ text: String) -> [UInt8] {
      text.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 + 0x20 : $0 }
    }
    return folded(one) == folded(other)
  }
}
