internal import CIModel
internal import YAMLDocument

/// Checks nodes against the schema and collects all problems.
struct Checker {
  private(set) var problems: [ConfigProblem] = []
  /// Places of step ids that were already checked and replaced by the ids of matrix cells.
  var checkedStepIDs: Set<SourceRange> = []
  /// The files that are checked.
  private let sources: [[UInt8]]
  /// Sections in which misplaced keys are looked up.
  private let sections: [Section]
  /// Lines of files for which places inside of scalars were requested, by file index.
  private var lines: [Int: [[Unicode.Scalar]]] = [:]

  init(sources: [[UInt8]] = [], sections: [Section] = []) {
    self.sources = sources
    self.sections = sections
  }

  /// The place of each character of a scalar in the file.
  mutating func places(of scalar: Scalar, at range: SourceRange) -> ScalarPlaces {
    let file = range.start.file
    if lines[file] == nil, sources.indices.contains(file) {
      lines[file] = SourceExcerpts.lines(of: sources[file]).map {
        Array(String(decoding: $0, as: UTF8.self).unicodeScalars)
      }
    }
    return ScalarPlaces(of: scalar, at: range, in: lines[file] ?? [])
  }

  mutating func report(_ message: String, help: String?, at range: SourceRange) {
    problems.append(ConfigProblem(message: message, help: help, range: range))
  }

  // The name of a value is built only for a message.

  mutating func check(
    _ node: Node, as kind: ValueKind, _ subject: @autoclosure () -> Subject
  ) -> Checked {
    Checked(value: value(of: node, as: kind, subject()), range: node.range)
  }

  private mutating func value(
    of node: Node, as kind: ValueKind, _ subject: @autoclosure () -> Subject
  ) -> Checked.Value {
    switch node.content {
    case .unresolved:
      return .invalid
    case _ where kind.isLater:
      let subject = subject()
      report(
        "\(subject.name) is not available yet",
        help: "remove it until a later version supports it", at: subject.range)
      return .invalid
    case .scalar(let scalar) where scalar.isNull:
      if kind.allowsNothing { return .null }
      let subject = subject()
      report(
        "\(subject.name) has no value",
        help: subject.forExample.map { "\($0); or remove the key" } ?? "add it or remove the entry",
        at: subject.range)
      return .invalid
    case .scalar:
      if case .shaped(.some(let scalar), _, _) = kind {
        return value(of: node, as: scalar, subject(), expecting: kind)
      }
    case .sequence:
      if case .shaped(_, .some(let list), _) = kind { return value(of: node, as: list, subject()) }
    case .mapping:
      if case .shaped(_, _, .some(let mapping)) = kind {
        return value(of: node, as: mapping, subject())
      }
    }
    return value(of: node, as: kind, subject(), expecting: kind)
  }

  /// - Parameter expecting: The kind to name when the value has the wrong shape.
  private mutating func value(
    of node: Node, as kind: ValueKind, _ subject: @autoclosure () -> Subject, expecting: ValueKind
  ) -> Checked.Value {
    switch (kind, node.content) {
    case (.list(let element, let minimum), .sequence(let nodes)):
      return list(nodes, of: element, atLeast: minimum, subject())
    case (.oneOrMore(let element), .sequence(let nodes)):
      return list(nodes, of: element, atLeast: 1, subject())
    case (.anyNumber(let element), .sequence(let nodes)):
      return list(nodes, of: element, atLeast: 0, subject())
    case (.oneOrMore(let element), _), (.anyNumber(let element), _):
      var single = Checked(value: .invalid, range: node.range)
      if case .shaped = element {
        single = check(node, as: element, subject())
      } else {
        single.value = value(of: node, as: element, subject(), expecting: kind)
      }
      return single.isInvalid ? .invalid : .list([single])
    case (.section(let section), .mapping(let entries)),
      (.options(let section), .mapping(let entries)):
      return .mapping(check(entries, in: section, owner: subject().name))
    case (.sections(let key, let sections, let other), .mapping(let entries)):
      return .mapping(check(entries, by: key, in: sections, else: other, owner: subject().name))
    case (.map(let rule, let element, let minimum), .mapping(let entries)):
      return map(entries, rule, of: element, atLeast: minimum, subject())
    case (_, .scalar(let scalar)):
      return checkScalar(scalar, node.range, as: kind, subject(), expecting: expecting)
    default:
      reportShape(node, expecting, subject())
      return .invalid
    }
  }

  mutating func reportShape(_ node: Node, _ kind: ValueKind, _ subject: Subject) {
    var help = subject.help(toWrite: kind)
    if case (.filledText, .sequence) = (kind, node.content), let key = subject.key {
      help = "write the lines as one text: `\(key): |`, and the lines indented below it"
    }
    // Only rules are a level or options.
    if case (.shaped(.word, nil, .options), .sequence) = (kind, node.content), let key = subject.key
    {
      help =
        "to use the rule more than once, write each below 'custom': `- { id: …, rule: \(key), … }`"
    }
    report(
      "\(subject.name) must be \(kind.expectation), not \(description(of: node))", help: help,
      at: node.range)
  }

  private mutating func list(
    _ nodes: [Node], of kind: ValueKind, atLeast minimum: Int,
    _ subject: @autoclosure () -> Subject
  ) -> Checked.Value {
    guard nodes.count >= minimum else {
      let subject = subject()
      report(
        "\(subject.name) is an empty list", help: subject.forExample.map { "\($0); or remove it" },
        at: subject.range)
      return .invalid
    }
    var list: [Checked] = []
    list.reserveCapacity(nodes.count)
    for (index, node) in nodes.enumerated() {
      list.append(check(node, as: kind, subject().element(index, node.range)))
    }
    return .list(list)
  }

