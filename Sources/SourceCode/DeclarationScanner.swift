/// Finds the tests that a Swift source declares by its words, brackets and attributes, without a
/// parser.
///
/// Code that no build contains (see `InactiveCode`) is left out, and declarations made by a macro
/// are not found.
package struct DeclarationScanner {
  package private(set) var tests: [TestDeclaration] = []
  package private(set) var types = DeclaredTypes()
  /// Every function outside of other functions.
  package private(set) var functions: [FunctionDeclaration] = []
  /// See `InactiveCode`.
  package let isUndecided: Bool

  private var cursor: SwiftCursor
  private var text: SwiftText { cursor.text }

  /// The code between two braces.
  private struct Scope {
    /// The name of the type qualified by the types around it, cut to `longestSuite` bytes; `nil`
    /// outside of types.
    var suite: String?
    /// Whether this is a type and everything around it is a type.
    var isType = true
    /// XCTest may look for test methods in it.
    var isClass = false
    /// The type through which it has tests: the first one that a class inherits from, or the
    /// extended type.
    var host: String?
    /// An attribute hides its tests.
    var isHidden = false
    /// XCTest finds no class in it because it is generic.
    var isGeneric = false
    /// XCTest finds no class in it because it, or a type around it, is private.
    var isPrivate = false
  }

  /// Maximum bytes of a suite name. Every test repeats the names of the types around it, and types
  /// can be nested without limit.
  private static let longestSuite = DeclaredTypes.longestName

  /// Maximum bytes of an inheritance clause that are read.
  private static let longestHeader = 4_096

  private var scopes: [Scope] = []
  /// The type whose body comes next.
  private var pending: Scope?
  private var attributes = DeclarationAttributes()
  /// Suites that decide by themselves which of their tests run.
  private var ownSuites: Set<String> = []
  /// Types that override how XCTest runs a test, which their subclasses inherit.
  private var silencedTypes: Set<String> = []
  /// The modifiers of a declaration directly before the current word.
  private var modifiers: Set<String> = []

  private static let typeKeywords: Set<String> = [
    "class", "struct", "enum", "actor", "extension", "protocol",
  ]
  private static let modifierWords: Set<String> = [
    "public", "open", "internal", "package", "private", "fileprivate", "static", "class", "final",
    "override", "nonisolated", "mutating", "nonmutating", "dynamic", "isolated",
  ]
  /// Every word that the scanner acts on.
  private static let keywords = typeKeywords.union(modifierWords).union([
    "func", "import", "var", "let", "init", "deinit", "subscript", "case", "typealias",
  ])
  /// Methods of `XCTestCase` that run the test or record its failures.
  private static let frames: Set<String> = [
    "invokeTest", "perform", "record", "recordFailure", "run",
  ]
  /// Modifiers of methods that XCTest does not find.
  private static let hidden: Set<String> = ["private", "fileprivate", "static", "class"]

  /// - Parameters: See `InactiveCode`.
  package init(
    _ text: SwiftText, oldestCompiler: [Int] = [5], room: ConditionRoom = ConditionRoom()
  ) {
    let inactive = InactiveCode(text, oldestCompiler: oldestCompiler, room: room)
    isUndecided = inactive.isUndecided
    cursor = SwiftCursor(inactive.ranges.isEmpty ? text : text.without(inactive))
    while !cursor.isAtEnd { step() }
    tests.removeAll { test in
      !test.isSwiftTesting && test.suite.map { ownSuites.contains($0) || types.hide($0) } ?? false
    }
    types.silence(silencedTypes)
    if types.declare("Void") { tests.removeAll { $0.host != nil && $0.returnsVoid } }
  }

  // MARK: Scanning

  private mutating func step() {
    guard text.kinds[cursor.position] == .code else {
      cursor.position += 1
      return
    }
    let byte = text.bytes[cursor.position]
    switch byte {
    case UInt8(ascii: "{"):
      enter()
      begin()
      cursor.position += 1
    case UInt8(ascii: "}"):
      if !scopes.isEmpty { scopes.removeLast() }
      begin()
      cursor.position += 1
    case UInt8(ascii: "@"):
      cursor.position += 1
      attribute()
    case UInt8(ascii: "."), UInt8(ascii: "#"):
      // The words in `.extension` and `#if` declare nothing.
      cursor.position += 1
      _ = cursor.word()
    default:
      guard SwiftText.isWord(byte) || byte == UInt8(ascii: "`") else {
        cursor.position += 1
        return
      }
      let word = cursor.word()
      // A word in backticks is no keyword.
      take(byte == UInt8(ascii: "`") ? "" : word)
    }
  }

  /// Reads an attribute. Swift 5 allows blanks and comments before its name and its arguments.
  private mutating func attribute() {
    cursor.skipSpace()
    var name = cursor.word()
    if name == "Testing", cursor.skip(".Test") { name = "Test" }
    let isKnown = DeclarationAttributes.names.contains(name)
    if isKnown { cursor.skipSpace() }
    let arguments = cursor.position
    cursor.skipBrackets()
    guard isKnown else { return }
    let range = arguments..<cursor.position
    attributes.add(name, text.code(in: range), literal: text.firstLiteral(in: range))
  }

  private mutating func enter() {
    let around = scopes.last ?? Scope()
    guard var scope = pending, around.isType, let name = scope.suite else {
      scopes.append(Scope(isType: false))
      return
    }
    scope.suite = Self.suite(name, in: around.suite)
    scope.isHidden = scope.isHidden || around.isHidden
    scope.isGeneric = scope.isGeneric || around.isGeneric
    // The two are equal only in an extension: no class inherits from itself.
    if scope.isPrivate, !around.isPrivate, scope.host != name, let suite = scope.suite {
      types.noteHidden(suite)
    }
    scope.isPrivate = scope.isPrivate || around.isPrivate
    if around.isGeneric || scope.isPrivate { scope.isClass = false }
    scopes.append(scope)
  }

  /// The qualified name of a type, cut to `longestSuite` bytes. A type nested in one with a name of
  /// that length gets the same name.
  private static func suite(_ name: String, in suite: String?) -> String {
    if let suite, suite.utf8.count >= longestSuite { return suite }
    let joined = suite.map { "\($0).\(name)" } ?? name
    if joined.utf8.count <= longestSuite { return joined }
    return String(decoding: joined.utf8.prefix(longestSuite), as: UTF8.self)
  }

  /// Discards what was collected for a declaration; called where a body begins or ends.
  private mutating func begin() {
    pending = nil
    attributes = DeclarationAttributes()
    modifiers = []
  }

  private mutating func take(_ word: String) {
    guard Self.keywords.contains(word) else {
      if !modifiers.isEmpty { modifiers = [] }
      return
    }
    if word == "func" {
      function()
      return
    }
    if word == "import" {
      skipImport()
      return
    }
    if Self.typeKeywords.contains(word) {
      let start = cursor.position
      cursor.skipSpace()
      let name = cursor.typeName()
      // `class func` and `class var` declare no type.
      if name.isEmpty || name == "func" || name == "var" || name == "let" || name == "subscript" {
        cursor.position = start
        modifiers.insert(word)
      } else {
        pending = declared(name, by: word)
        attributes = DeclarationAttributes()
        modifiers = []
      }
      return
    }
    if Self.modifierWords.contains(word) {
      modifiers.insert(word)
    } else {
      let isPrivate = !modifiers.isDisjoint(with: ["private", "fileprivate"])
      modifiers = []
      attributes = DeclarationAttributes()
      if word == "var" { variable() }
      if word == "init" { initializer() }
      if word == "typealias" { alias(isPrivate: isPrivate) }
    }
  }

  /// The scope of a type or an extension whose body comes next.
  private mutating func declared(_ name: String, by word: String) -> Scope {
    let isExtension = word == "extension"
    let isPrivate = !modifiers.isDisjoint(with: ["private", "fileprivate"])
    let host = isExtension ? name : word == "class" ? superclass(at: cursor.position) : nil
    types.note(name, isNamedType: word == "class", host: host)
    if !isExtension, !isPrivate, scopes.isEmpty {
      types.noteReplaced(name, mayBeAttribute: attributes.makesAttribute)
    }
    var next = cursor.position
    while next < text.bytes.count, cursor.isBlank(next) { next += 1 }
    let isGeneric = cursor.code(next) == UInt8(ascii: "<")
    if isGeneric, !isExtension { types.noteGeneric(name) }
    return Scope(
      suite: name, isClass: host != nil, host: host.map(DeclaredTypes.cut),
      isHidden: attributes.hidesTests,
      isGeneric: isGeneric || isExtension && Self.genericTypes.contains(name),
      isPrivate: isPrivate)
  }

  /// Silences a class whose initializer does not pass on the argument by which XCTest runs a test.
  ///
  /// That argument arrives in `init(name:testClosure:)` of swift-corelibs-xctest, and in
  /// `init(invocation:)` and `init(selector:)` on Apple's platforms. A class that passes on
  /// anything else runs something else.
  private mutating func initializer() {
    guard let scope = scopes.last, scope.isClass, let suite = scope.suite else { return }
    let head = cursor.position
    guard let body = cursor.body() else { return }
    let parameters = text.code(in: head..<body.lowerBound)
    var bodyCode: [UInt8]?
    for label in ["testClosure", "invocation", "selector"] {
      guard
        let start = ["(", ","].compactMap({ Self.end(of: $0 + label, in: parameters) }).first,
        let end = parameters[start...].firstIndex(of: UInt8(ascii: ":"))
      else { continue }
      let own = parameters[start..<end].drop { $0 == UInt8(ascii: " ") }
      let name = own.isEmpty ? label : String(decoding: own, as: UTF8.self)
      let code = bodyCode ?? text.code(in: body)
      bodyCode = code
      let isHandedOn = [",", ")"].contains {
        Self.end(of: "\(label):\(name)\($0)", in: code) != nil
      }
      if !isHandedOn { silence(suite) }
    }
  }

  /// The end of the first occurrence of the words in the code; `nil` when there is none.
  private static func end(of words: String, in code: [UInt8]) -> Int? {
    let words = Array(words.utf8)
    return code.indices.first { code[$0] == words[0] && code[$0...].starts(with: words) }
      .map { $0 + words.count }
  }

  private mutating func silence(_ suite: String) {
    ownSuites.insert(suite)
    silencedTypes.insert(suite.split(separator: ".").last.map(String.init) ?? suite)
  }

  /// Records an override in an extension, which can be in a file without any test.
  private mutating func noteOverride(of suite: String, in scope: Scope) {
    // The two are equal only in an extension: no class inherits from itself.
    if scope.host == suite { types.overridden.insert(suite) }
  }

  private mutating func variable() {
    let start = cursor.position
    cursor.skipSpace()
    let name = cursor.word()
    if ["defaultTestSuite", "testInvocations", "testRunClass"].contains(name),
      let scope = scopes.last, let suite = scope.suite
    {
      ownSuites.insert(suite)
      noteOverride(of: suite, in: scope)
    }
    cursor.position = start
  }

  /// Records `typealias A = B`.
  private mutating func alias(isPrivate: Bool) {
    cursor.skipSpace()
    let name = cursor.word()
    cursor.skipSpace()
    guard !name.isEmpty, cursor.code(cursor.position) == UInt8(ascii: "=") else { return }
    cursor.position += 1
    cursor.skipSpace()
    let base = cursor.typeName()
    // An alias of `XCTest.XCTestCase` or `Swift.Void` to the same name changes nothing.
    if base.split(separator: ".").last.map(String.init) == name { return }
    types.note(name, host: base.isEmpty ? nil : base)
    if scopes.isEmpty, !isPrivate { types.noteReplaced(name, mayBeAttribute: true) }
  }

  /// Generic types of the standard library. XCTest finds no class in an extension of one.
  private static let genericTypes: Set<String> = [
    "Array", "ArraySlice", "ClosedRange", "Collection", "ContiguousArray", "Dictionary", "Optional",
    "Range", "Result", "Sequence", "Set", "Swift.Array", "Swift.Dictionary", "Swift.Optional",
    "Swift.Result", "Swift.Set",
  ]

  /// Skips an import. `import func A.b` and `import class A.B` declare nothing, but replace a
  /// declaration of the same name.
  private mutating func skipImport() {
    let start = cursor.position
    cursor.skipSpace()
    if Self.typeKeywords.contains(cursor.word()) {
      cursor.skipSpace()
      let names = cursor.typeName().split(separator: ".")
      if names.count > 1, names.last == "XCTestCase", names.first != "XCTest" {
        types.note("XCTestCase", isNamedType: false, host: nil)
      }
    }
    cursor.position = start
    while cursor.position < text.bytes.count, text.bytes[cursor.position] != UInt8(ascii: "\n"),
      cursor.code(cursor.position) != UInt8(ascii: ";")
    {
      cursor.position += 1
    }
    begin()
  }

  private mutating func function() {
    let line = cursor.line(at: cursor.position)
    cursor.skipSpace()
    let name = cursor.word()
    let hidden = !modifiers.isDisjoint(with: Self.hidden)
    let overrides = modifiers.contains("override")
    let attributes = attributes
    modifiers = []
    self.attributes = DeclarationAttributes()
    // The name is empty for an operator, or when this is no declaration.
    guard !name.isEmpty else { return }
    cursor.skipSpace()
    let takesNothing =
      cursor.code(cursor.position) == UInt8(ascii: "(") && cursor.isEmptyList(at: cursor.position)
    let head = cursor.position
    guard let body = cursor.body() else { return }
    functions.append(FunctionDeclaration(name: name, body: body))
    let scope = scopes.last ?? Scope()
    if overrides, Self.frames.contains(name), let suite = scope.suite,
      !calls("super", name, in: body)
    {
      silence(suite)
      noteOverride(of: suite, in: scope)
    }
    let isTest = attributes.isTest
    let result = result(of: head..<body.lowerBound)
    let returnsVoid = result == "Void{"
    guard scope.isType, !attributes.hidesTests, !scope.isHidden,
      isTest
        || name.hasPrefix("test") && takesNothing && scope.isClass && !hidden
          && !attributes.hasOtherSelector
          && ["{", "Void{", "(){", "Swift.Void{"].contains(result)
    else { return }
    tests.append(
      TestDeclaration(
        suite: scope.suite, function: name, line: line, isSwiftTesting: isTest, body: body,
        host: isTest ? nil : scope.host, returnsVoid: returnsVoid,
        cases: isTest ? attributes.cases : 1, displayName: attributes.displayName))
  }

  /// Whether a body contains a call such as `super.run(`. The conditions around the call are not
  /// evaluated; a reviewer has to judge them.
  private func calls(_ owner: String, _ name: String, in body: Range<Int>) -> Bool {
    let code = text.code(in: body)
    let call = Array("\(owner).\(name)(".utf8)
    return code.indices.contains { index in
      code[index...].starts(with: call) && !(index > 0 && SwiftText.isWord(code[index - 1]))
    }
  }

  /// The first type in the inheritance clause of a class that may have tests, such as `XCTestCase`;
  /// `nil` when there is none. A generic class has none either, as XCTest does not find it.
  ///
  /// The search ends at the first other word, at the latest the `class` of the next declaration, so
  /// that many declarations without a body are scanned in linear time.
  private func superclass(at offset: Int) -> String? {
    var cursor = cursor
    cursor.position = offset
    cursor.skipSpace()
    guard cursor.code(cursor.position) == UInt8(ascii: ":") else { return nil }
    let end = min(text.bytes.count, cursor.position + Self.longestHeader)
    while cursor.position < end, cursor.code(cursor.position) != UInt8(ascii: "{") {
      let name = cursor.word()
      if name.isEmpty {
        cursor.position += 1
      } else if !Self.withoutTests.contains(name) {
        return name
      }
    }
    return nil
  }

  /// Types of the standard library and Foundation that a class can inherit from without having
  /// tests.
  private static let withoutTests: Set<String> = [
    "NSObject", "Sendable", "unchecked", "Codable", "Decodable", "Encodable", "Equatable",
    "Hashable",
    "Comparable", "Identifiable", "AnyObject", "Error", "CustomStringConvertible",
  ]

  /// The return type of a function followed by its opening brace; only the brace without a return
  /// type. XCTest runs no method that returns anything but `Void`.
  private func result(of header: Range<Int>) -> String {
    let code = header.filter { text.kinds[$0] == .code && !SwiftText.isWhiteSpace(text.bytes[$0]) }
      .map { text.bytes[$0] }
    let arrow = code.indices.dropLast().first {
      code[$0] == UInt8(ascii: "-") && code[$0 + 1] == UInt8(ascii: ">")
    }
    return arrow.map { String(decoding: code[($0 + 2)...], as: UTF8.self) } ?? "{"
  }
}
