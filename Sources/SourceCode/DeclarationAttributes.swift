/// Collects how the attributes before a declaration affect the tests in it.
struct DeclarationAttributes {
  private(set) var isTest = false
  /// No build contains the declaration, or nothing runs it.
  private(set) var hidesTests = false
  /// The method's Objective-C selector is not a test name. XCTest asks the Objective-C runtime for
  /// selectors.
  private(set) var hasOtherSelector = false
  /// Number of times a test runs, as far as literals show it.
  private(set) var cases = 1
  /// The name of the declared type is an attribute.
  private(set) var makesAttribute = false
  /// The literal of the display name of a test.
  private(set) var displayName: [UInt8]?

  /// The attributes that affect tests.
  static let names = custom.union(["Test", "available", "nonobjc", "objc"])
  /// The attributes of types whose names are attributes, so that a type `Test` hides the macro.
  private static let custom: Set<String> = ["globalActor", "propertyWrapper", "resultBuilder"]

  /// - Parameters:
  ///   - arguments: The arguments with the parentheses, without white space and comments; each
  ///     string literal is a `"`, or `""` when it is empty.
  ///   - literal: The string literal that the arguments begin with.
  mutating func add(_ name: String, _ arguments: [UInt8], literal: [UInt8]?) {
    let parts = Self.parts(of: arguments)
    switch name {
    case "Test":
      isTest = true
      displayName = literal
      let lists = parts.drop { !$0.hasPrefix("arguments:") }.map(Self.withoutLabel)
      if lists.contains(where: { EmptyCode.isEmpty($0[...]) }) { hidesTests = true }
      cases = lists.reduce(1) { min($0 * ListedCode.count(of: $1[...]), ListedCode.most) }
    case "available": if Self.isNowhere(parts) { hidesTests = true }
    case "nonobjc": hidesTests = true
    case "objc": if parts.first.map({ !$0.hasPrefix("test") }) ?? false { hasOtherSelector = true }
    default: if Self.custom.contains(name) { makesAttribute = true }
    }
  }

  private static func parts(of arguments: [UInt8]) -> [String] {
    EmptyCode.parts(of: arguments[...]).map { String(decoding: $0, as: UTF8.self) }
      .filter { !$0.isEmpty }
  }

  private static func withoutLabel(_ argument: String) -> [UInt8] {
    let label = "arguments:"
    return Array((argument.hasPrefix(label) ? argument.dropFirst(label.count) : argument[...]).utf8)
  }

  /// Whether `@available` excludes every platform that devtool runs on, or every version of Swift.
  private static func isNowhere(_ parts: [String]) -> Bool {
    guard let first = parts.first else { return false }
    if first == "swift" || first.hasPrefix("swift ") {
      return parts.contains { isImpossible($0) || $0 == "unavailable" }
    }
    return parts.contains("unavailable") && !otherPlatforms.contains(first)
      || isOnNoMac(parts, first)
  }

  /// The highest major version that a release of macOS may have for years to come.
  private static let latestRelease = 30
  private static let macNames = ["anyAppleOS", "macOS", "OSX"]

  /// Whether no macOS is available: `macOS 99`, `macOS, introduced: 99` or
  /// `macOS, obsoleted: 10.4`.
  private static func isOnNoMac(_ parts: [String], _ first: String) -> Bool {
    if macNames.contains(first) {
      return parts.contains { part in
        release(part, behind: "introduced:").map { $0 > latestRelease } ?? false
          || release(part, behind: "obsoleted:").map { $0 <= latestRelease } ?? false
      }
    }
    return parts.contains { part in
      macNames.contains { release(part, behind: "\($0) ").map { $0 > latestRelease } ?? false }
    }
  }

  /// The major version after a prefix; `nil` when there is none.
  private static func release(_ part: String, behind name: String) -> Int? {
    guard part.hasPrefix(name) else { return nil }
    let digits = part.dropFirst(name.count).prefix { $0.isNumber || $0 == "_" }.filter(\.isNumber)
    return digits.isEmpty ? nil : Int(digits) ?? .max
  }

  /// Whether no Swift version fits: `swift 99`, `introduced:99` or `obsoleted:3`.
  private static func isImpossible(_ part: String) -> Bool {
    for (start, sign) in [("swift ", ">="), ("introduced:", ">="), ("obsoleted:", "<")]
    where part.hasPrefix(start) {
      var condition = BuildCondition(Array("swift(\(sign)\(part.dropFirst(start.count)))".utf8))
      return condition.value() == false
    }
    return false
  }

  private static let otherPlatforms: Set<String> = {
    let names = ["iOS", "macCatalyst", "tvOS", "visionOS", "watchOS"]
    return Set(names + names.map { "\($0)ApplicationExtension" })
      .union(["Android", "FreeBSD", "OpenBSD", "WASI", "Windows"])
  }()
}

extension SwiftText {
  /// The string literal at the start of a list in parentheses; `nil` when something else is there.
  func firstLiteral(in list: Range<Int>) -> [UInt8]? {
    let start = list.dropFirst().first {
      kinds[$0] == .string || kinds[$0] == .code && !Self.isWhiteSpace(bytes[$0])
    }
    guard let start, kinds[start] == .string else { return nil }
    return Array(
      bytes[start..<list.upperBound].prefix(kinds[start...].prefix { $0 == .string }.count))
  }
}
