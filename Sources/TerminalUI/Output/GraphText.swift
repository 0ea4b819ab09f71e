import CIModel
import Expressions
import PipelineConfig
import PipelineRunner
import Reporters
package import RunEvents

/// The graph of a plan, for `--graph`.
package struct GraphText {
  package enum Format: String, CaseIterable {
    case text
    case dot
    case mermaid
    case json
  }

  private let plan: Plan
  private let ids: [String]
  /// The needs of each step, as indexes in the plan.
  private let needs: [[Int]]
  /// The number of consecutive steps that must end before each step can start.
  private let levels: [Int]

  /// - Parameter plan: Every step follows those that it needs.
  package init(_ plan: Plan) {
    self.plan = plan
    ids = plan.steps.map(\.step.id)
    let positions = Dictionary(
      ids.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    needs = plan.steps.map { planned in planned.step.needs.compactMap { positions[$0] } }
    var levels: [Int] = []
    for list in needs {
      levels.append(
        (list.compactMap { levels.indices.contains($0) ? levels[$0] : nil }.max() ?? -1) + 1)
    }
    self.levels = levels
  }

  package func render(_ format: Format) throws -> String {
    switch format {
    case .text: text
    case .dot: dot
    case .mermaid: mermaid
    case .json: try json()
    }
  }

  /// The needs without those that are implied by others: a step that is needed indirectly is left
  /// out.
  private var directNeeds: [[Int]] {
    // Everything that each step waits for, directly or indirectly.
    var behind: [Set<Int>] = []
    for list in needs {
      behind.append(
        list.reduce(into: Set(list)) { set, need in
          if behind.indices.contains(need) { set.formUnion(behind[need]) }
        })
    }
    return needs.map { list in
      list.filter { need in
        !list.contains { $0 != need && behind.indices.contains($0) && behind[$0].contains(need) }
      }
    }
  }

  private var text: String {
    let direct = directNeeds
    let width = ids.map(\.count).max() ?? 0
    var lines: [String] = []
    for level in 0...(levels.max() ?? 0) {
      for index in ids.indices where levels[index] == level {
        var line = "\(level + 1)  \(ids[index])"
        if !direct[index].isEmpty {
          let padding = String(repeating: " ", count: width - ids[index].count)
          line += "\(padding)  after \(direct[index].map { ids[$0] }.joined(separator: ", "))"
        }
        lines.append(line)
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private var dot: String {
    func quoted(_ text: String) -> String {
      "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
    var text = "digraph pipeline {\n  rankdir=LR;\n  node [shape=box];\n"
    for planned in plan.steps {
      let style = planned.step.guards.isEmpty && planned.step.condition == .success
      text += "  \(quoted(planned.step.id))\(style ? "" : " [style=dashed]");\n"
    }
    for (index, list) in directNeeds.enumerated() {
      for need in list { text += "  \(quoted(ids[need])) -> \(quoted(ids[index]));\n" }
    }
    return text + "}\n"
  }

  private var mermaid: String {
    var text = "flowchart LR\n"
    for (index, id) in ids.enumerated() {
      text += "  s\(index)[\"\(id.replacing("\"", with: "#quot;"))\"]\n"
    }
    for (index, list) in directNeeds.enumerated() {
      for need in list { text += "  s\(need) --> s\(index)\n" }
    }
    return text
  }

  private struct Document: Encodable {
    var schema = "devtool.graph/1"
    var steps: [Step]

    struct Step: Encodable {
      var id: String
      /// The name under `steps:`.
      var group: String
      var action: String
      var needs: [String]
      var locks: [String]
      var when: String
      var conditions: [String]
      var matrix: [String: String]
      /// 0 for a step that needs nothing.
      var level: Int
    }
  }

  private func json() throws -> String {
    let steps = plan.steps.enumerated().map { index, planned in
      let step = planned.step
      return Document.Step(
        id: step.id, group: step.group, action: step.action.kind.rawValue,
        needs: needs[index].map { ids[$0] }, locks: step.locks, when: step.condition.rawValue,
        conditions: step.guards.map(\.text),
        matrix: Dictionary(
          (step.cell?.values ?? []).map { ($0.axis, $0.text) },
          uniquingKeysWith: { first, _ in first }),
        level: levels[index])
    }
    return JSONText.encode(Document(steps: steps))
  }
}
