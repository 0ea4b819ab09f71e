package import CIModel

/// Flags changes that touch several areas at once.
package struct AreasRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "areas",
    summary:
      "Flags a change that touches more than one area, or mixes files that must change alone "
      + "with others.",
    why:
      "People who know an area can review a change that touches nothing else, and it can be "
      + "reverted alone. Migrations and generated code are best submitted separately.",
    parameters: [
      .init(
        "alone", .list(.glob), "Files that must not change together with any others."),
      .init(
        "areas", .list(.glob),
        "Path patterns of the areas; a pattern with `*` makes an area of each name that its "
          + "first single `*` matches: `Sources/*/**`."),
      .init("max", .integer(min: 1), "Maximum number of areas in a change; 1 by default."),
      .init(
        "with", .optionalList(.glob),
        "Files that may change together with anything, such as the changelog."),
    ],
    isDefault: false, defaultLevel: .warning)

  private static let modules: [String: RuleSettings.Value] = [
    "areas": .list([.text("Sources/*/**"), .text("docs/**")])
  ]
  private static let migrations: [String: RuleSettings.Value] = [
    "alone": .list([.text("db/**")]), "with": .list([.text("CHANGELOG.md")]),
  ]

  package static let examples: [RuleExample] = [
    .clean(
      "one module, and files outside every area", modules,
      files: [
        FileChange(.modified, "README.md", additions: 1),
        FileChange(.modified, "Sources/Core/A.swift", additions: 1),
        FileChange(.modified, "Sources/Core/Deep/B.swift", additions: 1),
      ]),
    .clean(
      "two files of one area", modules,
      files: [
        FileChange(.modified, "docs/a.md", additions: 1),
        FileChange(.modified, "docs/deep/b.md", additions: 1),
      ]),
    .flagged(
      "modules of two packages", as: .warning,
      values: ["areas": .list([.text("**/Sources/*/**")])],
      files: [
        FileChange(.modified, "Sources/Core/A.swift", additions: 1),
        FileChange(.modified, "Packages/UI/Sources/Core/A.swift", additions: 1),
        FileChange(.modified, "Sources/UI/A.swift", additions: 1),
      ]),
    .flagged(
      "two modules", as: .warning, values: modules,
      files: [
        FileChange(.modified, "Sources/Core/A.swift", additions: 1),
        FileChange(.added, "Sources/UI/B.swift", additions: 1, oldMode: nil),
      ]),
    .flagged(
      "two modules whose names differ in how an accent is encoded", as: .warning, values: modules,
      files: [
        FileChange(.modified, "Sources/\u{E9}/A.swift", additions: 1),
        FileChange(.modified, "Sources/e\u{301}/A.swift", additions: 1),
      ]),
    .flagged(
      "a file that moves from one area to another", as: .warning, values: modules,
      files: [FileChange(.renamed, "Sources/UI/A.swift", oldPath: "Sources/Core/A.swift")]),
    .clean(
      "migrations and the changelog", migrations,
      files: [
        FileChange(.modified, "CHANGELOG.md", additions: 1),
        FileChange(.added, "db/1.sql", additions: 1, oldMode: nil),
      ]),
    .flagged(
      "migrations and code", as: .warning, values: migrations,
      files: [
        FileChange(.modified, "Sources/Core/A.swift", additions: 1),
        FileChange(.deleted, "db/1.sql", deletions: 1, mode: nil),
      ]),
    .flagged(
      "code that becomes a migration", as: .warning, values: migrations,
      files: [FileChange(.renamed, "db/2.sql", oldPath: "Sources/Core/2.sql", similarity: 100)]),
    .clean(
      "a migration with another name", migrations,
      files: [FileChange(.renamed, "db/2.sql", oldPath: "db/1.sql", similarity: 100)]),
  ]

  private let options: RuleOptions
  private let areas: [CapturingGlob]
  private let alone: FileSelection
  private let companions: FileSelection

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    areas = (options.texts("areas") ?? []).map { CapturingGlob($0) }
    alone = options.globs("alone")
    companions = options.globs("with")
  }

  package var id: String { options.id }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    let places = changes.files.flatMap { self.places(of: $0) }
    return areaFindings(places) + aloneFindings(places)
  }

  /// The file at each of its paths that is no companion: a moved file belongs to both.
  private func places(of file: FileChange) -> [FileChange] {
    options.scope.places(of: file).filter { !companions.contains($0.path) }.map { place in
      var place = place
      // A link that moves away stood for a folder.
      place.mode = file.mode
      return place
    }
  }

  private func areaFindings(_ places: [FileChange]) -> [Finding] {
    // Keys are bytes, because an accent can be encoded in two ways.
    var counts: [RepositoryPath: Int] = [:]
    for place in places {
      if let area = area(of: place) { counts[RepositoryPath(area), default: 0] += 1 }
    }
    let limit = options.integer("max") ?? 1
    if counts.count <= limit { return [] }
    let names = counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
      .map { "\($0.key.readableText) (\(counted($0.value, "file")))" }
    return [
      options.finding(
        "changes \(counts.count) areas, limit is \(limit): \(shortList(names, limit: 5))",
        help: "Submit one change for each area.")
    ]
  }

  private func area(of place: FileChange) -> String? {
    for glob in areas {
      if let captures = glob.captures(of: place, at: place.exactPath.exactText) {
        return Self.name(glob.text, captures)
      }
    }
    return nil
  }

  /// The pattern of an area, with the captures in place of the first single `*` and of each `**`
  /// before it; without a single `*`, all that matches is one area.
  private static func name(_ pattern: String, _ captures: [String]) -> String {
    var (name, rest) = ("", pattern[...])
    for capture in captures {
      guard let star = rest.firstIndex(of: "*") else { break }
      let isDeep = rest[star...].hasPrefix("**")
      name += rest[..<star] + capture
      rest = rest[star...].dropFirst(isDeep ? 2 : 1)
      if !isDeep {
        // An empty capture leaves its slash behind.
        return (name + rest.replacing("/**", with: "")).pathNames.joined(separator: "/")
      }
    }
    return pattern
  }

  private func aloneFindings(_ places: [FileChange]) -> [Finding] {
    let isolated = places.filter { alone.concerns($0) }
    let others = places.filter { !alone.concerns($0) }
    guard !isolated.isEmpty, !others.isEmpty else { return [] }
    return [
      options.finding(
        "mixes \(shortList(isolated.map(\.path))) with \(shortList(others.map(\.path)))",
        help: "Submit \(alone.text) in a separate change.")
    ]
  }
}

extension RepositoryPath {
  /// The first of the characters for private use that stand for bytes that are not UTF-8.
  private static let firstOfBytes: UInt32 = 0x10FF00

  /// The path as a string that no other path has.
  fileprivate var exactText: String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = String.UnicodeScalarView()
    var (parser, source) = (Unicode.UTF8.ForwardParser(), bytes.makeIterator())
    var rest = bytes[...]
    while true {
      switch parser.parseScalar(from: &source) {
      case .valid(let encoded):
        text.append(Unicode.UTF8.decode(encoded))
        rest = rest.dropFirst(encoded.count)
      case .error(let length):
        text += rest.prefix(length).compactMap { Unicode.Scalar(Self.firstOfBytes + UInt32($0)) }
        rest = rest.dropFirst(length)
      case .emptyInput: return String(text)
      }
    }
  }

  /// An exact text with U+FFFD for bytes that are not UTF-8.
  fileprivate var readableText: String {
    let scalars = text.unicodeScalars.map { $0.value >= Self.firstOfBytes ? "\u{FFFD}" : $0 }
    return String(String.UnicodeScalarView(scalars))
  }
}
