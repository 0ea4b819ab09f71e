/// Checks that an XML document is complete. `XMLScanner` alone stops where the text is malformed,
/// as in a report that was cut off, and does not report that anything is missing.
enum XMLOutline {
  private static let deepest = 128

  /// The name of the outermost element.
  static func root(of bytes: [UInt8]) throws(ReportProblem) -> String {
    var scanner = XMLScanner(bytes, attributes: [])
    var open: [String] = []
    var root: String?
    // Text is an error behind the document; before it there may be declarations.
    while let event = scanner.next(hasTexts: open.isEmpty && root != nil) {
      switch event {
      case .start(let name, _, let isEmpty):
        if open.isEmpty, root != nil {
          throw .malformed("XML", at: scanner.position, in: bytes[...])
        }
        root = root ?? name
        if !isEmpty { open.append(name) }
      case .end(let name):
        guard open.popLast() == name else {
          throw .malformed("XML", at: scanner.position, in: bytes[...])
        }
      case .text: throw .malformed("XML", at: scanner.position - 1, in: bytes[...])
      }
      if open.count > deepest { throw .malformed("XML", at: scanner.position, in: bytes[...]) }
    }
    guard let root, open.isEmpty, scanner.isAtEnd, !scanner.isCut else {
      let isCut = scanner.isCut || scanner.isAtEnd
      throw .malformed("XML", at: isCut ? bytes.count : scanner.position, in: bytes[...])
    }
    return root
  }
}
