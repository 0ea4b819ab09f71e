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

  private let text: SwiftText
  private let starts: [Int]
  private var position = 0

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
    self.text = inactive.ranges.isEmpty ? text : text.without(inactive)
    starts = text.lineStarts
    while position < text.bytes.count { step() }
    tests.removeAll { test in
      !test.isSwiftTesting && test.suite.map { ownSuites.contains($0) || types.hide($0) } ?? false
    }
    types.silence(silencedTypes)
    if types.declare("Void") { tests.removeAll { $0.host != nil && $0.returnsVoid } }
  }

  // MARK: Scanning

  private mutating func step() {
    guard text.kinds[position] == .code else {
      position += 1
      return
    }
    let byte = text.bytes[position]
    switch byte {
    case UInt8(ascii: "{"):
      enter()
      begin()
      position += 1
    case UInt8(ascii: "}"):
      if !scopes.isEmpty { scopes.removeLast() }
      begin()
      position += 1
    case UInt8(ascii: "@"):
      position += 1
      attribute()
    case UInt8(ascii: "."), UInt8(ascii: "#"):
      // The words in `.extension` and `#if` declare nothing.
      position += 1
      _ = word()
    default:
      guard SwiftText.isWord(byte) || byte == UInt8(ascii: "`") else {
        position += 1
        return
      }
      take(word())
    }
  }

  /// Reads an attribute. Swift 5 allows blanks and comments before its name and its arguments.
  private mutating func attribute() {
    skipSpace()
    var name = word()
    if name == "Testing", skip(".Test") { name = "Test" }
    let isKnown = DeclarationAttributes.names.contains(name)
    if isKnown { skipSpace() }
    let arguments = position
    skipBrackets()
    if isKnown { attributes.add(name, text.code(in: arguments..<position)) }
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
      let start = position
      skipSpace()
      let name = typeName()
      // `class func` and `class var` declare no type.
      if name.isEmpty || name == "func" || name == "var" || name == "let" || name == "subscript" {
        position = start
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
    let host = isExtension ? name : word == "class" ? superclass(at: position) : nil
    types.note(name, isNamedType: word == "class", host: host)
    if !isExtension, !isPrivate, scopes.isEmpty { types.noteReplaced(name) }
    var next = position
    while next < text.bytes.count, isBlank(next) { next += 1 }
    let isGeneric = code(next) == UInt8(ascii: "<")
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
    let head = position
    guard let body = body() else { return }
    let parameters = text.code(in: head..<body.lowerBound)
    for label in ["testClosure", "invocation", "selector"] {
      guard
        let start = ["(", ","].compactMap({ Self.end(of: $0 + label, in: parameters) }).first,
        let end = parameters[start...].firstIndex(of: UInt8(ascii: ":"))
      else { continue }
      let own = parameters[start..<end].drop { $0 == UInt8(ascii: " ") }
      let name = own.isEmpty ? label : String(decoding: own, as: UTF8.self)
      let code = text.code(in: body)
      let isHandedOn = [",", ")"].contains {
        Self.end(of: "\(label):\(name)\($0)", in: code) != nil
      }
      if !isHandedOn { silence(suite) }
    }
  }

  /// The end of the first occurrence of the words in the code; `nil` when there is none.
  private static func end(of words: String, in code: [UInt8]) -> Int? {
    let words = Array(words.utf8)
    return code.indices.first { code[$0...].starts(with: words) }.map { $0 + words.count }
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
    let start = position
    skipSpace()
    let name = word()
    if ["defaultTestSuite", "testInvocations", "testRunClass"].contains(name),
      let scope = scopes.last, let suite = scope.suite
    {
      ownSuites.insert(suite)
      noteOverride(of: suite, in: scope)
    }
    position = start
  }

  /// Records `typealias A = B`.
  private mutating func alias(isPrivate: Bool) {
    skipSpace()
    let name = word()
    skipSpace()
    guard !name.isEmpty, code(position) == UInt8(ascii: "=") else { return }
    position += 1
    skipSpace()
    let base = typeName()
    // An alias of `XCTest.XCTestCase` or `Swift.Void` to the same name changes nothing.
    if base.split(separator: ".").last.map(String.init) == name { return }
    types.note(name, host: base.isEmpty ? nil : base)
    if scopes.isEmpty, !isPrivate { types.noteReplaced(name) }
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
    let start = position
    skipSpace()
    if Self.typeKeywords.contains(word()) {
      skipSpace()
      let names = typeName().split(separator: ".")
      if names.count > 1, names.last == "XCTestCase", names.first != "XCTest" {
        types.note("XCTestCase", isNamedType: false, host: nil)
      }
    }
    position = start
    while position < text.bytes.count, text.bytes[position] != UInt8(ascii: "\n"),
      code(position) != UInt8(ascii: ";")
    {
      position += 1
    }
    begin()
  }

  private mutating func function() {
    let line = line(at: position)
    skipSpace()
    let name = word()
    let hidden = !modifiers.isDisjoint(with: Self.hidden)
    let overrides = modifiers.contains("override")
    let attributes = attributes
    modifiers = []
    self.attributes = DeclarationAttributes()
    // The name is empty for an operator, or when this is no declaration.
    guard !name.isEmpty else { return }
    skipSpace()
    let takesNothing = code(position) == UInt8(ascii: "(") && isEmptyList(at: position)
    let head = position
    guard let body = body() else { return }
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
        cases: isTest ? attributes.cases : 1))
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

  /// Moves past the body of a declaration and returns its range without the braces; `nil` when it
  /// has none.
  private mutating func body() -> Range<Int>? {
    var nesting = 0
    while position < text.bytes.count {
      switch code(position) {
      case UInt8(ascii: "("), UInt8(ascii: "["): nesting += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): nesting -= 1
      // This brace closes the protocol that contains the declaration.
      case UInt8(ascii: "}") where nesting <= 0: return nil
      case UInt8(ascii: "{") where nesting <= 0:
        let start = position + 1
        var depth = 0
        while position < text.bytes.count {
          if code(position) == UInt8(ascii: "{") { depth += 1 }
          if code(position) == UInt8(ascii: "}") {
            depth -= 1
            if depth == 0 {
              position += 1
              return start..<(position - 1)
            }
          }
          position += 1
        }
        return nil
      default: break
      }
      position += 1
    }
    return nil
  }

  // MARK: Words and brackets

  private func code(_ offset: Int) -> UInt8? {
    offset < text.bytes.count && text.kinds[offset] == .code ? text.bytes[offset] : nil
  }

  private func isBlank(_ offset: Int) -> Bool {
    text.kinds[offset] == .comment || SwiftText.isWhiteSpace(text.bytes[offset])
  }

  /// Reads a word, which may be in backticks; empty when there is none.
  private mutating func word() -> String {
    let start = position
    if code(position) == UInt8(ascii: "`") {
      position += 1
      while position < text.bytes.count, text.bytes[position] != UInt8(ascii: "`"),
        text.bytes[position] != UInt8(ascii: "\n")
      {
        position += 1
      }
      position = min(position + 1, text.bytes.count)
      return String(decoding: text.bytes[(start + 1)..<max(start + 1, position - 1)], as: UTF8.self)
    }
    while let byte = code(position), SwiftText.isWord(byte) { position += 1 }
    return String(decoding: text.bytes[start..<position], as: UTF8.self)
  }

  /// Reads a qualified type name: `A.B`.
  private mutating func typeName() -> String {
    var name = word()
    while !name.isEmpty, code(position) == UInt8(ascii: ".") {
      position += 1
      name += "." + word()
    }
    return name
  }

  private mutating func skip(_ suffix: String) -> Bool {
    guard text.bytes[position...].starts(with: suffix.utf8) else { return false }
    position += suffix.utf8.count
    return true
  }

  private mutating func skipSpace() {
    while position < text.bytes.count, isBlank(position) { position += 1 }
  }

  /// Moves past the arguments of an attribute if they follow directly.
  private mutating func skipBrackets() {
    guard code(position) == UInt8(ascii: "(") else { return }
    var nesting = 0
    while position < text.bytes.count {
      if code(position) == UInt8(ascii: "(") { nesting += 1 }
      if code(position) == UInt8(ascii: ")") { nesting -= 1 }
      position += 1
      if nesting == 0 { return }
    }
  }

  private func isEmptyList(at open: Int) -> Bool {
    var offset = open + 1
    while offset < text.bytes.count, isBlank(offset) { offset += 1 }
    return code(offset) == UInt8(ascii: ")")
  }

  /// The first type in the inheritance clause of a class that may have tests, such as `XCTestCase`;
  /// `nil` when there is none. A generic class has none either, as XCTest does not find it.
  ///
  /// The search ends at the first other word, at the latest the `class` of the next declaration, so
  /// that many declarations without a body are scanned in linear time.
  private func superclass(at offset: Int) -> String? {
    var offset = offset
    while offset < text.bytes.count, isBlank(offset) { offset += 1 }
    guard code(offset) == UInt8(ascii: ":") else { return nil }
    let end = min(text.bytes.count, offset + Self.longestHeader)
    while offset < end, code(offset) != UInt8(ascii: "{") {
      let start = offset
      while offset < end, let byte = code(offset), SwiftText.isWord(byte) { offset += 1 }
      if offset > start {
        let name = String(decoding: text.bytes[start..<offset], as: UTF8.self)
        if !Self.withoutTests.contains(name) { return name }
      } else {
        offset += 1
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

  private func line(at offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while low + 1 < high {
      let middle = low + (high - low) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }
}
