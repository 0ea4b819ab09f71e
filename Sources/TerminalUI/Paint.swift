package import CIModel

/// The colours and symbols of a terminal.
package struct Paint: Hashable, Sendable {
  package var color: Bool
  package var unicode: Bool

  package init(color: Bool, unicode: Bool) {
    self.color = color
    self.unicode = unicode
  }

  package init(_ terminal: Terminal) {
    self.init(color: terminal.showsColor, unicode: terminal.showsUnicode)
  }

  private func painted(_ text: String, _ code: String) -> String {
    color ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  package func bold(_ text: String) -> String { painted(text, "1") }
  package func dim(_ text: String) -> String { painted(text, "2") }
  package func code(_ text: String) -> String { painted(text, "36") }
  package func red(_ text: String) -> String { painted(text, "31") }
  package func green(_ text: String) -> String { painted(text, "32") }
  package func yellow(_ text: String) -> String { painted(text, "33") }

  package func symbol(_ status: StepResult.Status) -> String {
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

  package var failure: String { red(unicode ? "✗" : "FAILED") }
  package var success: String { green(unicode ? "✓" : "ok") }
  package var skip: String { dim(unicode ? "○" : "skipped") }
  package var warning: String { unicode ? "▲" : "warning" }
  package var start: String { dim(unicode ? "▸" : ">") }
}
