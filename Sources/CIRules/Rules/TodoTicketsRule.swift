package import CIModel
import Patterns

/// Flags postponed work in comments that name no ticket.
package struct TodoTicketsRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "todo-tickets",
    summary: "Flags `TODO` and similar words in added comments that name no ticket.",
    why: "A `TODO` without a ticket never gets done: it is on no list and has no owner.",
    parameters: [
      .init(
        "ticket", .pattern,
        "Pattern of a reference; `#123`, `ABC-123` and addresses by default, except names of "
          + "standards and licences such as `UTF-8`."),
      .init(
        "words", .list(.text),
        "Words that mark such work; `TODO`, `FIXME`, `XXX` and `HACK` by default."
      ),
    ],
    isDefault: false, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean(
      "tickets and addresses",
      addedLines: [
        AddedLine("a.swift", line: 1, text: "// TODO(#12): speed up"),
        AddedLine("a.swift", line: 2, text: "// FIXME: CORE-12"),
        AddedLine("a.swift", line: 3, text: "// TODO: https://example.com/12"),
      ]),
    .clean(
      "code and strings are not comments",
      addedLines: [
        AddedLine("a.swift", line: 1, text: "let TODO = 1"),
        AddedLine("a.swift", line: 2, text: "print(\"TODO: nothing // TODO\")"),
        AddedLine("a.swift", line: 3, text: "// TODOs are listed, autodoc TODOMVC"),
      ]),
    .flagged(
      "a comment, wherever it begins", as: .warning, .warning, .warning,
      addedLines: [
        AddedLine("a.swift", line: 1, text: "  // TODO: speed up"),
        AddedLine("a.swift", line: 2, text: "f(\"//\") // FIXME later"),
        AddedLine("b.sh", line: 3, text: "cat # XXX"),
      ]),
    .flagged(
      "the middle of a block comment", as: .warning,
      files: [FileChange(.modified, "a.swift", additions: 1)],
      addedLines: [
        AddedLine("a.swift", line: 2, text: "  TODO: speed up"),
        AddedLine("a.swift", line: 5, text: "TODO: in a text"),
      ],
      contents: [
        "a.swift": FileContents(
          new: Array("/*\n  TODO: speed up\n*/\nlet a = \"\"\"\nTODO: in a text\n\"\"\"\n".utf8))
      ]),
    .clean(
      "a line that only moves", files: [FileChange(.modified, "a.swift", additions: 1)],
      addedLines: [AddedLine("a.swift", line: 2, text: "  // TODO: speed up")],
      contents: [
        "a.swift": FileContents(
          old: Array("// TODO: speed up\nf()\n".utf8), new: Array("f()\n  // TODO: speed up\n".utf8)
        )
      ]),
    .flagged(
      "a copy of a line", as: .warning,
      files: [FileChange(.modified, "a.swift", additions: 1)],
      addedLines: [AddedLine("a.swift", line: 3, text: "// TODO: speed up")],
      contents: [
        "a.swift": FileContents(
          old: Array("// TODO: speed up\nf()\n".utf8),
          new: Array("// TODO: speed up\nf()\n// TODO: speed up\n".utf8))
      ]),
    .flagged(
      "a standard is not a ticket", as: .warning,
      addedLines: [AddedLine("a.swift", line: 1, text: "// TODO: handle UTF-8")]),
    .flagged(
      "custom words", as: .warning, values: ["words": .list([.text("LATER")])],
      addedLines: [
        AddedLine("a.swift", line: 1, text: "// LATER"),
        AddedLine("a.swift", line: 2, text: "// TODO"),
      ]),
  ]

  private let options: RuleOptions
  private let finder: WordFinder

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    finder = WordFinder(options.texts("words") ?? ["TODO", "FIXME", "XXX", "HACK"])
  }

  package var id: String { options.id }

  /// Number of bytes of a line, from the word on, that are searched for the ticket.
  private static let mostBehindWord = 4 << 10
  /// Maximum number of bytes after all words of a change that are searched for tickets; more than
  /// real changes have.
  private static let most = 8 << 20

  package func readsAddedLines(of file: FileChange) -> Bool {
    options.scope.contains(file) && SourceLine.Language(path: file.path) != .none
  }

  package func readsHiddenText(of file: FileChange) -> Bool {
    file.isBinary && readsAddedLines(of: file)
  }

  package func mayConcern(_ content: UnsafeRawBufferPointer) -> Bool { finder.occurs(in: content) }

  /// A single line shows neither whether it is in a block comment nor whether a string ends in it.
  package func neededContents(for changes: ChangeSet) -> Set<RepositoryPath> {
    Set(
      changes.files.filter {
        ($0.additions > 0 || $0.isBinary) && readsAddedLines(of: $0)
      }
      .map(\.exactPath))
  }

  package var needsWholeFiles: Bool { false }

  private func hasBlockComments(_ path: String) -> Bool {
    [.swift, .slashes].contains(SourceLine.Language(path: path))
  }

  /// The words in comments, in the order of their positions.
  private func hits(
    in text: AddedText, _ facts: Facts, _ room: inout SearchRoom
  ) -> [WordFinder.Hit] {
    let certain = finder.hits(in: text, part: .comment, room: &room)
    let places = Set(certain.map(\.range.lowerBound))
    // A line that looks like code or a string may be inside a comment.
    let possible = finder.hits(in: text, part: nil, room: &room).filter {
      !places.contains($0.range.lowerBound)
    }
    guard !possible.isEmpty, let contents = facts.contents[text.exactPath] else { return certain }
    let comments = SourceParts(["comments"])
    let new = contents.new?.withoutNuls
    let sure = new.map {
      comments.lines(of: $0, path: text.path, includesUnsure: false)
    }
    let any = new.map { comments.lines(of: $0, path: text.path) }
    var line: (index: Int, shown: ArraySlice<UInt8>?)?
    let inside = possible.filter { hit in
      let column = hit.range.lowerBound - text.range(ofLine: hit.line).lowerBound
      func isShown(_ shown: ArraySlice<UInt8>?) -> Bool {
        shown?.dropFirst(column).first.map { $0 > 0x20 } ?? false
      }
      if hit.line != line?.index {
        line = (hit.line, sure?.line(hit.line, of: text))
        // Code does not begin with such a word. A file that is too large to be read does not hide
        // one.
        if hasBlockComments(text.path),
          text.before(hit.range.lowerBound, inLine: hit.line).allSatisfy({ $0 <= 0x20 })
        {
          return any.map { isShown($0.line(hit.line, of: text)) } ?? true
        }
      }
      return isShown(line?.shown)
    }
    return (certain + inside).sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The rest of the comment that a word is in, as far as it is on the line and searched.
  private func comment(of hit: WordFinder.Hit, in text: AddedText) -> ArraySlice<UInt8> {
    let rest = text.rest(from: hit.range.lowerBound, ofLine: hit.line).prefix(Self.mostBehindWord)
    let (slash, star) = (UInt8(ascii: "/"), UInt8(ascii: "*"))
    // A comment that begins with `//` ends with the line.
    let before = text.before(hit.range.lowerBound, inLine: hit.line)
    let start = zip(before, before.dropFirst()).first { $0 == slash && ($1 == slash || $1 == star) }
    guard hasBlockComments(text.path), start?.1 != slash else { return rest }
    let end = rest.indices.dropLast().first { rest[$0] == star && rest[$0 + 1] == slash }
    return end.map { rest[..<$0] } ?? rest
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    let pattern = options.pattern("ticket", default: "\(TicketPattern.standard)|://[\\w\\[]")
    guard let ticket = pattern?.boundedMatcher() else { return [] }
    var list = FindingList(id)
    var work = Self.most
    var room = SearchRoom()
    for text in options.readTexts(in: facts, changes) {
      let hits = hits(in: text, facts, &room).filter { !text.isInAddress($0) }
      let moved = text.movedLines(of: hits, in: facts.contents[text.exactPath])
      for hit in hits where !moved.contains(hit.line) {
        // The search for a ticket reads the text after each word. When the limit is reached, words
        // are flagged without a search.
        if work > 0 {
          let rest = comment(of: hit, in: text)
          work -= rest.count
          if ticket.occurs(in: String(decoding: rest, as: UTF8.self)) { continue }
        }
        list.add(options.level) {
          options.finding(
            "\(hit.word) without a ticket",
            at: text.location(ofLine: hit.line, offset: hit.range.lowerBound),
            help: "Name the ticket, such as `\(hit.word)(#123)`, or do it now.")
        }
      }
    }
    list.add(room, options)
    return list.findings
  }
}

