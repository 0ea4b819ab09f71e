/// A report before its format is known.
enum ReportDocument {
  case json(JSONText)
  /// The outermost element is `root`; all elements are closed.
  case xml(root: String, [UInt8])

  var json: JSONText? { if case .json(let value) = self { value } else { nil } }

  var language: String { if case .json = self { "JSON" } else { "XML" } }

  static func read(_ bytes: [UInt8]) throws(ReportProblem) -> ReportDocument {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw .encoding("UTF-16")
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
    guard let first = text.first(where: { $0 > 0x20 }) else { throw .empty }
    if first == UInt8(ascii: "<") {
      if text.startIndex == bytes.startIndex, let name = declaredEncoding(text),
        !["utf-8", "utf8", "us-ascii", "ascii"].contains(name.lowercased()),
        text.contains(where: { $0 >= 0x80 })
      {
        throw .encoding(name)
      }
      let text = Array(text)
      return .xml(root: try XMLOutline.root(of: text), text)
    }
    return .json(try JSONText.document(text))
  }

  /// The encoding that an XML declaration names.
  private static func declaredEncoding(_ text: ArraySlice<UInt8>) -> String? {
    let text = text.drop { $0 <= 0x20 }
    guard text.starts(with: "<?xml".utf8), let end = text.firstIndex(of: UInt8(ascii: ">")) else {
      return nil
    }
    let words = text[..<end].split { $0 <= 0x20 || "='\"?".utf8.contains($0) }
    let key = words.firstIndex { $0.elementsEqual("encoding".utf8) }
    return key.flatMap { words.dropFirst($0 + 1).first }
      .map { ReportText.line(String(decoding: $0, as: UTF8.self)) }
  }
}
