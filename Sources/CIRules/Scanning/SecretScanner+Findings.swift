import CIModel

extension SecretScanner {
  private static let common = SecretScanner()

  /// Hides the credentials in the texts of a finding, because logs and comments would publish them.
  static func hidden(_ finding: Finding) -> Finding {
    var finding = finding
    finding.message = hidden(in: finding.message)
    finding.help = finding.help.map(hidden)
    finding.messageText = finding.messageText.map(hidden)
    finding.helpText = finding.helpText.map(hidden)
    return finding
  }

  private static func hidden(_ text: TeamText) -> TeamText {
    TeamText(
      text.parts.map { part in
        switch part {
        case .markdown: part
        case .text(let value): .text(hidden(in: value))
        }
      })
  }

  private static func hidden(in text: String) -> String {
    let bytes = Array(text.utf8)
    let hits = bytes.withUnsafeBytes { common.hits(in: $0) }
    if hits.isEmpty { return text }
    var (result, end) = ("", 0)
    for hit in hits where hit.range.lowerBound >= end {
      let shown = bytes[end..<(hit.range.lowerBound + hit.shown)]
      result += String(decoding: shown, as: UTF8.self) + hit.hiddenPart
      end = hit.range.upperBound
    }
    return result + String(decoding: bytes[end...], as: UTF8.self)
  }
}
