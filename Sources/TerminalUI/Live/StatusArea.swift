import CIModel
import Reporters

/// The lines at the bottom of a terminal that say what goes on right now; they are drawn over and over
/// and leave nothing behind.
struct StatusArea {
  /// How many lines are on the screen.
  private var height = 0
  private var drawnAt = SuspendingClock.now

  /// No one reads faster than this, and a log may come with a million lines a second.
  private static let interval = Duration.milliseconds(50)

  /// Removes the lines, so that others can be printed.
  mutating func erase() -> String {
    defer { height = 0 }
    return height > 0 ? back + "\u{1B}[J" : ""
  }

  /// Whether the lines are gone or old.
  var isDue: Bool { height == 0 || SuspendingClock.now - drawnAt >= StatusArea.interval }

  /// Draws the lines anew; none removes them.
  ///
  /// - Parameter width: Columns of the terminal.
  mutating func draw(_ lines: [String], width: Int, _ style: Paint) -> String {
    guard !lines.isEmpty else { return erase() }
    drawnAt = SuspendingClock.now
    let before = height > 0 ? back + "\u{1B}[J" : ""
    height = lines.count
    return before
      + lines.map { style.dim(StatusArea.fitting($0, width)) }.joined(separator: "\r\n")
  }

  /// To the beginning of the first line.
  private var back: String { "\r" + (height > 1 ? "\u{1B}[\(height - 1)A" : "") }

  /// What fits on one line of a terminal with so many columns; names of tests may hold anything.
  private static func fitting(_ text: String, _ width: Int) -> String {
    clipped(VisibleText.shown(text).replacing("\n", with: " "), toWidth: max(10, width - 1))
  }
}
