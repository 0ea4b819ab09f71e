internal import CIModel
internal import YAMLDocument

extension Checker {
  /// Reads a scalar as the given kind. Quotes make no difference: `"true"` is `true`.
  mutating func checkScalar(
    _ scalar: Scalar, _ range: SourceRange, as kind: ValueKind,
    _ subject: @autoclosure () -> Subject, expecting: ValueKind
  ) -> Checked.Value {
    let text = scalar.text
    if text.holds(0) {
      // Arguments, variables and paths end at a NUL character, so the rest would be lost silently.
      report(
        "\(subject().name) contains a NUL character",
        help: "remove it; in double quotes write `\\\\0` for a backslash and a zero", at: range)
      return .invalid
    }
    switch kind {
    case .text:
      return .text(text)
    case .filledText:
      return isFilled(text, range, kind, subject()) ? .text(text) : .invalid
    case .message(let hasCaptures):
      guard isFilled(text, range, kind, subject()) else { return .invalid }
      return checkMessage(scalar, range, hasCaptures, subject()) ? .text(text) : .invalid
    case .identifier:
      return checkIdentifier(text, range, "id") ? .text(text) : .invalid
    case .variable:
      return checkVariable(text, range) ? .text(text) : .invalid
    case .word(let vocabulary):
      return checkWord(text, range, vocabulary, subject(), expecting: expecting)
    case .wordOr(let vocabulary, let other):
      if let word = vocabulary.word(for: text) { return .text(word) }
      if vocabulary.suggestion(for: text) != nil {
        return checkWord(text, range, vocabulary, subject(), expecting: expecting)
      }
      if case .later = other { return reportLater(text, range, vocabulary, subject()) }
      return checkScalar(scalar, range, as: other, subject(), expecting: expecting)
    case .boolean:
      return checkBoolean(text, range, subject(), expecting: expecting)
    case .integer(let allowed):
      return checkInteger(text, range, allowed, subject(), expecting: expecting)
    case .duration, .percent, .byteSize, .points, .pattern, .glob, .path:
      return checkParsed(Self.parsed(text, kind), text, range, subject())
    case .condition:
      return .condition(ConditionText(text: text, places: places(of: scalar, at: range)))
    case .list, .oneOrMore, .anyNumber, .section, .sections, .options, .map, .matrix, .shaped,
      .later:
      reportShape(Node(.scalar(scalar), range: range), expecting, subject())
      return .invalid
    }
  }

  /// Reads a text with its own grammar.
  private static func parsed(
    _ text: String, _ kind: ValueKind
  ) -> Result<Checked.Value, TextProblem> {
    switch kind {
    case .duration: DurationText.parse(text).map(Checked.Value.duration)
    case .percent: PercentText.parse(text).map(Checked.Value.percent)
    case .points: PercentText.parse(text, isDifference: true).map(Checked.Value.percent)
    case .byteSize: ByteSizeText.parse(text).map(Checked.Value.integer)
    case .pattern: PatternText.check(text).map { .text(text) }
    case .glob: PathText.checkGlob(text).map { .text(text) }
    case .path: PathText.normalize(text).map(Checked.Value.text)
    default: .success(.text(text))
    }
  }

  private mutating func isFilled(
    _ text: String, _ range: SourceRange, _ kind: ValueKind, _ subject: Subject
  ) -> Bool {
    guard text.allSatisfy(\.isWhitespace) else { return true }
    report("\(subject.name) is empty", help: subject.help(toWrite: kind), at: range)
    return false
  }

  private mutating func reportLater(
    _ text: String, _ range: SourceRange, _ vocabulary: Vocabulary, _ subject: Subject
  ) -> Checked.Value {
    report(
      "'\(shortened(text))' is not available yet in \(subject.name)",
      help: "write " + vocabulary.words.map(subject.written).joined(separator: " or "), at: range)
    return .invalid
  }

  private mutating func checkParsed(
    _ result: Result<Checked.Value, TextProblem>, _ text: String, _ range: SourceRange,
    _ subject: @autoclosure () -> Subject
  ) -> Checked.Value {
    switch result {
    case .success(let value):
      return value
    case .failure(let problem):
      let subject = subject()
      let help =
        problem.fixes.isEmpty
        ? problem.help ?? subject.forExample
        : "write " + problem.fixes.map(subject.written).joined(separator: " or ")
      report("\(subject.name) \(problem.message)", help: help, at: range)
      return .invalid
    }
  }

  private mutating func checkMessage(
    _ scalar: Scalar, _ range: SourceRange, _ hasCaptures: Bool,
    _ subject: @autoclosure () -> Subject
  ) -> Bool {
    var isRight = true
    for case .name(let name, let place) in MessageTemplate(scalar.text).parts {
      let isCapture = MessageTemplate.isCapture(name)
      if isCapture && hasCaptures || MessageTemplate.names.contains(name) { continue }
      isRight = false
      let near = nearestSpelling(of: name, among: MessageTemplate.names)
      let all = MessageTemplate.names.map { "`${\($0)}`" }.joined(separator: ", ")
      report(
        isCapture
          ? "\(subject().name) uses `${\(name)}`, but no pattern of the rule has a capture "
            + "group"
          : "\(subject().name) uses the unknown placeholder `${\(shortened(name))}`",
        help: near.map { "did you mean `${\($0)}`?" }
          ?? "use one of \(all), or write `$${` for `${`",
        at: places(of: scalar, at: range).range(place))
    }
    return isRight
  }

