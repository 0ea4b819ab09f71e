internal import CIModel
internal import Expressions

/// Visits the statements of a Dangerfile with the conditions under which each is executed.
struct DangerReader {
  private let language: ScriptLanguage
  private var translator: DangerTranslator
  private(set) var rules: [DangerImport.Rule] = []
  private(set) var leftOut: [LeftOut] = []
  private var functions: [String: ScriptFunction] = [:]
  /// The conditions of the current statement; an error when devtool cannot express one.
  private var conditions: [Result<DangerMeaning, Untranslatable>] = []
  /// The functions that are being visited.
  private var callStack: [String] = []
  private var ids: Set<String> = []
  /// The remaining number of statements to visit: functions that call each other can multiply a
  /// short file.
  private var budget = 5000

  init(_ language: ScriptLanguage) {
    self.language = language
    translator = DangerTranslator(language)
  }

  mutating func read(_ statements: [ScriptStatement]) {
    for case .function(let name, let function) in statements.map(\.node) {
      functions[name] = function
    }
    let outer = conditions.count
    for statement in statements {
      read(statement)
      if statement.mayExit { conditions.append(condition(behind: statement)) }
    }
    conditions.removeSubrange(outer...)
  }

  /// The condition under which the function does not end in a statement.
  private mutating func condition(
    behind statement: ScriptStatement
  ) -> Result<DangerMeaning, Untranslatable> {
    guard case .condition(let holds, let then, let otherwise) = statement.node else {
      let isSure = if case .exit = statement.node { true } else { false }
      return isSure
        ? .success(.constant(false))
        : .failure(Untranslatable("it is behind a `return` that devtool cannot parse"))
    }
    func ends(_ branch: [ScriptStatement]) -> Bool {
      if case .exit? = branch.last?.node { true } else { false }
    }
    switch (ends(then), ends(otherwise)) {
    case (true, false) where !otherwise.contains(where: \.mayExit):
      return Self.negated(result(of: holds))
    case (false, true) where !then.contains(where: \.mayExit): return result(of: holds)
    case (true, true): return .success(.constant(false))
    default:
      return .failure(Untranslatable("a `return` before it depends on several conditions"))
    }
  }

  private mutating func read(_ statement: ScriptStatement) {
    budget -= 1
    if budget == 0 { leave("…", at: statement.line, "the file is too long") }
    guard budget > 0 else { return }
    switch statement.node {
    case .function: break
    case .assignment(let name, .function(let function)): functions[name] = function
    case .assignment(let name, let value):
      note(callsIn: value, at: statement.line)
      // `let danger = Danger()` does not change the meaning of the name.
      if name != "danger" { translator.variables[name] = value }
    case .condition(let holds, let then, let otherwise):
      let meaning = result(of: holds)
      within(meaning) { $0.read(then) }
      if !otherwise.isEmpty { within(Self.negated(meaning)) { $0.read(otherwise) } }
    case .expression(let value): read(value, at: statement.line)
    case .exit(let value): if let value { read(value, at: statement.line) }
    case .other(let words):
      for word in ["warn", "fail", "message", "failure", "markdown"] where words.contains(word) {
        leave(word, at: statement.line, "it is in a loop or in code that devtool cannot parse")
      }
    }
  }

  private mutating func result(
    of expression: ScriptExpression
  ) -> Result<DangerMeaning, Untranslatable> {
    do throws(Untranslatable) {
      return .success(try translator.condition(expression))
    } catch {
      return .failure(error)
    }
  }

  private static func negated(
    _ meaning: Result<DangerMeaning, Untranslatable>
  ) -> Result<DangerMeaning, Untranslatable> {
    switch meaning {
    case .success(.condition(let text)): .success(.condition(text.negated))
    case .success(.constant(let value)): .success(.constant(!value))
    default: meaning
    }
  }

  private mutating func within(
    _ condition: Result<DangerMeaning, Untranslatable>, _ body: (inout DangerReader) -> Void
  ) {
    let variables = translator.variables
    conditions.append(condition)
    body(&self)
    conditions.removeLast()
    if case .success(.constant(true)) = condition { return }
    // What a variable contains afterwards depends on the condition.
    for (name, value) in translator.variables where variables[name] != value {
      translator.variables[name] = .other
    }
  }

  // MARK: Calls

