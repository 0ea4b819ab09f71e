/// Methods of texts, lists and files in the three languages.
extension DangerTranslator {
  mutating func member(
    _ owner: ScriptExpression, _ name: String, _ arguments: [ScriptExpression.Argument]
  ) throws(Untranslatable) -> DangerMeaning {
    let method = Self.methods[name] ?? name
    if case .member(.name("process"), "env") = owner { return .text("env.\(name)") }
    // `/x/.test(title)`, `/x/.match(title)`
    if case .pattern = owner, method == "match", let text = arguments.first {
      return .found(try found(try meaning(text.value), try meaning(owner)))
    }
    guard arguments.count < 2 || method == "concat" else {
      throw Untranslatable("`\(name)` is not supported with several arguments")
    }
    let subject = try meaning(owner)
    switch subject {
    case .files where method == "concat": return try list([owner] + arguments.map(\.value))
    case .files(let files): return try ask(files, method, name, arguments)
    case .list(let list): return try ask(list, method, name, arguments)
    case .text(let text): return try ask(text: text, method, name, arguments)
    case .texts(let names):
      guard method == "include", let part = arguments.first,
        case .literal(let text) = try meaning(part.value)
      else { throw Untranslatable("`\(name)` is not supported for joined texts") }
      return .condition(try anyOf(names) { "\($0) contains \(ConditionText.quoted(text))" })
    case .literals(let texts):
      guard method == "include", let value = arguments.first,
        case .text(let text) = try meaning(value.value)
      else { throw Untranslatable("`\(name)` is not supported for a list of texts") }
      let items = texts.map(ConditionText.quoted).joined(separator: ", ")
      return .condition(.comparison("\(text) in [\(items)]"))
    case .number, .count:
      // `count.zero?`, `count.positive?`
      guard let (text, differences) = subject.number else { return subject }
      switch method {
      case "empty": return .condition(.comparison("\(text) == 0", differences: differences))
      case "any": return .condition(.comparison("\(text) > 0", differences: differences))
      case "same": return subject
      default: throw Untranslatable("`\(name)` is not supported for a number")
      }
    case .found(let text) where method == "isNil": return .condition(text.negated)
    case .root(let path): throw Untranslatable("devtool does not support `\(path).\(name)`")
    default: throw Untranslatable("`\(name)` is not supported here")
    }
  }

  /// The names of methods by their effect.
  private static let methods: [String: String] = [
    "include?": "include", "includes": "include", "contains": "include", "start_with?": "prefix",
    "startsWith": "prefix", "hasPrefix": "prefix", "end_with?": "suffix", "endsWith": "suffix",
    "hasSuffix": "suffix", "match": "match", "match?": "match", "test": "match",
    "range": "match", "length": "count", "count": "count", "size": "count", "empty?": "empty",
    "isEmpty": "empty", "zero?": "empty", "none?": "none", "any?": "any", "some": "any",
    "positive?": "any", "nonzero?": "any", "filter": "select", "select": "select",
    "grep": "select", "find": "find", "detect": "find", "first": "find",
    "nil?": "isNil", "blank?": "empty", "downcase": "lower", "toLowerCase": "lower",
    "lowercased": "lower", "strip": "same", "trim": "same", "to_s": "same", "to_a": "same",
    "uniq": "same", "map": "map", "flatten": "same", "concat": "concat", "to_i": "same",
    "toString": "same", "present?": "any",
  ]

  // MARK: Files

  private mutating func ask(
    _ files: ChangedFiles, _ method: String, _ name: String,
    _ arguments: [ScriptExpression.Argument]
  ) throws(Untranslatable) -> DangerMeaning {
    let isPlain = arguments.isEmpty
    switch method {
    case "empty", "none", "isNil":
      let chosen = isPlain ? files : try choose(files, arguments)
      return .condition(chosen.exist.negated)
    case "any": return .condition((isPlain ? files : try choose(files, arguments)).exist)
    case "find": return .found((isPlain ? files : try choose(files, arguments)).exist)
    case "count":
      return .count(isPlain ? files : try choose(files, arguments))
    case "select": return .files(try choose(files, arguments))
    case "same" where isPlain: return .files(files)
    case "map" where keepsText(arguments): return .files(files)
    case "include":
      let chosen = try choose(files, arguments)
      return .condition(chosen.exist)
    default: throw Untranslatable("`\(name)` is not supported for files")
    }
  }