  private mutating func checkWord(
    _ text: String, _ range: SourceRange, _ vocabulary: Vocabulary,
    _ subject: @autoclosure () -> Subject, expecting: ValueKind
  ) -> Checked.Value {
    if let word = vocabulary.word(for: text) { return .text(word) }
    let subject = subject()
    if vocabulary.later[text] != nil {
      report(
        "'\(text)' is not available yet in \(subject.name)",
        help: "remove it until a later version supports it, or use one of "
          + vocabulary.words.joined(separator: ", "), at: range)
      return .invalid
    }
    let help: String
    if let hint = vocabulary.hints[text.lowercased()] {
      // A mapping replaces the whole value.
      help = "write " + (hint.hasPrefix("{") ? "`\(hint)`" : subject.written(hint))
    } else if let near = nearestSpelling(of: text, among: vocabulary.words) {
      help = "did you mean '\(near)'?"
    } else {
      help = subject.help(toWrite: expecting)
    }
    report(
      "\(subject.name) must be \(expecting.expectation), not '\(shortened(text))'", help: help,
      at: range)
    return .invalid
  }

  private mutating func checkBoolean(
    _ text: String, _ range: SourceRange, _ subject: @autoclosure () -> Subject,
    expecting: ValueKind
  ) -> Checked.Value {
    switch text {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    default: break
    }
    let subject = subject()
    let help: String?
    switch text.lowercased() {
    case "true", "yes", "on", "y", "1": help = "write " + subject.written("true")
    case "false", "no", "off", "n", "0": help = "write " + subject.written("false")
    default: help = subject.help(toWrite: expecting)
    }
    report(
      "\(subject.name) must be \(expecting.expectation), not '\(shortened(text))'", help: help,
      at: range)
    return .invalid
  }

  private mutating func checkInteger(
    _ text: String, _ range: SourceRange, _ allowed: ClosedRange<Int>,
    _ subject: @autoclosure () -> Subject, expecting: ValueKind
  ) -> Checked.Value {
    let isCanonical = text == "0" || (text.first != "0" && text.utf8.allSatisfy(isDigit))
    if isCanonical, let value = Int(text), allowed.contains(value) { return .integer(value) }
    let subject = subject()
    let digits = text.filter { $0 != "_" && $0 != "," && $0 != "'" }.drop { $0 == "0" }
    var help = subject.help(toWrite: expecting)
    if !isCanonical, !digits.isEmpty, digits.utf8.allSatisfy(isDigit), let value = Int(digits),
      allowed.contains(value)
    {
      help = "write " + subject.written(String(value))
    }
    report(
      "\(subject.name) must be \(expecting.expectation), not '\(shortened(text))'", help: help,
      at: range)
    return .invalid
  }

  /// - Parameter what: The kind of id, as named in messages.
  @discardableResult
  mutating func checkIdentifier(_ text: String, _ range: SourceRange, _ what: String) -> Bool {
    let isValid =
      text.utf8.first.map(isLetterOrDigit) == true
      && text.utf8.allSatisfy { isLetterOrDigit($0) || "._-".utf8.contains($0) }
    // Hooks and jobs run `devtool check --only rules`.
    if isValid, what == "step id", text == "rules" {
      report(
        "a step cannot be named 'rules'",
        help: "use another name: `check --only rules` runs the rules", at: range)
      return false
    }
    if isValid { return true }
    report(
      "\(what) '\(shortened(text))' is not allowed",
      help: "use letters, digits, '.', '_' and '-', and begin with a letter or a digit", at: range)
    return false
  }

  /// Checks the name of an axis, which is also used in a variable name and in conditions.
  @discardableResult
  mutating func checkAxis(_ name: String, _ range: SourceRange) -> Bool {
    let isValid =
      name.utf8.first.map { isLetterOrDigit($0) && !isDigit($0) } == true
      && name.utf8.allSatisfy { isLetterOrDigit($0) || "_-".utf8.contains($0) }
    if !isValid {
      report(
        "'\(shortened(name))' cannot be an axis of a matrix",
        help: "use letters, digits, '_' and '-', and begin with a letter", at: range)
    }
    return isValid
  }

  /// Checks a path that is written as a key; it must be normalized, as in git.
  mutating func checkFile(_ text: String, _ range: SourceRange) {
    switch PathText.normalize(text) {
    case .success(let path):
      if path == text { return }
      report("path '\(shortened(text))' is not normalized", help: "write '\(path)'", at: range)
    case .failure(let problem):
      report("a path \(problem.message)", help: problem.help, at: range)
    }
  }

  @discardableResult
  mutating func checkVariable(_ name: String, _ range: SourceRange) -> Bool {
    if isVariable(name) { return true }
    report(
      "variable name '\(shortened(name))' is not allowed",
      help: "use letters, digits and '_', and do not begin with a digit", at: range)
    return false
  }

  func isVariable(_ name: String) -> Bool {
    name.utf8.first.map(isDigit) == false
      && name.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "_") }
  }
}

private func isDigit(_ byte: UInt8) -> Bool {
  UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
}

private func isLetterOrDigit(_ byte: UInt8) -> Bool {
  isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
}
