// Settings that building and testing share.

package enum BuildConfiguration: String, Hashable, Sendable, CaseIterable {
  case debug
  case release

  static let key = KeySpec(
    "configuration", .word(Vocabulary(["debug", "release"])), "Selects the build configuration.",
    example: "release")

  /// Reads the value of `key`; `nil` when the key is absent or invalid.
  init?(_ mapping: CheckedMapping) {
    guard let word = mapping["configuration"]?.text else { return nil }
    self.init(rawValue: word)
  }
}

package enum Sanitizer: String, Hashable, Sendable, CaseIterable {
  case address
  case thread
  case undefined

  static let key = KeySpec(
    "sanitize", .word(Vocabulary(["address", "thread", "undefined"])),
    "Builds with a sanitizer, in a separate folder under '.build'.", example: "thread",
    synonyms: ["sanitizer"])

  /// Reads the value of `key`; `nil` when the key is absent or invalid.
  init?(_ mapping: CheckedMapping) {
    guard let word = mapping["sanitize"]?.text else { return nil }
    self.init(rawValue: word)
  }
}

/// How a build finds the build folder of an earlier run.
package struct BuildCacheOptions: Hashable, Sendable {
  /// Globs of files, relative to the package, that must be unchanged.
  package var key = BuildCacheOptions.standardKey
  /// Whether to store the folder; `false` when the CI service stores it, and only the modification
  /// times are restored.
  package var store = true

  package static let standardKey = ["Package.resolved"]

  package init() {}

  static let keySpec = KeySpec(
    "cache",
    .shaped(
      scalar: .boolean, list: nil,
      mapping: .section(
        Section(
          "'cache' of a build",
          [
            KeySpec(
              "key", .oneOrMore(.glob),
              "Files of the package that must be unchanged for a build folder to be reused.",
              example: "[Package.resolved, Dockerfile]", synonyms: ["files", "keys"]),
            KeySpec(
              "store", .boolean,
              "Set it to false if the CI service keeps '.build' itself: only file times "
                + "are restored.",
              example: "false", synonyms: ["save"]),
            .elsewhere("mtimes", "remove it: the times of unchanged sources are always restored"),
            .elsewhere("max-size", "write `cache: { max-size: … }` at the top level"),
            .elsewhere("remote", "write `cache: { remote: … }` at the top level"),
          ]))),
    "Reuses the build folder of an earlier run, so that only changes are compiled.",
    example: "true", synonyms: ["caching"])
}
