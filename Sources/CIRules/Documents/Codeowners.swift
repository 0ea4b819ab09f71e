import CIModel

/// A CODEOWNERS file: patterns and owners, by the rules of GitHub and GitLab.
///
/// Sources: https://docs.github.com/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners
/// and https://docs.gitlab.com/user/project/codeowners/reference/
struct Codeowners {
  /// The service that reads a file, by its name.
  enum Service: String {
    case bitbucket = "Bitbucket"
    case gitHub = "GitHub"
    case gitLab = "GitLab"
  }

  struct Entry {
    /// 1-based.
    var line: Int
    var pattern: String
    var owners: [String]
    /// Index of the heading that provides the owners; `nil` when the line names its own.
    var heading: Int?
    /// Number of owners that have to approve; 0 in an optional section (`^[…]`).
    var approvals = 1
    /// Index of the heading of its section; `nil` before the first heading.
    var section: Int?
  }

  /// The heading of a GitLab section.
  struct Heading {
    /// 1-based.
    var line: Int
    /// Number of required approvals; 0 when approval is optional.
    var approvals: Int
    /// The owners of the lines that name none.
    var owners: [String]
    /// The name in lowercase: GitLab joins sections whose names differ only in case.
    var section: String
    /// Text directly follows the brackets, so that other services read the line as a pattern.
    var isPattern: Bool
    /// Why GitLab cannot read it.
    var problem: String?
  }

  private(set) var headings: [Heading] = []
  private(set) var entries: [Entry] = []
  private(set) var problems: [(line: Int, text: String)] = []
  /// GitLab's exclusions, `!pattern`, with the index of the heading. A file that matches one has no
  /// owner in its section.
  private(set) var exceptions: [(line: Int, pattern: String, section: Int?)] = []
  /// The lines of each section that has any; empty unless `matchesPaths`.
  private var sections: [Section] = []
  private var workLeft = PathIndex.mostWork

  /// The lines of a section, to be matched with paths.
  private struct Section {
    var lines = OwnerPatterns()
    /// The index in `entries` of each line.
    var entries: [Int] = []
    var exceptions = OwnerPatterns()
  }

  /// - Parameters:
  ///   - matchesPaths: Whether `owners(of:)` will be called.
  ///   - service: The service that reads the file. Only GitLab knows sections; for others a heading
  ///     is a pattern.
  init(_ content: [UInt8], matchesPaths: Bool = true, for service: Service = .gitLab) {
    // Lines as git and the services count them: only a line feed ends one.
    let lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { line in
        String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
          .cuttingRunsOfMarks
      }
    for (index, line) in lines.enumerated() {
      if line.utf8.contains(UInt8(ascii: "\r")) {
        problems.append(
          (index + 1, "contains a carriage return, which some readers treat as a line end"))
      }
      let words = Self.words(line, for: service)
      guard let first = words.first else { continue }
      if service == .gitLab, let heading = Self.heading(line, number: index + 1) {
        headings.append(heading)
        if let problem = heading.problem { problems.append((index + 1, problem)) }
        if !heading.isPattern { continue }
      } else if service == .gitLab, first.hasPrefix("[") || first.hasPrefix("^[") {
        problems.append((index + 1, "'\(first)' begins a heading without a closing bracket"))
      }
      let owners = Array(words.dropFirst())
      let section = headings.isEmpty ? nil : headings.count - 1
      if first.utf8.first == UInt8(ascii: "!") {
        exceptions.append((index + 1, first, section))
        continue
      }
      if let wrong = owners.first(where: { !service.knowsOwner($0) }) {
        problems.append((index + 1, "'\(wrong)' is not a @name, an @org/team or an email address"))
        continue
      }
      if let sign = first.unicodeScalars.first(where: Self.looksLikeGap) {
        let name = "U+" + String(sign.value, radix: 16, uppercase: true)
        problems.append((index + 1, "'\(first)' contains \(name), which separates nothing"))
        continue
      }
      if service == .gitHub, let problem = Self.problemOnGitHub(of: first) {
        problems.append((index + 1, problem))
        continue
      }
      entries.append(
        Entry(
          line: index + 1, pattern: first,
          owners: owners.isEmpty ? headings.last?.owners ?? [] : owners,
          heading: owners.isEmpty ? section : nil, approvals: headings.last?.approvals ?? 1,
          section: section))
    }
    if matchesPaths { findSections(for: service) }
  }

