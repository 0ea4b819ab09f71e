package import CIModel

/// Flags values in JSON files and property lists that change, or that fail to change.
package struct ProtectedKeysRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "protected-keys",
    summary:
      "Flags values in JSON files or property lists that change, or that do not change when "
      + "they must.",
    why:
      "Versions and identifiers are set by the release, not by a feature; and a change that "
      + "ships must raise the version.",
    parameters: [
      .init(
        "authors", .optionalList(.text),
        "People who may change them: the login of the pull request's author, or the names or "
          + "addresses of all authors of commits; `*` matches anything."),
      .init(
        "expect", .choice(["change", "no-change"]),
        "Whether the values must change or must not; `no-change` by default. With `change`, "
          + "each key needs a new value in one of the `files`; for a new value in each of them, "
          + "write the rule several times. A value that is removed, empty or differs only in invisible characters does not count as changed."
      ),
      .init("files", .list(.glob), "JSON files, or property lists in XML."),
      .init(
        "keys", .list(.text), "Protected keys, with dots between levels: `version`, `app.build`."),
      .init(
        "when", .list(.glob),
        "With `expect: change`: files whose change needs a new value; any file by default."),
    ],
    isDefault: false, defaultLevel: .warning, suppression: .maintainers)

  private static let version: [String: RuleSettings.Value] = [
    "files": .list([.text("package.json"), .text("**/Info.plist")]),
    "keys": .list([.text("version"), .text("CFBundleVersion")]),
  ]
  private static let package = FileChange(.modified, "package.json", additions: 1, deletions: 1)

  private static func json(_ old: String, _ new: String) -> [String: FileContents] {
    ["package.json": FileContents(old: Array(old.utf8), new: Array(new.utf8))]
  }

  private static func plist(_ build: String) -> [UInt8] {
    Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict>
        <key>CFBundleName</key><string>A &amp; B</string>
        <key>CFBundleVersion</key><string>\(build)</string>
      </dict></plist>
      """.utf8)
  }

  package static let examples: [RuleExample] = [
    .clean(
      "a change to another value", version, files: [package],
      contents: json(#"{"version": "1.0", "name": "a"}"#, #"{"name": "b", "version": "1.0"}"#)),
    .flagged(
      "a change to the version", as: .warning, values: version, files: [package],
      contents: json(#"{"version": "1.0"}"#, #"{"version": "1.1"}"#)),
    .flagged(
      "a key in a property list", as: .warning, values: version,
      files: [FileChange(.modified, "App/Info.plist", additions: 1, deletions: 1)],
      contents: ["App/Info.plist": FileContents(old: plist("7"), new: plist("8"))]),
    .flagged(
      "a deleted file", as: .warning, values: version,
      files: [FileChange(.deleted, "package.json", deletions: 1, mode: nil)],
      contents: ["package.json": FileContents(old: Array(#"{"version": "1.0"}"#.utf8))]),
    .clean(
      "a deleted file without the key", version,
      files: [FileChange(.deleted, "package.json", deletions: 1, mode: nil)],
      contents: ["package.json": FileContents(old: Array(#"{"name": "a"}"#.utf8))]),
    .flagged(
      "a removed nested key", as: .warning,
      values: ["files": .text("package.json"), "keys": .text("app.id")], files: [package],
      contents: json(#"{"app": {"id": 7}}"#, #"{"app": {}}"#)),
    .clean(
      "an author who may change it", version.merging(["authors": .text("release-*")]) { $1 },
      files: [package], pullRequest: PullRequest(author: "release-bot"),
      contents: json(#"{"version": "1.0"}"#, #"{"version": "1.1"}"#)),
    .flagged(
      "a file that cannot be read", as: .warning, values: version, files: [package],
      contents: json(#"{"version": "1.0"}"#, #"{"version": "#)),
    .flagged(
      "no new version where one is needed", as: .warning,
      values: [
        "files": .text("package.json"), "keys": .text("version"), "expect": .text("change"),
        "when": .text("src/**"),
      ],
      files: [FileChange(.modified, "src/a.js", additions: 1)]),
    .flagged(
      "a new version in a file that moves away", as: .warning,
      values: [
        "files": .text("package.json"), "keys": .text("version"), "expect": .text("change"),
      ],
      files: [FileChange(.renamed, "old/package.json", oldPath: "package.json")],
      contents: [
        "old/package.json": FileContents(
          old: Array(#"{"version": "1.0"}"#.utf8), new: Array(#"{"version": "1.1"}"#.utf8))
      ]),
  ]

  private let options: RuleOptions
  private let files: FileSelection
  private let twins: TwinSelection
  private let keys: [String]
  private let authors: [Wildcard]
  private let triggers: FileSelection

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    files = options.globs("files")
    twins = TwinSelection(options.texts("files") ?? [])
    keys = options.texts("keys") ?? []
    authors = (options.texts("authors") ?? []).map { Wildcard($0) }
    triggers = options.globs("when")
  }

  package var id: String { options.id }

  package func neededContents(for changes: ChangeSet) -> Set<RepositoryPath> {
    Set(judged(changes).map(\.exactPath))
  }

  /// The rule itself reports files that cannot be read.
  package var needsWholeFiles: Bool { false }

  /// The changed files to check; a new file has no keys that could change.
  private func judged(_ changes: ChangeSet) -> [FileChange] {
    changes.files.filter {
      $0.status != .added && files.contains($0) && options.scope.view(of: $0) != nil
    }
  }

  package func needsTwin(of file: FileChange) -> Bool {
    file.isNewPath && options.scope.contains(file)
  }

  package func guardsContent(of file: FileChange?) -> Bool {
    file.map { files.contains($0) && options.scope.contains($0) } ?? true
  }

  /// Findings for new paths in place of protected files: a link or a submodule in place of their
  /// folder, and a path that equals a protected one on case-insensitive file systems.
  private func replacements(_ changes: ChangeSet, _ facts: Facts) -> [Finding] {
    let links = changes.files.filter {
      $0.mayHoldFiles
        && (files.reachesBelow($0.path) || twins.reachesBelow(twins.readings(of: $0.path)))
    }.map {
      options.finding(
        "could lead to files with protected keys", at: SourceLocation($0.path),
        help: "Keep a folder there, or ask somebody who may change it.")
    }
    return links
      + changes.files.compactMap { file in
        guard needsTwin(of: file), let twin = facts.twins[file.exactPath],
          files.contains(twin.text) || files.reachesBelow(twin.text)
        else { return nil }
        return options.finding(
          "has the same name as \(displayedPath(twin.text)) on other systems",
          at: SourceLocation(file.path), help: "Give it another name.")
      }
  }

  /// Whether the file is gone from its protected path.
  private func isGone(_ file: FileChange) -> Bool {
    file.status == .deleted || file.oldPath.map { files.contains($0) } ?? false
  }

  /// The results of reading the files one after the other.
  private struct Reading {
    var findings: [Finding] = []
    /// Findings for values that are removed or empty, used only when the keys must change.
    var emptied: [Finding] = []
    /// The keys whose values change.
    var changed: Set<String> = []
  }

  /// Whether the values must change; otherwise they must not.
  private var expectsChange: Bool { options.text("expect") == "change" }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    let isGuarded = !expectsChange && !authors.allow(changes, facts)
    var reading = Reading()
    if isGuarded { reading.findings = replacements(changes, facts) }
    for file in judged(changes) { look(at: file, facts, isGuarded: isGuarded, &reading) }
    if expectsChange,
      triggers.isEmpty || changes.files.contains(where: { triggers.isTouched(by: $0) })
    {
      reading.findings += reading.emptied
      for key in keys where !reading.changed.contains(key) {
        reading.findings.append(
          options.finding(
            "'\(key)' does not change in \(files.text)",
            help: "Raise it, because this change ships."))
      }
    }
    return reading.findings
  }

  /// - Parameter isGuarded: Whether the values must not change.
  private func look(
    at file: FileChange, _ facts: Facts, isGuarded: Bool, _ reading: inout Reading
  ) {
    if isGone(file), !expectsChange {
      if isGuarded, mayHaveHadKeys(facts.contents[file.exactPath]?.old) {
        reading.findings.append(lost(file, "is deleted, with its protected keys"))
      }
      return
    }
    // A value that is changed elsewhere is not one of the keys.
    if expectsChange, !files.contains(file.path) { return }
    guard let contents = facts.contents[file.exactPath], let new = contents.new else {
      if isGuarded {
        reading.findings.append(
          lost(file, "can no longer be read, so its protected keys cannot be checked"))
      }
      return
    }
    let gainsMark = PropertyTree.hasMark(new) && contents.old.map(PropertyTree.hasMark) != true
    guard let newValue = PropertyTree.read(new), !gainsMark || PropertyTree.isXML(new) else {
      reading.findings.append(
        options.finding(
          "is neither valid JSON nor a property list that every program reads the same way",
          at: SourceLocation(file.path),
          help:
            "Correct the file (for example a duplicate key or a byte order mark), or leave it out of `files`."
        ))
      return
    }
    let oldValue = contents.old.flatMap { PropertyTree.read($0) }
    if let old = contents.old, oldValue != nil, isGuarded,
      PropertyTree.isXML(old) != PropertyTree.isXML(new)
    {
      reading.findings.append(
        lost(file, "changes its format, so programs that read the old one lose its protected keys"))
      return
    }
    let (oldIndex, newIndex) = (
      oldValue.map { PropertyIndex($0, along: keys) }, PropertyIndex(newValue, along: keys)
    )
    for key in keys {
      let before = oldIndex?.places(at: key) ?? []
      let after = newIndex.places(at: key)
      guard before != after else { continue }
      let line = Self.line(of: after, beside: before, in: new)
      let place = SourceLocation(file.path, line: line)
      if expectsChange { raise(key, before, after, at: place, &reading) }
      if isGuarded {
        reading.findings.append(
          options.finding(
            "'\(key)' changes from \(Self.shown(before, beside: after)) to "
              + Self.shown(after, beside: before), at: place,
            help: options.undoing("change", by: "authors")))
      }
    }
  }

  /// Notes whether a key has a new value, or none any more. Where the file had the key as it is
  /// written in the settings, its other spellings do not count.
  private func raise(
    _ key: String, _ before: [PropertyTree.Place], _ after: [PropertyTree.Place],
    at place: SourceLocation, _ reading: inout Reading
  ) {
    let isSpelled = before.contains { $0.isNamed(key) }
    func values(_ places: [PropertyTree.Place]) -> [Int] {
      places.filter { !isSpelled || $0.isNamed(key) }.compactMap(\.value.seen)
    }
    let (old, new) = (values(before), values(after))
    if new.isEmpty, !old.isEmpty {
      reading.emptied.append(
        options.finding(
          "'\(key)' loses its value, which was \(Self.shown(before, beside: after))", at: place,
          help: "Raise it, because this change ships."))
    }
    if new.isEmpty ? !old.isEmpty : !new.contains(where: old.contains) {
      reading.changed.insert(key)
    }
  }

  /// - Parameter content: The content at the merge base; `nil` when it was not read.
  private func mayHaveHadKeys(_ content: [UInt8]?) -> Bool {
    guard let tree = content.flatMap({ PropertyTree.read($0) }) else { return true }
    let index = PropertyIndex(tree, along: keys)
    return keys.contains { !index.places(at: $0).isEmpty }
  }

  private func lost(_ file: FileChange, _ text: String) -> Finding {
    options.finding(
      text, at: SourceLocation(file.oldPath ?? file.path),
      help: options.undoing("change", by: "authors"))
  }

  /// The first value that the other version does not have.
  private static func shown(
    _ places: [PropertyTree.Place], beside others: [PropertyTree.Place]
  ) -> String {
    places.first { !others.contains($0) }?.value.description ?? "nothing"
  }

  /// The 1-based line of the first key whose value the other version does not have.
  private static func line(
    of places: [PropertyTree.Place], beside others: [PropertyTree.Place], in content: [UInt8]
  ) -> Int? {
    let place = places.first { !others.contains($0) } ?? places.first
    let offset = place.flatMap { PropertyTree.offset(of: $0.names, in: content) }
    return offset.map { offset in
      content[..<offset].count { $0 == UInt8(ascii: "\n") } + 1
    }
  }
}

extension PropertyTree {
  /// A hash of the value as people see it, without its kind and without what is empty or invisible;
  /// `nil` when nothing is left. A second tree of a large value would need as much memory again.
  /// Each process has its own random seed, so nobody can construct two values with the same hash.
  fileprivate var seen: Int? {
    var hasher = Hasher()
    switch self {
    case .null: return nil
    case .boolean(let value): hasher.combine(value)
    case .scalar("number", let bytes), .scalar("integer", let bytes), .scalar("real", let bytes):
      hasher.combine(Self.shortNumber(bytes))
    case .text(let bytes), .scalar(_, let bytes):
      let text = String(decoding: bytes, as: UTF8.self).withoutInvisible.withSingleBlanks
      guard NewWords.areSeen(in: text.utf8) else { return nil }
      hasher.combine(Array(text.utf8))
    case .list(let items):
      var count = 0
      for case let item? in items.lazy.map(\.seen) {
        hasher.combine(item)
        count += 1
      }
      if count == 0 { return nil }
      hasher.combine("list of \(count)")
    case .object(let members):
      var (count, sum) = (0, 0)
      for case (let name, let value?) in members.lazy.map({ ($0.key, $0.value.seen) }) {
        var member = Hasher()
        member.combine(name)
        member.combine(value)
        // The order of the members does not count.
        sum &+= member.finalize()
        count += 1
      }
      if count == 0 { return nil }
      hasher.combine("object")
      hasher.combine(sum)
    }
    return hasher.finalize()
  }

  /// A number as short as it can be written: `7` for `7.0`, `+7` and `70e-1`.
  fileprivate static func shortNumber(_ bytes: [UInt8]) -> [UInt8] {
    // Beyond that, a double does not tell one whole number from the next.
    guard let value = Double(String(decoding: bytes, as: UTF8.self)), value.magnitude < 0x1p53
    else { return bytes }
    return Array((Int64(exactly: value).map(String.init) ?? "\(value)").utf8)
  }
}

extension PropertyTree.Place {
  /// Whether a dotted path of names is exactly this one.
  fileprivate func isNamed(_ key: String) -> Bool {
    names.joined(separator: [UInt8(ascii: ".")]).elementsEqual(key.utf8)
  }
}
