/// Names a step, or the cells of a step with a matrix that have some values:
/// `build`, `build[config=debug]`.
package struct StepSelector: Hashable, Sendable {
  /// As it is written under `steps:`.
  package var step: String
  /// What the cells must have; empty means all of them.
  package var values: [MatrixCell.Value]

  package init(step: String, values: [MatrixCell.Value] = []) {
    self.step = step
    self.values = values
  }

  /// Reads `id` or `id[axis=value,…]`; what is in brackets and no list of values belongs to the id,
  /// so that nothing is called by it.
  package init(_ text: String) {
    self.init(step: text)
    guard text.hasSuffix("]"), let bracket = text.firstIndex(of: "[") else { return }
    let inside = text[text.index(after: bracket)...].dropLast()
    var values: [MatrixCell.Value] = []
    for part in inside.split(separator: ",", omittingEmptySubsequences: false) {
      guard let equals = part.firstIndex(of: "=") else { return }
      let axis = part[..<equals].trimmed
      values.append(MatrixCell.Value(axis, part[part.index(after: equals)...].trimmed))
    }
    step = String(text[..<bracket])
    self.values = values
  }

  package func selects(_ other: PipelineStep) -> Bool {
    guard other.group == step else { return false }
    return values.isEmpty || other.cell?.has(values) == true
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
