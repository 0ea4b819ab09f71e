/// What the attributes before a declaration say of the tests in it.
struct DeclarationAttributes {
  private(set) var isTest = false
  /// No build has the declaration, or nothing runs it.
  private(set) var hidesTests = false
  /// The runtime of Objective-C, which XCTest asks for methods, knows the method by a name that is none of a test.
  private(set) var hasOtherSelector = false

  /// - Parameter arguments: With the parentheses, without white space and comments, with a `"` for each text, or
  ///   `""` for an empty one.
  mutating func add(_ name: String, _ arguments: [UInt8]) {
    let parts = Self.parts(of: arguments)
    switch name {
    case "Test":
      isTest = true
      if parts.drop(while: { !$0.hasPrefix("arguments:") }).contains(where: Self.isEmpty) {
        hidesTests = true
      }
    case "available": if Self.isNowhere(parts) { hidesTests = true }
    case "nonobjc": hidesTests = true
    case "objc": if parts.first.map({ !$0.hasPrefix("test") }) ?? false { hasOtherSelector = true }
    default: break
    }
  }

  private static func parts(of arguments: [UInt8]) -> [String] {
    EmptyCode.parts(of: arguments[...]).map { String(decoding: $0, as: UTF8.self) }
      .filter { !$0.isEmpty }
  }

  private static func isEmpty(_ argument: String) -> Bool {
    let label = "arguments:"
    let code = Array(argument.utf8)
    return EmptyCode.isEmpty(
      argument.hasPrefix(label) ? code.dropFirst(label.utf8.count) : code[...])
  }

  /// Whether `@available` leaves no platform that devtool runs on, or no version of Swift.
  private static func isNowhere(_ parts: [String]) -> Bool {
    guard let first = parts.first else { return false }
    if first == "swift" || first.hasPrefix("swift ") {
      return parts.contains { isImpossible($0) || $0 == "unavailable" }
    }
    return parts.contains("unavailable") && !otherPlatforms.contains(first)
  }

  /// `swift 99`, `introduced:99`, `obsoleted:3`.
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
