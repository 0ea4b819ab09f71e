/// A test as the test product lists it: `Module.Class/test`, `Module.Suite/function(_:)` or, for a
/// free function of Swift Testing, `Module.function(_:)`.
package struct TestID: Hashable, Sendable {
  package var text: String

  package init(_ text: String) {
    self.text = text
  }

  package var module: String {
    String(text.prefix { $0 != "." })
  }

  /// The class or the suite path; `nil` for a free function.
  package var suite: String? {
    guard let slash = text.lastIndex(of: "/"), let dot = text.firstIndex(of: "."), dot < slash
    else { return nil }
    return String(text[text.index(after: dot)..<slash])
  }

  package var function: String {
    if let slash = text.lastIndex(of: "/") { return String(text[text.index(after: slash)...]) }
    guard let dot = text.firstIndex(of: ".") else { return text }
    return String(text[text.index(after: dot)...])
  }

  /// As swift-corelibs-xctest prints it: `Class.test`.
  package var printedByXCTest: String {
    suite.map { "\($0).\(function)" } ?? function
  }
}
