internal import Expressions
internal import YAMLDocument

/// A condition as it is written, before it is known what it may name.
struct ConditionText: Hashable {
  var text: String
  var places: ScalarPlaces
}

extension Checker {
  /// Checks a condition and reports everything that is wrong with it, each mistake at its own place;
  /// `nil` when something is.
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
