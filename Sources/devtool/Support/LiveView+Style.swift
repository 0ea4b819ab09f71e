import CIModel
import TerminalUI

extension LiveView {
  /// Colours and symbols of one terminal.
  struct Style: Hashable, Sendable {
    var color: Bool
    var unicode: Bool

    init(color: Bool, unicode: Bool) {
      self.color = color
      self.unicode = unicode
    }

    init(_ terminal: Terminal) {
      self.init(color: terminal.showsColor, unicode: terminal.showsUnicode)
    }

    private func painted(_ text: String, _ code: String) -> String {
      color ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    func bold(_ text: String) -> String { painted(text, "1") }
    func dim(_ text: String) -> String { painted(text, "2") }
    func red(_ text: String) -> String { painted(text, "31") }
    func green(_ text: String) -> String { painted(text, "32") }
    func yellow(_ text: String) -> String { painted(text, "33") }

    func symbol(_ status: StepResult.Status) -> String {
      switch status {
      case .passed: green(unicode ? "✓" : "ok")
      case .failed: red(unicode ? "✗" : "FAILED")
      case .timedOut: red(unicode ? "✗" : "TIMED OUT")
      case .warned: yellow(unicode ? "!" : "warned")
      case .skipped: dim(unicode ? "○" : "skipped")
      case .blocked: dim(unicode ? "○" : "blocked")
      case .cancelled: yellow(unicode ? "✗" : "cancelled")
      }
    }

    var failure: String { red(unicode ? "✗" : "FAILED") }
    var success: String { green(unicode ? "✓" : "ok") }
    var skip: String { dim(unicode ? "○" : "skipped") }
    var warning: String { unicode ? "▲" : "warning" }
    var start: String { dim(unicode ? "▸" : ">") }
  }
}
