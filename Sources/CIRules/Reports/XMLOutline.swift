/// Sees to it that an XML document is whole: `XMLScanner` alone ends where the text makes no sense, as
/// that of a report does that was cut, and would say nothing of what is missing.
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
        // Behind the document; before it stands what declares it.
        if open.isEmpty, root != nil {
          throw .malformed("XML", at: scanner.position - 1, in: bytes[...])
        }
      }
      if open.count > deepest { throw .malformed("XML", at: scanner.position, in: bytes[...]) }
    }
    guard let root, open.isEmpty, scanner.isAtEnd else {
      // A tag without its end is where the text was cut.
      let rest = bytes[min(scanner.position, bytes.count)...]
      let isCut = scanner.isAtEnd || !rest.contains(UInt8(ascii: ">"))
      throw .malformed("XML", at: isCut ? bytes.count : scanner.position, in: bytes[...])
    }
    return root
  }
}
