package import CIModel

/// Flags subjects that are hard to read in a list.
package struct CommitSubjectRule: Rule {
  package static let descriptor = RuleDescriptor(
    id: "commit-subject",
    summary:
      "Flags subjects with stray white space or the wrong punctuation, letter case, words or "
      + "length.",
    why: "A subject is a headline: people read it in lists, without any context.",
    parameters: SubjectText.parameters + MessageScope.parameters, isDefault: false,
    defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean("a plain subject", commits: [.example("Add a parser")]),
    .clean("an ellipsis is not a full stop", commits: [.example("Add more...")]),
    .flagged("a full stop", as: .warning, commits: [.example("Add a parser.")]),
    .flagged("a colon at the end", as: .warning, commits: [.example("Add a parser:")]),
    .flagged(
      "white space around it, and a tab", as: .warning, .warning, .warning,
      commits: [.example(" Add a\tparser ")]),
    .flagged(
      "no full stop where one is required", as: .warning, values: ["full-stop": .text("always")],
      commits: [.example("Add a parser"), .example("Add a lexer.")]),
    .flagged(
      "a forbidden word, in any letter case", as: .warning,
      values: ["forbid-words": .list([.text("wip")])],
      commits: [.example("Parser, WIP"), .example("Wipe it")]),
    .flagged(
      "the wrong letter case after a prefix", as: .warning, values: ["case": .text("lower-first")],
      commits: [.example("core: Add a parser"), .example("core: URLSession speaks HTTP/3")]),
    .flagged(
      "a lowercase letter at the start of a sentence", as: .warning,
      values: ["case": .text("sentence")],
      commits: [.example("add a parser"), .example("`add` adds"), .example("Add a parser")]),
    .flagged(
      "verbs that are not in the imperative", as: .warning, .warning,
      values: ["imperative": .boolean(true)],
      commits: [
        .example("Added a parser"), .example("core: fixes a leak"), .example("Add a parser"),
        .example("Tests for the parser"),
      ]),
    .flagged(
      "too short, and too long", as: .warning, .warning,
      values: ["min": .integer(5), "max": .integer(12)],
      commits: [.example("Fix"), .example("Add a parser!"), .example("Add a parser")]),
    .flagged(
      "no ticket where the pattern requires one", as: .warning,
      values: ["pattern": .text("^[A-Z]+-[0-9]+ ")],
      commits: [.example("CORE-12 Add a parser"), .example("Add a lexer")]),
  ]

  private let options: RuleOptions
  let scope: MessageScope
  private let subject: SubjectText

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    scope = MessageScope(options)
    subject = SubjectText(options)
  }

  package var id: String { options.id }

  package func missingFacts(in facts: Facts) -> [String] { scope.missing(in: facts) }

  package func mayMeetReverts(in changes: ChangeSet) -> Bool { scope.mayMeetReverts(in: changes) }

  package func findings(in facts: Facts) -> [Finding] {
    let problems = subject.checker()
    return scope.messages(in: facts).flatMap { message -> [Finding] in
      // The subject of a revert quotes the subject of another commit.
      let found =
        message.mayBeRevert
        ? subject.forbiddenWordProblems(message.wholeSubject) : problems(message.wholeSubject)
      return found.map {
        var problem = $0
        problem.text = "subject " + problem.text
        return options.finding(problem, in: message, mergeBase: facts.changes?.mergeBase)
      }
    }
  }
}
