package import CIModel
package import ProcessExecution

extension LogFacts {
  /// Adds the termination of the command that printed the log. It can only worsen the verdict, or
  /// set it when the log gives none.
  package mutating func add(_ termination: Termination) {
    switch termination {
    case .exited(0):
      if verdict == .unknown {
        verdict = .passed
        reasons = []
      }
    case .exited(let status):
      if verdict != .failed { reasons = ["the command ended with status \(status)"] }
      verdict = .failed
    case .signaled, .timedOut:
      if verdict != .failed { reasons = [] }
      reasons.append("the command was \(termination.words)")
      verdict = .failed
    case .cancelled:
      verdict = .failed
      reasons.append("the command was cancelled")
    }
  }
}
