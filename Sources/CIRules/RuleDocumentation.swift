import CIModel

/// The reference of all rules, made of what they declare.
package enum RuleDocumentation {
  /// The whole of `docs/rules.md`.
  package static func markdown(_ rules: [any Rule.Type] = RuleRegistry.rules) -> String {
    var text = introduction(rules)
    for rule in rules { text += "\n" + section(rule) }
    return text + "\n" + others
  }

  /// One rule: what it flags, why, its keys and its examples.
  package static func section(_ rule: any Rule.Type) -> String {
    let descriptor = rule.descriptor
    var text = "## `\(descriptor.id)`\n\n\(descriptor.summary)"
    if descriptor.isDefault { text += " Runs by default." }
    if descriptor.suppression != .anyone { text += " Its author cannot suppress it." }
    text += "\n"
    if !descriptor.why.isEmpty { text += "\n\(descriptor.why)\n" }
    if !descriptor.parameters.isEmpty {
      text += "\n| key | takes | |\n| --- | --- | --- |\n"
      for parameter in descriptor.parameters {
        text +=
          "| `\(parameter.name)` | \(name(of: parameter.kind)) | \(cell(parameter.summary)) |\n"
      }
    }
    text += "\n"
    for example in rule.examples {
      let expected =
        example.expected.isEmpty
        ? "passes"
        : counted(example.expected.count, example.expected.first?.rawValue ?? "finding")
      let keys = example.values.isEmpty ? "" : ", with `\(values(example.values, of: descriptor))`"
      text += "- \(example.title)\(keys): \(expected)\n"
    }
    return text
  }

  private static func introduction(_ rules: [any Rule.Type]) -> String {
    var text = """
      # Rules

      <!-- Made by the tests from what the rules declare; `make golden` rewrites it. -->

      A rule judges what a branch changes, its commits and, where the CI service or a flag tells, its
      pull request. Name it under `rules:` in `.ci.yml`, with a level or with keys:

      ```yaml
      rules:
        secrets: error
        pr-size: { warn: 400, fail: 1000, exclude: ["**/*.generated.swift"] }
      ```

      Every rule takes `level` (`note`, `warning`, `error`, or `ignore` to switch it off), `paths` and
      `exclude` (the files that it looks at), `message` and `help` (instead of its own words), `when` and
      `unless` (whether it applies), `suppress` (who may excuse a change from it) and `examples` (tests of
      your own): see [custom-rules.md](custom-rules.md), also for how to use a rule several times.
      Where there is a number with a `warn` and a `fail` tier, more than `fail` is an error and more than
      `warn` a warning, or what `level` says.

      A renamed file counts under its new path and its old one, a new file like a modified one, and the
      size of a change is what was added plus what was deleted. Rules on lines look at added lines only.

      | rule | flags | by default |
      | --- | --- | --- |

      """
    for rule in rules {
      let descriptor = rule.descriptor
      let summary =
        descriptor.summary.hasPrefix("Flags ")
        ? String(descriptor.summary.dropFirst(6).dropLast()) : String(descriptor.summary.dropLast())
      text +=
        "| [`\(descriptor.id)`](#\(descriptor.id)) | \(cell(summary)) | "
        + "\(descriptor.isDefault ? "yes" : "") |\n"
    }
    return text
  }

  private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }

  private static func name(of kind: RuleDescriptor.Kind) -> String {
    switch kind {
    case .integer: "a whole number"
    case .boolean: "`true` or `false`"
    case .byteSize: "a size"
    case .duration: "a duration"
    case .percent: "a percentage"
    case .text: "text"
    case .pattern: "a regular expression"
    case .glob: "a path pattern"
    case .choice(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .list(let kind): "\(name(of: kind)), one or a list"
    case .optionalList(let kind): "\(name(of: kind)), one, a list or none: `[]`"
    case .limits(let limits):
      "a whole number or `{ warn, fail }`, or one of them for each of "
        + limits.map { "`\($0.name)`" }.joined(separator: ", ")
    case .unavailable: "not available yet"
    }
  }

  /// The rule as it is switched on in `.ci.yml`, with keys of one of its examples.
  package static func sample(_ rule: any Rule.Type) -> String {
    let example =
      rule.examples.first { !$0.values.isEmpty && !$0.expected.isEmpty }
      ?? rule.examples.first { !$0.values.isEmpty }
    let settings =
      example.map { values($0.values, of: rule.descriptor) }
      ?? rule.descriptor.defaultLevel.rawValue
    return "rules:\n  \(rule.descriptor.id): \(settings)\n"
  }

  /// As YAML writes it on one line.
  private static func values(
    _ values: [String: RuleSettings.Value], of descriptor: RuleDescriptor
  ) -> String {
    let pairs = values.sorted { $0.key < $1.key }.map { key, value in
      let kind = descriptor.parameters.first { $0.name == key }?.kind
      return "\(key): \(written(value, as: kind) ?? yaml(value))"
    }
    return "{ \(pairs.joined(separator: ", ")) }"
  }

  /// A number with its unit; `nil` for one that has none.
  private static func written(
    _ value: RuleSettings.Value, as kind: RuleDescriptor.Kind?
  ) -> String? {
    guard case .integer(let number) = value else { return nil }
    switch kind {
    case .percent:
      let rest = number % 100
      return rest == 0 ? "\(number / 100)" : "\(number / 100).\(rest < 10 ? "0" : "")\(rest)"
    case .duration: return number % 1_000 == 0 ? "\(number / 1_000)s" : "\(number)ms"
    case .byteSize: return byteText(number).replacing(" ", with: "")
    default: return nil
    }
  }

  private static func yaml(_ value: RuleSettings.Value) -> String {
    switch value {
    case .integer(let value): return String(value)
    case .boolean(let value): return String(value)
    case .text(let text):
      let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || " -_./".contains($0) }
      return isPlain ? text : "'\(text.replacing("'", with: "''"))'"
    case .list(let list): return "[\(list.map(yaml).joined(separator: ", "))]"
    case .mapping(let members):
      let pairs = members.sorted { $0.key < $1.key }.map { "\($0.key): \(yaml($0.value))" }
      return "{ \(pairs.joined(separator: ", ")) }"
    }
  }

  private static let others = """
    ## Coming from other tools

    | gitlint | here |
    | --- | --- |
    | T1 `title-max-length` | `commits: { subject-max: 72 }` |
    | T2, T4, T6 white space and tabs in titles | `commit-subject` |
    | T3 `title-trailing-punctuation` | `commit-subject: { forbid-end: [".", ",", ":", ";", "!", "?"] }` |
    | T5 `title-must-not-contain-word` | `commit-subject: { forbid-words: [wip] }` |
    | T7 `title-match-regex` | `commit-subject: { pattern: … }` |
    | T8 `title-min-length` | `commit-subject: { min: 5 }` |
    | B1 `body-max-line-length` | `commit-body: { line-max: 80 }` |
    | B2, B3 white space and tabs in bodies | `commit-body` |
    | B4 `body-first-line-empty` | `commits` |
    | B5 `body-min-length`, B6 `body-is-missing` | `commit-body: { min: 20, required: always }` |
    | B7 `body-changed-file-mention` | `commit-body: { mention: [Package.resolved] }` |
    | B8 `body-match-regex` | `commit-body: { pattern: …, required: always }` |
    | M1 `author-valid-email` | `commit-authors` |
    | I1 to I4, ignoring by title, body, line or author | `skip-subjects`, `skip-bodies`, `skip-lines`, `skip-authors` |
    | CT1 `contrib-title-conventional-commits` | `commits: { style: conventional }` |
    | CC1 `contrib-body-requires-signed-off-by` | `commit-footers: { sign-off: true }` |
    | CC2 `contrib-disallow-cleanup-commits` | `commits` (`forbid`) |
    | CC3 `contrib-allowed-authors` | `commit-authors: { authors-file: AUTHORS }` |

    On 1,000 commits of eight repositories the verdicts are the same (`make trial-messages`), except for
    what differs on purpose:

    - Robots are left alone (`skip-authors: []` judges them), so are versions alone under `style`.
    - A merge is known by its parents, a revert by `Revert "…"` with
      `This reverts commit …` below it; gitlint leaves out whatever begins
      with `Revert`.
    - Lines that begin with `#` are text; gitlint takes them for comments, also in commits that are made.
    - Characters are what people see, whatever their code points. ` (#123)` behind a subject does not
      count for `subject-max`.
    - Trailers do not belong to the body: a message with a sign-off alone has no body, and trailers may be
      wider than it. A line without a space to break it at, such as an address, is not too wide.
    - A sign-off has to be a trailer and has to name the author. In the file of authors, the name or the
      address is enough.
    - gitlint leaves out `fixup!` commits before CC2 sees them, unless it is told not to.

    | commitlint | here |
    | --- | --- |
    | `type-enum`, `type-case`, `type-empty`, `type-min-length`, `type-max-length` | `commits: { style: conventional, types, type-case, type-min, type-max }` |
    | `scope-enum`, `scope-case`, `scope-empty`, `scope-min-length`, `scope-max-length`, `scope-delimiter-style` | `commits: { scopes, scope-case, scope-required, scope-min, scope-max }`; `,`, `/` and `\\` all separate scopes |
    | `subject-case`, `header-case` | `commit-subject: { case }` |
    | `subject-empty`, `header-trim` | `commits`, `commit-subject` |
    | `subject-full-stop`, `header-full-stop` | `commit-subject: { full-stop }` |
    | `subject-min-length`, `subject-max-length` | `commits: { description-min, description-max }` |
    | `header-min-length`, `header-max-length` | `commit-subject: { min, max }` or `commits: { subject-max }` |
    | `subject-exclamation-mark`, `breaking-change-exclamation-mark` | `commits: { breaking }` |
    | `body-leading-blank` | `commits` |
    | `body-empty`, `body-min-length`, `body-max-length`, `body-max-line-length`, `body-case`, `body-full-stop` | `commit-body: { required, min, max, line-max, case, full-stop }` |
    | `footer-leading-blank`, `footer-empty`, `footer-min-length`, `footer-max-length`, `footer-max-line-length` | `commit-footers` (`require`, `min`, `max`, `line-max`) |
    | `trailer-exists`, `signed-off-by`, `references-empty` | `commit-footers: { require, sign-off, references }` |

    Of that, the following differs as well:

    - Cases are those that are allowed: for `subject-case: [2, never, [sentence-case, …]]` write
      `case: lower-first`. They concern the words behind a prefix, also where there is no type; a word
      such as `URLSession` may begin with a capital, and quotations keep theirs.
    - A type may hold a `-`. What is no `type(scope): description` at all is flagged as that, not once
      more for a scope or a type that it lacks.
    - Footers are git's trailers; commitlint's begin with the first line like `word: text`, wherever it
      stands. Instead of `footer-empty`, name the trailers that have to be there.
    - `breaking: never` forbids the footer, too. `references` is a pattern of your own.

    """
}
