/// A report before its format is known.
enum ReportDocument {
  case json(JSONText)
  /// The outermost element is `root`; all elements are closed.
  case xml(root: String, [UInt8])

  var json: JSONText? { if case .json(let value) = self { value } else { nil } }

  var language: String { if case .json = self { "JSON" } else { "XML" } }

  static func read(_ bytes: [UInt8]) throws(ReportProblem) -> ReportDocument {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { throw .wide }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
    guard let first = text.first(where: { $0 > 0x20 }) else { throw .empty }
    if first == UInt8(ascii: "<") {
      return .xml(root: try XMLOutline.root(of: Array(text)), Array(text))
    }
    return .json(try JSONText.document(text))
  }
}
