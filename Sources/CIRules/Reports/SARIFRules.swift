/// The rules of the tool of a run, and of its extensions, each of which has a list of its own.
struct SARIFRules {
  private struct Rule {
    /// As it is shown.
    var id: String
    var level: String?
  }

  /// An id in the tool or one of its extensions.
  private struct Key: Hashable {
    /// 0 for the tool itself, and then the extensions.
    var component: Int
    var id: [UInt8]
  }

  /// A message of a rule.
  private struct Message: Hashable {
    var rule: Int
    var id: [UInt8]
  }

  /// A level that an invocation gives a rule.
  private struct Override: Hashable {
    var invocation: Int
    var rule: Int
  }

  private var rules: [Rule] = []
  /// The places in `rules` of those of the tool itself, and of each extension.
  private var components: [Range<Int>] = []
  /// The extensions by name and GUID.
  private var names: [[UInt8]: Int] = [:]
  private var places: [Key: Int] = [:]
  /// The first place of each id.
  private var firstPlaces: [[UInt8]: Int] = [:]
  private var overrides: [Override: String] = [:]
  private var messages: [Message: String] = [:]
  private var invocations = 0

  /// Maximum number of rules, of extensions, of overrides and of messages. Beyond it a level is a
  /// warning, and a message empty.
  private static let most = 100_000
  /// Maximum bytes of a message, of which each result needs a copy; few of them are shown.
  private static let longestMessage = 4 << 10
  /// Maximum number of parts of an id behind that of its rule.
  private static let mostParts = 4

  init(_ run: JSONText) {
    let tool = run["tool"]
    if let driver = tool?["driver"] { add(driver) } else { components = [0..<0] }
    for extra in (tool?["extensions"]).list.prefix(Self.most) { add(extra) }
    for (invocation, value) in run["invocations"].list.prefix(Self.most).enumerated() {
      invocations += 1
      for override in value["ruleConfigurationOverrides"].list {
        guard overrides.count < Self.most else { break }
        guard let rule = rule(override["descriptor"], id: nil, index: nil),
          let level = override["configuration"]?["level"]?.text
        else { continue }
        overrides[Override(invocation: invocation, rule: rule)] = level
      }
    }
  }

  private mutating func add(_ component: JSONText) {
    let (number, start) = (components.count, rules.count)
    for name in [component["name"]?.text, component["guid"]?.text].compactMap({ $0 }) {
      names[Array(name.utf8)] = names[Array(name.utf8)] ?? number
    }
    for rule in component["rules"].list.prefix(Self.most - rules.count) {
      let id = rule["id"]?.text ?? ""
      places[Key(component: number, id: Array(id.utf8))] = rules.count
      firstPlaces[Array(id.utf8)] = firstPlaces[Array(id.utf8)] ?? rules.count
      rules.append(
        Rule(
          id: ReportText.line(id), level: rule["defaultConfiguration"]?["level"]?.text))
      guard let texts = rule["messageStrings"]?.members else { continue }
      for (name, value) in texts.prefix(Self.most - messages.count) {
        let key = Message(rule: rules.count - 1, id: name)
        guard messages[key] == nil, let text = value["text"]?.text else { continue }
        messages[key] = ReportText.start(text, bytes: Self.longestMessage)
      }
    }
    components.append(start..<rules.count)
  }

  /// The id as a result shows it, and the place of its rule; `nil` when the rule is not in the
  /// report.
  func rule(of result: JSONText) -> (id: String, place: Int?) {
    let id = result["ruleId"]?.text
    let place = rule(result["rule"], id: id, index: result["ruleIndex"]?.integer)
    let named = (id ?? result["rule"]?["id"]?.text).map(ReportText.line)
    return (named ?? place.map { rules[$0].id } ?? "", place)
  }

  /// The place of a rule that a reference (section 3.52) names; one without a component is to the
  /// tool itself.
  private func rule(_ reference: JSONText?, id: String?, index: Int?) -> Int? {
    let component = component(reference?["toolComponent"])
    let rules = components[component]
    let index = index ?? reference?["index"]?.integer
    if let index, 0..<rules.count ~= index { return rules.lowerBound + index }
    guard let id = id ?? reference?["id"]?.text else { return nil }
    // An id may continue behind the rule's: `CA1000/1` (section 3.27.5).
    var parts = Array(id.utf8)[...]
    for _ in 0...Self.mostParts {
      let name = Array(parts)
      if let place = places[Key(component: component, id: name)] ?? firstPlaces[name] {
        return place
      }
      guard let slash = parts.lastIndex(of: UInt8(ascii: "/")) else { return nil }
      parts = parts[..<slash]
    }
    return nil
  }

  private func component(_ reference: JSONText?) -> Int {
    // An index is that of an extension (section 3.54).
    if let index = reference?["index"]?.integer, 0..<(components.count - 1) ~= index {
      return index + 1
    }
    let names = [reference?["guid"]?.text, reference?["name"]?.text].compactMap { $0 }
    return names.lazy.compactMap { self.names[Array($0.utf8)] }.first ?? 0
  }

  /// The level of a result that names none (section 3.27.10): that of the invocation that found it,
  /// or of its rule. A result that names no invocation is of the only one.
  func level(of place: Int?, _ result: JSONText) -> String {
    guard let place else { return "warning" }
    let named = result["provenance"]?["invocationIndex"]?.integer
    let invocation = named ?? (invocations == 1 ? 0 : -1)
    return overrides[Override(invocation: invocation, rule: place)] ?? rules[place].level
      ?? "warning"
  }

  /// The text of a rule's message by its id.
  func message(_ id: String, of place: Int?) -> String? {
    place.flatMap { messages[Message(rule: $0, id: Array(id.utf8))] }
  }
}
