/// Bytes and facts that may still be looked at to see which code a build has, in all texts of a change.
package final class ConditionRoom {
  var left: Int

  package init(_ left: Int = 4_000_000) { self.left = left }
}

/// Finds out whether a build can have what conditions ask for, by trying the values that they name.
struct PossibleBuilds {
  /// What is known of a build that is tried, by the kind of the fact.
  typealias Build = [String: Range<Int>]

  private enum Answer {
    case yes
    case no
    /// It depends on a fact.
    case open(BuildFact)
  }

  /// Facts that may still be looked at.
  private(set) var room: Int
  /// For a question there was no room, or not enough.
  private(set) var isExhausted = false
  /// What is known of the build that was found last; `nil` where that is too much to keep.
  private(set) var found: Build?

  private static let mostKept = 100
  /// Facts that are looked at for one question.
  private static let mostForQuestion = 100_000

  init(room: Int = mostForQuestion) { self.room = room }

  var hasRoom: Bool { room > 0 }

  /// Takes what it costs to read a condition.
  mutating func take(_ bytes: Int) { room -= bytes }

  /// What a formula comes to by itself; `nil` when it depends on something.
  mutating func value(of formula: BuildFormula) -> Bool? {
    switch answer(formula, [:]) {
    case .yes: true
    case .no: false
    case .open: nil
    }
  }

  /// Whether some build has all of them; `nil` where that takes too long to find out.
  ///
  /// - Parameter known: What is known of the build already.
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
