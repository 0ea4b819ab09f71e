import CIModel
import Reporters

/// The lines at the bottom of a terminal that show the current activity; they are redrawn in place
/// and leave no trace.
struct StatusArea {
  /// The number of lines on the screen.
  private var height = 0
  private var drawnAt = SuspendingClock.now

  /// The minimum time between redraws: nobody reads faster, and a log may arrive at a million lines
  /// per second.
  private static let interval = Duration.milliseconds(50)

  /// Removes the lines, so that other lines can be printed.
  mutating func erase() -> String {
    defer { height = 0 }
    return height > 0 ? back + "\u{1B}[J" : ""
  }

  /// Whether the lines are missing or old.
  var isDue: Bool { height == 0 || SuspendingClock.now - drawnAt >= StatusArea.interval }

  /// Redraws the lines; an empty list removes them.
  ///
  /// - Parameter width: The number of columns of the terminal.
  mutating func draw(_ lines: [String], width: Int, _ style: Paint) -> String {
    guard !lines.isEmpty else { return erase() }
    drawnAt = SuspendingClock.now
    let before = height > 0 ? back + "\u{1B}[J" : ""
    height = lines.count
    return before
      + lines.map { style.dim(StatusArea.fitting($0, width)) }.joined(separator: "\r\n")
  }

  /// Moves the cursor to the beginning of the first line.
  private var back: String { "\r" + (height > 1 ? "\u{1B}[\(height - 1)A" : "") }

  /// Truncates a text to one line of a terminal; names of tests may contain any characters.
  private static func fitting(_ text: String, _ width: Int) -> String {
    clipped(VisibleText.shown(text).replacing("\n", with: " "), toWidth: max(10, width - 1))
  }
}
