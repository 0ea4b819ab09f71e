/// The types that a source declares, and what decides which of them have tests.
package struct DeclaredTypes: Sendable {
  /// Types that inherit from none that may have tests, and those that keep XCTest from running them.
  package private(set) var withoutTests: Set<String> = []
  /// What the tests of a class or an alias depend on, by its name: the type it inherits from or stands for.
  package private(set) var bases: [String: String] = [:]
  /// Types with parameters: XCTest finds no class in one, nor in an extension of one.
  package private(set) var generic: Set<String> = []
  /// Types whose tests an extension lists in place of XCTest.
  package internal(set) var listed: Set<String> = []
  /// Names of XCTest and the standard library that other files of the target mean by it from now on.
  package private(set) var replaced: Set<String> = []
  /// They are more than are told.
  package private(set) var areTooMany = false

  /// A file with more types is generated, or made to take time.
  private static let most = 20_000

  /// Bytes that are kept of a name.
  static let longestName = 256

  /// What tells XCTest which methods are tests.
  package static let replaceable: Set<String> = ["Void", "XCTestCase"]

  static func cut(_ name: String) -> String {
    name.utf8.count <= longestName
      ? name : String(decoding: name.utf8.prefix(longestName), as: UTF8.self)
  }

  package func declare(_ name: String) -> Bool {
    bases[name] != nil || withoutTests.contains(name)
  }

  /// Notes a type, a class with its base, or an alias with what it stands for.
  ///
  /// - Parameter host: `nil` where there are no tests by it.
  mutating func note(_ type: String, isNamedType: Bool = true, host: String?) {
    guard withoutTests.count + bases.count + generic.count < Self.most else {
      areTooMany = true
      return
    }
    if host == nil { withoutTests.insert(Self.cut(type)) }
    if isNamedType { bases[Self.cut(type)] = host.map(Self.cut) }
  }

  mutating func noteGeneric(_ type: String) {
    if generic.count < Self.most { generic.insert(Self.cut(type)) }
  }

  mutating func noteReplaced(_ type: String) {
    if Self.replaceable.contains(type) { replaced.insert(type) }
  }

  mutating func silence(_ types: Set<String>) { withoutTests.formUnion(types) }
}