  /// - Parameter owner: The name of the section in messages; `nil` for the whole file.
  mutating func check(
    _ entries: [Entry], in section: Section, owner: @autoclosure () -> String?
  ) -> CheckedMapping {
    var result = CheckedMapping()
    result.entries.reserveCapacity(entries.count)
    for entry in entries {
      if section.allowsExtensions, entry.key.hasPrefix("x-") { continue }
      guard let index = section.position(of: entry.key) else {
        reportUnknown(entry, in: section, owner: owner())
        result.hasRejectedKeys = true
        continue
      }
      var value = Checked(value: .invalid, range: entry.value.range)
      switch section.keys[index].availability {
      case .now:
        value = check(
          entry.value, as: section.keys[index].kind,
          Subject(section.keys[index], of: owner(), at: entry.keyRange))
      case .later:
        let summary = lowercasingFirst(section.keys[index].summary)
        report(
          "'\(entry.key)' is not available yet" + (owner().map { " in \($0)" } ?? ""),
          help: "remove it until a later version supports it: \(summary)", at: entry.keyRange)
      case .elsewhere(let instead):
        report(
          "'\(entry.key)' does not belong "
            + (owner().map { "in \($0)" } ?? "at \(section.title)"),
          help: instead, at: entry.keyRange)
        result.hasRejectedKeys = true
        continue
      }
      result.entries.append(
        CheckedEntry(key: entry.key, keyRange: entry.keyRange, value: value))
    }
    return result
  }

  /// Checks a mapping against the section that the word under `key` chooses.
  private mutating func check(
    _ entries: [Entry], by key: String, in sections: [String: Section], else other: Section,
    owner: @autoclosure () -> String?
  ) -> CheckedMapping {
    guard let choice = entries.first(where: { $0.key == key }) else {
      return check(entries, in: other, owner: owner())
    }
    if case .scalar(let word) = choice.value.content, let section = sections[word.text] {
      return check(entries, in: section, owner: owner())
    }
    // Without the word, the valid keys are unknown.
    var result = check([choice], in: other, owner: owner())
    result.hasRejectedKeys = true
    return result
  }

  private mutating func reportUnknown(_ entry: Entry, in section: Section, owner: String?) {
    let place = owner.map { " in \($0)" } ?? ""
    report(
      "unknown \(section.keyNoun) '\(shortened(entry.key))'\(place)",
      help: entry.hasNoValue && !section.availableNames.contains(entry.key)
        ? "put a text with a comma in quotes, or give the key a value"
        : suggestion(for: entry.key, in: section), at: entry.keyRange)
  }

  private func suggestion(for key: String, in section: Section) -> String {
    let lowercased = key.lowercased()
    if let spec = section.keys.first(where: { $0.synonyms.contains(lowercased) }) {
      return "write '\(spec.name)' instead"
    }
    if let near = nearestSpelling(of: key, among: section.keys.map(\.name)) {
      return "did you mean '\(near)'?"
    }
    if let home = sections.first(where: { $0.availableNames.contains(key) }) {
      return "'\(key)' is a key of \(home.title)"
    }
    let names = section.availableNames
    return names.isEmpty
      ? "remove it" : "known \(section.keyNoun)s: \(names.joined(separator: ", "))"
  }

  private mutating func map(
    _ entries: [Entry], _ rule: ValueKind.KeyRule, of kind: ValueKind, atLeast minimum: Int,
    _ subject: @autoclosure () -> Subject
  ) -> Checked.Value {
    guard entries.count >= minimum else {
      let subject = subject()
      report(
        "\(subject.name) is empty", help: subject.forExample.map { "\($0); or remove it" },
        at: subject.range)
      return .invalid
    }
    var result = CheckedMapping()
    result.entries.reserveCapacity(entries.count)
    for entry in entries {
      switch rule {
      case .axis: checkAxis(entry.key, entry.keyRange)
      case .stepID:
        if !checkedStepIDs.contains(entry.keyRange) {
          checkIdentifier(entry.key, entry.keyRange, "step id")
        }
      case .variable: checkVariable(entry.key, entry.keyRange)
      case .parameter: checkIdentifier(entry.key, entry.keyRange, "parameter")
      case .file: checkFile(entry.key, entry.keyRange)
      }
      let value = check(entry.value, as: kind, Subject(entry, rule, as: kind, of: subject().name))
      result.entries.append(
        CheckedEntry(key: entry.key, keyRange: entry.keyRange, value: value))
    }
    return .mapping(result)
  }
}

/// The description of a value for "not …" in messages.
func description(of node: Node) -> String {
  switch node.content {
  case .scalar(let scalar): "'\(shortened(scalar.text))'"
  case .sequence: "a list"
  case .mapping: "a mapping"
  case .unresolved: "an unknown value"
  }
}

/// The text shortened for a message: one line of at most 40 characters.
func shortened(_ text: String) -> String {
  // The fast path: nearly every text is short and ASCII.
  if text.utf8.count <= 40, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
  let cut = text.unicodeScalars.prefix(40).map { scalar in
    // Control characters move the cursor, and format characters can change the reading order.
    [.control, .format].contains(scalar.properties.generalCategory) ? " " : String(scalar)
  }
  return cut.joined() + (text.unicodeScalars.count > 40 ? "…" : "")
}

private func lowercasingFirst(_ sentence: String) -> String {
  let text = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  return text.prefix(1).lowercased() + text.dropFirst()
}

extension Entry {
  /// Whether the key has no value, as in `{ title: one, two }`.
  fileprivate var hasNoValue: Bool {
    if case .scalar(let scalar) = value.content {
      scalar.text.isEmpty && scalar.style == .plain
    } else {
      false
    }
  }
}
