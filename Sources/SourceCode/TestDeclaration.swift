/// A test that a Swift source declares: a `test…` method of a class for XCTest, or a function with
/// `@Test` for Swift Testing.
package struct TestDeclaration: Hashable, Sendable {
  /// The names of the enclosing types, the outermost first, joined with dots and cut to 256 bytes;
  /// `nil` for a free function.
  package var suite: String?
  /// The name without parentheses and backticks.
  package var function: String
  /// 1-based.
  package var line: Int
  package var isSwiftTesting: Bool
  /// Range of the body in the source, without its braces.
  package var body: Range<Int>
  /// The type that makes a method a test of XCTest: the first one that its class inherits from, or
  /// the extended type; `nil` for Swift Testing.
  package var host: String?
  /// The header names `Void` as the return type.
  package var returnsVoid = false
  /// Number of times it runs, as far as its list of arguments shows: 1 without one.
  package var cases = 1
  /// The literal of its display name in Swift Testing; `nil` without one.
  package var displayName: [UInt8]?

  /// `CartTests.testAdd`
  package var name: String { suite.map { "\($0).\(function)" } ?? function }
}

/// A function that a Swift source declares, test or not.
package struct FunctionDeclaration: Hashable, Sendable {
  package var name: String
  /// Range of the body in the source, without its braces.
  package var body: Range<Int>
}
