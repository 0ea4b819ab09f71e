package import CIModel
package import PipelineConfig

/// The chain of dependent steps that took the longest: the run cannot be shorter than it.
package enum CriticalPath {
  /// - Parameters:
  ///   - steps: Every step follows those that it needs.
  ///   - results: The results of the steps that ended.
  /// - Returns: Step ids in order; empty when no step took any time.
  package static func steps(_ steps: [PipelineStep], _ results: [StepResult]) -> [String] {
    guard results.contains(where: { $0.durationSeconds > 0 }) else { return [] }
    let seconds = Dictionary(
      results.map { ($0.id, $0.durationSeconds) }, uniquingKeysWith: { first, _ in first })
    var best: [String: (seconds: Double, before: String?)] = [:]
    var last: String?
    for step in steps {
      let before = step.needs.filter { best[$0] != nil }.max { left, right in
        (best[left]?.seconds ?? 0) < (best[right]?.seconds ?? 0)
      }
      let total = (before.flatMap { best[$0]?.seconds } ?? 0) + (seconds[step.id] ?? 0)
      best[step.id] = (total, before)
      if total > last.flatMap({ best[$0]?.seconds }) ?? 0 { last = step.id }
    }
    var path: [String] = []
    while let id = last {
      // A step that took no time does not lengthen the run.
      if seconds[id] ?? 0 > 0 { path.append(id) }
      last = best[id]?.before
    }
    return path.reversed()
  }
}
