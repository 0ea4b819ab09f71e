package import PipelineConfig

/// A policy section of `.ci.yml` that can be selected or skipped by name, like a step.
package enum Check: String, Hashable, Sendable, CaseIterable {
  case coverage
  case rules
  case tests
  case warnings
}

/// The steps and checks that the command line selects.
package struct Selection: Hashable, Sendable {
  /// Steps, or cells of their matrices, to run with everything they need; empty selects all.
  package var steps: [String] = []
  /// Steps and checks to run alone; empty selects all.
  package var only: [String] = []
  package var skip: [String] = []
  /// Steps to start from: they and their dependents run, but nothing before them.
  package var from: [String] = []
  /// Whether to add the needs of the steps in `only`.
  package var includesNeeds = false
  /// Whether steps that run tests only build them.
  package var buildsTestsOnly = false

  package init() {}

  /// A name that is neither a step nor a check.
  package struct UnknownName: Error, Hashable {
    package var name: String
    /// Every valid name, in order; only the cells of the step when just their values are wrong.
    package var known: [String]
  }

  /// The selected part of a pipeline.
  package struct Resolved {
    /// Ids of the steps to run.
    package var running: Set<String>
    /// Ids of steps that `skip` left out.
    package var skipped: Set<String>
    package var checks: Set<Check>
    /// Whether steps run without their needs, on what is already built.
    package var isBare: Bool
    /// Whether steps that run tests only build them.
    package var buildsTestsOnly: Bool
  }

  package func resolve(_ pipeline: Pipeline) throws(UnknownName) -> Resolved {
    let ids = pipeline.steps.map(\.id)
    let groups = pipeline.stepGroups
    let asked = steps + only + from
    var chosen: [String: [String]] = [:]
    for name in asked + skip where chosen[name] == nil {
      let selector = StepSelector(name)
      let matching = pipeline.steps.filter(selector.selects).map(\.id)
      if matching.isEmpty, Check(rawValue: name) == nil || groups.contains(name) {
        let checks = Check.allCases.map(\.rawValue).filter { !groups.contains($0) }
        // For an existing step, only its cells are suggested.
        let cells = pipeline.steps.filter { $0.group == selector.step }.map(\.id)
        throw UnknownName(name: name, known: cells.isEmpty ? groups + checks : cells)
      }
      chosen[name] = matching
    }
    func isCheck(_ name: String) -> Bool { chosen[name]?.isEmpty ?? true }

    var running = Set(asked.isEmpty ? ids : asked.flatMap { chosen[$0] ?? [] })
    if !from.isEmpty { addDependents(of: pipeline, to: &running) }
    // A selection of everything contains its needs already.
    if !asked.isEmpty, only.isEmpty && from.isEmpty || includesNeeds {
      addNeeds(of: pipeline, to: &running)
    }
    let skipped = running.intersection(skip.flatMap { chosen[$0] ?? [] })
    running.subtract(skipped)

    var checks = Set(Check.allCases)
    if !asked.isEmpty {
      // The steps provide the data for tests, warnings and coverage; rules need no step.
      checks = Set(asked.compactMap { name in isCheck(name) ? Check(rawValue: name) : nil })
      if !running.isEmpty { checks.formUnion([.coverage, .tests, .warnings]) }
    }
    checks.subtract(skip.compactMap { isCheck($0) ? Check(rawValue: $0) : nil })
    if buildsTestsOnly { checks.subtract([.tests, .coverage]) }
    return Resolved(
      running: running, skipped: skipped, checks: checks,
      isBare: !(only.isEmpty && from.isEmpty) && !includesNeeds, buildsTestsOnly: buildsTestsOnly)
  }

  private func addDependents(of pipeline: Pipeline, to running: inout Set<String>) {
    for step in pipeline.inExecutionOrder() where step.needs.contains(where: running.contains) {
      running.insert(step.id)
    }
  }

  private func addNeeds(of pipeline: Pipeline, to running: inout Set<String>) {
    // Needs come before the step in execution order, so one pass from the end reaches all.
    for step in pipeline.inExecutionOrder().reversed() where running.contains(step.id) {
      running.formUnion(step.needs)
    }
  }
}
