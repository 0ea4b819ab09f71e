internal import CIModel

/// A property of a step: `steps.test.status`.
package enum StepKey: String, CaseIterable, Sendable {
  case attempts
  case duration
  case exit
  case status

  package var type: ValueType {
    switch self {
    case .attempts, .exit: .number
    case .duration: .duration
    case .status: .text
    }
  }

  var words: [String]? { self == .status ? StepResult.Status.allCases.map(\.rawValue) : nil }

  package var summary: String {
    switch self {
    case .attempts: "Number of times the step was started."
    case .duration: "Duration of the step."
    case .exit: "Exit status of the step's command."
    case .status: "Status of the step."
    }
  }

  package var example: String {
    switch self {
    case .attempts: "steps.test.attempts > 1"
    case .duration: "steps.test.duration > 5m"
    case .exit: "steps.lint.exit == 2"
    case .status: #"steps.test.status == "failed""#
    }
  }

  func value(of step: StepResult) -> Value? {
    switch self {
    case .attempts: .number(Double(step.attempts))
    case .duration: .duration(step.durationSeconds)
    case .exit: step.exitCode.map { .number(Double($0)) }
    case .status: .text(step.status.rawValue)
    }
  }
}
