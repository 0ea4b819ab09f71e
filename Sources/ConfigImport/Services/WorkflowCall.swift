internal import YAMLDocument

/// Calls of reusable workflows.
///
/// Source: https://docs.github.com/actions/how-tos/reuse-automations/reuse-workflows
extension WorkflowImport {
  /// The maximum depth of calls.
  private static let deepest = 4
  /// The maximum number of calls in all files.
  private static let mostCalls = 50

  /// Imports a workflow of this repository as if its jobs were in the calling one, or adds the steps
  /// that a known one of another repository is assumed to run.
  ///
  /// - Parameters:
  ///   - called: `./.github/workflows/x.yml` or `owner/repository/.github/workflows/x.yml@main`.
  ///   - name: The beginning of the names of its steps.
  /// - Returns: The ids of its last steps.
  mutating func call(
    _ called: String, by job: Entry, named name: String, after needs: [String]
  ) -> [String] {
    let line = job.keyRange.start.line
    guard called.hasPrefix("./") else {
      let steps = stepsElsewhere(called, with: job.value["with"], at: line)
      return steps.reduce(steps.isEmpty ? [] : needs) { previous, step in
        var step = step
        step.needs = previous
        return [config.add(step, called: "\(name) \(step.usualName)")]
      }
    }
    let caller = config.file
    defer { config.file = caller }
    func leave(_ reason: String) -> [String] {
      config.file = caller
      config.leave("job \(job.key)", at: line, because: reason)
      return []
    }
    let path = String(called.dropFirst(2))
    guard let file = config.files.first(where: { $0.name == path }) else {
      return leave("the workflow that it calls does not exist")
    }
    guard path != caller, !callers.contains(path), callers.count < Self.deepest,
      config.calledFiles.count < Self.mostCalls
    else { return leave("too many workflows call each other") }
    config.calledFiles.append(path)
    config.file = path
    guard let root = try? file.document(&config) else {
      return leave("the workflow that it calls cannot be read")
    }
    callers.append(caller)
    defer { callers.removeLast() }
    var inputs = WorkflowInputs(
      root["on"]?["workflow_call"]?["inputs"], with: job.value["with"])
    return readJobs(of: inputs.applied(to: root), calledBy: name, after: needs)
  }

  /// The steps of a workflow whose file is not in the checkout.
  private mutating func stepsElsewhere(
    _ called: String, with inputs: Node?, at line: Int
  ) -> [ImportedStep] {
    let what = "uses: \(called)"
    switch called.prefix(while: { $0 != "@" }).split(separator: "/").last {
    case "run-unit-tests.yml", "swift_package_test.yml", "unit_tests.yml":
      if inputs?["enable_linux_checks"]?.text == "false" {
        config.leave(what, at: line, because: "it does not test on Linux")
        return []
      }
      config.leave(
        what, at: line,
        because: "assumed to build and test the package; its other systems and inputs are left out")
      guard let command = inputs?["linux_build_command"]?.text, !command.contains("${{") else {
        return ImportedStep.standard
      }
      let script = ForeignScript(command)
      return script.objection == nil
        ? script.steps(shell: ["bash", "-e", "-c"]) : ImportedStep.standard
    case "soundness.yml":
      config.leave(what, at: line, because: "rules check the same: docs/from-soundness.md")
    default:
      config.leave(what, at: line, because: "a workflow of another repository")
    }
    return []
  }
}

/// The values of `inputs` in a called workflow.
struct WorkflowInputs {
  private var values: [String: String] = [:]
  /// The number of bytes that values may still add.
  private var room = 1 << 20

  /// - Parameters:
  ///   - declared: The inputs with their types and defaults.
  ///   - given: `with` of the calling job. A value that is an expression is unknown.
  init(_ declared: Node?, with given: Node?) {
    for input in declared?.entries ?? [] {
      let usual = ["boolean": "false", "number": "0"][input.value["type"]?.text ?? ""] ?? ""
      let value = (given?[input.key] ?? input.value["default"]).map { $0.text ?? "" } ?? usual
      if !value.contains("${{") { values[input.key] = value }
    }
  }

  /// The node with the known values instead of their `${{ inputs.x }}`.
  mutating func applied(to node: Node) -> Node {
    var node = node
    switch node.content {
    case .scalar(let scalar):
      let text = replaced(scalar.text)
      // Quotes keep an empty value from being none.
      if text != scalar.text { node.content = .scalar(Scalar(text, style: .doubleQuoted)) }
    case .sequence(let nodes): node.content = .sequence(nodes.map { applied(to: $0) })
    case .mapping(var entries):
      for index in entries.indices {
        let value = entries[index].value
        // A condition is an expression without braces, too.
        if entries[index].key == "if", let text = value.text, let known = self[text] {
          entries[index].value.content = .scalar(Scalar(known, style: .doubleQuoted))
        } else {
          entries[index].value = applied(to: value)
        }
      }
      node.content = .mapping(entries)
    case .unresolved: break
    }
    return node
  }

  private subscript(expression: some StringProtocol) -> String? {
    let words = expression.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, words[0].hasPrefix("inputs.") else { return nil }
    return values[String(words[0].dropFirst("inputs.".count))]
  }

  private mutating func replaced(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "${{"),
      let end = rest[start.upperBound...].firstRange(of: "}}")
    {
      result += rest[..<start.lowerBound]
      let value = self[rest[start.upperBound..<end.lowerBound]]
      if let value, value.utf8.count <= room {
        room -= value.utf8.count
        result += value
      } else {
        result += rest[start.lowerBound..<end.upperBound]
      }
      rest = rest[end.upperBound...]
    }
    return result + rest
  }
}
