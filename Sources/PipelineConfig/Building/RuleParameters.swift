internal import CIModel
internal import YAMLDocument

/// Replaces `${with.name}` in a file of rules by the values that `extends` passes, else by the
/// defaults in the file's own `parameters`.
struct RuleParameters {
  private var values: [String: Value] = [:]
  /// Names of the parameters that the file uses or has a default for.
  private(set) var names: Set<String> = []

  fileprivate enum Value {
    case text(String)
    case list([String])
  }

  /// - Parameters:
  ///   - given: The value of `with` of an entry of `extends`.
  ///   - entries: The entries of the file before replacement.
  init(_ given: CheckedMapping?, for entries: [Entry], _ checker: inout Checker) {
    if let defaults = entries.first(where: { $0.key == "parameters" }) {
      let checked = checker.check(
        defaults.value, as: Schema.parameters.kind,
        Subject(Schema.parameters, of: nil, at: defaults.keyRange))
      for entry in checked.mapping?.entries ?? [] { values[entry.key] = Value(entry.value) }
    }
    names = Set(values.keys)
    for entry in entries { collectNames(in: entry.value) }
    for entry in given?.entries ?? [] { values[entry.key] = Value(entry.value) }
  }

  private mutating func collectNames(in node: Node) {
    switch node.content {
    case .scalar(let scalar): names.formUnion(Self.references(in: scalar).map(\.name))
    case .sequence(let nodes): for node in nodes { collectNames(in: node) }
    case .mapping(let entries): for entry in entries { collectNames(in: entry.value) }
    case .unresolved: break
    }
  }

  private static func references(
    in scalar: Scalar
  ) -> [(name: String, reference: TextReference)] {
    TextReference.all(in: scalar.text).compactMap { reference in
      if case .parameter(let name) = reference.kind { (name, reference) } else { nil }
    }
  }

  /// The entries of the file with parameters replaced, without `parameters`.
  func filled(_ entries: [Entry], _ checker: inout Checker) -> [Entry] {
    entries.filter { $0.key != "parameters" }.map { entry in
      var entry = entry
      entry.value = filled(entry.value, &checker)
      return entry
    }
  }

  private func filled(_ node: Node, _ checker: inout Checker) -> Node {
    var node = node
    switch node.content {
    case .scalar(let scalar):
      if let list = list(for: scalar) {
        node.content = .sequence(list.map { Self.node($0, at: node.range) })
      } else {
        // An unresolved node is not checked again, since its problem has been reported.
        node.content =
          filled(scalar, at: node.range, &checker).map { .scalar($0) } ?? .unresolved
      }
    case .sequence(let nodes):
      node.content = .sequence(
        nodes.flatMap { element -> [Node] in
          // A list inside a list is spliced into it.
          if case .scalar(let scalar) = element.content, let list = list(for: scalar) {
            return list.map { Self.node($0, at: element.range) }
          }
          return [filled(element, &checker)]
        })
    case .mapping(let entries): node.content = .mapping(filled(entries, &checker))
    case .unresolved: break
    }
    return node
  }

  private static func node(_ text: String, at range: SourceRange) -> Node {
    Node(.scalar(Scalar(text, style: .doubleQuoted)), range: range)
  }

  /// The list that replaces a scalar consisting of a single reference.
  private func list(for scalar: Scalar) -> [String]? {
    guard let (name, reference) = Self.references(in: scalar).first,
      reference.text == scalar.text, case .list(let list)? = values[name]
    else { return nil }
    return list
  }

  private func filled(
    _ scalar: Scalar, at range: SourceRange, _ checker: inout Checker
  ) -> Scalar? {
    var filled = scalar
    var isRight = true
    for (name, reference) in Self.references(in: scalar).reversed() {
      func place() -> SourceRange {
        checker.places(of: scalar, at: range).range(reference.offsets)
      }
      switch values[name] {
      case .text(let text): filled.text.replaceSubrange(reference.range, with: text)
      case .list:
        isRight = false
        checker.report(
          "'\(reference.text)' is a list, but is used inside a text",
          help: "use it alone, as an entry of a list or in place of a list", at: place())
      case nil:
        isRight = false
        let near = nearestSpelling(of: name, among: values.keys.sorted())
        checker.report(
          "'\(shortened(reference.text))' has no value",
          help: near.map { "did you mean `${with.\($0)}`?" }
            ?? "write `with: { \(shortened(name)): … }` where the file is extended, or add a "
            + "default below 'parameters'", at: place())
      }
    }
    return isRight ? filled : nil
  }
}

extension RuleParameters.Value {
  fileprivate init?(_ value: Checked) {
    if let text = value.text {
      self = .text(text)
    } else if let texts = value.texts {
      self = .list(texts)
    } else {
      return nil
    }
  }
}
