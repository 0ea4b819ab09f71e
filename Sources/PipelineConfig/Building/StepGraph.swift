internal import CIModel
internal import YAMLDocument

/// Checks what steps say of each other.
struct StepGraph {
  private struct Edge {
    var target: Int
    /// Where the need is written.
    var range: SourceRange
  }

  private let ids: [String]
  private var edges: [[Edge]]

  static func check(_ drafts: [StepDraft], _ checker: inout Checker) {
    var graph = StepGraph(drafts, &checker)
    graph.reportCycles(&checker)
  }

  private init(_ drafts: [StepDraft], _ checker: inout Checker) {
    ids = drafts.map(\.id)
    edges = Array(repeating: [], count: drafts.count)
    var positions: [String: Int] = [:]
    for (index, id) in ids.enumerated() { positions[id] = index }
    for (index, draft) in drafts.enumerated() {
      var seen: Set<String> = []
      for need in draft.needs {
        guard let id = need.neededStep else { continue }
        guard let target = positions[id] else {
          if !need.isOptionalNeed { reportUnknown(id, of: draft, need.neededRange, &checker) }
          continue
        }
        if target == index {
          checker.report(
            "step '\(id)' needs itself", help: "remove it from 'needs'", at: need.neededRange)
        } else if !seen.insert(id).inserted {
          checker.report(
            "step '\(draft.id)' needs '\(id)' twice", help: "keep one of the two",
            at: need.neededRange)
        } else {
          edges[index].append(Edge(target: target, range: need.neededRange))
        }
      }
    }
  }

  private func reportUnknown(
    _ id: String, of draft: StepDraft, _ range: SourceRange, _ checker: inout Checker
  ) {
    let others = ids.filter { $0 != draft.id }
    let help: String
    if let near = nearestSpelling(of: id, among: others) {
      help = "did you mean '\(near)'?"
    } else if others.count < 2 {
      help = others.first.map { "the only other step is '\($0)'" } ?? "there is no other step"
    } else {
      let more = others.count > 12 ? ", …" : ""
      help = "write one of \(others.prefix(12).joined(separator: ", "))\(more)"
    }
    checker.report(
      "step '\(shortened(draft.id))' needs '\(shortened(id))', which is not a step", help: help,
      at: range)
  }

  /// Reports a shortest cycle through every step that is on one, the first in the file first; a
  /// step of a reported cycle is not looked at again.
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

  /// Drops every edge that cannot be on a cycle because what it leads to needs nothing.
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

  /// The steps from `start` along their needs until one needs `start`, or `nil`.
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
