internal import CIModel
internal import YAMLDocument

/// Makes a step of each cell of a matrix, before the steps are checked: a value with
/// `${matrix.axis}` is then checked like any other, with the type that its key requires.
struct MatrixExpansion {
  /// The entries of `steps:`; a step with a matrix is replaced by its cells.
  private(set) var entries: [Entry] = []
  /// The step and the cell of each generated id.
  private(set) var cells: [String: (step: String, cell: MatrixCell)] = [:]
  /// The places of the ids of steps with a matrix; these ids have been checked.
  private(set) var checkedKeys: Set<SourceRange> = []

  /// - Parameter mayRefer: Whether the texts of the steps may contain a `${…}`.
  init(_ steps: [Entry], mayRefer: Bool, _ checker: inout Checker) {
    entries.reserveCapacity(steps.count)
    for step in steps {
      guard case .mapping(let keys) = step.value.content,
        let matrix = keys.first(where: { $0.key == "matrix" })
      else {
        if mayRefer { reportMatrixValues(in: step.value, of: step.key, &checker) }
        entries.append(step)
        continue
      }
      checkedKeys.insert(step.keyRange)
      let isNamed = checker.checkIdentifier(step.key, step.keyRange, "step id")
      var rest = step
      rest.value.content = .mapping(keys.filter { $0.key != "matrix" })
      let reader = MatrixReader(step: shortened(step.key))
      guard isNamed, let cells = reader.cells(matrix.value, at: matrix.keyRange, &checker) else {
        entries.append(rest)
        continue
      }
      for cell in cells {
        var entry = rest
        entry.key = cell.id(of: step.key)
        entry.value = substituting(cell, in: rest.value, &checker)
        entries.append(entry)
        self.cells[entry.key] = (step.key, cell)
      }
    }
  }

  private func substituting(_ cell: MatrixCell, in node: Node, _ checker: inout Checker) -> Node {
    var node = node
    switch node.content {
    case .scalar(var scalar):
      for reference in TextReference.all(in: scalar.text).reversed() {
        guard case .matrix(let axis) = reference.kind else { continue }
        guard let value = cell[axis] else {
          let names = cell.values.map(\.axis)
          checker.report(
            "the matrix has no axis '\(shortened(axis))'",
            help: nearestSpelling(of: axis, among: names).map {
              "did you mean `${matrix.\($0)}`?"
            } ?? "write one of \(names.joined(separator: ", "))",
            at: checker.places(of: scalar, at: node.range).range(reference.offsets))
          continue
        }
        scalar.text.replaceSubrange(reference.range, with: value)
      }
      node.content = .scalar(scalar)
    case .sequence(let nodes):
      node.content = .sequence(nodes.map { substituting(cell, in: $0, &checker) })
    case .mapping(let entries):
      node.content = .mapping(
        entries.map { entry in
          var entry = entry
          // A condition refers to the axis by name.
          if entry.key != "if" { entry.value = substituting(cell, in: entry.value, &checker) }
          return entry
        })
    case .unresolved:
      break
    }
    return node
  }

  private func reportMatrixValues(in node: Node, of step: String, _ checker: inout Checker) {
    switch node.content {
    case .scalar(let scalar):
      for reference in TextReference.all(in: scalar.text) {
        guard case .matrix(let axis) = reference.kind else { continue }
        checker.report(
          "step '\(shortened(step))' has no matrix",
          help: "add `matrix: { \(axis): […] }` to the step",
          at: checker.places(of: scalar, at: node.range).range(reference.offsets))
      }
    case .sequence(let nodes):
      for node in nodes { reportMatrixValues(in: node, of: step, &checker) }
    case .mapping(let entries):
      for entry in entries where entry.key != "if" {
        reportMatrixValues(in: entry.value, of: step, &checker)
      }
    case .unresolved: break
    }
  }
}