  private mutating func read(_ expression: ScriptExpression, at line: Int) {
    if case .name(let name) = expression, functions[name] != nil {
      // A Ruby call without parentheses.
      return inline(name, [], at: line)
    }
    if case .binary(let symbol, let left, let right) = expression, ["&&", "||"].contains(symbol) {
      let meaning = result(of: left)
      read(left, at: line)
      return within(symbol == "&&" ? meaning : Self.negated(meaning)) { $0.read(right, at: line) }
    }
    guard case .call(let callee, let arguments) = expression else {
      note(callsIn: expression, at: line)
      return
    }
    switch callee {
    case .name("warn"), .member(.name("danger"), "warn"), .member(.name("self"), "warn"):
      report(.warning, "warn", arguments, line)
    case .name("fail"), .name("failure"), .member(.name("danger"), "fail"):
      report(.error, "fail", arguments, line)
    case .name("message"), .member(.name("danger"), "message"):
      report(.note, "message", arguments, line)
    case .name("markdown"), .member(.name("danger"), "markdown"):
      leave("markdown", at: line, "a rule reports findings and cannot write comments of its own")
    case .name("schedule"):
      for argument in arguments { readScheduled(argument.value, at: line) }
    case .name(let name): inline(name, arguments, at: line)
    case .function(let function): read(function.body)
    case .member(let owner, _) where arguments.contains { $0.value.isFunction }:
      note(callsIn: owner, at: line)
      for case .function(let function) in arguments.map(\.value) {
        within(.failure(Untranslatable("it is reported once per element"))) {
          $0.read(function.body)
        }
      }
    default: note(callsIn: expression, at: line)
    }
  }

  private mutating func readScheduled(_ value: ScriptExpression, at line: Int) {
    switch value {
    case .function(let function): read(function.body)
    case .name(let name): inline(name, [], at: line)
    default: read(value, at: line)
    }
  }

  /// Visits the body of a function of the file in place of its call.
  private mutating func inline(
    _ name: String, _ arguments: [ScriptExpression.Argument], at line: Int
  ) {
    guard let function = functions[name], !callStack.contains(name), callStack.count < 20 else {
      if functions[name] == nil, !Self.harmless.contains(name) {
        leave(name, at: line, DangerPlugins.advice(name) ?? "it is defined elsewhere")
      }
      return
    }
    let variables = translator.variables
    for (parameter, argument) in zip(function.parameters, arguments) {
      translator.variables[parameter] = argument.value
    }
    callStack.append(name)
    read(function.body)
    callStack.removeLast()
    translator.variables = variables
  }

  private static let harmless: Set<String> = [
    "print", "puts", "p", "log", "Danger", "require", "console", "exit",
  ]

  /// Reports the plugins that a statement calls.
  private mutating func note(callsIn expression: ScriptExpression, at line: Int) {
    switch expression {
    case .call(let callee, _), .member(let callee, _):
      guard let (plugin, name) = Self.plugin(expression), let advice = DangerPlugins.advice(plugin)
      else { return note(callsIn: callee, at: line) }
      leave(name, at: line, advice)
    case .binary(_, let left, let right):
      note(callsIn: left, at: line)
      note(callsIn: right, at: line)
    default: break
    }
  }

  /// The plugin and the call of `swiftlint` and `swiftlint.lint_files`.
  private static func plugin(_ expression: ScriptExpression) -> (String, String)? {
    switch expression {
    case .call(let callee, _): plugin(callee)
    case .member(.name(let plugin), let name): (plugin, "\(plugin).\(name)")
    default: nil
    }
  }

  // MARK: Rules

  private mutating func leave(_ what: String, at line: Int, _ reason: String) {
    leftOut.append(LeftOut(line: line, what: what, reason: reason))
  }

  private mutating func report(
    _ level: Severity, _ call: String, _ arguments: [ScriptExpression.Argument], _ line: Int
  ) {
    do throws(Untranslatable) {
      guard conditions.count <= 50 else { throw Untranslatable("it is too long") }
      var condition: ConditionText?
      for part in conditions {
        switch try part.get() {
        case .condition(let text): condition = condition?.joined("&&", text) ?? text
        case .constant(true): break
        default: throw Untranslatable("it is unreachable")
        }
      }
      guard let condition else {
        throw Untranslatable("it is reported for every change, without a condition")
      }
      guard (try? Condition(condition.text)) != nil else {
        throw Untranslatable("devtool does not support this condition: \(condition.text)")
      }
      guard let text = arguments.first(where: { $0.label == nil || $0.label == "message" }) else {
        throw Untranslatable("it has no message")
      }
      var message = DangerMessage(translator)
      try message.read(text.value)
      rules.append(
        DangerImport.Rule(
          id: id(message.text, line), level: level, condition: condition.text,
          message: message.unindented, line: line,
          differences: condition.differences.union(message.differences).sorted()))
    } catch {
      leave(call, at: line, error.reason)
    }
  }

  /// A short id from the words of the message.
  private mutating func id(_ message: String, _ line: Int) -> String {
    let idle: Set<String> = [
      "a", "an", "and", "are", "be", "been", "file", "for", "have", "if", "in", "is", "it", "not",
      "of", "or", "please", "pr", "pull", "request", "the", "there", "this", "to", "with", "you",
      "your", "has", "was", "should",
    ]
    let words = message.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
      .map(String.init).filter { !idle.contains($0) && $0.count <= 16 }
    let stem = words.prefix(3).joined(separator: "-")
    let named = stem.first?.isLetter == true ? stem : "danger-\(line)"
    var id = named
    var number = 2
    while !ids.insert(id).inserted {
      id = "\(named)-\(number)"
      number += 1
    }
    return id
  }
}
