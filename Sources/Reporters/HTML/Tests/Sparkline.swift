import CIModel

/// The durations of a test in its newest runs, as a line.
enum Sparkline {
  private static let width = 60
  private static let height = 16

  /// - Parameter seconds: The durations, the oldest first.
  static func render(_ seconds: [Double]) -> HTML {
    let most = max(seconds.max() ?? 0, 0.000_001)
    let step = Double(width - 4) / Double(max(1, seconds.count - 1))
    var points = ""
    for (index, value) in seconds.enumerated() {
      let share = value.isFinite ? max(0, min(1, value / most)) : 0
      points +=
        "\(index > 0 ? " " : "")\(2 + Int(Double(index) * step)),\(height - 2 - Int(share * Double(height - 4)))"
    }
    let words = seconds.map(\.duration).joined(separator: ", ")
    return """
      <svg class="spark" viewBox="0 0 \(width) \(height)" role="img" aria-label="\(words)"><title>\(words)</title>\
      <polyline points="\(points)"/></svg>
      """
  }
}

extension TestCase {
  /// The durations in earlier runs and in this one, the oldest first; `nil` when there are too few
  /// for a line.
  var trend: [Double]? {
    guard let recentSeconds, !recentSeconds.isEmpty, let durationSeconds else { return nil }
    return recentSeconds.suffix(20) + [durationSeconds]
  }
}
