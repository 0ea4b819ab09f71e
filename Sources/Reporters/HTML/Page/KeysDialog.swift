/// The dialog that explains the keyboard shortcuts.
enum KeysDialog {
  private static let keys = [
    ("n", "Next failure, finding, or line that never ran"), ("p", "The one before"),
    ("/", "Filter or search"), ("o", "Overview"), ("t", "Tests"), ("c", "Coverage"),
    ("w", "Warnings"), ("f", "Findings"), ("d", "Changes"), ("?", "This help"),
  ]

  static func render() -> HTML {
    var html: HTML = "<dialog class=\"help\" aria-label=\"Keys\"><h2>Keys</h2><dl>"
    for (key, words) in keys { html += "<dt><kbd>\(key)</kbd></dt><dd>\(words)</dd>" }
    html.markup("</dl><button type=\"button\" data-closes>Close</button></dialog>")
    return html
  }
}
