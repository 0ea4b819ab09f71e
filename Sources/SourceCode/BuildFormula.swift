/// A condition of `#if` as a formula over facts about a build.
indirect enum BuildFormula: Sendable {
  case constant(Bool)
  case fact(BuildFact)
  case opposite(BuildFormula)
  case all([BuildFormula])
  case any([BuildFormula])
}

/// A fact about a build: it is for Linux, its compiler is 6.1 or later, it sets the flag `DEBUG`.
struct BuildFact: Sendable {
  /// `os(`, `compiler(`, or the flag.
  var kind: String
  /// The values of the kind for which the fact is true.
  var values: Range<Int>
  /// Every value of the kind: each build has one of them.
  var all: Range<Int>
}

extension BuildFormula {
  /// A fact that may be true or false: an unknown operand or a compilation flag.
  static func flag(_ name: String) -> Self {
    .fact(BuildFact(kind: name, values: 1..<2, all: 0..<2))
  }

  // MARK: Platforms

  /// The names known to swiftc (`SupportedConditionalCompilation…` in its `LangOptions.cpp`).
  /// Related platforms are adjacent, so that a range covers them.
  private static let names: [String: [String]] = [
    "os(": [
      "macOS", "iOS", "tvOS", "visionOS", "watchOS", "Windows", "WASI", "Linux", "Android",
      "Cygwin",
      "Emscripten", "FreeBSD", "Firmware", "Haiku", "OpenBSD", "PS4", "none",
    ],
    // By the width of a pointer; the big-endian ones are adjacent.
    "arch(": [
      "avr", "arm", "arm64_32", "i386", "riscv32", "wasm32", "xtensa", "powerpc", "powerpc64",
      "s390x", "arm64", "powerpc64le", "riscv64", "wasm64", "x86_64",
    ],
    "targetEnvironment(": ["simulator", "macCatalyst", ""],
    "_endian(": [],
    "_pointerBitWidth(": [],
    "_ptrauth(": ["_none", "_arm64e"],
  ]
  private static let otherNames = [
    "OSX": "macOS", "xrOS": "visionOS", "macabi": "macCatalyst", "UIKitForMac": "macCatalyst",
  ]

  /// The fact that a build has a name, such as `os(Linux)`; `nil` when the kind has no list of
  /// names. No build has a name that is missing from the list of its kind.
  static func named(_ kind: String, _ name: String) -> Self? {
    if let fact = derived(kind + name) { return fact }
    guard let names = names[kind] else { return nil }
    guard let index = names.firstIndex(of: otherNames[name] ?? name) else {
      return .constant(false)
    }
    let fact = Self.fact(
      BuildFact(kind: kind, values: index..<(index + 1), all: 0..<names.count))
    guard kind == "targetEnvironment(" else { return fact }
    return .all([fact, index == 0 ? platforms("iOS", "watchOS") : platforms("iOS", "iOS")])
  }

  /// A fact that follows from the platform or the architecture; `nil` for any other.
  ///
  /// Source: `LangOptions::setTarget` in swiftc's `LangOptions.cpp`.
  private static func derived(_ operand: String) -> Self? {
    switch operand {
    case "_endian(big": between("arch(", "powerpc", "s390x")
    case "_endian(little": .opposite(between("arch(", "powerpc", "s390x"))
    case "_pointerBitWidth(_16": between("arch(", "avr", "avr")
    case "_pointerBitWidth(_32": between("arch(", "arm", "powerpc")
    case "_pointerBitWidth(_64": between("arch(", "powerpc64", "x86_64")
    case "_runtime(_ObjC": apple
    case "_runtime(_Native": .opposite(apple)
    default: nil
    }
  }

  /// The fact that a value is between two names of the list of its kind, inclusive; `nil` means the
  /// last name of the list.
  private static func between(_ kind: String, _ first: String, _ last: String?) -> Self {
    let names = names[kind] ?? []
    let start = names.firstIndex(of: first) ?? 0
    let end = last.flatMap { names.firstIndex(of: $0) } ?? names.count - 1
    return .fact(BuildFact(kind: kind, values: start..<(end + 1), all: 0..<names.count))
  }

  private static func platforms(_ first: String, _ last: String? = nil) -> Self {
    between("os(", first, last)
  }

  private static var apple: Self { platforms("macOS", "watchOS") }

  /// Whether a module can be imported. Some modules exist only on certain platforms; only `Darwin`
  /// is always available on its platforms.
  static func module(_ name: String) -> Self {
    let flag = flag("canImport(\(name))")
    switch name {
    case "Swift": return .constant(true)
    case "Darwin": return apple
    case "AVFoundation", "Combine", "CoreData", "CoreGraphics", "CoreImage",
      "CoreLocation", "CoreText", "CryptoKit", "IOKit", "MapKit", "Metal", "ObjectiveC", "OSLog",
      "QuartzCore", "Security", "StoreKit", "SwiftData", "SwiftUI", "UniformTypeIdentifiers",
      "WatchKit", "WebKit", "os":
      return .all([flag, apple])
    case "UIKit": return .all([flag, platforms("iOS", "watchOS")])
    case "AppKit", "Cocoa":
      let catalyst = named("targetEnvironment(", "macCatalyst") ?? .constant(true)
      return .all([flag, .any([platforms("macOS", "macOS"), catalyst])])
    case "WinSDK": return .all([flag, platforms("Windows", "Windows")])
    case "WASILibc": return .all([flag, platforms("WASI", "WASI")])
    case "Musl": return .all([flag, platforms("Linux", "Linux")])
    case "Android", "Bionic": return .all([flag, platforms("Android", "Android")])
    case "Glibc": return .all([flag, platforms("Linux")])
    default: return flag
    }
  }

  // MARK: Versions

  /// Parses the argument of `swift(>=6)` or `compiler(<6.1)`, without the name and the parentheses;
  /// `nil` for anything else.
  ///
  /// The language version is never later than the compiler version.
  static func version(_ kind: String, _ comparison: Substring, oldestCompiler: [Int]) -> Self? {
    let isLess = comparison.hasPrefix("<")
    guard isLess || comparison.hasPrefix(">="),
      let version = number(comparison.dropFirst(isLess ? 1 : 2).split(separator: "."))
    else { return nil }
    let oldest = min(number(oldestCompiler), firstUnknown - 1)
    func fact(_ kind: String, since oldest: Int) -> Self {
      let all = oldest..<firstUnknown
      return .fact(BuildFact(kind: kind, values: version..<max(version, firstUnknown), all: all))
    }
    let compiler = fact("compiler(", since: oldest)
    let isSince = kind == "swift(" ? .all([fact(kind, since: oldestLanguage), compiler]) : compiler
    return isLess ? .opposite(isSince) : isSince
  }

  /// The oldest language mode of a package that has tests.
  private static let oldestLanguage = number([4])
  /// Two major versions after the current one; no build has it yet.
  private static let firstUnknown = number([8])

  private static func number(_ parts: [Substring]) -> Int? {
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(part) ?? .max : nil
    }
    return parts.isEmpty || numbers.count < parts.count ? nil : number(numbers)
  }

  /// Encodes a version as a number that is greater for a later version.
  private static func number(_ version: [Int]) -> Int {
    (0..<3).reduce(0) { $0 * 1_000 + (version.count > $1 ? min(version[$1], 999) : 0) }
  }
}
