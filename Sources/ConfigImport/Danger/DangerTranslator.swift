/// Translates expressions of a Dangerfile.
struct DangerTranslator {
  let language: ScriptLanguage
  /// The variables assigned so far, by name.
  var variables: [String: ScriptExpression] = [:]
  /// The name of the closure's parameter.
  private var element: String?
  private var depth = 0
  /// The remaining number of expressions to translate: variables that refer to variables can double
  /// the work with each line.
  private var budget = 20_000

  init(_ language: ScriptLanguage) {
    self.language = language
  }

  /// Translates an expression that is used as a condition.
  mutating func condition(
    _ expression: ScriptExpression
  ) throws(Untranslatable) -> DangerMeaning {
    switch try meaning(expression) {
    case .condition(let text), .found(let text): return .condition(text)
    case .constant(let value): return .constant(value)
    case .root: return .constant(true)
    case .files(let files): return .condition(files.exist)
    case .list(let name): return .condition(.comparison("count(\(name)) > 0"))
    case .text(let name): return .condition(.comparison("\(name) != \"\""))
    case .missing: return .constant(false)
    default: throw Untranslatable("devtool does not support this condition")
    }
  }

  mutating func meaning(_ expression: ScriptExpression) throws(Untranslatable) -> DangerMeaning {
    depth += 1
    defer { depth -= 1 }
    budget -= 1
    guard depth < 60, budget > 0 else { throw Untranslatable("it is too long") }
    if let path = path(expression), let fact = DangerFacts.fact(path) { return meaning(fact, path) }
    switch expression {
    case .name(let name): return try named(name)
    case .text(let parts): return .literal(try literal(parts))
    case .pattern(let parts): return .pattern(try literal(parts))
    case .number(let number): return .number(Self.plain(number))
    case .boolean(let value): return .constant(value)
    case .null: return .missing
    case .list(let items): return try list(items)
    case .not(let inner):
      switch try condition(inner) {
      case .condition(let text): return .condition(text.negated)
      case .constant(let value): return .constant(!value)
      default: throw Untranslatable("devtool does not support this condition")
      }
    case .binary(let symbol, let left, let right): return try binary(symbol, left, right)
    case .member(let owner, let name): return try member(owner, name, [])
    case .call(.member(let owner, let name), let arguments):
      return try member(owner, name, arguments)
    case .call(let callee, let arguments) where arguments.isEmpty: return try meaning(callee)
    case .call(.name("includes"), let arguments) where arguments.count == 2:
      return try member(arguments[0].value, "includes", [arguments[1]])
    case .call(.name("Array"), let arguments) where arguments.count == 1:
      return try meaning(arguments[0].value)
    case .call(.name(let name), _): throw Untranslatable("`\(name)` is not supported")
    case .index(.name("ENV"), .text(let parts)):
      return .text("env.\(try literal(parts))")
    case .index, .call, .function, .other:
      throw Untranslatable("devtool does not support this calculation")
    }
  }

  private func meaning(_ fact: DangerFacts.Fact, _ path: String) -> DangerMeaning {
    switch fact {
    case .text(let name): .text(name)
    case .number(let text): .number(text)
    case .boolean(let name): .condition(.atom(name))
    case .list(let name): .list(name)
    case .files(let statuses): .files(ChangedFiles(statuses: statuses))
    case .root: .root(path)
    }
  }

  /// The names of a member chain such as `github.pr_title`, without the leading `danger`; `nil` for
  /// other expressions.
  private func path(_ expression: ScriptExpression, steps: Int = 0) -> String? {
    guard steps < 50 else { return nil }
    switch expression {
    case .name(let name):
      if let value = variables[name] { return path(value, steps: steps + 1) }
      return name == element ? nil : name
    case .member(let owner, let name):
      guard let start = path(owner, steps: steps + 1) else { return nil }
      return start == "danger" ? name : "\(start).\(name)"
    case .index(let owner, .text(let parts)):
      guard let start = path(owner, steps: steps + 1), case .literal(let name)? = parts.first,
        parts.count == 1
      else { return nil }
      return "\(start).\(name)"
    case .call(let callee, let arguments) where arguments.isEmpty:
      return path(callee, steps: steps + 1)
    default: return nil
    }
  }

  private mutating func named(_ name: String) throws(Untranslatable) -> DangerMeaning {
    if name == element { return .element }
    guard let value = variables.removeValue(forKey: name) else {
      throw Untranslatable("`\(name)` is not supported")
    }
    // Stops at a variable that refers to itself.
    defer { variables[name] = value }
    return try meaning(value)
  }

  mutating func list(
    _ items: [ScriptExpression]
  ) throws(Untranslatable) -> DangerMeaning {
    var texts: [String] = []
    var files: ChangedFiles?
    for item in items {
      switch try meaning(item) {
      case .literal(let text): texts.append(text)
      // `[...modified, ...created]`
      case .files(let more):
        guard let joined = files.map({ $0.union(more) }) ?? more else {
          throw Untranslatable("it combines several file selections")
        }
        files = joined
      default: throw Untranslatable("a list contains an unsupported element")
      }
    }
    if let files { return .files(files) }
    return .literals(texts)
  }

  func literal(_ parts: [TextPart]) throws(Untranslatable) -> String {
    var text = ""
    for part in parts {
      guard case .literal(let piece) = part else {
        throw Untranslatable("a text is joined from parts")
      }
      text += piece
    }
    return text
  }

  static func plain(_ number: Double) -> String {
    Int(exactly: number).map { String($0) } ?? String(number)
  }

  /// The filter that a closure applies to each file or entry.
  mutating func filter(
    of arguments: [ScriptExpression.Argument]
  ) throws(Untranslatable) -> ChangedFiles.Filter {
    guard arguments.count == 1, case .function(let function) = arguments[0].value,
      let body = function.result
    else { throw Untranslatable("its closure has more than one expression") }
    let outer = element
    element = function.parameters.first ?? "$0"
    defer { element = outer }
    return try filter(of: body)
  }

  /// How an expression shows the closure's parameter.
  enum ElementText {
    /// The parameter, or its name, path or message.
    case asWritten
    case lowercase
  }

  private static let namesOfElements: Set<String> = [
    "name", "message", "commit", "path", "title", "to_s", "description", "filename", "subject",
  ]

  /// How an expression shows the closure's parameter; `nil` for other expressions.
  func elementText(_ expression: ScriptExpression) -> ElementText? {
    switch expression {
    case .name(let name):
      return name == element || name == "it" && element != nil ? .asWritten : nil
    case .member(let owner, "downcase"), .member(let owner, "toLowerCase"),
      .member(let owner, "lowercased"):
      return elementText(owner).map { _ in .lowercase }
    case .member(let owner, let name):
      return Self.namesOfElements.contains(name) ? elementText(owner) : nil
    case .call(let callee, let arguments): return arguments.isEmpty ? elementText(callee) : nil
    case .index(let owner, .text(let parts)):
      return parts == [.literal("name")] ? elementText(owner) : nil
    default: return nil
    }
  }

  /// Whether the closure of `map` returns the text of each entry unchanged: `&:name`, `l => l.name`.
  mutating func keepsText(_ arguments: [ScriptExpression.Argument]) -> Bool {
    switch arguments.first?.value {
    case .text(let parts): return (try? literal(parts)).map(Self.namesOfElements.contains) ?? false
    case .function(let function):
      let outer = element
      element = function.parameters.first ?? "$0"
      defer { element = outer }
      return function.result.flatMap(elementText) == .asWritten
    default: return false
    }
  }
}
