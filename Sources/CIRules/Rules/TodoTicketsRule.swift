package import CIModel
import Patterns

/// Flags work that is put off without a place where it is kept in mind.
package struct TodoTicketsRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "todo-tickets",
    summary: "Flags `TODO` and the like in added comments that name no ticket.",
    why: "A `TODO` without a ticket never gets done: it is in no list and has no owner.",
    parameters: [
      .init(
        "ticket", .pattern,
        "What a reference looks like; `#123`, `ABC-123` and addresses by default."),
      .init(
        "words", .list(.text), "What marks such work; `TODO`, `FIXME`, `XXX` and `HACK` by default."
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
      "code and strings are no comments",
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
      "words of a team's own", as: .warning, values: ["words": .list([.text("LATER")])],
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

  /// Bytes of a line, from the word on, in which the ticket has to stand.
  private static let mostBehindWord = 4 << 10

  package func readsAddedLines(of file: FileChange) -> Bool {
    options.scope.contains(file) && SourceLine.Language(path: file.path) != .none
  }

  package func mayConcern(_ content: UnsafeRawBufferPointer) -> Bool { finder.occurs(in: content) }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    let pattern = options.pattern("ticket", default: #"#[0-9]+|\b[A-Z][A-Z0-9]+-[0-9]+|://"#)
    guard let ticket = pattern?.matcher() else { return [] }
    var list = FindingList(id)
    for text in options.texts(in: facts, changes) {
      var inLine = HitsInLine()
      for hit in finder.hits(in: text, part: .comment) {
        // Each reads what follows it, so a line with too many is flagged without a look.
        if !inLine.areMany(with: hit) {
          let rest = text.rest(from: hit.range.lowerBound, ofLine: hit.line)
            .prefix(Self.mostBehindWord)
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
    return list.findings
  }
}
