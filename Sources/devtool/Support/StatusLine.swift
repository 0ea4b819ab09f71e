import CIModel
import Reporters

/// The line at the bottom of a terminal that says what goes on right now; it is drawn over and over
/// and leaves nothing behind.
struct StatusLine {
  private var isShown = false
  private var drawnAt = SuspendingClock.now

  /// Nobody reads faster than this, and a log may come with a million lines a second.
  private static let interval = Duration.milliseconds(50)

  /// Removes the line, so that others can be printed.
  mutating func erase() -> String {
    defer { isShown = false }
    return isShown ? "\r\u{1B}[2K" : ""
  }

  /// Draws the line anew when it is gone or old; `nil` removes it.
  ///
  /// - Parameter width: Columns of the terminal.
  mutating func draw(_ text: () -> String?, width: Int, _ style: LiveView.Style) -> String {
    let now = SuspendingClock.now
    if isShown, now - drawnAt < StatusLine.interval { return "" }
    guard let text = text() else { return erase() }
    drawnAt = now
    isShown = true
    return "\r\u{1B}[2K" + style.dim(StatusLine.fitting(text, width))
  }

  /// What fits on one line of a terminal with so many columns; names of tests may hold anything.
  static func fitting(_ text: String, _ width: Int) -> String {
    clipped(VisibleText.shown(text).replacing("\n", with: " "), toWidth: max(10, width - 1))
  }
}
