/// A test that a Swift source declares: a `test…` method of a class for XCTest, or a function with
/// `@Test` for Swift Testing.
package struct TestDeclaration: Hashable, Sendable {
  /// The types around it, the outermost first, with dots between them, or their first 256 bytes; `nil`
  /// for a free function.
  package var suite: String?
  /// Without parentheses and backticks.
  package var function: String
  /// 1-based.
  package var line: Int
  package var isSwiftTesting: Bool
  /// Where the body lies in the text, without its braces.
  package var body: Range<Int>
  /// The type that makes a method a test of XCTest: the first one that its class inherits from, or the
  /// one that is extended; `nil` for Swift Testing.
  package var host: String?
  /// Its header names `Void`.
  package var returnsVoid = false
  /// How often it runs, as far as its list of arguments shows: 1 without one.
  package var cases = 1

  /// `CartTests.testAdd`
  package var name: String { suite.map { "\($0).\(function)" } ?? function }
}

/// A function that a Swift source declares, test or not.
package struct FunctionDeclaration: Hashable, Sendable {
  package var name: String
  /// Where the body lies in the text, without its braces.
  package var body: Range<Int>
}
