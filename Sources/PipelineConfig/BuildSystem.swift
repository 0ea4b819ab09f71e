/// The build system of SwiftPM. The toolchain's default is `native` until Swift 6.3, `swiftbuild`
/// from 6.4 on.
package enum BuildSystem: String, Hashable, Sendable, CaseIterable {
  case native
  case swiftbuild
}

extension BuildSystem {
  /// The option of SwiftPM.
  package static let option = "--build-system"

  /// The build system that the last `--build-system x` or `--build-system=x` in the words of a
  /// command names; `nil` when there is no such option, or its value is unknown.
  package init?(arguments: [String]) {
    guard let name = BuildSystem.places(in: arguments).last.map({ arguments[$0.last ?? 0] }) else {
      return nil
    }
    self.init(rawValue: name.split(separator: "=").last.map(String.init) ?? name)
  }

  /// The words without that option.
  package static func removed(from arguments: [String]) -> [String] {
    let places = Set(places(in: arguments).joined())
    return arguments.indices.filter { !places.contains($0) }.map { arguments[$0] }
  }

  /// The indices of the words of each occurrence of the option: one or two words.
  package static func places(in arguments: [String]) -> [[Int]] {
    arguments.indices.compactMap { index in
      if arguments[index].hasPrefix(option + "=") { return [index] }
      guard arguments[index] == option, index + 1 < arguments.count else { return nil }
      return [index, index + 1]
    }
  }
}

extension BuildSystem {
  static let key = KeySpec(
    "build-system",
    .word(
      Vocabulary(
        ["native", "swiftbuild"],
        hints: [
          "swift-build": "swiftbuild", "swift_build": "swiftbuild", "llbuild": "native",
          "default": "native",
        ])),
    "Build system that SwiftPM uses; the toolchain chooses by default.", example: "swiftbuild",
    synonyms: ["build_system", "buildsystem", "system", "engine"])

  /// Reads the value of `key`, or without it the option in `arguments`.
  init?(_ mapping: CheckedMapping, _ checker: inout Checker) {
    let arguments = mapping["arguments"]?.texts ?? []
    guard let key = mapping["build-system"] else {
      self.init(arguments: arguments)
      return
    }
    if let written = mapping["arguments"], !BuildSystem.places(in: arguments).isEmpty {
      checker.report(
        "'build-system' and '\(BuildSystem.option)' in 'arguments' cannot be combined",
        help: "keep one of the two", at: written.range)
    }
    guard let word = key.text else { return nil }
    self.init(rawValue: word)
  }
}

extension [String] {
  /// The words, with the option for the build system unless they already contain it.
  func naming(_ system: BuildSystem?) -> [String] {
    guard let system, BuildSystem.places(in: self).isEmpty else { return self }
    return [BuildSystem.option, system.rawValue] + self
  }
}
