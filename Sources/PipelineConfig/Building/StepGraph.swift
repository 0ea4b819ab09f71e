/// Finds cycles in the needs of steps.
struct StepGraph {
  private let ids: [String]
  private var edges: [[NeedResolution.Need]]

  /// - Parameters:
  ///   - ids: Ids of all steps.
  ///   - needs: The needs of each step, by index in `ids`.
  static func check(
    _ ids: [String], _ needs: [[NeedResolution.Need]], _ checker: inout Checker
  ) {
    // Most files have no needs.
    guard needs.contains(where: { !$0.isEmpty }) else { return }
    var graph = StepGraph(ids: ids, edges: needs)
    graph.reportCycles(&checker)
  }

  /// Reports a shortest cycle through every step that is on one, in the order of the file; steps of
  /// a reported cycle are skipped.
  private mutating func reportCycles(_ checker: inout Checker) {
    removeStepsWithoutNeeds()
    var isReported = Array(repeating: false, count: ids.count)
    for start in ids.indices where !isReported[start] && !edges[start].isEmpty {
      guard let cycle = shortestCycle(through: start), let first = cycle.first else { continue }
      for index in cycle { isReported[index] = true }
      let next = cycle.count > 1 ? cycle[1] : first
      let path = (cycle + [first]).map { shortened(ids[$0]) }.joined(separator: " → ")
      guard let edge = edges[first].first(where: { $0.target == next }) else { continue }
      checker.report(
        "the steps need each other: \(path)", help: "remove one of these needs", at: edge.range)
    }
  }

  /// Removes edges that cannot be on a cycle because their target needs nothing.
  private mutating func removeStepsWithoutNeeds() {
    var dependents: [[Int]] = Array(repeating: [], count: ids.count)
    for (index, list) in edges.enumerated() {
      for edge in list { dependents[edge.target].append(index) }
    }
    var open = edges.map(\.count)
    var free = ids.indices.filter { open[$0] == 0 }
    var isFree = open.map { $0 == 0 }
    while let index = free.popLast() {
      for dependent in dependents[index] {
        open[dependent] -= 1
        guard open[dependent] == 0 else { continue }
        isFree[dependent] = true
        free.append(dependent)
      }
    }
    for index in edges.indices { edges[index].removeAll { isFree[$0.target] } }
  }

  /// The steps on a shortest path of needs from `start` back to it; `nil` when there is none.
  private func shortestCycle(through start: Int) -> [Int]? {
    var previous: [Int: Int] = [:]
    var queue = [start]
    var position = 0
    while position < queue.count {
      let index = queue[position]
      position += 1
      for edge in edges[index] {
        if edge.target == start {
          var path = [index]
          while let last = path.last, last != start, let before = previous[last] {
            path.append(before)
          }
          return path.reversed()
        }
        if previous[edge.target] == nil {
          previous[edge.target] = index
          queue.append(edge.target)
        }
      }
    }
    return nil
  }
}