  /// The files that a closure, a regular expression or a path selects.
  private mutating func choose(
    _ files: ChangedFiles, _ arguments: [ScriptExpression.Argument]
  ) throws(Untranslatable) -> ChangedFiles {
    let filter: ChangedFiles.Filter
    switch arguments.first?.value {
    case .function?: filter = try self.filter(of: arguments)
    case let value?:
      switch try meaning(value) {
      case .literal(let path): filter = .glob(path)
      case .pattern(let pattern): filter = .pattern(pattern)
      default: throw Untranslatable("the selected files cannot be determined")
      }
    case nil: throw Untranslatable("the selected files cannot be determined")
    }
    guard let chosen = files.filtered(filter) else {
      throw Untranslatable("it combines several file selections")
    }
    return chosen
  }

  private var refusal: Untranslatable {
    Untranslatable("its condition on each file is not supported")
  }

  /// The filter for a condition on one file.
  mutating func filter(
    of expression: ScriptExpression
  ) throws(Untranslatable) -> ChangedFiles.Filter {
    switch expression {
    case .binary("==", let left, let right):
      // Such as `f == "a"`, `File.extname(f) == ".rb"`, `f.fileType == .swift`.
      let isLeft = elementText(left) != nil || Self.isExtension(left)
      let (asked, other) = isLeft ? (left, right) : (right, left)
      guard case .literal(let text) = try meaning(other) else { throw refusal }
      if let asked = elementText(asked) { return try Self.filter(.glob(text), on: asked) }
      guard Self.isExtension(asked) else { throw refusal }
      return .glob("**/*.\(text.drop { $0 == "." })")
    case .binary("=~", let left, let right):
      guard let asked = elementText(left), case .pattern(let pattern) = try meaning(right)
      else { throw refusal }
      return try Self.filter(.pattern(pattern), on: asked)
    case .binary("||", let left, let right):
      guard case .pattern(let first) = try filter(of: left).asPattern,
        case .pattern(let second) = try filter(of: right).asPattern
      else { throw refusal }
      // A group limits options such as `(?i)` to their alternative.
      return .pattern(
        [first, second].map { $0.hasPrefix("(?") ? "(?:\($0))" : $0 }.joined(separator: "|"))
    case .call(.member(let owner, let name), let arguments):
      guard arguments.count == 1 else { throw refusal }
      let method = Self.methods[name] ?? name
      let value = arguments[0].value
      if let asked = elementText(owner) {
        return try Self.filter(try filter(method, try meaning(value)), on: asked)
      }
      // `/x/.test(f)`
      guard method == "match", let asked = elementText(value) else { throw refusal }
      return try Self.filter(try filter(method, try meaning(owner)), on: asked)
    default: throw refusal
    }
  }

  /// The filter of a method such as `start_with?`.
  private func filter(
    _ method: String, _ argument: DangerMeaning
  ) throws(Untranslatable) -> ChangedFiles.Filter {
    switch (method, argument) {
    case ("match", .pattern(let pattern)), ("include", .pattern(let pattern)):
      return .pattern(pattern)
    case ("include", .literal(let text)), ("match", .literal(let text)):
      return .pattern(ConditionText.escaped(text))
    case ("prefix", .literal(let text)):
      return text.hasSuffix("/")
        ? .glob("\(text)**") : .pattern("^\(ConditionText.escaped(text))")
    case ("suffix", .literal(let text)):
      return text.contains("/")
        ? .pattern("\(ConditionText.escaped(text))$") : .glob("**/*\(text)")
    default: throw refusal
    }
  }

  /// The filter for an entry as written, from that for an expression of it.
  private static func filter(
    _ filter: ChangedFiles.Filter, on text: ElementText
  ) throws(Untranslatable) -> ChangedFiles.Filter {
    if text == .asWritten { return filter }
    guard case .pattern(let pattern) = filter.asPattern, pattern == pattern.lowercased() else {
      throw Untranslatable("it compares lowercase letters with others")
    }
    return .pattern("(?i)\(pattern)")
  }

