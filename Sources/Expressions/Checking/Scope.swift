internal import CIModel

/// The names that a condition may use in addition to those of all conditions.
package struct Scope: Hashable, Sendable {
  /// Ids of the steps whose results may be used.
  package var steps: [String]
  /// Ids of steps that exist but need not have ended, so that their results may not be used.
  package var unawaitedSteps: [String] = []
  /// The axes of the step's matrix and their values.
  package var matrix: [String: [String]]

  package init(steps: [String] = [], matrix: [String: [String]] = [:]) {
    self.steps = steps
    self.matrix = matrix
  }

  struct Resolved {
    var type: ValueType
    var words: [String]?
  }

  enum Failure: Error {
    case unknown(message: String, help: String)
  }

  func resolve(_ name: String) throws(Failure) -> Resolved {
    if let spec = NameRegistry.name(name) { return Resolved(type: spec.type, words: spec.words) }
    switch Reference(name) {
    case .step(let id, let key):
      try checkStep(id, key)
      guard let known = StepKey(rawValue: key) else {
        let keys = StepKey.allCases.map(\.rawValue)
        let near = nearestSpelling(of: key, among: keys)
        throw .unknown(
          message: "a step has no property '\(key)'",
          help: near.map { "did you mean `steps.\(id).\($0)`?" }
            ?? "write one of \(keys.joined(separator: ", "))")
      }
      return Resolved(type: known.type, words: known.words)
    case .output(let id, let name):
      try checkStep(id, "outputs.\(name)")
      return Resolved(type: .text)
    case .environment:
      return Resolved(type: .text)
    case .matrix(let axis):
      guard let values = matrix[axis] else {
        let near = nearestSpelling(of: axis, among: matrix.keys.sorted())
        throw .unknown(
          message: "the matrix has no axis '\(axis)'",
          help: near.map { "did you mean `matrix.\($0)`?" }
            ?? (matrix.isEmpty
              ? "remove it: there is no matrix here"
              : "write one of \(matrix.keys.sorted().joined(separator: ", "))"))
      }
      return Resolved(type: .text, words: values)
    case nil:
      throw unknown(name)
    }
  }

  private func checkStep(_ id: String, _ key: String) throws(Failure) {
    guard steps.contains(id) else {
      if unawaitedSteps.contains(id) {
        throw .unknown(
          message: "step '\(id)' may not have finished yet", help: "add '\(id)' to 'needs'")
      }
      let near = nearestSpelling(of: id, among: steps + unawaitedSteps)
      throw .unknown(
        message: "there is no step '\(id)' here",
        help: near.map { "did you mean `steps.\($0).\(key)`?" }
          ?? (steps.isEmpty
            ? unawaitedSteps.isEmpty
              ? "remove it: results of steps are not available here"
              : "write one of \(unawaitedSteps.joined(separator: ", "))"
            : "write one of \(steps.joined(separator: ", "))"))
    }
  }

  private func unknown(_ name: String) -> Failure {
    let message = "unknown name '\(name)'"
    if let instead = NameRegistry.foreign[name] {
      return .unknown(message: message, help: "write `\(instead)`")
    }
    if let function = FunctionRegistry.function(name) {
      return .unknown(
        message: "'\(name)' is a function",
        help: "call it, as in `\(function.example)`")
    }
    let parts = name.split(separator: "-", maxSplits: 1)
    if parts.count == 2, let first = parts.first.map(String.init), NameRegistry.name(first) != nil {
      return .unknown(message: message, help: "to subtract, write `\(first) - \(parts[1])`")
    }
    if name == "steps" || name.hasPrefix("steps.") {
      return .unknown(message: message, help: "write `steps.ID.status`")
    }
    let known =
      NameRegistry.names.map(\.name) + FunctionRegistry.functions.map { "\($0.name)(…)" }
      + steps.flatMap { id in StepKey.allCases.map { "steps.\(id).\($0.rawValue)" } }
    // A name that is much longer than the candidate is more likely a text without quotes.
    if let near = nearestSpelling(of: name, among: known), near.count <= 3 * name.count {
      return .unknown(message: message, help: "did you mean `\(near)`?")
    }
    return .unknown(message: message, help: "for a text, write `\"\(name)\"`")
  }
}

/// A reference with dots in it.
enum Reference: Hashable {
  case step(id: String, key: String)
  case output(step: String, name: String)
  case environment(String)
  case matrix(String)

  /// Ids of steps may contain dots themselves.
  init?(_ name: String) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count >= 2, parts.allSatisfy({ !$0.isEmpty }) else {
      return nil
    }
    switch first {
    case "steps" where parts.count >= 4 && parts[parts.count - 2] == "outputs":
      self = .output(
        step: parts[1..<(parts.count - 2)].joined(separator: "."),
        name: String(parts[parts.count - 1]))
    case "steps" where parts.count >= 3:
      self = .step(
        id: parts[1..<(parts.count - 1)].joined(separator: "."), key: String(parts[parts.count - 1])
      )
    case "env" where parts.count == 2: self = .environment(String(parts[1]))
    case "matrix" where parts.count == 2: self = .matrix(String(parts[1]))
    default: return nil
    }
  }
}
