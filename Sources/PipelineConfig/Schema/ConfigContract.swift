package import CIModel

extension Schema {
  /// The language of `.ci.yml` as JSON Schema, for editors.
  ///
  /// It describes what an editor can check: a value's shape, not whether a step of that name
  /// exists. Scalars are text unless a key requires another type, so numbers and booleans are valid
  /// where text is expected; keys for later versions are not part of it.
  package static func contract(rules: [RuleDescriptor]) -> JSONContract {
    JSONContract(
      "config", id: "devtool.config/1", "The file .ci.yml.",
      .any([mapping(file(rules: rules)), .null]),
      definitions: [
        // A value of the step's matrix, which is valid wherever a step has a value.
        "cell": .matching("\\$\\{matrix\\."),
        "duration": .matching("^([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?([0-9]+ms)?$"),
        "condition": .any([.text, .boolean, .list(.defined("text"), atLeast: 1)]),
        "example": mapping(example), "sharedExample": mapping(sharedExample),
        "text": .any([.text, .number, .boolean]),
        "texts": .any([.defined("text"), .list(.defined("text"), atLeast: 1)]),
      ], isClosed: true)
  }

  /// - Parameter required: A key that must be present.
  private static func mapping(_ section: Section, requiring required: String? = nil) -> JSONShape {
    .object(
      section.keys.filter { $0.availability == .now }.map { key in
        JSONMember(key.name, shape(key.kind), key.summary, isRequired: key.name == required)
      }, extensions: section.allowsExtensions ? "^x-" : nil)
  }

  /// One of several mappings, distinguished by the word under `key`.
  private static func mapping(
    by key: String, _ sections: [String: Section], else other: Section
  ) -> JSONShape {
    var other = other
    other.keys.removeAll { $0.name == key }
    let chosen = sections.sorted { $0.key < $1.key }.map { mapping($0.value, requiring: key) }
    return .any([mapping(other)] + chosen)
  }

  private static func shape(_ kind: ValueKind) -> JSONShape {
    switch kind {
    // Definitions that every rule uses are written once.
    case .section(example): .defined("example")
    case .section(sharedExample): .defined("sharedExample")
    case conditionKind: .defined("condition")
    case .oneOrMore(let element) where shape(element) == .defined("text"): .defined("texts")
    case .text, .filledText, .message, .pattern, .glob, .path: .defined("text")
    case .identifier: .any([.matching(identifier), .wholeNumber])
    case .variable: .matching(variable)
    case .word(let vocabulary), .wordOr(let vocabulary, .later): words(vocabulary)
    case .wordOr(let vocabulary, let other): .any([words(vocabulary), shape(other)])
    case .boolean: .any([.boolean, .defined("cell")])
    case .integer(let range): .any([.whole(range), .defined("cell")])
    case .duration: .any([.defined("duration"), .defined("cell")])
    case .percent, .points: .number
    case .byteSize: .matching("^[0-9]")
    case .condition: .any([.text, .boolean])
    case .list(let element, let minimum): .list(shape(element), atLeast: minimum)
    case .oneOrMore(let element):
      .any([shape(element), .list(shape(element), atLeast: 1)])
    case .anyNumber(let element): .any([shape(element), .list(shape(element))])
    case .section(let section): mapping(section)
    case .sections(let key, let sections, let other): mapping(by: key, sections, else: other)
    case .options(let section): .any([mapping(section), .null])
    case .map(let rule, let value, let minimum):
      .map(shape(value), keys: keys(rule), atLeast: minimum)
    case .shaped(let scalar, let list, let mapping):
      .any([scalar, list, mapping].compactMap { $0.map(shape) })
    case .matrix: matrix
    case .later: .any([])
    }
  }

  /// Axes with their values; `include` and `exclude` contain combinations of values.
  private static let matrix = JSONShape.map(
    .any([
      .defined("text"),
      .list(.any([.defined("text"), .map(.defined("text"), keys: nil, atLeast: 1)])),
    ]), keys: axis, atLeast: 1)

  private static let axis = "^[A-Za-z][A-Za-z0-9_-]*$"
  private static let variable = "^[A-Za-z_][A-Za-z0-9_]*$"
  private static let identifier = "^[A-Za-z0-9][A-Za-z0-9._-]*$"

  private static func keys(_ rule: ValueKind.KeyRule) -> String? {
    switch rule {
    case .axis: axis
    case .stepID, .parameter: identifier
    case .variable: variable
    case .file: nil
    }
  }

  /// The words with their accepted aliases; an editor reads some of them as numbers.
  private static func words(_ vocabulary: Vocabulary) -> JSONShape {
    let words = vocabulary.words + vocabulary.aliases.keys.sorted()
    return .words(
      words.map { .text($0) } + words.compactMap { Int($0).map { .number(Double($0)) } })
  }
}
