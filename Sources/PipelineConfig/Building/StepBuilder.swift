import CIModel
internal import Expressions
internal import YAMLDocument

/// Makes the steps of a pipeline.
struct StepBuilder {
  var defaults: CheckedMapping?
  /// The expansion of matrices into cells.
  var matrix: MatrixExpansion?
  /// The references in the texts of the steps.
  var references: ReferenceCheck?

  func steps(from value: Checked?, _ checker: inout Checker) -> [PipelineStep] {
    let drafts = (value?.mapping?.entries ?? []).map { draft($0, &checker) }
    let before = checker.problems.count
    let needs = NeedResolution(drafts, &checker).needs
    StepGraph.check(drafts.map(\.id), needs, &checker)
    // Implied needs are added only to a valid graph.
    guard checker.problems.count == before else {
      let guards = StepGuards(drafts, steps: nil)
      for draft in drafts { _ = guards.conditions(of: draft, &checker) }
      return []
    }
    var steps: [PipelineStep] = []
    steps.reserveCapacity(drafts.count)
    for index in drafts.indices {
      guard var step = drafts[index].step else { continue }
      if !needs[index].isEmpty { step.needs = needs[index].map { drafts[$0.target].id } }
      steps.append(step)
    }
    addImpliedNeeds(to: &steps)
    inheritBuildSystems(in: &steps)
    addGuards(of: drafts, to: &steps, &checker)
    checkOutputs(of: drafts, steps, &checker)
    return steps
  }

  private func addGuards(
    of drafts: [StepDraft], to steps: inout [PipelineStep], _ checker: inout Checker
  ) {
    let guarded = drafts.filter { $0.condition != nil || !$0.changed.isEmpty }
    if guarded.isEmpty { return }
    let guards = StepGuards(drafts, steps: steps)
    var conditions: [String: [Condition]] = [:]
    for draft in guarded { conditions[draft.id] = guards.conditions(of: draft, &checker) }
    for index in steps.indices { steps[index].guards = conditions[steps[index].id] ?? [] }
  }

  /// Checks that the steps whose outputs a step uses have ended before it.
  private func checkOutputs(
    of drafts: [StepDraft], _ steps: [PipelineStep], _ checker: inout Checker
  ) {
    guard let uses = references?.uses, !uses.isEmpty else { return }
    let guards = StepGuards(drafts, steps: steps)
    for draft in drafts {
      for use in uses[draft.id] ?? [] { guards.check(use, in: draft, &checker) }
    }
  }

  /// Reads a step as far as it is valid, so that others can still refer to it.
  private func draft(_ entry: CheckedEntry, _ checker: inout Checker) -> StepDraft {
    var draft = StepDraft(id: entry.key, range: entry.keyRange)
    if let (group, cell) = matrix?.cells[entry.key] {
      draft.group = group
      draft.cell = cell
    } else if matrix?.checkedKeys.contains(entry.keyRange) == true {
      draft.hasWrongMatrix = true
    }
    if let script = entry.value.text {
      draft.step = PipelineStep(id: entry.key, action: .run(ScriptOptions(script)))
    } else if let mapping = entry.value.mapping {
      draft.needs = mapping["needs"]?.list ?? []
      draft.condition = mapping["if"]?.condition
      draft.changed = mapping["changed"]?.texts ?? []
      if let action = action(of: mapping, entry, &checker) {
        var step = PipelineStep(id: entry.key, action: action)
        step.environment = environment(mapping["env"])
        step.dotenv = DotenvSource.list(mapping["dotenv"])
        step.secrets = mapping["secrets"]?.texts ?? []
        step.inputs = mapping["inputs"]?.texts
        step.outputs = mapping["outputs"].flatMap { $0.texts ?? $0.text.map { [$0] } }
        step.artifacts = Artifacts(mapping["artifacts"])
        if let artifacts = mapping["artifacts"]?.mapping, artifacts["paths"] == nil,
          artifacts["reports"] == nil, !artifacts.hasRejectedKeys
        {
          checker.report(
            "'artifacts' of step '\(shortened(entry.key))' lists no files",
            help: "add `paths: [out/**]`", at: mapping["artifacts"]?.range ?? entry.keyRange)
        }
        step.directory = mapping["dir"]?.text.flatMap { $0 == "." ? nil : $0 }
        step.timeout = mapping["timeout"]?.duration
        step.idleTimeout = mapping["idle-timeout"]?.duration
        step.locks = mapping["locks"]?.texts ?? []
        step.isInteractive = mapping["interactive"]?.boolean ?? false
        step.detaches = mapping["detach"]?.boolean ?? false
        reportUselessKeys(of: step, mapping, &checker)
        if let condition = mapping["when"]?.text.flatMap(StepCondition.init) {
          step.condition = condition
        }
        if let retry = mapping["retry"] { step.retry = RetryPolicy(retry) }
        draft.hasRetry = mapping["retry"] != nil
        step.shell = mapping["shell"].flatMap(Shell.init) ?? step.shell
        step.allowFailure = allowFailure(mapping["allow-failure"])
        if mapping["shell"] != nil { draft.hasShell = true }
        draft.step = step
      }
    }
    draft.step?.group = draft.group
    draft.step?.cell = draft.cell
    if draft.step?.timeout == nil { draft.step?.timeout = defaults?["timeout"]?.duration }
    if draft.step?.idleTimeout == nil {
      draft.step?.idleTimeout = defaults?["idle-timeout"]?.duration
    }
    if !draft.hasRetry, let retry = defaults?["retry"] { draft.step?.retry = RetryPolicy(retry) }
    if !draft.hasShell, let shell = defaults?["shell"].flatMap(Shell.init) {
      draft.step?.shell = shell
    }
    return draft
  }

