internal import Expressions
internal import YAMLDocument

/// A condition as written, before the names that it may use are known.
struct ConditionText: Hashable {
  var text: String
  var places: ScalarPlaces
}

extension Checker {
  /// Checks a condition and reports each problem at its own place; `nil` when there are any.
  mutating func condition(_ written: ConditionText, _ scope: Scope) -> Condition? {
    do throws(ConditionError) {
      return try Condition(written.text, scope: scope)
    } catch {
      for problem in error.problems {
        report(problem.message, help: problem.help, at: written.places.range(problem.range))
      }
      return nil
    }
  }
}
