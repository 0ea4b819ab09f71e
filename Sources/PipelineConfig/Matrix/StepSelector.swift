/// Selects a step, or the cells of its matrix that have some values: `build`,
/// `build[config=debug]`.
package struct StepSelector: Hashable, Sendable {
  /// The id as written under `steps:`.
  package var step: String
  /// The values that the cells must have; empty selects all cells.
  package var values: [MatrixCell.Value]

  package init(step: String, values: [MatrixCell.Value] = []) {
    self.step = step
    self.values = values
  }

  /// Reads `id` or `id[axis=value,…]`; brackets without a list of values become part of the id,
  /// which then matches no step.
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
