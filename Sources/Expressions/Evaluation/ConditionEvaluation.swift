/// What a condition came to, and how.
package struct ConditionEvaluation: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    case holds
    case doesNotHold
    /// It depends on facts that are not known.
    case unknown
  }

  package var outcome: Outcome
  /// Why it is unknown, sorted by name; empty when it is not.
  package var missing: [MissingFact]
  package var trace: Trace

  /// `title (there is no pull request), changed (there is no merge base to compare with)`.
  package var missingText: String { missing.map(\.description).joined(separator: ", ") }
}

/// What one part of a condition came to.
package struct Trace: Hashable, Sendable {
  /// As it is written.
  package var text: String
  /// `nil` when it was not evaluated, because what stands before it decides.
  package var value: Value?
  /// Written as it is, so there is nothing to tell.
  package var isConstant = false
  /// The value is a secret and not to be shown.
  package var isSecret = false
  /// The changed files that the part looks at.
  package var files: Files?
  package var children: [Trace] = []

  package struct Files: Hashable, Sendable {
    /// Paths, in the order of the change.
    package var matched: [String]
    /// How many files the change has.
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