  private static func isExtension(_ expression: ScriptExpression) -> Bool {
    switch expression {
    case .member(_, "fileType"), .member(_, "extname"), .member(_, "pathExtension"): true
    case .call(.member(_, let name), _): name == "extname"
    default: false
    }
  }

  // MARK: Lists and texts

  private mutating func ask(
    _ list: String, _ method: String, _ name: String, _ arguments: [ScriptExpression.Argument]
  ) throws(Untranslatable) -> DangerMeaning {
    switch method {
    case "empty", "isNil": return .condition(.comparison("count(\(list)) == 0"))
    case "count" where arguments.isEmpty: return .number("count(\(list))")
    case "same" where arguments.isEmpty: return .list(list)
    case "map" where keepsText(arguments): return .list(list)
    case "name": return .list(list)
    case "any" where arguments.isEmpty: return .condition(.comparison("count(\(list)) > 0"))
    case "any", "find", "none", "include", "select":
      let condition = try entry(of: list, arguments)
      if method == "find" { return .found(condition) }
      return .condition(method == "none" ? condition.negated : condition)
    default: throw Untranslatable("`\(name)` is not supported for \(list)")
    }
  }

  /// The condition that a list contains such an entry.
  private mutating func entry(
    of list: String, _ arguments: [ScriptExpression.Argument]
  ) throws(Untranslatable) -> ConditionText {
    let refusal = Untranslatable("its condition on each entry of \(list) is not supported")
    guard let value = arguments.first?.value else { throw refusal }
    guard case .function = value else {
      switch try meaning(value) {
      case .literal(let text):
        return .comparison("\(list) contains \(ConditionText.quoted(text))")
      case .pattern(let pattern): return try found(.list(list), .pattern(pattern))
      default: throw refusal
      }
    }
    let filter = try filter(of: arguments)
    if case .glob(let text) = filter, !text.contains("*") {
      return .comparison("\(list) contains \(ConditionText.quoted(text))")
    }
    guard case .pattern(let pattern) = filter.asPattern else { throw refusal }
    return .comparison(
      "\(list) =~ \(ConditionText.quoted(pattern))", differences: Self.cut(list))
  }

  private mutating func ask(
    text: String, _ method: String, _ name: String, _ arguments: [ScriptExpression.Argument]
  ) throws(Untranslatable) -> DangerMeaning {
    switch method {
    case _ where !arguments.isEmpty: break
    case "count": return .number("length(\(text))")
    case "empty", "isNil": return .condition(.comparison("\(text) == \"\""))
    case "any": return .condition(.comparison("\(text) != \"\""))
    case "lower": return .text("lower(\(text))")
    case "same", "title": return .text(text)
    default: break
    }
    guard let argument = arguments.first else {
      throw Untranslatable("`\(name)` is not supported for texts")
    }
    switch (method, try meaning(argument.value)) {
    case ("include", .literal(let part)):
      return .condition(.comparison("\(text) contains \(ConditionText.quoted(part))"))
    case ("prefix", .literal(let part)):
      return .condition(.comparison("\(text) starts_with \(ConditionText.quoted(part))"))
    case ("suffix", .literal(let part)):
      return .condition(.comparison("\(text) ends_with \(ConditionText.quoted(part))"))
    case ("include", .pattern(let pattern)):
      return .condition(try found(.text(text), .pattern(pattern)))
    case ("match", let wanted): return .found(try found(.text(text), wanted))
    default: throw Untranslatable("`\(name)` is not supported for texts")
    }
  }
}

extension ChangedFiles.Filter {
  /// The filter as a regular expression; patterns with wildcards stay unchanged.
  fileprivate var asPattern: ChangedFiles.Filter {
    switch self {
    case .pattern: return self
    case .glob(let glob):
      if glob.hasPrefix("**/*"), !glob.dropFirst(4).contains("*") {
        return .pattern("\(ConditionText.escaped(String(glob.dropFirst(4))))$")
      }
      if glob.hasSuffix("/**"), !glob.dropLast(3).contains("*") {
        return .pattern("^\(ConditionText.escaped(String(glob.dropLast(2))))")
      }
      return glob.contains("*") ? self : .pattern("^\(ConditionText.escaped(glob))$")
    }
  }
}
