/// The id of a test in the product's listing: `Module.Class/test`, `Module.Suite/function(_:)` or,
/// for a free function of Swift Testing, `Module.function(_:)`.
package struct TestID: Hashable, Sendable {
  package var text: String

  package init(_ text: String) {
    self.text = text
  }

  package var module: String {
    String(text[..<(text.utf8.firstIndex(of: TestID.dot) ?? text.endIndex)])
  }

  /// The class or the suite path; `nil` for a free function.
  package var suite: String? {
    suitePlace.map { String(text[$0]) }
  }

  package var function: String {
    if let slash = text.utf8.lastIndex(of: TestID.slash) {
      return String(text[text.utf8.index(after: slash)...])
    }
    guard let dot = text.utf8.firstIndex(of: TestID.dot) else { return text }
    return String(text[text.utf8.index(after: dot)...])
  }

  /// The name that swift-corelibs-xctest prints: `Class.test`.
  package var printedByXCTest: String {
    guard let suite = suitePlace else { return function }
    return text[suite] + "." + text[text.utf8.index(after: suite.upperBound)...]
  }

  /// The range between the first dot and the last slash.
  private var suitePlace: Range<String.Index>? {
    guard let slash = text.utf8.lastIndex(of: TestID.slash),
      let dot = text.utf8.firstIndex(of: TestID.dot), dot < slash
    else { return nil }
    return text.utf8.index(after: dot)..<slash
  }

  private static let dot = UInt8(ascii: ".")
  private static let slash = UInt8(ascii: "/")
}
