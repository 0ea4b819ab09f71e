extension Pipeline {
  /// The steps ordered so that each comes after those it needs; otherwise in the order of the file.
  ///
  /// A step keeps its place in the file unless an earlier one needs it. Unknown needs are ignored,
  /// and a cycle (which the reader refuses) is cut where it is found.
  package func inExecutionOrder() -> [PipelineStep] {
    if steps.indices.allSatisfy({ steps[$0].needs.isEmpty }) { return steps }
    var positions: [String: Int] = [:]
    for (index, step) in steps.enumerated() where positions[step.id] == nil {
      positions[step.id] = index
    }
    var order: [PipelineStep] = []
    var isVisited = Array(repeating: false, count: steps.count)
    for start in steps.indices where !isVisited[start] {
      isVisited[start] = true
      // Each entry is a step and the number of its needs already visited.
      var stack = [(step: start, next: 0)]
      while let (index, next) = stack.last {
        guard next < steps[index].needs.count else {
          order.append(steps[index])
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next += 1
        if let need = positions[steps[index].needs[next]], !isVisited[need] {
          isVisited[need] = true
          stack.append((need, 0))
        }
      }
    }
    return order
  }
}
