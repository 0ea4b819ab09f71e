import CIModel

extension Double {
  /// With a fixed number of decimals, rounded half away from zero, whatever the locale is.
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

  /// Seconds for people: `12ms`, `4.25s`, `50.2s`, `2m 05s`, `1h 02m`.
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

extension Coverage.Ratio {
  /// `87.31%`, floored, or `n/a` when there is nothing to count.
  var percent: String {
    guard let hundredths = hundredthsOfPercent else { return "n/a" }
    return "\(hundredths / 100).\(String(hundredths % 100).padded(2))%"
  }
}

extension Coverage {
  /// Whether the data is good enough for what the requirement asks; its finding says why not.
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
  /// What is required, in words.
  var words: String {
    switch name {
    case "coverage.minimum": "Lines of the package"
    case "coverage.minimum.functions": "Functions of the package"
    case "coverage.minimum.regions": "Regions of the package"
    case "coverage.minimum.file": "Lines of the file"
    case "coverage.minimum.target": "Lines of the target"
    case "coverage.components": "Lines of the component"
    case "coverage.patch": scope == nil ? "Changed lines" : "Changed lines of the component"
    case "coverage.no-drop": "Not less than before"
    case "coverage.ratchet": "Not below the floor of"
    default: "Coverage"
    }
  }

  /// `80%`, `87.5%`.
  var requiredText: String { Coverage.Threshold.text(required) }
  /// `79.99%`, or `n/a`.
  var actualText: String { actual.map { $0.decimals(2) + "%" } ?? "n/a" }

  private static func text(_ percent: Double) -> String {
    var digits = percent.decimals(2)
    while digits.hasSuffix("0") { digits.removeLast() }
    if digits.hasSuffix(".") { digits.removeLast() }
    return digits + "%"
  }
}
