/// The severity of a finding or a diagnostic.
///
/// Danger's message, warn and fail, and SARIF's `note`, `warning` and `error` levels map onto it.
package enum Severity: String, Codable, Hashable, Sendable, CaseIterable, Comparable {
  case note
  case warning
  case error

  package static func < (left: Severity, right: Severity) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}
