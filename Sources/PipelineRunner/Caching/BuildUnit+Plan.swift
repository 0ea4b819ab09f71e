import CIModel
import FileSystem
import PipelineConfig
import RunEvents
import StepCache

extension BuildUnit {
  /// Returns the build folders of a plan for which at least one step sets `cache`.
  static func all(
    _ plan: Plan, root: String, environment: [String: String]
  ) -> [BuildUnit] {
    var units: [BuildUnit] = []
    var wanted: Set<String> = []
    for planned in plan.steps where !planned.isSkipped {
      guard let build = planned.buildCommand else { continue }
      var unit = BuildUnit(build, in: planned.step.directory, root: root, environment: environment)
      let index = units.firstIndex { $0.scratch == unit.scratch }
      if let index { unit = units[index] }
      unit.steps.insert(planned.step.id)
      unit.commands = Set(unit.commands + [build.shellText]).sorted()
      if let options = planned.buildCacheOptions, wanted.insert(unit.scratch).inserted {
        unit.isStored = options.store
        unit.keyFiles = options.key
      }
      if let index { units[index] = unit } else { units.append(unit) }
    }
    return units.filter { wanted.contains($0.scratch) }
  }

  init(
    _ command: Plan.Command, in directory: String?, root: String, environment: [String: String]
  ) {
    let folder = directory.map { "\(root)/\($0)" } ?? root
    let package =
      Self.value(of: ["--package-path"], in: command).map { Self.absolute($0, folder) }
      ?? folder
    let named =
      Self.value(of: ["--scratch-path", "--build-path"], in: command).map {
        Self.absolute($0, folder)
      } ?? environment["SWIFTPM_BUILD_DIR"].map { Self.absolute($0, folder) }
    let scratch = named ?? "\(package)/.build"
    self.init(package: package, scratch: scratch, shownScratch: scratch.relative(to: root))
  }

  /// The value of the last option with one of these names: `--scratch-path x` or
  /// `--scratch-path=x`.
  private static func value(of names: [String], in command: Plan.Command) -> String? {
    var value: String?
    for (index, word) in command.arguments.enumerated() {
      for name in names {
        if word == name, index + 1 < command.arguments.count {
          value = command.arguments[index + 1]
        } else if word.hasPrefix(name + "=") {
          value = String(word.dropFirst(name.count + 1))
        }
      }
    }
    return value
  }

  private static func absolute(_ path: String, _ folder: String) -> String {
    (path.hasPrefix("/") ? path : "\(folder)/\(path)").normalizedPath
  }
}

extension Plan.PlannedStep {
  var buildCacheOptions: BuildCacheOptions? {
    switch step.action {
    case .swiftBuild(let options): options.cache
    case .swiftTest(let options): options.cache
    default: nil
    }
  }
}
