/// Splits untrusted text at bytes, as git and services do.
///
/// Swift's `Character` joins a line feed with the carriage return before it, and a slash with a
/// combining accent after it.
extension StringProtocol where SubSequence == Substring {
  /// The components of a path; empty ones are left out.
  package var pathNames: [Substring] { pieces(between: UInt8(ascii: "/"), omitsEmpty: true) }

  /// The last component of a path; empty when there is none.
  package var lastPathName: Substring {
    let slash = UInt8(ascii: "/")
    let bytes = self[...].utf8
    guard let last = bytes.lastIndex(where: { $0 != slash }) else { return "" }
    let start = bytes[...last].lastIndex(of: slash).map(bytes.index(after:))
    return Substring(bytes[(start ?? bytes.startIndex)...last])
  }

  /// Lines without their line feeds; empty lines and carriage returns are kept.
  package var feedLines: [Substring] { pieces(between: UInt8(ascii: "\n"), omitsEmpty: false) }

  private func pieces(between separator: UInt8, omitsEmpty: Bool) -> [Substring] {
    self[...].utf8.split(separator: separator, omittingEmptySubsequences: omitsEmpty).map {
      Substring($0)
    }
  }
}
