import CIModel

/// The symbols of the terminal report.
struct Symbols: Hashable, Sendable {
  var passed: String
  var failed: String
  var warned: String
  var skipped: String
  var ellipsis: String
  var times: String
  var arrow: String
  /// The characters of a bar, from empty to full.
  private var eighths: [Character]
  /// The characters of a sparkline, from low to high.
  private var heights: [Character]
  private var empty: Character

  static let unicode = Symbols(
    passed: "✓", failed: "✗", warned: "!", skipped: "○", ellipsis: "…", times: "×", arrow: "→",
    eighths: ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"],
    heights: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"], empty: "░")

  static let ascii = Symbols(
    passed: "+", failed: "x", warned: "!", skipped: "-", ellipsis: "...", times: "x", arrow: "->",
    eighths: ["#"], heights: [".", ":", "-", "=", "+", "*", "#"], empty: ".")

  /// A column for each value, scaled to the greatest one; a blank for a missing value.
  func sparkline(_ values: [Double?]) -> String {
    let greatest = values.lazy.compactMap { $0 }.max() ?? 0
    return String(
      values.map { value -> Character in
        guard let value else { return " " }
        let share = greatest > 0 ? max(0, value) / greatest : 0
        return heights[min(heights.count - 1, Int(share * Double(heights.count)))]
      })
  }

  /// The symbol of a test in one run.
  func dot(_ outcome: TestOutcome) -> Span {
    switch outcome {
    case .passed: Span(passed, .green)
    case .skipped, .cancelled, .notTold, .notRun: Span(skipped, .dim)
    case .failed, .crashed, .timedOut, .unfinished: Span(failed, .red)
    }
  }

  /// A bar that is full only when nothing is missing, and empty only when nothing is there.
  func bar(_ part: Int, of whole: Int, width: Int) -> (filled: String, rest: String) {
    guard whole > 0, width > 0 else { return ("", String(repeating: empty, count: max(0, width))) }
    let steps = width * eighths.count
    let share = Double(min(max(0, part), whole)) / Double(whole)
    var filled = Int(share * Double(steps))
    if part > 0, filled == 0 { filled = 1 }
    if part >= whole { filled = steps }
    if part < whole, filled >= steps { filled = steps - 1 }
    var text = String(repeating: eighths[eighths.count - 1], count: filled / eighths.count)
    if filled % eighths.count > 0 { text.append(eighths[filled % eighths.count - 1]) }
    return (text, String(repeating: empty, count: width - text.count))
  }
}

extension String {
  /// Pads with spaces on the right to a number of columns.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - DisplayWidth.of(self)))
  }

  /// Pads with spaces on the left to a number of columns.
  func rightAligned(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - DisplayWidth.of(self))) + self
  }

  /// Truncates the beginning of a text that is too wide: the end of a path is more informative.
  func keepingEnd(_ width: Int, _ symbols: Symbols) -> String {
    guard DisplayWidth.of(self) > width else { return self }
    var room = width - DisplayWidth.of(symbols.ellipsis)
    var end: [Character] = []
    for character in reversed() {
      room -= DisplayWidth.of(character)
      if room < 0 { break }
      end.append(character)
    }
    return symbols.ellipsis + String(end.reversed())
  }
}
