import CIModel

/// Writes facts as text that a person can check against the log.
func dump(_ facts: LogFacts) -> String {
  var lines = ["verdict \(facts.verdict.rawValue)"]
  lines += facts.reasons.map { "  because \($0)" }
  if let counts = facts.counts.xctest {
    lines.append(
      "xctest passed \(counts.passed) failed \(counts.failed) skipped \(counts.skipped) "
        + "unfinished \(counts.unfinished)" + (counts.notTold.map { " not-told \($0)" } ?? ""))
  }
  if let counts = facts.counts.swiftTesting {
    lines.append(
      "swift-testing passed \(counts.passed) failed \(counts.failed) skipped \(counts.skipped) "
        + "cancelled \(counts.cancelled) unfinished \(counts.unfinished) issues \(counts.issues) "
        + "known \(counts.knownIssues)")
  }
  if let counts = facts.counts.other {
    lines.append("other passed \(counts.passed) failed \(counts.failed) skipped \(counts.skipped)")
  }
  lines.append("lines \(facts.lines.total) unrecognized \(facts.lines.unrecognized)")
  for test in facts.tests {
    let runs = test.runs.map(\.outcome.rawValue).joined(separator: ",")
    let declared = test.file.map { " declared \($0):\(test.line ?? 0)" } ?? ""
    lines.append("test \(test.name) [\(test.id ?? "-")] \(runs)\(declared)")
    for issue in test.issues {
      let known = issue.isKnown ? " known" : ""
      let arguments = issue.arguments.map { " with \($0)" } ?? ""
      lines.append(
        "  \(issue.severity.rawValue)\(known) at \(place(issue.file, issue.line, issue.column))"
          + arguments)
      lines += indented(issue.message, "    ")
      if let images = issue.snapshot {
        lines.append("    images \(images.reference ?? "-") \(images.actual ?? "-")")
      }
    }
    if let command = test.command { lines.append("  $ \(command)") }
    if !test.output.isEmpty {
      lines.append("  output")
      lines += indented(test.output, "    ")
    }
  }
  for crash in facts.crashes {
    lines.append(
      "crash in \(crash.test ?? crash.process ?? "-") \(crash.signal ?? "-") at "
        + "\(place(crash.file, crash.line, nil)): \(crash.reason ?? "-")")
  }
  for diagnostic in facts.diagnostics {
    let location = place(diagnostic.file, diagnostic.line, diagnostic.column)
    lines.append(
      "\(diagnostic.severity.rawValue) at \(location) x\(diagnostic.count) "
        + "[\(diagnostic.group ?? "-")] \(diagnostic.message)")
  }
  for warning in facts.runtimeWarnings {
    lines.append("\(warning.category) x\(warning.count) in \(warning.tests)")
    for shape in warning.shapes {
      let tests = shape.tests.map { " \($0.name)=\($0.count)" }.joined()
      lines.append(
        "  x\(shape.count) \(shape.identifiers) at \(place(shape.file, shape.line, nil))\(tests)")
      lines += indented(shape.shape, "    ")
      if let message = shape.message { lines += indented("says " + message, "    ") }
    }
  }
  return lines.joined(separator: "\n") + "\n"
}

private func place(_ file: String?, _ line: Int?, _ column: Int?) -> String {
  guard let file else { return "-" }
  return file + (line.map { ":\($0)" } ?? "") + (column.map { ":\($0)" } ?? "")
}

private func indented(_ text: String, _ margin: String) -> [String] {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { margin + $0 }
}
