internal import CIModel
internal import YAMLDocument

/// Resolves the names in `needs` to steps, and reports invalid ones.
struct NeedResolution {
  /// The needs of each step, by index of the draft, without duplicates.
  private(set) var needs: [[Need]]

  struct Need {
    var target: Int
    /// The place in the file.
    var range: SourceRange
  }

  private let drafts: [StepDraft]
  private var members: [String: [Int]] = [:]

  init(_ drafts: [StepDraft], _ checker: inout Checker) {
    self.drafts = drafts
    needs = []
    // Most files have no needs, and then nothing has to be looked up.
    guard drafts.contains(where: { !$0.needs.isEmpty }) else {
      needs = Array(repeating: [], count: drafts.count)
      return
    }
    for (index, draft) in drafts.enumerated() { members[draft.group, default: []].append(index) }
    for draft in drafts { needs.append(resolve(draft, &checker)) }
  }

  private func resolve(_ draft: StepDraft, _ checker: inout Checker) -> [Need] {
    var needs: [Need] = []
    var seen: Set<StepSelector> = []
    var targets: Set<Int> = []
    for written in draft.needs {
      guard let selector = written.neededSteps else { continue }
      let range = written.neededRange
      guard let candidates = members[selector.step] else {
        if !written.isOptionalNeed { reportUnknown(selector.step, of: draft, range, &checker) }
        continue
      }
      if selector.step == draft.group {
        checker.report(
          "step '\(draft.group)' needs itself", help: "remove it from 'needs'", at: range)
        continue
      }
      if !seen.insert(selector).inserted {
        checker.report(
          "step '\(draft.id)' needs '\(selector.step)' twice", help: "keep one of the two",
          at: range)
        continue
      }
      let chosen = candidates.filter { index in
        selector.values.isEmpty || drafts[index].cell?.has(selector.values) == true
      }
      if chosen.isEmpty {
        reportNoCell(selector, of: draft, candidates, written.matrixRange, &checker)
      }
      for target in chosen where targets.insert(target).inserted {
        needs.append(Need(target: target, range: range))
      }
    }
    return needs
  }

  private func reportUnknown(
    _ id: String, of draft: StepDraft, _ range: SourceRange, _ checker: inout Checker
  ) {
    var others: [String] = []
    for other in drafts where other.group != draft.group && others.last != other.group {
      others.append(other.group)
    }
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

  private func reportNoCell(
    _ selector: StepSelector, of draft: StepDraft, _ candidates: [Int], _ range: SourceRange,
    _ checker: inout Checker
  ) {
    let cells = candidates.compactMap { drafts[$0].cell }
    // An invalid matrix has already been reported.
    if cells.isEmpty, candidates.contains(where: { drafts[$0].hasWrongMatrix }) { return }
    guard let first = cells.first else {
      checker.report(
        "step '\(selector.step)' has no matrix", help: "name the step alone: '\(selector.step)'",
        at: range)
      return
    }
    let message = "no cell of step '\(selector.step)' has "
    let wanted = selector.values.map { "\($0.axis) '\(shortened($0.text))'" }
    for value in selector.values {
      let axes = first.values.map(\.axis)
      guard axes.contains(value.axis) else {
        let near = nearestSpelling(of: value.axis, among: axes)
        checker.report(
          "the matrix of step '\(selector.step)' has no axis '\(shortened(value.axis))'",
          help: near.map { "did you mean '\($0)'?" }
            ?? "write one of \(axes.joined(separator: ", "))",
          at: range)
        return
      }
      var known: [String] = []
      for cell in cells {
        if let text = cell[value.axis], !known.contains(text) { known.append(text) }
      }
      guard known.contains(value.text) else {
        let near = nearestSpelling(of: value.text, among: known)
        checker.report(
          message + "\(value.axis) '\(shortened(value.text))'",
          help: near.map { "did you mean '\($0)'?" }
            ?? "write one of \(known.joined(separator: ", "))",
          at: range)
        return
      }
    }
    checker.report(
      message + wanted.joined(separator: " and "),
      help: "choose another cell: 'exclude' removes this one", at: range)
  }
}

extension Checked {
  /// The steps that an entry of `needs` names.
  var neededSteps: StepSelector? {
    if let text { return StepSelector(text) }
    guard let step = mapping?["step"]?.text else { return nil }
    let values = mapping?["matrix"]?.mapping?.entries.compactMap { entry in
      entry.value.text.map { MatrixCell.Value(entry.key, $0) }
    }
    var selector = StepSelector(step)
    selector.values += values ?? []
    return selector
  }

  /// Whether the step may be missing.
  var isOptionalNeed: Bool { mapping?["optional"]?.boolean ?? false }

  /// The place of the needed step's id in the file.
  var neededRange: SourceRange { mapping?["step"]?.range ?? range }

  /// The place of the values of its matrix in the file.
  fileprivate var matrixRange: SourceRange { mapping?["matrix"]?.range ?? neededRange }
}
