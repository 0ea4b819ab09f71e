internal import CDocumentation
package import Reporters
internal import TerminalUI

/// A page of the documentation, as the program carries it.
package struct ManualPage: Sendable {
  /// As `devtool help` calls it.
  package let topic: String
  /// Markdown.
  private let text: String

  /// Sorted.
  package static let topics: [String] = (0..<documentation_count()).map {
    String(cString: documentation_name($0))
  }

  /// - Returns: `nil` where no page is called so.
  package init?(_ topic: String) {
    guard let index = Self.topics.firstIndex(of: topic) else { return nil }
    self.topic = topic
    text = String(cString: documentation_text(Int32(index)))
  }

  /// The page as plain text, with headings and code emphasized where there are colours.
  package func rendered(for style: TerminalStyle) -> String {
    var text = ManualText(
      width: style.width, paint: Paint(color: style.color, unicode: style.unicode))
    text.render(self.text)
    return text.result
  }

  /// The topics in lines that are indented by two spaces and fit into 78 columns.
  package static var list: String {
    var lines = [" "]
    for topic in topics {
      if lines[lines.count - 1].count + topic.count > 76 { lines.append(" ") }
      lines[lines.count - 1] += " \(topic)"
    }
    return lines.joined(separator: "\n")
  }
}
