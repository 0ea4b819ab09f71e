internal import CIModel

/// The change of an example: its files, lines and commits.
struct ExampleChange {
  private var files: [String: FileChange] = [:]
  private var commits: [Commit] = []
  private var added: [AddedText] = []
  private var deleted: [DeletedLine] = []
  /// Files that `added-lines` or `deleted-lines` names and whose status allows no such lines.
  private(set) var textsOfUnchangedFiles: [String] = []

  /// - Parameter now: The time of the example.
  init(_ example: CheckedMapping, now: Timestamp) {
    for path in example["files"]?.texts ?? [] {
      files[path] = FileChange(.modified, path, additions: 1, deletions: 1)
    }
    for entry in example["files"]?.mapping?.entries ?? [] {
      files[entry.key] = FileChange(entry.key, entry.value)
    }
    for (path, text) in texts(example["added-lines"]) { add(text, to: path, example) }
    for (path, text) in texts(example["deleted-lines"]) { delete(text, from: path, example) }
    for entry in example["contents"]?.mapping?.entries ?? [] where isNew(entry.key) {
      let text = entry.value.text ?? entry.value.mapping?["new"]?.text
      if let text, !text.isEmpty { add(text, to: entry.key, example) }
    }
    for element in example["commits"]?.list ?? [] {
      if let message = element.text {
        commits.append(Commit(message: message, number: commits.count, date: now))
      } else if let mapping = element.mapping {
        commits.append(
          Commit(
            message: mapping["message"]?.text ?? "", number: commits.count,
            date: now.before(mapping["age"]?.duration),
            name: mapping["author"]?.text, email: mapping["email"]?.text,
            isMerge: mapping["merge"]?.boolean ?? false))
      }
    }
  }

  var facts: Facts {
    var facts = Facts()
    facts.changes = ChangeSet(
      base: Self.id(0xb), head: commits.last?.id ?? Self.id(0xe), mergeBase: Self.id(0xb),
      files: files.values.sorted { $0.path < $1.path }, commits: commits)
    facts.addedText = added
    facts.deletedLines = deleted
    return facts
  }

  /// The contents of new files that the example describes only as added lines.
  func contents(besides told: [String: FileContents]) -> [String: FileContents] {
    var contents: [String: FileContents] = [:]
    for text in added where files[text.path]?.status == .added && told[text.path] == nil {
      let lines = (0..<text.count).map { text.text(ofLine: $0) }
      contents[text.path] = FileContents(new: Array(lines.joined(separator: "\n").utf8))
    }
    return contents
  }

  /// Whether the file is new and the example does not describe it as added lines.
  private func isNew(_ path: String) -> Bool {
    files[path]?.status == .added && files[path]?.isBinary == false
      && !added.contains { $0.path == path }
  }

  /// Whether the example itself gives the number of lines of the file.
  private func counts(_ key: String, of path: String, _ example: CheckedMapping) -> Bool {
    example["files"]?.mapping?[path]?.mapping?[key] != nil
  }

  private mutating func add(_ text: String, to path: String, _ example: CheckedMapping) {
    let lines = Self.lines(text)
    var file = files[path] ?? FileChange(.modified, path)
    if file.status == .deleted || file.isBinary { textsOfUnchangedFiles.append(path) }
    if !counts("added", of: path, example) { file.additions = lines.count }
    files[path] = file
    added.append(
      AddedText(
        path: path,
        lines: lines.enumerated().map { AddedLine(path, line: $0.offset + 1, text: $0.element) }))
  }

  private mutating func delete(_ text: String, from path: String, _ example: CheckedMapping) {
    let lines = Self.lines(text)
    var file = files[path] ?? FileChange(.modified, path)
    if file.status == .added || file.isBinary { textsOfUnchangedFiles.append(path) }
    if !counts("deleted", of: path, example) { file.deletions = lines.count }
    files[path] = file
    deleted += lines.enumerated().map {
      DeletedLine(file.oldPath ?? path, line: $0.offset + 1, text: $0.element)
    }
  }

  /// Splits a text into lines; a line break at the end begins no further line.
  private static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// A made-up object id.
  fileprivate static func id(_ digit: Int) -> String {
    String(repeating: String(digit % 16, radix: 16), count: 40)
  }
}

extension Timestamp {
  /// The time that long before; this time when no age is given.
  func before(_ age: Duration?) -> Timestamp {
    let seconds = age.map(\.components.seconds) ?? 0
    return Timestamp(
      secondsSinceEpoch: secondsSinceEpoch.subtractingReportingOverflow(seconds).partialValue)
  }
}

extension FileChange {
  /// Reads a status word, or a mapping with more facts about the file.
  fileprivate init(_ path: String, _ value: Checked) {
    let mapping = value.mapping
    let word = value.text ?? mapping?["status"]?.text
    let oldPath = mapping?["from"]?.text
    let status = oldPath == nil ? word.flatMap(Status.init) ?? .modified : .renamed
    let isBinary = mapping?["binary"]?.boolean ?? false
    let (additions, deletions) = (mapping?["added"]?.integer, mapping?["deleted"]?.integer)
    // The defaults are the smallest change of this kind; when one kind of line is counted, the
    // other defaults to none.
    let isCounted = status == .modified && (additions != nil || deletions != nil)
    let hasLines = status != .renamed && !isBinary && !isCounted
    self.init(
      status, path, oldPath: oldPath, similarity: oldPath == nil ? nil : 100,
      additions: additions ?? (hasLines && status != .deleted ? 1 : 0),
      deletions: deletions ?? (hasLines && status != .added ? 1 : 0),
      isBinary: isBinary,
      mode: status == .deleted ? nil : mapping?["mode"]?.text ?? "100644",
      oldMode: status == .added ? nil : mapping?["old-mode"]?.text ?? "100644",
      size: mapping?["size"]?.integer)
  }
}

extension Commit {
  /// - Parameter number: 0-based index of the commit in the example, which makes its id unique.
  fileprivate init(
    message: String, number: Int, date: Timestamp, name: String? = nil, email: String? = nil,
    isMerge: Bool = false
  ) {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    let hasBlankSecondLine = lines.count < 2 || lines[1].allSatisfy(\.isWhitespace)
    var body = lines.dropFirst(hasBlankSecondLine ? 2 : 1)[...]
    while body.last?.allSatisfy(\.isWhitespace) == true { body.removeLast() }
    let author = Signature(
      name: name ?? "Ada Lovelace", email: email ?? "ada@lovelace.org", date: date)
    let digits = String(number + 1, radix: 16)
    self.init(
      id: String(repeating: "0", count: max(0, 40 - digits.count)) + digits,
      parents: (0..<(isMerge ? 2 : 1)).map { ExampleChange.id($0 + 1) },
      subject: lines.first.map(String.init) ?? "", body: body.joined(separator: "\n"),
      author: author, committer: author, hasBlankSecondLine: hasBlankSecondLine)
  }
}
