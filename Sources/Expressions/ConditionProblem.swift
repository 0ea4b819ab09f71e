/// An error in a condition.
package struct ConditionProblem: Error, Hashable, Sendable {
  /// The problem: a lowercase fragment, no full stop.
  package var message: String
  /// How to solve it.
  package var help: String?
  /// Offsets in Unicode scalars from the start of the condition's text.
  package var range: Range<Int>

  package init(_ message: String, help: String? = nil, at range: Range<Int>) {
    self.message = message
    self.help = help
    self.range = range
  }
}

/// All errors of a condition; never empty, sorted by position.
package struct ConditionError: Error, Hashable, Sendable {
  package var problems: [ConditionProblem]

  package init(problems: [ConditionProblem]) {
    self.problems = problems.enumerated()
      .sorted {
        ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
      }
      .map(\.element)
  }
}
