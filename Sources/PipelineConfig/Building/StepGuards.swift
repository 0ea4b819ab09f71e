internal import CIModel
internal import Expressions

/// Checks the conditions of steps, once the needs of each step are known.
struct StepGuards {
  private let drafts: [StepDraft]
  /// The steps with all needs, including implied ones; `nil` when the graph is invalid.
  private let steps: [PipelineStep]?
  private let positions: [String: Int]

  init(_ drafts: [StepDraft], steps: [PipelineStep]?) {
    self.drafts = drafts
    self.steps = steps
    positions = Dictionary(
      (steps ?? []).enumerated().map { ($0.element.id, $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The valid conditions of a step; invalid ones are reported.
  func conditions(of draft: StepDraft, _ checker: inout Checker) -> [Condition] {
    var conditions: [Condition] = []
    if let written = draft.condition, !draft.hasWrongMatrix,
      let condition = checker.condition(written, scope(of: draft, written.text))
    {
      conditions.append(condition)
    }
    if !draft.changed.isEmpty, let condition = try? Condition(changing: draft.changed) {
      conditions.append(condition)
    }
    return conditions
  }

  /// Checks that the step whose output is used has ended by then.
  func check(_ use: ReferenceCheck.Use, in draft: StepDraft, _ checker: inout Checker) {
    let members = drafts.filter { $0.group == use.selector.step }
    guard let first = members.first else {
      let groups = Set(drafts.map(\.group)).sorted()
      let near = nearestSpelling(of: use.selector.step, among: groups)
      checker.report(
        "there is no step '\(shortened(use.selector.step))'",
        help: near.map { "did you mean '\($0)'?" } ?? "write the id of a step that this one needs",
        at: use.range)
      return
    }
    guard groupsBefore(draft)?.contains(first.group) ?? true else {
      checker.report(
        first.group == draft.group
          ? "a step cannot use its own output"
          : "step '\(first.group)' may not have finished yet",
        help: first.group == draft.group ? "remove it" : "add '\(first.group)' to 'needs'",
        at: use.range)
      return
    }
    let cells = members.filter { member in
      use.selector.values.isEmpty || member.cell?.has(use.selector.values) == true
    }
    if cells.count != 1 {
      checker.report(
        cells.isEmpty
          ? "no cell of step '\(first.group)' has these values"
          : "'\(shortened(use.text))' can refer to any of \(cells.count) cells",
        help: "name one cell: `${steps.\(first.id).outputs.\(use.name)}`", at: use.range)
    }
  }

  private func scope(of draft: StepDraft, _ text: String) -> Scope {
    var scope = Scope()
    if draft.cell != nil {
      // Contains the values of all cells: a condition that is true only in another cell is no
      // mistake.
      for other in drafts where other.group == draft.group {
        for value in other.cell?.values ?? []
        where scope.matrix[value.axis]?.contains(value.text) != true {
          scope.matrix[value.axis, default: []].append(value.text)
        }
      }
    }
    guard text.contains("steps") else { return scope }
    let ended = groupsBefore(draft)
    var seen: Set<String> = [draft.group]
    for other in drafts where seen.insert(other.group).inserted {
      if ended?.contains(other.group) ?? true {
        scope.steps.append(other.group)
      } else {
        scope.unawaitedSteps.append(other.group)
      }
    }
    return scope
  }

  /// The steps that have ended when this one starts; `nil` when the graph is invalid.
  private func groupsBefore(_ draft: StepDraft) -> Set<String>? {
    guard let steps, let start = positions[draft.id] else { return nil }
    var awaited: Set<Int> = []
    var open = [start]
    while let index = open.popLast() {
      for need in steps[index].needs.compactMap({ positions[$0] })
      where awaited.insert(need).inserted {
        open.append(need)
      }
    }
    return Set(awaited.map { steps[$0].group })
  }
}

extension Condition {
  /// Makes the condition `changed(…)` of the globs of `changed:`; throws when there are none.
  fileprivate init(changing globs: [String]) throws(ConditionError) {
    let arguments = globs.map { "\"\($0.replacing("\"", with: "\\\""))\"" }
    try self.init("changed(\(arguments.joined(separator: ", ")))")
  }
}
