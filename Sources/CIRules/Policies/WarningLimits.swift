import CIModel

extension WarningPolicy {
  /// One finding for each category that has more warnings than it may.
  func findings(in facts: Facts) -> [Finding] {
    var limits = limits
    for custom in custom { limits[custom.id] = custom.limit }
    return limits.sorted { $0.key < $1.key }.compactMap { category, limit in
      let occurrences =
        category == WarningPolicy.compiler
        ? compilerWarnings(facts.diagnostics, allow: limit.allow)
        : runtimeWarnings(category, facts.runtimeWarnings, allow: limit.allow)
      guard occurrences.count > limit.max ?? 0 else { return nil }
      return finding(category, limit, occurrences)
    }
  }

  /// What is left of a category once the allowed occurrences are taken out.
  private struct Occurrences {
    var count = 0
    /// The most frequent form, and how often it occurred.
    var top: (text: String, count: Int)?
    var tests: [String] = []
    /// Only when there is one place.
    var location: SourceLocation?
  }

  private func finding(
    _ category: String, _ limit: Limit, _ occurrences: Occurrences
  ) -> Finding {
    var message = counted(occurrences.count, "\(category) warning")
    if !occurrences.tests.isEmpty { message += " in \(counted(occurrences.tests.count, "test"))" }
    if let max = limit.max { message += ", limit is \(max)" }
    if let top = occurrences.top {
      message +=
        occurrences.count > top.count ? "; most often (\(top.count)): \(top.text)" : ": \(top.text)"
    }
    var help = "Correct the cause, or name it under `allow` of `warnings.\(category)` in .ci.yml"
    if !occurrences.tests.isEmpty { help += "; seen in \(shortList(occurrences.tests))" }
    return Finding(
      limit.level, "warnings.\(category)", message, at: occurrences.location, help: help + ".")
  }

  /// Each place counts once, however often the build printed it.
  private func compilerWarnings(_ diagnostics: [Diagnostic], allow: [String]) -> Occurrences {
    let globs = allow.map { PathGlob($0) }
    let counted = diagnostics.filter { diagnostic in
      guard diagnostic.severity == .warning else { return false }
      if let file = diagnostic.file, globs.contains(where: { $0.matches(file) }) { return false }
      return !allow.contains { diagnostic.group == $0 || diagnostic.message.contains($0) }
    }
    var kinds: [String: Int] = [:]
    for diagnostic in counted { kinds[diagnostic.group ?? diagnostic.message, default: 0] += 1 }
    var occurrences = Occurrences(count: counted.count, top: mostFrequent(kinds))
    if counted.count == 1, let only = counted.first, let file = only.file {
      occurrences.location = SourceLocation(file, line: only.line, column: only.column)
    }
    return occurrences
  }

  private func runtimeWarnings(
    _ category: String, _ warnings: [RuntimeWarning], allow: [String]
  ) -> Occurrences {
    var occurrences = Occurrences()
    var shapes: [String: Int] = [:]
    for warning in warnings where warning.category == category {
      let allowed = warning.shapes.filter { shape in
        allow.contains { text in
          shape.shape.contains(text) || shape.identifiers.contains { $0.contains(text) }
        }
      }
      let count = warning.count - allowed.reduce(0) { $0 + $1.count }
      guard count > 0 else { continue }
      occurrences.count += count
      occurrences.tests += warning.tests
      for shape in warning.shapes where !allowed.contains(shape) {
        shapes[shape.shape, default: 0] += shape.count
      }
    }
    occurrences.tests = Set(occurrences.tests).sorted()
    occurrences.top = mostFrequent(shapes)
    return occurrences
  }

  private func mostFrequent(_ counts: [String: Int]) -> (text: String, count: Int)? {
    counts.max { left, right in
      left.value != right.value ? left.value < right.value : left.key > right.key
    }.map { (firstLine(of: $0.key), $0.value) }
  }

  private func firstLine(of text: String) -> String {
    String(text.prefix { !$0.isNewline })
  }
}
