import CIModel

/// Numbers of results in whole reports for which a limit can be set.
enum ReportMeasure: String, CaseIterable {
  case results
  case errors
  case warnings
  case notes
  case failedTests = "failed-tests"
  case skippedTests = "skipped-tests"

  private var summary: String {
    switch self {
    case .results: "All results of the reports."
    case .errors: "Errors of linters and builds."
    case .warnings: "Warnings of linters and builds."
    case .notes: "Notes of linters."
    case .failedTests: "Tests that failed."
    case .skippedTests: "Tests that were skipped."
    }
  }

  var limit: RuleDescriptor.Limit { .init(rawValue, summary) }

  func includes(_ entry: ToolReport.Entry) -> Bool {
    if entry.isFurther { return false }
    switch self {
    case .results: return true
    case .errors: return !entry.isFailedTest && entry.severity == .error
    case .warnings: return !entry.isFailedTest && entry.severity == .warning
    case .notes: return !entry.isFailedTest && entry.severity == .note
    case .failedTests: return entry.isFailedTest
    case .skippedTests: return false
    }
  }

  /// A number with its noun: `3 new failed tests`.
  func phrase(_ count: Int, isNew: Bool) -> String {
    let noun = String(rawValue.dropLast()).replacing("-", with: " ")
    return counted(count, isNew ? "new \(noun)" : noun)
  }
}

/// Counts results, and how often each rule occurs.
struct ReportTally {
  var count = 0
  private var rules: [String: Int] = [:]

  mutating func add(_ entry: ToolReport.Entry) {
    count += 1
    if !entry.isFailedTest, !entry.rule.isEmpty { rules[entry.rule, default: 0] += 1 }
  }

  /// `; most often (300): line_length`; empty when no rule is prominent.
  var mostOften: String {
    let top = rules.max { left, right in
      left.value != right.value ? left.value < right.value : left.key > right.key
    }
    guard let top, top.value > 1, top.value < count || rules.count == 1 else { return "" }
    return "; most often (\(top.value)): \(top.key)"
  }
}
