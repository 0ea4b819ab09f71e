internal import CIModel
internal import YAMLDocument

/// Finds the references in the texts of steps, and reports those in places where they are not
/// replaced.
struct ReferenceCheck {
  /// A use of a step's output.
  struct Use {
    var selector: StepSelector
    var name: String
    var text: String
    var range: SourceRange
  }

  /// Uses of outputs, by the id of the step that uses them.
  private(set) var uses: [String: [Use]] = [:]

  /// The keys of a step in which references are replaced when it runs.
  private static let places = ["env", "exec"]

  init(_ steps: [Entry], _ checker: inout Checker) {
    for step in steps {
      switch step.value.content {
      case .scalar: check(step.value, in: "run", step.key, &checker)
      case .mapping(let keys):
        for key in keys where key.key != "if" { check(key.value, in: key.key, step.key, &checker) }
      case .sequence, .unresolved: break
      }
    }
  }

  private mutating func check(
    _ node: Node, in key: String, _ step: String, _ checker: inout Checker
  ) {
    switch node.content {
    case .sequence(let nodes): for node in nodes { check(node, in: key, step, &checker) }
    case .mapping(let entries): for entry in entries { check(entry.value, in: key, step, &checker) }
    case .unresolved: break
    case .scalar(let scalar):
      for reference in TextReference.all(in: scalar.text) {
        func place() -> SourceRange {
          checker.places(of: scalar, at: node.range).range(reference.offsets)
        }
        switch reference.kind {
        case .matrix, .parameter: break
        case .environment(let name):
          // In `run`, the shell expands the variable itself, and other interpreters have similar
          // syntax.
          if key != "run", !Self.places.contains(key) {
            checker.report(
              "'\(reference.text)' cannot be used in '\(key)'",
              help: "use variables in 'env' and 'exec' only", at: place())
          } else if key != "run", !checker.isVariable(name) {
            checker.report(
              "'\(shortened(name))' is not a valid variable name",
              help: "use letters, digits and '_', and do not begin with a digit", at: place())
          }
        case .unknown:
          checker.report(
            "'\(shortened(reference.text))' is not an output of a step",
            help: "write `${steps.ID.outputs.NAME}`", at: place())
        case .output(let selector, let name):
          if Self.places.contains(key) {
            uses[step, default: []].append(
              Use(selector: selector, name: name, text: reference.text, range: place()))
          } else {
            let variable = name.uppercased().replacing("-", with: "_")
            checker.report(
              key == "run"
                ? "a script cannot use '\(shortened(reference.text))': it would run as code"
                : "'\(shortened(reference.text))' cannot be used in '\(key)'",
              help: "add `env: { \(variable): \"\(reference.text)\" }`"
                + (key == "run"
                  ? " and write \"$\(variable)\""
                  : ": outputs can be used in 'env' and 'exec' only"),
              at: place())
          }
        }
      }
    }
  }
}