extension AddedText {
  /// Maximum number of bytes between the start of an address and a word in it.
  private static let longestAddress = 256

  /// The lines with hits that the file had as often before the change: they only moved.
  fileprivate func movedLines(
    of hits: [WordFinder.Hit], in contents: FileContents?
  ) -> Set<Int> {
    guard !hits.isEmpty, let old = contents?.old, let new = contents?.new else { return [] }
    func content(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      line.withoutTrailingBlanks.drop { $0 <= 0x20 }
    }
    let lines = Dictionary(grouping: Set(hits.map(\.line))) { content(bytes[range(ofLine: $0)]) }
    var surplus = lines.mapValues { _ in 0 }
    for (bytes, step) in [(old, 1), (new, -1)] {
      for line in bytes.split(separator: UInt8(ascii: "\n")) { surplus[content(line)]? += step }
    }
    return Set(lines.filter { surplus[$0.key] ?? -1 >= 0 }.values.joined())
  }

  /// Whether a word is part of an address: `https://example.com/#TODO-list`.
  fileprivate func isInAddress(_ hit: WordFinder.Hit) -> Bool {
    let before = before(hit.range.lowerBound, inLine: hit.line).suffix(Self.longestAddress)
    let start = before.lastIndex { $0 <= 0x20 || "\"'`<>()[]{}".utf8.contains($0) }
    let address = before[(start.map { $0 + 1 } ?? before.startIndex)...]
    let scheme = address.prefix { $0 != UInt8(ascii: ":") }
    return !scheme.isEmpty && scheme.allSatisfy(\.isASCIIAlphanumeric)
      && address[scheme.endIndex...].starts(with: "://".utf8)
      && address.endIndex - scheme.endIndex > 3
  }
}
