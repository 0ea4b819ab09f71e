/// The budget for finding inactive code in all texts of a change, in bytes of conditions and facts
/// examined.
package final class ConditionRoom {
  var left: Int

  package init(_ left: Int = 2_000_000) { self.left = left }
}

/// Finds out whether some build meets a set of conditions, by trying the values that they name.
struct PossibleBuilds {
  /// The values that are still possible in a build that is tried, by the kind of the fact.
  typealias Build = [String: Range<Int>]

  private enum Answer {
    case yes
    case no
    /// The answer depends on a fact.
    case open(BuildFact)
  }

  /// Number of facts that may still be examined.
  private(set) var room: Int
  /// A question was not answered because the budget was used up.
  private(set) var isExhausted = false
  /// The facts of the build that was found last; `nil` when there is none or it has more than
  /// `mostKept` facts.
  private(set) var found: Build?

  private static let mostKept = 100
  /// Maximum number of facts that are examined for one question.
  private static let mostForQuestion = 100_000

  init(room: Int = mostForQuestion) { self.room = room }

  var hasRoom: Bool { room > 0 }

  /// Subtracts the cost of reading a condition from the budget.
  mutating func take(_ bytes: Int) { room -= bytes }

  /// The constant value of a formula; `nil` when it depends on a fact.
  mutating func value(of formula: BuildFormula) -> Bool? {
    switch answer(formula, [:]) {
    case .yes: true
    case .no: false
    case .open: nil
    }
  }

  /// Whether some build meets all formulas; `nil` when that takes too long to find out.
  ///
  /// - Parameter known: Facts about the build that are already known.
  mutating func have(_ formulas: [BuildFormula], _ known: Build = [:]) -> Bool? {
    found = nil
    guard hasRoom else {
      isExhausted = true
      return nil
    }
    let formula = BuildFormula.all(formulas)
    let end = max(0, room - Self.mostForQuestion)
    var open = [known]
    var isFirst = true
    while let build = open.popLast() {
      if room <= end, !isFirst {
        isExhausted = true
        return nil
      }
      isFirst = false
      switch answer(formula, build) {
      case .yes:
        if build.count <= Self.mostKept { found = build }
        return true
      case .no: break
      case .open(let fact):
        let range = build[fact.kind] ?? fact.all
        let values = fact.values.clamped(to: range)
        for part in [
          values.upperBound..<range.upperBound, range.lowerBound..<values.lowerBound, values,
        ] where !part.isEmpty {
          open.append(build.merging([fact.kind: part]) { $1 })
          room -= build.count
        }
      }
    }
    return false
  }

  private mutating func answer(_ formula: BuildFormula, _ build: Build) -> Answer {
    room -= 1
    switch formula {
    case .constant(let value): return value ? .yes : .no
    case .fact(let fact):
      let range = build[fact.kind] ?? fact.all
      if range.clamped(to: fact.values) == range { return .yes }
      return range.overlaps(fact.values) ? .open(fact) : .no
    case .opposite(let formula):
      switch answer(formula, build) {
      case .yes: return .no
      case .no: return .yes
      case .open(let fact): return .open(fact)
      }
    case .all(let parts), .any(let parts):
      var isAll = false
      if case .all = formula { isAll = true }
      var open: BuildFact?
      for part in parts {
        switch answer(part, build) {
        case .yes: if !isAll { return .yes }
        case .no: if isAll { return .no }
        case .open(let fact): open = open ?? fact
        }
      }
      return open.map { .open($0) } ?? (isAll ? .yes : .no)
    }
  }
}
