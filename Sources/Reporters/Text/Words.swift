import CIModel

extension TestOutcome {
  package var words: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .skipped: "skipped"
    case .cancelled: "cancelled"
    case .crashed: "crashed"
    case .timedOut: "timed out"
    case .unfinished: "unfinished"
    case .notRun: "not run"
    case .notTold: "unknown"
    }
  }
}

extension StepResult.Status {
  var words: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .warned: "failed, which is allowed"
    case .skipped: "skipped"
    case .blocked: "blocked"
    case .cancelled: "cancelled"
    case .timedOut: "timed out"
    }
  }
}

extension RunRecord.Verdict {
  /// The words after "the run".
  var sentence: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .cancelled: "was cancelled"
    case .unknown: "did not end"
    }
  }
}

extension String {
  var firstLine: String {
    // Line breaks of all kinds: a carriage return and a newline form one `Character`.
    split(maxSplits: 1, whereSeparator: \.isNewline).first.map(String.init) ?? self
  }
}

/// `file:line:column`, as far as it is known, with the file formatted for people; `nil` without a
/// file.
func place(_ file: String?, _ line: Int?, _ column: Int? = nil) -> String? {
  guard let file = file.map(displayedPath) else { return nil }
  guard let line else { return file }
  return column.map { "\(file):\(line):\($0)" } ?? "\(file):\(line)"
}

extension TestIssue {
  var place: String? { Reporters.place(file, line, column) }

  /// `file:line: message (arguments)`.
  var placedText: String {
    (place.map { "\($0): " } ?? "") + message + (arguments.map { " (\($0))" } ?? "")
  }
}

extension Diagnostic {
  var place: String? { Reporters.place(file, line, column) }

  /// The format of compilers: `file:line:column: error: message [group]`.
  var compilerLine: String {
    (place.map { "\($0): " } ?? "") + "\(severity.rawValue): \(message)"
      + (group.map { " [\($0)]" } ?? "")
  }
}

extension Finding {
  var place: String? {
    location.flatMap { Reporters.place($0.file, $0.line, $0.column) }
  }

  /// The format of compilers: `file:line:column: error: message [rule]`.
  package var compilerLine: String {
    (place.map { "\($0): " } ?? "") + "\(severity.rawValue): \(message) [\(ruleID)]"
  }
}

extension RunRecord {
  /// The crash that ended a test.
  func crash(of test: TestCase) -> Crash? {
    crashes.first { $0.test == test.name || ($0.test != nil && $0.test == test.id) }
  }
}

extension Crash {
  var place: String? { Reporters.place(file, line) }

  /// `crashed with SIGILL: reason`.
  var headline: String {
    "crashed" + (signal.map { " with \($0)" } ?? "") + (reason.map { ": \($0.firstLine)" } ?? "")
  }

  /// `file:line: crashed with SIGILL: reason`.
  var placedText: String { (place.map { "\($0): " } ?? "") + headline }
}

/// Splits a sentence into plain text and text in backticks, alternately; a single backtick is text.
func codeParts(of sentence: String) -> [(text: String, isCode: Bool)] {
  let sentence = shortLine(sentence)
  guard !sentence.contains("``") else { return [(sentence, false)] }
  let parts = sentence.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
  guard parts.count > 2 else { return [(sentence, false)] }
  var result: [(text: String, isCode: Bool)] = []
  for (index, part) in parts.enumerated() {
    if index % 2 == 1, index == parts.count - 1 {
      // The backtick is not closed.
      result.append(("`" + part, false))
    } else if !part.isEmpty {
      result.append((part, index % 2 == 1))
    }
  }
  return result
}
