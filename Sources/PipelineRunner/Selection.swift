import PipelineConfig

/// A policy section of `.ci.yml` that can be chosen or left out by name, like a step.
package enum Check: String, Hashable, Sendable, CaseIterable {
  case coverage
  case rules
  case tests
  case warnings
}

/// Which steps and checks the command line asks for.
package struct Selection: Hashable, Sendable {
  /// Steps to run together with everything they need; empty means all.
  package var steps: [String] = []
  /// Steps and checks to run alone; empty means all.
  package var only: [String] = []
  package var skip: [String] = []
  /// Adds to `only` what those steps need.
  package var includesNeeds = false

  package init() {}

  /// A name that is neither a step nor a check.
  package struct UnknownName: Error, Hashable {
    package var name: String
    /// Every valid name, in order.
    package var known: [String]
  }

  /// What is left of a pipeline once the selection has been applied.
  struct Resolved {
    /// Ids of the steps to run.
    var running: Set<String>
    /// Ids of steps that `skip` left out.
    var skipped: Set<String>
    var checks: Set<Check>
    /// Steps run without their needs: they work on what is built.
    var isBare: Bool
  }

  func resolve(_ pipeline: Pipeline) throws(UnknownName) -> Resolved {
    let ids = pipeline.steps.map(\.id)
    let known = ids + Check.allCases.map(\.rawValue).filter { !ids.contains($0) }
    for name in steps + only + skip where !known.contains(name) {
      throw UnknownName(name: name, known: known)
    }
    let asked = steps + only
    var running = Set(asked.isEmpty ? ids : asked.filter(ids.contains))
    if only.isEmpty || includesNeeds { addNeeds(of: pipeline, to: &running) }
    let skipped = running.intersection(skip)
    running.subtract(skipped)

    var checks = Set(Check.allCases)
    if !asked.isEmpty {
      // What tests, warnings and coverage are judged by comes with the steps; rules need none.
      checks = Set(asked.compactMap { name in ids.contains(name) ? nil : Check(rawValue: name) })
      if !running.isEmpty { checks.formUnion([.coverage, .tests, .warnings]) }
    }
    checks.subtract(skip.compactMap { ids.contains($0) ? nil : Check(rawValue: $0) })
    return Resolved(
      running: running, skipped: skipped, checks: checks, isBare: !only.isEmpty && !includesNeeds)
  }

  private func addNeeds(of pipeline: Pipeline, to running: inout Set<String>) {
    // Needs come before the step in execution order, so one pass from the end reaches all.
    for step in pipeline.inExecutionOrder().reversed() where running.contains(step.id) {
      running.formUnion(step.needs)
    }
  }
}
