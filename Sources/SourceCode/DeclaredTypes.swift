/// The types that a source declares, and the facts that decide which of them have tests.
package struct DeclaredTypes: Sendable {
  /// Types that inherit from no type with tests, and types that keep XCTest from running their
  /// tests.
  package private(set) var withoutTests: Set<String> = []
  /// The superclass of a class or the aliased type of an alias, by name. Its tests depend on that
  /// type.
  package private(set) var bases: [String: String] = [:]
  /// Generic types. XCTest finds no class in one, nor in an extension of one.
  package private(set) var generic: Set<String> = []
  /// Types with an extension that overrides how XCTest finds their tests, runs them or records their
  /// failures.
  package internal(set) var overridden: Set<String> = []
  /// Suite names of the outermost private types. XCTest finds no class in one, nor in an extension.
  private var hidden: Set<String> = []
  /// Names that decide which functions are tests, and that the file redeclares for the whole target.
  package private(set) var replaced: Set<String> = []
  /// The source declares more types than are recorded.
  package private(set) var areTooMany = false

  /// Maximum number of types. A file with more is generated, or made to slow down the scan.
  private static let most = 20_000

  /// Maximum bytes that are kept of a name.
  static let longestName = 256

  /// Names by which XCTest decides which methods are tests.
  package static let replaceable: Set<String> = ["Void", "XCTestCase"]
  /// The attribute by which Swift Testing does.
  package static let attribute = "Test"

  static func cut(_ name: String) -> String {
    name.utf8.count <= longestName
      ? name : String(decoding: name.utf8.prefix(longestName), as: UTF8.self)
  }

  package func declare(_ name: String) -> Bool {
    bases[name] != nil || withoutTests.contains(name)
  }

  /// Records a type, a class with its superclass, or an alias with its aliased type.
  ///
  /// - Parameter host: The type through which it may have tests; `nil` when there is none.
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

  mutating func noteHidden(_ suite: String) {
    if hidden.count < Self.most { hidden.insert(suite) } else { areTooMany = true }
  }

  /// Whether a suite is, or extends, a private type, or a type in a private type of the file.
  func hide(_ suite: String) -> Bool {
    if hidden.isEmpty { return false }
    return hidden.contains(suite)
      || hidden.contains(String(Substring(suite.utf8.prefix { $0 != UInt8(ascii: ".") })))
  }

  /// - Parameter mayBeAttribute: Whether the type can be the name of an attribute.
  mutating func noteReplaced(_ type: String, mayBeAttribute: Bool) {
    if Self.replaceable.contains(type) || mayBeAttribute && type == Self.attribute {
      replaced.insert(type)
    }
  }

  mutating func silence(_ types: Set<String>) { withoutTests.formUnion(types) }
}