  private func reportUselessKeys(
    of step: PipelineStep, _ mapping: CheckedMapping, _ checker: inout Checker
  ) {
    if let inputs = mapping.entry("inputs"), step.action.kind.usesSwiftPM {
      checker.report(
        "'inputs' has no effect in a '\(step.action.kind.rawValue)' step",
        help: "remove it: SwiftPM itself detects changes", at: inputs.keyRange)
    } else if let entry = mapping.entry("interactive"), step.isInteractive,
      !step.action.kind.isCommand
    {
      checker.report(
        "'interactive' has no effect in a '\(step.action.kind.rawValue)' step",
        help: "remove it: such a step reads no input", at: entry.keyRange)
    } else if let entry = mapping.entry("interactive"), step.isInteractive, mapping["inputs"] != nil
    {
      checker.report(
        "'interactive' and 'inputs' of step '\(shortened(step.id))' cannot be combined",
        help: "remove one: typed input cannot be part of a fingerprint",
        at: entry.keyRange)
    } else if let outputs = mapping.entry("outputs"), mapping["inputs"] == nil {
      checker.report(
        "'outputs' of step '\(shortened(step.id))' has no effect without 'inputs'",
        help: "add the files that the outputs are made from, for example `inputs: [Sources/**]`",
        at: outputs.keyRange)
    }
  }

  private func action(
    of mapping: CheckedMapping, _ step: CheckedEntry, _ checker: inout Checker
  ) -> StepAction? {
    let found = mapping.entries.filter { Schema.actions.contains($0.key) }
    guard let first = found.first else {
      // A misspelled action has already been reported.
      if !mapping.hasRejectedKeys {
        checker.report(
          "step '\(shortened(step.key))' has no action",
          help: "add one of \(Schema.actions.joined(separator: ", "))", at: step.keyRange)
      }
      return nil
    }
    for second in found.dropFirst() {
      checker.report(
        "step '\(shortened(step.key))' has two actions: '\(first.key)' on line "
          + "\(first.keyRange.start.line) and '\(second.key)' on line "
          + "\(second.keyRange.start.line)",
        help: "write a step for each; the second can name the first in 'needs'",
        at: second.keyRange)
    }
    let value = first.value
    let kind = StepActionKind(rawValue: first.key)
    return kind.flatMap { StepAction.read($0, value, &checker) }
  }

  private func allowFailure(_ value: Checked?) -> AllowFailure {
    if let boolean = value?.boolean { return boolean ? .always : .never }
    if let statuses = value?.mapping?["exit"]?.list {
      return .exitStatuses(statuses.compactMap(\.integer))
    }
    return .never
  }
}

/// A step that is being read.
struct StepDraft {
  var id: String
  /// The id as written in the file.
  var group: String
  var cell: MatrixCell?
  /// Whether the step has an invalid matrix.
  var hasWrongMatrix = false
  /// The place of the id in the file.
  var range: SourceRange
  /// The step; `nil` when its action is invalid.
  var step: PipelineStep?
  /// The entries of `needs`, not resolved yet.
  var needs: [Checked] = []
  /// `if`, not checked yet.
  var condition: ConditionText?
  /// The patterns of `changed`.
  var changed: [String] = []
  var hasShell = false
  var hasRetry = false

  init(id: String, range: SourceRange) {
    self.id = id
    group = id
    self.range = range
  }
}
