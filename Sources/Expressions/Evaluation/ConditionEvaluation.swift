/// The result of a condition, with a trace of its evaluation.
package struct ConditionEvaluation: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    case holds
    case doesNotHold
    /// It depends on unknown facts.
    case unknown
  }

  package var outcome: Outcome
  /// The unknown facts, sorted by name; empty when the result is known.
  package var missing: [MissingFact]
  package var trace: Trace

  /// A list such as `title (there is no pull request), changed (there is no merge base to compare
  /// with)`.
  package var missingText: String { missing.map(\.description).joined(separator: ", ") }
}

/// The result of one part of a condition.
package struct Trace: Hashable, Sendable {
  /// The source text.
  package var text: String
  /// The value; `nil` when the part was not evaluated, because an earlier part decided.
  package var value: Value?
  /// Whether the part is a literal, whose value need not be shown.
  package var isConstant = false
  /// Whether the value is a secret that must not be shown.
  package var isSecret = false
  /// The changed files that the part tests.
  package var files: Files?
  package var children: [Trace] = []

  package struct Files: Hashable, Sendable {
    /// Paths, in the order of the change.
    package var matched: [String]
    /// The number of files in the change.
    package var total: Int
  }

  /// The trace as a tree, one line for each part, deeper parts indented; ends with a line break.
  package func rendered(indentation: Int = 0) -> String {
    let pad = String(repeating: " ", count: indentation)
    var lines: [String] = []
    append(to: &lines, depth: 0)
    return lines.map { "\(pad)\($0)\n" }.joined()
  }

  private func append(to lines: inout [String], depth: Int) {
    let pad = String(repeating: "  ", count: depth)
    let shown: String
    if isSecret, value != .unknown {
      shown = "(hidden)"
    } else {
      shown = value?.description ?? "not evaluated"
    }
    lines.append("\(pad)\(text) → \(shown)\(fileSummary)")
    for child in children { child.append(to: &lines, depth: depth + 1) }
  }

  private var fileSummary: String {
    guard let files else { return "" }
    let limit = 5
    if files.total == 0 { return "  (nothing changed)" }
    if files.matched.isEmpty {
      return "  (none of \(files.total) \(files.total == 1 ? "file" : "files"))"
    }
    if case .list = value { return "" }
    let names = files.matched.prefix(limit).joined(separator: ", ")
    let more = files.matched.count > limit ? ", …" : ""
    return "  (\(files.matched.count) of \(files.total): \(names)\(more))"
  }
}
