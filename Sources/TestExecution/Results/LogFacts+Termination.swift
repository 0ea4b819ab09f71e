package import CIModel
package import ProcessExecution

extension LogFacts {
  /// Adds how the command ended that printed the log: it can only make the verdict worse, or give
  /// one where the log gives none.
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
