package import CIModel
package import PipelineConfig

extension Pipeline {
  /// Adds a result for each step with a matrix.
  package func withGroups(_ results: [StepResult]) -> [StepResult] {
    results + matrixResults(results)
  }

  /// One result for each step with a matrix: that of the worst cell, with the total time of all
  /// cells.
  package func matrixResults(_ results: [StepResult]) -> [StepResult] {
    guard steps.contains(where: { $0.cell != nil }) else { return [] }
    let groups = Dictionary(
      steps.filter { $0.cell != nil }.map { ($0.id, $0.group) }, uniquingKeysWith: { $1 })
    var merged: [String: StepResult] = [:]
    var order: [String] = []
    for result in results {
      guard let group = groups[result.id] else { continue }
      guard var worst = merged[group] else {
        merged[group] = result
        merged[group]?.id = group
        order.append(group)
        continue
      }
      let seconds = worst.durationSeconds + result.durationSeconds
      let attempts = max(worst.attempts, result.attempts)
      if result.status.gravity > worst.status.gravity { worst = result }
      worst.id = group
      worst.durationSeconds = seconds
      worst.attempts = attempts
      merged[group] = worst
    }
    return order.compactMap { merged[$0] }
  }
}
