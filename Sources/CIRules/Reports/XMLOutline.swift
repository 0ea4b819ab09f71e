/// Checks that an XML document is complete. `XMLScanner` alone stops where the text is malformed,
/// as in a report that was cut off, and does not report that anything is missing.
enum XMLOutline {
  private static let deepest = 128

  /// The name of the outermost element.
  static func root(of bytes: [UInt8]) throws(ReportProblem) -> String {
    var scanner = XMLScanner(bytes)
    var open: [String] = []
    var root: String?
    while let event = scanner.next() {
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
      case .text:
        // Text is an error behind the document; before it there may be declarations.
        if open.isEmpty, root != nil {
          throw .malformed("XML", at: scanner.position - 1, in: bytes[...])
        }
      }
      if open.count > deepest { throw .malformed("XML", at: scanner.position, in: bytes[...]) }
    }
    guard let root, open.isEmpty, scanner.isAtEnd else {
      // A tag without its end shows that the text was cut off.
      let rest = bytes[min(scanner.position, bytes.count)...]
      let isCut = scanner.isAtEnd || !rest.contains(UInt8(ascii: ">"))
      throw .malformed("XML", at: isCut ? bytes.count : scanner.position, in: bytes[...])
    }
    return root
  }
}