  /// Whether readers take a character for a blank between pattern and owner, or do not see it.
  /// Emoji are joined by U+200D.
  private static func looksLikeGap(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII && scalar.value != 0x200D
      && (scalar.properties.isWhitespace || scalar.properties.generalCategory == .format)
  }

  /// The reason why GitHub refuses a pattern, or why nothing can match it.
  ///
  /// Source: https://docs.github.com/rest/repos/repos#list-codeowners-errors
  private static func problemOnGitHub(of pattern: String) -> String? {
    if pattern.utf8.reversed().prefix(while: { $0 == UInt8(ascii: "\\") }).count % 2 == 1 {
      return "'\(pattern)' ends with '\\', and on GitHub a '#' behind it begins a comment"
    }
    return pattern.contains("***")
      ? "'\(pattern)' has three stars in a row, and GitHub refuses it" : nil
  }

  /// Sorts the lines by sections. GitLab joins sections of the same name, and calls the one before
  /// the first heading `codeowners`.
  private mutating func findSections(for service: Service) {
    var numbers: [[UInt8]: Int] = [:]
    let places = (["codeowners"] + headings.map(\.section)).map { name in
      let name = Array(name.utf8)
      let number = numbers[name] ?? numbers.count
      numbers[name] = number
      return number
    }
    sections = Array(repeating: Section(), count: numbers.count)
    for (index, entry) in entries.enumerated() {
      let place = places[entry.section.map { $0 + 1 } ?? 0]
      sections[place].lines.add(entry.pattern, for: service)
      sections[place].entries.append(index)
    }
    for exception in exceptions where service == .gitLab {
      let pattern = String(exception.pattern.unicodeScalars.dropFirst())
      sections[places[exception.section.map { $0 + 1 } ?? 0]].exceptions.add(pattern)
    }
    sections.removeAll(where: \.entries.isEmpty)
  }

  /// The owners in the first section that gives the file any: those of its last line that matches,
  /// unless an exclusion matches, too. `nil` when all lookups together take too long.
  mutating func owners(of path: String) -> [String]? {
    let path = OwnerPatterns.Path(path)
    for section in sections {
      guard let last = section.lines.last(matching: path, &workLeft) else { return nil }
      let owners = last < 0 ? [] : entries[section.entries[last]].owners
      if owners.isEmpty { continue }
      guard let exclusion = section.exceptions.last(matching: path, &workLeft) else { return nil }
      if exclusion < 0 { return owners }
    }
    return []
  }

  /// Parses a heading, `[Name] @owner` or `^[Name][2]`; `nil` for every other line.
  private static func heading(_ line: String, number: Int) -> Heading? {
    var rest = line.unicodeScalars.drop { $0 == " " || $0 == "\t" }
    let isOptional = rest.first == "^"
    if isOptional { rest.removeFirst() }
    guard rest.first == "[", let end = rest.firstIndex(of: "]") else { return nil }
    let section = String(rest[..<end].dropFirst()).lowercased()
    rest = rest[end...].dropFirst()
    // The number of required approvals. Services read no owners behind anything else.
    var isKnown = true
    var approvals = isOptional ? 0 : 1
    if rest.first == "[", let end = rest.firstIndex(of: "]") {
      let number = String(rest[..<end].dropFirst())
      isKnown = number.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      if !isOptional { approvals = max(1, Int(number) ?? 1) }
      rest = rest[end...].dropFirst()
    }
    let isPattern = rest.first.map { ![" ", "\t", "\r", "#"].contains($0) } ?? false
    let owners = words(String(rest), isOfOwners: true).prefix { word in
      word.unicodeScalars.allSatisfy(isOwnerCharacter)
    }.filter { $0.utf8.contains(UInt8(ascii: "@")) }
    return Heading(
      line: number, approvals: approvals, owners: isKnown ? owners : [], section: section,
      isPattern: isPattern,
      problem: section.allSatisfy(\.isWhitespace)
        ? "the section has no name"
        : isKnown ? nil : "the number of approvals of section '\(section)' is not a number")
  }

