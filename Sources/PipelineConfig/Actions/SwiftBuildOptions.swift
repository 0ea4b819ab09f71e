package import CIModel

/// `swift-build`: a SwiftPM build.
package struct SwiftBuildOptions: ActionOptions {
  package static let kind = StepActionKind.swiftBuild
  static let key = KeySpec(
    "swift-build", .options(section), "Builds the package.", example: "{ tests: true }")

  /// Whether the tests are built as well.
  package var tests = true
  package var configuration = BuildConfiguration.debug
  /// `nil` is the toolchain's default.
  package var buildSystem: BuildSystem?
  package var sanitizer: Sanitizer?
  package var product: String?
  package var target: String?
  /// Whether it builds everything that `swift test` runs.
  package var buildsAllTests: Bool { tests && product == nil && target == nil }
  /// Passed unchanged to `swift build`.
  package var arguments: [String] = []
  /// Options for restoring an earlier build; `nil` restores none.
  package var cache: BuildCacheOptions?

  /// `arguments`, with the option for `buildSystem` unless they already contain it.
  package var allArguments: [String] { arguments.naming(buildSystem) }

  /// Whether SwiftPM runs every test that it finds, even if a `LinuxMain.swift` lists some.
  package var findsAllTests: Bool {
    allArguments.contains { $0 == "--enable-test-discovery" || $0.hasSuffix("swiftbuild") }
  }

  package init() {}

  init?(_ value: Checked, _ checker: inout Checker) {
    guard let mapping = value.mapping else { return nil }
    tests = mapping["tests"]?.boolean ?? tests
    configuration = BuildConfiguration(mapping) ?? configuration
    sanitizer = Sanitizer(mapping)
    product = mapping["product"]?.text
    target = mapping["target"]?.text
    arguments = mapping["arguments"]?.texts ?? []
    buildSystem = BuildSystem(mapping, &checker)
    cache = BuildCacheOptions(mapping["cache"])
  }

  private static let section = Section(
    "'swift-build'",
    [
      KeySpec("tests", .boolean, "Builds the tests, too.", example: "true"),
      BuildConfiguration.key, BuildSystem.key,
      KeySpec("product", .filledText, "Builds one product.", example: "MyTool"),
      KeySpec("target", .filledText, "Builds one target.", example: "MyLibrary"),
      KeySpec(
        "arguments", .list(.text, atLeast: 0), "Passes these arguments to 'swift build'.",
        example: "[--explicit-target-dependency-import-check, error]",
        synonyms: ["args", "flags", "options"]),
      BuildCacheOptions.keySpec, Sanitizer.key,
      .later("scratch", "Builds in another folder than '.build'."),
      .later("traits", "Enables traits of the package."),
      .elsewhere("warnings", "write `warnings: { compiler: error }` at the top level"),
    ])
}
