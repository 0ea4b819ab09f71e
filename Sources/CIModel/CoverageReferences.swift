/// The references for the coverage of a run: a stored base and the floors of a ratchet.
package struct CoverageReferences: Hashable, Sendable {
  /// The coverage of the base; `nil` when no requirement needs it.
  package var baseline: Baseline?
  /// The floors; `nil` when there is no ratchet.
  package var floors: Floors?

  package init() {}

  package enum Baseline: Hashable, Sendable {
    /// The lines by the metric in use, and the source that they were read from.
    case found(Coverage.Ratio, source: String)
    /// Why there is no base coverage: a lowercase fragment, and how to get it.
    case missing(String, help: String)
  }

  package enum Floors: Hashable, Sendable {
    case found(CoverageFloors)
    /// Why there are no floors: a lowercase fragment, and how to get them.
    case missing(String, help: String)
  }
}

/// The content of a ratchet file: floors that only rise.
package struct CoverageFloors: Codable, Hashable, Sendable {
  package static let schemaName = "devtool.coverage-floors/1"

  package var schema = CoverageFloors.schemaName
  package var metric: Coverage.LineMetric
  /// Floors by component, or by target when there are no components, and `total`.
  package var floors: [String: Floor]
  /// Floors that were lowered deliberately, oldest first.
  package var lowered: [Lowering]

  package init(metric: Coverage.LineMetric, floors: [String: Floor] = [:]) {
    self.metric = metric
    self.floors = floors
    lowered = []
  }

  package struct Floor: Codable, Hashable, Sendable {
    /// Hundredths of a percent: 8731 is 87.31 %.
    package var hundredths: Int
    /// Number of uncovered lines; while it does not grow, a lower percentage is accepted.
    package var missed: Int

    package init(hundredths: Int, missed: Int) {
      self.hundredths = hundredths
      self.missed = missed
    }

    package init?(_ lines: Coverage.Ratio) {
      guard let hundredths = lines.hundredthsOfPercent else { return nil }
      self.init(hundredths: hundredths, missed: lines.missed)
    }

    /// Whether the coverage meets the floor.
    package func holds(_ lines: Coverage.Ratio) -> Bool {
      lines.missed <= missed || (lines.hundredthsOfPercent ?? 10_000) >= hundredths
    }
  }

  package struct Lowering: Codable, Hashable, Sendable {
    package var name: String
    package var from: Int
    /// The new floor; `nil` when it was removed.
    @NullCoded package var to: Int?
    package var reason: String

    package init(name: String, from: Int, to: Int?, reason: String) {
      self.name = name
      self.from = from
      self.to = to
      self.reason = reason
    }
  }

  /// The name of the floor of all lines.
  package static let total = "total"
}

extension Coverage {
  /// The lines of each part that has a floor.
  package func parts(_ policy: CoveragePolicy) -> [String: Ratio] {
    var parts = [CoverageFloors.total: totals.lines]
    if policy.components.isEmpty {
      for (target, lines) in linesByTarget { parts[target] = lines }
    } else {
      for component in policy.components { parts[component.name] = lines(of: component) }
    }
    return parts
  }

  /// Sums of lines by target; files without a target are left out.
  package var linesByTarget: [String: Ratio] {
    var sums: [String: Ratio] = [:]
    for file in files {
      guard let target = file.target else { continue }
      sums[target, default: Ratio(covered: 0, count: 0)] =
        sums[target, default: Ratio(covered: 0, count: 0)] + file.lines
    }
    return sums
  }

  package func lines(of component: CoveragePolicy.Component) -> Ratio {
    let isMember = component.membership
    return files.reduce(Ratio(covered: 0, count: 0)) {
      isMember($1.path) ? $0 + $1.lines : $0
    }
  }
}

extension CoverageFloors {
  /// Raises every floor that can rise and adds the missing ones.
  ///
  /// A floor also rises when its percentage stays the same and fewer lines are missed. A floor that
  /// would fall is kept and its name is returned; with a reason, it is lowered and the reason is
  /// recorded.
  ///
  /// - Returns: The names of the floors that rose or were added, and of those that would have to
  ///   fall, sorted.
  package mutating func update(
    _ parts: [String: Coverage.Ratio], loweringFor reason: String? = nil
  ) -> (raised: [String], refused: [String]) {
    var raised: [String] = []
    var refused: [String] = []
    for (name, lines) in parts.sorted(by: { $0.key < $1.key }) {
      guard let reached = Floor(lines) else { continue }
      guard let floor = floors[name] else {
        floors[name] = reached
        raised.append(name)
        continue
      }
      if floor.holds(lines) {
        // After the deletion of covered code, the percentage stays the same and fewer lines are
        // missed.
        let better = Floor(
          hundredths: max(floor.hundredths, reached.hundredths),
          missed: min(floor.missed, reached.missed))
        if better != floor {
          floors[name] = better
          raised.append(name)
        }
      } else if let reason {
        lowered.append(
          Lowering(
            name: name, from: floor.hundredths, to: reached.hundredths, reason: reason))
        floors[name] = reached
      } else {
        refused.append(name)
      }
    }
    // A removed part blocks no change; its floor is removed only if a reason is given.
    for name in floors.keys.sorted() where parts[name] == nil {
      guard let reason, let floor = floors.removeValue(forKey: name) else { continue }
      lowered.append(Lowering(name: name, from: floor.hundredths, to: nil, reason: reason))
    }
    return (raised, refused)
  }
}
