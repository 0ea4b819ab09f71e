import CIModel

extension Double {
  /// Formats the number with a fixed number of decimals, rounded half away from zero, in any
  /// locale.
  func decimals(_ count: Int) -> String {
    guard isFinite, abs(self) < 1e12 else { return "0" }
    var scale = 1
    for _ in 0..<count { scale *= 10 }
    let scaled = Int((abs(self) * Double(scale)).rounded())
    let sign = self < 0 && scaled > 0 ? "-" : ""
    guard count > 0 else { return "\(sign)\(scaled)" }
    let fraction = String(scaled % scale)
    let padding = String(repeating: "0", count: count - fraction.count)
    return "\(sign)\(scaled / scale).\(padding)\(fraction)"
  }

  /// Formats seconds for people: `12ms`, `4.25s`, `50.2s`, `2m 05s`, `1h 02m`.
  package var duration: String {
    guard isFinite, self >= 0, self < 1e9 else { return "?" }
    if self < 0.9995 { return "\(Int((self * 1_000).rounded()))ms" }
    if self < 9.995 { return decimals(2) + "s" }
    if self < 59.95 { return decimals(1) + "s" }
    let seconds = Int(rounded())
    if seconds < 3_600 { return "\(seconds / 60)m \(String(seconds % 60).padded(2))s" }
    let minutes = seconds / 60
    return "\(minutes / 60)h \(String(minutes % 60).padded(2))m"
  }
}

extension String {
  fileprivate func padded(_ width: Int) -> String {
    String(repeating: "0", count: max(0, width - count)) + self
  }
}

/// A number with its noun: `1 test`, `1,204 tests`.
func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
  "\(count.grouped) \(count == 1 ? noun : plural ?? noun + "s")"
}

extension Coverage.Ratio {
  /// The percentage, `87.31%`, rounded down, or `n/a` when there is nothing to count.
  var percent: String {
    guard let hundredths = hundredthsOfPercent else { return "n/a" }
    return "\(hundredths / 100).\(String(hundredths % 100).padded(2))%"
  }
}

extension Coverage {
  /// Whether the data is complete enough to check the requirement; if not, its finding explains
  /// why.
  func isJudged(_ threshold: Threshold) -> Bool {
    let isDamaged = isPartial && isSelection != true
    switch threshold.name {
    case "coverage.patch": return threshold.passed || patch?.problem == nil && !isDamaged
    case "coverage.no-drop", "coverage.ratchet": return threshold.passed || !isDamaged
    default: return true
    }
  }
}

extension Coverage.Threshold {
  /// The counted things: `lines of the package`.
  private var subject: String {
    let scope = scope.map(displayedPath)
    switch name {
    case "coverage.minimum.functions": return "functions of the package"
    case "coverage.minimum.regions": return "regions of the package"
    case "coverage.minimum.file": return "lines of the file \(scope ?? "")"
    case "coverage.minimum.target": return "lines of the target \(scope ?? "")"
    case "coverage.components": return "lines of the component \(scope ?? "")"
    case "coverage.patch":
      return "changed lines" + (scope.map { " of the component \($0)" } ?? "")
    case "coverage.ratchet" where scope != nil && scope != CoverageFloors.total:
      return "lines of \(scope ?? "")"
    default: return "lines of the package"
    }
  }

  /// The requirement as a sentence: `82.50% of the lines of the package are covered, at least 90%
  /// are required: 3 more lines.`
  func sentence(in coverage: Coverage?) -> String {
    guard coverage?.isJudged(self) ?? true else {
      return
        "At least \(requiredText) of the \(subject) are required; the data is not sufficient to check this."
    }
    guard actual != nil else {
      return "There are no \(subject) to count; at least \(requiredText) are required."
    }
    let asked =
      switch name {
      case "coverage.no-drop": "the base requires \(requiredText)"
      case "coverage.ratchet": "the floor is \(requiredText)"
      default: "at least \(requiredText) are required"
      }
    let start = "\(actualText) of the \(subject) are covered, \(asked)"
    guard !passed, let missing = missing(in: coverage) else { return start + "." }
    let noun =
      name == "coverage.minimum.functions"
      ? "function" : name == "coverage.minimum.regions" ? "region" : "line"
    return "\(start): \(counted(missing, "more \(noun)"))."
  }

  /// The number of lines, functions or regions that are missing; `nil` when it is unknown.
  private func missing(in coverage: Coverage?) -> Int? {
    guard let ratio = ratio(in: coverage), (0...100).contains(required), ratio.count < 1 << 40
    else { return nil }
    let wanted = Int((required * Double(ratio.count) / 100 - 1e-6).rounded(.up))
    return wanted > ratio.covered ? wanted - ratio.covered : nil
  }

  private func ratio(in coverage: Coverage?) -> Coverage.Ratio? {
    guard let coverage else { return nil }
    switch name {
    case "coverage.minimum": return coverage.totals.lines
    case "coverage.minimum.functions": return coverage.totals.functions
    case "coverage.minimum.regions": return coverage.totals.regions
    case "coverage.minimum.file": return coverage.files.first { $0.path == scope }?.lines
    case "coverage.minimum.target": return scope.flatMap { coverage.linesByTarget[$0] }
    case "coverage.patch": return scope == nil ? coverage.patch?.lines : nil
    default: return nil
    }
  }

  /// The required percentage: `80%`, `87.5%`.
  var requiredText: String { Coverage.Threshold.text(required) }
  /// The actual percentage: `79.99%`, or `n/a`.
  var actualText: String { actual.map { $0.decimals(2) + "%" } ?? "n/a" }

  private static func text(_ percent: Double) -> String {
    var digits = percent.decimals(2)
    guard digits.contains(".") else { return digits + "%" }
    while digits.hasSuffix("0") { digits.removeLast() }
    if digits.hasSuffix(".") { digits.removeLast() }
    return digits + "%"
  }
}
