import CIModel

/// Markup of a report page.
///
/// A literal is trusted markup. Every interpolated value is text: control characters are made
/// visible, and it is escaped for element content and for double-quoted attributes alike. A
/// `String` cannot be turned into markup.
///
///     page += "<td class=\"place\">\(issue.file)</td>"
struct HTML: Sendable {
  /// The markup in UTF-8.
  private(set) var bytes: [UInt8] = []

  init() {}

  static func += (left: inout HTML, right: HTML) { left.bytes += right.bytes }

  static func + (left: HTML, right: HTML) -> HTML { "\(left)\(right)" }

  var isEmpty: Bool { bytes.isEmpty }

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  // MARK: - Frequent markup, appended without a temporary value

  mutating func markup(_ markup: StaticString) {
    bytes += UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount)
  }

  mutating func number(_ number: some BinaryInteger) { bytes += String(number).utf8 }

  mutating func text(_ text: String) {
    var text = text
    let isPlain = text.withUTF8 { appendPlain(UnsafeRawBufferPointer($0)) }
    if isPlain { return }
    for byte in VisibleText.shown(text, tab: "\t").utf8 { appendEscaped(byte) }
  }

  /// Appends UTF-8 text, such as a line of a source; invalid bytes are shown as U+FFFD.
  mutating func text(_ bytes: UnsafeRawBufferPointer) {
    if !appendPlain(bytes) { text(String(decoding: bytes, as: UTF8.self)) }
  }

  /// Appends text that needs no escaping; otherwise appends nothing and returns `false`.
  private mutating func appendPlain(_ text: UnsafeRawBufferPointer) -> Bool {
    let start = bytes.count
    for byte in text {
      switch byte {
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""),
        UInt8(ascii: "'"):
        appendEscaped(byte)
      case 0x20...0x7E, 0x09, 0x0A: bytes.append(byte)
      default:
        bytes.removeSubrange(start...)
        return false
      }
    }
    return true
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "<"): markup("&lt;")
    case UInt8(ascii: ">"): markup("&gt;")
    case UInt8(ascii: "&"): markup("&amp;")
    case UInt8(ascii: "\""): markup("&quot;")
    case UInt8(ascii: "'"): markup("&#39;")
    default: bytes.append(byte)
    }
  }
}

extension HTML: ExpressibleByStringInterpolation {
  init(stringLiteral value: StaticString) { markup(value) }

  init(stringInterpolation: Interpolation) { self = stringInterpolation.html }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var html = HTML()

    init(literalCapacity: Int, interpolationCount: Int) {
      html.bytes.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    mutating func appendLiteral(_ literal: StaticString) { html.markup(literal) }

    mutating func appendInterpolation(_ text: String) { html.text(text) }

    mutating func appendInterpolation(_ number: Int) { html.number(number) }

    /// Markup is inserted into markup unchanged.
    mutating func appendInterpolation(_ other: HTML) { html += other }

    mutating func appendInterpolation(_ link: PageLink) { html.text(link.address) }

    mutating func appendInterpolation(_ address: WebAddress) { html.text(address.text) }

    /// A path, quoted if it contains line breaks or other special characters.
    mutating func appendInterpolation(path: String) { html.text(displayedPath(path)) }

    /// A sentence of devtool, with commands in backticks.
    mutating func appendInterpolation(sentence: String) {
      for part in codeParts(of: sentence) {
        html.markup(part.isCode ? "<code>" : "")
        html.text(part.text)
        html.markup(part.isCode ? "</code>" : "")
      }
    }
  }
}

extension Sequence where Element == HTML {
  func joined(separator: HTML = "") -> HTML {
    var result = HTML()
    for (index, part) in enumerated() {
      if index > 0 { result += separator }
      result += part
    }
    return result
  }
}
