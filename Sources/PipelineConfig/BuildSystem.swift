/// What SwiftPM builds with. The toolchain's default is `native` until Swift 6.3, `swiftbuild` from 6.4 on.
package enum BuildSystem: String, Hashable, Sendable, CaseIterable {
  case native
  case swiftbuild
}

extension BuildSystem {
  /// The option of SwiftPM.
  package static let option = "--build-system"

  /// What the last `--build-system x` or `--build-system=x` among the words of a command names; `nil`
  /// where there is none, or none that we know.
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

  /// Where the option is written: one place for each, of one word or two.
  package static func places(in arguments: [String]) -> [[Int]] {
    arguments.indices.compactMap { index in
      if arguments[index].hasPrefix(option + "=") { return [index] }
      guard arguments[index] == option, index + 1 < arguments.count else { return nil }
      return [index, index + 1]
    }
  }
}

extension SwiftBuildOptions {
  /// `arguments`, and the build system where they do not name it.
  package var allArguments: [String] { arguments.naming(buildSystem) }
}

extension SwiftTestOptions {
  /// `arguments`, and the build system where they do not name it.
  package var allArguments: [String] { arguments.naming(buildSystem) }
}

extension [String] {
  fileprivate func naming(_ system: BuildSystem?) -> [String] {
    guard let system, BuildSystem.places(in: self).isEmpty else { return self }
    return [BuildSystem.option, system.rawValue] + self
  }
}

/// A test that names no build system runs what the builds that it needs have built, when they agree.
func inheritBuildSystems(in steps: inout [PipelineStep]) {
  for index in steps.indices {
    guard case .swiftTest(var test) = steps[index].action, test.buildSystem == nil,
      BuildSystem.places(in: test.arguments).isEmpty
    else { continue }
    let systems = Set(
      steps.compactMap { build -> BuildSystem?? in
        guard case .swiftBuild(let options) = build.action, options.buildsAllTests,
          options.configuration == test.configuration, options.sanitizer == test.sanitizer,
          build.directory == steps[index].directory, steps[index].needs.contains(build.id)
        else { return nil }
        return options.buildSystem
      })
    guard systems.count == 1, case .some(.some(let system)) = systems.first else { continue }
    test.buildSystem = system
    steps[index].action = .swiftTest(test)
  }
}