  /// Whether a character can be part of the default owners of a section. GitLab stops reading at
  /// any other character.
  private static func isOwnerCharacter(_ character: UnicodeScalar) -> Bool {
    switch character {
    case "a"..."z", "A"..."Z", "0"..."9", "@", "_", ".", "-", "/": true
    default: false
    }
  }

  /// The words of a line up to a comment. In the pattern, `\ ` and `\#` mean the characters
  /// themselves. Other backslashes belong to the pattern (`\*` is a star and not a wildcard), and
  /// owners have none. On GitHub a `#` begins a comment even behind a backslash.
  ///
  /// The line is read by Unicode scalars: a `#` with an accent behind it is one character in Swift,
  /// but two for services.
  private static func words(
    _ line: String, isOfOwners: Bool = false, for service: Service = .gitLab
  ) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    var isEscaped = false
    for character in line.unicodeScalars {
      if isEscaped, character != "#" || service != .gitHub {
        let isUnescaped =
          !isOfOwners && words.isEmpty && " \t#".unicodeScalars.contains(character)
        if !isUnescaped { word.append("\\") }
        word.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "#" {
        break
      } else if character == " " || character == "\t" || character == "\r" {
        if !word.isEmpty { words.append(String(word)) }
        word = String.UnicodeScalarView()
      } else {
        word.append(character)
      }
    }
    if isEscaped { word.append("\\") }
    return word.isEmpty ? words : words + [String(word)]
  }

  /// Whether the file uses features that only GitLab reads: sections, roles, nested groups.
  var isForGitLab: Bool {
    !headings.isEmpty
      || entries.contains { entry in
        entry.owners.contains { !Service.gitHub.knowsOwner($0) }
      }
  }
}

/// The distinct lists of owners and names of sections in versions of a file. Any number of lines can
/// share those of one heading.
struct OwnerLists {
  /// The effect of a line, wherever it is in its section.
  struct Meaning: Hashable {
    /// The service evaluates each section on its own, and in each the last line that matches
    /// counts.
    struct Key: Hashable {
      /// Index of the name of the section; 0 before the first heading.
      var section: Int
      var pattern: [UInt8]
    }
    var key: Key
    /// Index of the list of its owners.
    var owners: Int
    var approvals: Int
  }

  private(set) var all: [[String]] = []
  private var indices: [[[UInt8]]: Int] = [:]
  private var sections: [[UInt8]: Int] = [[]: 0]

  /// The meaning of each entry of a file.
  mutating func meanings(of file: Codeowners) -> [Meaning] {
    let headings = file.headings.map { index(of: $0.owners) }
    let sections = file.headings.map { index(ofSection: $0.section) }
    return file.entries.map { entry in
      Meaning(
        key: Meaning.Key(
          section: entry.section.map { sections[$0] } ?? 0, pattern: Array(entry.pattern.utf8)),
        owners: entry.heading.map { headings[$0] } ?? index(of: entry.owners),
        approvals: entry.approvals)
    }
  }

  private mutating func index(ofSection name: String) -> Int {
    let index = sections[Array(name.utf8), default: sections.count]
    sections[Array(name.utf8)] = index
    return index
  }

  private mutating func index(of owners: [String]) -> Int {
    let key = owners.map { Array($0.utf8) }
    if let known = indices[key] { return known }
    indices[key] = all.count
    all.append(owners)
    return all.count - 1
  }
}
